/** A unit test opens no socket and starts no process: `npm run test:unit` stays fast and needs nothing around it. */
import { exec, execFileSync, fork, spawn, spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'

it.each([
  ['a server that listens', () => createServer().listen(0), 'listens on a socket'],
  ['a connection', () => connect(4010, '127.0.0.1'), 'connects a socket'],
  ['an HTTP request', () => get('http://127.0.0.1:4010/'), 'connects a socket'],
  ['spawn', () => spawn('true'), 'starts a process'],
  ['exec', () => exec('true'), 'starts a process'],
  ['fork', () => fork('true'), 'starts a process'],
  ['spawnSync', () => spawnSync('true'), 'starts a process'],
  ['execFileSync', () => execFileSync('true'), 'starts a process'],
])('%s is refused', (_, use, reason) => {
  expect(use).toThrow(`a unit test ${reason}`)
})

it('fetch is refused', async () => {
  const { cause } = await fetch('http://127.0.0.1:4010/').catch(error => error)
  expect(String(cause)).toContain('a unit test connects a socket')
})

it('a browser is refused', async () => {
  await expect(launchBrowser()).rejects.toThrow('a unit test starts a process')
})
