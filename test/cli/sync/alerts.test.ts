/** `--alert` and `schoolbell sync alert-test`. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { run, start } from '../../support/command.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { type Receiver, refused, startReceiver } from '../../sync-agent/outlets/webhooks/support.ts'
import { news } from '../../sync-agent/support.ts'

let files: Scratch
let receiver: Receiver
let file: string
beforeEach(async () => {
  files = scratch()
  receiver = await startReceiver()
  file = files.path('alerts')
})
afterEach(async () => {
  await receiver[Symbol.asyncDispose]()
  files[Symbol.dispose]()
})

const env = () => ({ SCHOOLBELL_WEBHOOK_ALLOW_HOST: receiver.host })
const write = (lines: string[], mode = 0o600) => {
  writeFileSync(file, lines.join('\n'))
  chmodSync(file, mode)
}

it('a trial reaches each address, and the exit code says whether all accepted it', async () => {
  write(['# phones', `ntfy+${receiver.url}?secret`, '', `ping+${receiver.url}`])
  const args = ['sync', 'alert-test', '--alert', `@${file}`]
  const tried = await call([...args, '--alert', `slack+${receiver.url} ${receiver.url}`], env())
  expect(tried).toMatchObject({ code: 0, errors: '' })
  const words = ['ntfy', 'ping', 'slack', 'json'].map(kind => `${kind} ${receiver.host}`)
  for (const name of words)
    expect(tried.output).toMatch(new RegExp(`^${name} +\\d+ +accepted: HTTP 204$`, 'm'))
  expect(receiver.received.map(({ path }) => path).toSorted()).toEqual([
    ...['/hook', '/hook', '/hook/log', '/hook?secret'],
  ])
  receiver.react(refused(404))
  const asJson = await run([...args, '--json'], { env: env() })
  expect(asJson.code).toBe(1)
  expect(JSON.parse(asJson.output)).toEqual(
    words.slice(0, 2).map(target => ({
      ...{ target, accepted: false, status: 404, elapsedMs: expect.any(Number) },
      failure: 'HTTP 404: check the address, which may be gone',
    })),
  )
})

it.each<[what: string, lines: string[], mode: number, reason: RegExp]>([
  [
    'which others can read',
    ['https://a.example/secret'],
    0o604,
    /every user .* can read it; run chmod o= on it/,
  ],
  ['without an address', ['# none'], 0o600, /The file holds no address/],
  ['with a wrong address', ['hooks.example/secret'], 0o600, /--alert: address 1 of 1 must begin with https:/],
])('a file %s is refused, and nothing of it is shown', async (_, lines, mode, reason) => {
  write(lines, mode)
  const { code, output, errors } = await call(['sync', 'alert-test', '--alert', `@${file}`], env())
  expect({ code, output }).toEqual({ code: 2, output: '' })
  expect(errors).toMatch(reason)
  expect(errors).not.toContain('secret')
})

// Promise: operate/alert-file
it.each([
  ['a folder', 'folder', /The file cannot be used: it is a folder/],
  ['missing', 'none', /The file cannot be used: it does not exist/],
])('a file that is %s is refused', async (_, name, reason) => {
  mkdirSync(files.path('folder'), { mode: 0o755 })
  const { code, errors } = await call(['sync', 'alert-test', '--alert', `@${files.path(name)}`], env())
  expect(code).toBe(2)
  expect(errors).toMatch(reason)
})

it('a file may have been written on Windows', async () => {
  write([`\ufeff# phones\r`, `ping+${receiver.url}\r`, ''])
  expect((await call(['sync', 'alert-test', '--alert', `@${file}`], env())).code).toBe(0)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/log'])
})

it('a wrong address of the command line or the environment is refused, and not shown', async () => {
  const wrong = 'discord+https://hooks.example/secret'
  const refusals = [
    call(['sync', 'alert-test', '--alert', wrong]),
    call(['sync', '--alert', wrong, '--service-url', 'http://127.0.0.1:9/cms', '--db', files.path('x.db')]),
    call(['sync', 'alert-test'], { SCHOOLBELL_ALERT: wrong }),
  ]
  for (const { code, errors } of await Promise.all(refusals)) {
    expect(code).toBe(2)
    expect(errors).toMatch(/address 1 of 1 must begin with/)
    expect(errors).not.toContain('secret')
  }
  expect(await call(['sync', 'alert-test'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining("required option '--alert <url>' not specified"),
  })
})

it('the agent takes the addresses from its environment', async () => {
  await using upstream = await startUpstream(news())
  write([`ping+${receiver.url}`])
  const options = ['--service-url', `${upstream.url}/cms`, '--db', files.path('news.db'), '--port', '0']
  await using agent = start(['sync', ...options], { env: { ...env(), SCHOOLBELL_ALERT: `@${file}` } })
  await agent.nextLine()
  await receiver.until(1)
  expect(receiver.received.map(({ body }) => body)).toEqual(['all is well'])
})
