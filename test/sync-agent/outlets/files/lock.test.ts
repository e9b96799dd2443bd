/** One publisher of a folder at a time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from '../../../../sync-agent/outlets/files/lock.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'

let files: Scratch
beforeEach(() => {
  files = scratch()
})
afterEach(() => files[Symbol.dispose]())

const path = () => files.path('.schoolbell.lock')
const lock = (waitMs = 0, signal = new AbortController().signal) => lockFolder(files.path(), waitMs, signal)
const isLocked = () =>
  lock().then(
    async taken => taken[Symbol.asyncDispose]().then(() => false),
    error => error.code === 'FOLDER_LOCKED',
  )
/** As another process holds it. */
const heldBy = (holder: object, secondsAgo = 0) => {
  writeFileSync(path(), JSON.stringify(holder))
  const touched = Date.now() / 1000 - secondsAgo
  utimesSync(path(), touched, touched)
}

// Promise: operate/files-lock
it('who comes second is told, waits for as long as it wants, and can be stopped', async () => {
  const first = await lock()
  expect(await isLocked()).toBe(true)
  const waiting = lock(60_000)
  const stopped = new AbortController()
  const impatient = lock(60_000, stopped.signal)
  stopped.abort()
  await expect(impatient).rejects.toThrow(/abort/)
  await first[Symbol.asyncDispose]()
  await (await waiting)[Symbol.asyncDispose]()
  expect(existsSync(path())).toBe(false)
})

it('is taken over at once from a process that was killed, and not from one that is suspended', async () => {
  const holder = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1e6)'])
  await once(holder.stdout, 'data')
  heldBy({ host: hostname(), processes: readlinkSync('/proc/self/ns/pid'), pid: holder.pid }, 3_600)
  holder.kill('SIGSTOP')
  expect(await isLocked()).toBe(true)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await isLocked()).toBe(false)
})

it('is taken over from a process before this one with the same number, as in a container', async () => {
  heldBy({ host: hostname(), processes: readlinkSync('/proc/self/ns/pid'), pid: process.pid, id: 'before' })
  expect(await isLocked()).toBe(false)
})

it('is not taken from a container of the same host name, whose processes have numbers of their own', async () => {
  const other = { host: hostname(), processes: 'pid:[1]' }
  for (const pid of [process.pid, 2 ** 22]) {
    heldBy({ ...other, pid })
    expect(await isLocked()).toBe(true)
    heldBy({ ...other, pid }, 61)
    expect(await isLocked()).toBe(false)
  }
})

it('is taken over from another machine a minute after its last sign of life; one cut short as well', async () => {
  for (const holder of [{ host: 'other.example', pid: 1 }, {}]) {
    heldBy(holder, 50)
    expect(await isLocked()).toBe(true)
    heldBy(holder, 70)
    expect(await isLocked()).toBe(false)
  }
})

it('who was suspended on another machine finds out that it was taken over, and leaves the new one alone', async () => {
  const suspended = await lock()
  heldBy({ host: 'other.example', pid: 1 })
  await expect(suspended.confirm()).rejects.toMatchObject({ code: 'FOLDER_LOCKED' })
  await suspended[Symbol.asyncDispose]()
  expect(JSON.parse(readFileSync(path(), 'utf8')).host).toBe('other.example')
})
