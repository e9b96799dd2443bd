/** `schoolbell sync webhooks` beside an agent that runs. */
import { renameSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SyncAgent, TargetReport } from '../../../sync-agent/index.ts'
import { call } from '../../support/call.ts'
import { run } from '../../support/command.ts'
import {
  type Receiver,
  refused,
  type Stage,
  setStage,
  startReceiver,
  taken,
  verified,
} from '../../sync-agent/outlets/webhooks/support.ts'
import { entry, news } from '../../sync-agent/support.ts'

let receiver: Receiver
let stage: Stage
beforeEach(async () => {
  receiver = await startReceiver()
  stage = await setStage(receiver)
})
afterEach(async () => {
  await stage[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const SYNC = 'schoolbell sync'
const env = () => ({
  SCHOOLBELL_DB: stage.db,
  SCHOOLBELL_WEBHOOK_ALLOW_HOST: receiver.host,
  SCHOOLBELL_SITE: 'academy',
})
const webhooks = (...args: string[]) => call(['sync', 'webhooks', ...args], env())
const json = async (...args: string[]) => JSON.parse((await webhooks(...args, '--json')).output)

it('adds one and prints its secret, tries it out, and never shows the secret again', async () => {
  const added = await webhooks(
    'add',
    receiver.url,
    '--event',
    'news.deleted,news.published',
    '--lang',
    'zh-HK',
  )
  expect(added).toMatchObject({ code: 0, errors: '' })
  const [named, secret = ''] = added.output.split('\n')
  expect(named).toBe(`webhook 1: ${receiver.url}`)
  expect(secret).toMatch(/^whsec_/)

  const ping = await run(['sync', 'webhooks', 'test', '1'], { env: env() })
  expect(ping.code).toBe(0)
  expect(ping.output).toMatch(/^accepted: HTTP 204, \d+ ms, webhook-id msg_\w+\n$/)
  expect(receiver.received.map(one => verified(secret, one))).toMatchObject([
    { type: 'ping', data: { target: 1 } },
  ])
  receiver.react(refused(403))
  const [not, asJson, shown, list] = await Promise.all([
    webhooks('test', '1'),
    json('test', '1'),
    json('show', '1'),
    webhooks('list'),
  ])
  expect(not).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^not accepted: HTTP 403 \(.*\), \d+ ms.*\nno\n$/),
  })
  expect(asJson).toMatchObject({ delivered: false, status: 403, answer: 'no' })
  expect(shown).toMatchObject({
    events: ['news.published', 'news.deleted'],
    langs: ['zh-HK'],
    state: 'active',
  })
  // What the agent copies, by SCHOOLBELL_SITE, is no wish about this webhook.
  expect(shown).not.toHaveProperty('siteIds')
  expect(list.output).toMatch(
    /^id {2}state +waiting +put aside +delivered \(UTC\) +url\n1 +active +0 +0 +- +http/,
  )
  expect(JSON.stringify([shown, list.output])).not.toContain(secret.slice(6))
})

it('rotates a secret, pauses, resumes and removes', async () => {
  const { secret } = await stage.admin.add({ url: receiver.url })
  const rotated = await json('rotate', '1', '--old-for', '48')
  expect(rotated.secret).not.toBe(secret)
  await stage.admin.test(1)
  const [ping] = receiver.received
  if (!ping) throw new Error('no ping came')
  for (const known of [secret, rotated.secret]) expect(verified(known, ping)).toBeDefined()
  expect((await webhooks('pause', '1')).output).toBe('webhook 1 is paused\n')
  expect((await webhooks('resume', '1')).output).toBe('webhook 1 is active; 0 waiting\n')
  expect(await json('remove', '1')).toEqual({ id: 1, removed: true })
  expect((await webhooks('list')).output).toBe('There are no webhooks.\n')
})

it('lists a webhook whose key is gone or another one', async () => {
  const key = `${stage.db}.webhook-key`
  await stage.admin.add({ url: receiver.url })
  const listed = async () => (await webhooks('list')).output
  expect(await listed()).toMatch(/\n1 +active /)
  renameSync(key, `${key}.away`)
  expect(await listed()).toMatch(/\n1 +no key .*\nwebhook 1: .* is missing; restore it, /)
  expect(await json('show', '1')).toHaveProperty('keyFault')
  writeFileSync(key, 'ab'.repeat(32))
  expect(await listed()).toMatch(/\n1 +no key .*\nwebhook 1: .* is another key; restore the right one, /)
})

const followers = (...args: string[]) => call(['sync', 'followers', ...args], env())
const followersJson = async (...args: string[]) => JSON.parse((await followers(...args, '--json')).output)

/** The agent tells of two entries until this is true of the target. */
async function tellsOfTwo(agent: SyncAgent, isOver: (target: TargetReport) => boolean) {
  stage.upstream.answer(news([entry('a'), entry('b')]))
  await agent.syncOnce()
  agent.start()
  await expect.poll(async () => isOver(await stage.admin.show(1)), { message: `${isOver}` }).toBe(true)
}

it('lists how far it has come and what was refused, and has it sent again by the agent', async () => {
  await using agent = await stage.agent()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  receiver.react(refused(400))
  await tellsOfTwo(agent, ({ follower }) => follower.aside === 2)
  expect((await followers()).output).toMatch(
    /^name +seq +waiting +put aside +last done \(UTC\) +pauses until \(UTC\)\nwebhook-1 +2 +0 +2 +- +-\nwebhook-1: \d failures? in a row: HTTP 400\n$/,
  )
  const aside = await followers('aside', 'webhook-1')
  expect(aside.output).toMatch(/^id +stream +newsId +attempts +next \(UTC\) +reason\n/)
  expect(aside.output).toMatch(/academy\/en-US +a +1 +\S+ \d\d:\d\d:\d\d +HTTP 400/)
  const entries: { id: number; newsId: string }[] = await followersJson('aside', 'webhook-1')
  const ofA = entries.find(({ newsId }) => newsId === 'a')?.id
  for (const order of ['retry', 'skip']) {
    const unknown = await followers(order, 'webhook-1', `${ofA}`, '99')
    expect(unknown).toMatchObject({
      code: 1,
      errors: expect.stringContaining('nothing of webhook-1 is put aside as 99'),
    })
  }
  expect((await followers('skip', 'webhook-1', `${ofA}`)).output).toBe('1 entry of webhook-1 skipped\n')
  await stage.admin.pause(1)
  const paused = 'webhook-1 is paused; it goes on with schoolbell sync webhooks resume 1'
  expect(await followers('retry', 'webhook-1')).toMatchObject({
    code: 1,
    errors: expect.stringContaining(paused),
  })
  expect((await followers()).output.split('\n')).toContain(paused)
  await stage.admin.resume(1)

  receiver.react(taken)
  const before = receiver.received.length
  expect(await followersJson('retry', 'webhook-1')).toEqual({ name: 'webhook-1', due: 1 })
  await receiver.until(before + 1)
  expect(receiver.told().at(-1)).toBe('news.published b')
  await expect.poll(async () => (await stage.admin.show(1)).follower.aside).toBe(0)
  expect((await followers('aside', 'webhook-1')).output).toBe('Nothing is put aside.\n')

  expect((await followers('rewind', 'webhook-1', '--to', 'beginning')).output).toMatch(
    /^webhook-1 goes on after change 0; [12] changes? follows?\n$/,
  )
  await receiver.until(before + 3)
  expect(receiver.told().slice(-2).sort()).toEqual(['news.published a', 'news.published b'])
})

it('a rewind says how many changes follow', async () => {
  stage.upstream.answer(news([entry('a'), entry('b')]))
  await using agent = await stage.agent()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  await stage.admin.pause(1)
  const all = await followers('rewind', 'webhook-1', '--to', 'beginning')
  expect(all.output).toBe('webhook-1 goes on after change 0; 2 changes follow\n')
  expect(await followersJson('rewind', 'webhook-1', '--to', '1')).toEqual({
    ...{ name: 'webhook-1', seq: 1, behind: 1 },
  })
})

it('a receiver that refuses every signature makes the lists ask after its secret', async () => {
  await using agent = await stage.agent()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  receiver.react(refused(401))
  await tellsOfTwo(agent, ({ follower }) => follower.lastFailure !== undefined)
  const hint = 'HTTP 401 (does the receiver have the newest secret?)'
  const [list, shown] = await Promise.all([webhooks('list'), webhooks('show', '1')])
  expect(list.output).toMatch(/\n1 +failing \(\d\) /)
  expect(list.output).toContain(`\nwebhook 1: ${hint}\n`)
  expect(shown.output).toContain(hint)
  receiver.react(refused(403))
  expect((await webhooks('test', '1')).output).toContain(
    'HTTP 403 (does the receiver have the newest secret?), ',
  )
  receiver.react(refused(404))
  expect((await webhooks('test', '1')).output).toContain('not accepted: HTTP 404, ')
})

it('the doctor names a target that wants something of the operator', async () => {
  for (let count = 0; count < 3; count += 1) await stage.admin.add({ url: `${receiver.url}?${count}` })
  await stage.admin.pause(2)
  const { output } = await run(['sync', 'doctor', '--service-url', `${stage.upstream.url}/cms`, '--json'], {
    env: { SCHOOLBELL_DB: stage.db },
  })
  const findings: { check: string }[] = JSON.parse(output)
  expect(findings.filter(({ check }) => check.startsWith('webhook'))).toEqual([
    { check: 'webhook-1', result: 'ok', detail: '0 waiting, none put aside' },
    { check: 'webhook-2', result: 'warning', detail: 'paused, 0 waiting; schoolbell sync webhooks resume 2' },
    { check: 'webhook-3', result: 'ok', detail: '0 waiting, none put aside' },
  ])
})

type Wrong = [args: string[], reason: RegExp]

async function expectEnds(code: number, wrong: readonly Wrong[]): Promise<void> {
  for (const [args, reason] of wrong) {
    const ended = await webhooks(...args)
    expect({ args, code: ended.code }).toEqual({ args, code })
    expect(ended.errors + ended.output).toMatch(reason)
  }
}

it('a wrong call ends with 2 and says what is wrong', async () => {
  const wrong: Wrong[] = [
    [
      ['add', 'http://receiver.example/'],
      /not an https address; to allow it: --webhook-allow-host receiver\.example/,
    ],
    [['add', 'https://10.0.0.1/'], /10\.0\.0\.1 is not a public address/],
    [['add', receiver.url, '--event', 'news.read'], /"news\.read" must be one of news\.published, /],
    [['add'], /missing required argument 'url'/],
    [['show', 'first'], /a number that the sub-command list prints/],
    [['rotate', '1', '--old-for', '-1'], /hours from 0 to 8760/],
    [
      ['replay', '--dead'],
      new RegExp(`webhooks replay is gone: .* See ${SYNC} followers: retry, skip and rewind`),
    ],
    [['deliveries', '--to', '7'], /webhooks deliveries is gone/],
    [['drop'], /webhooks drop is gone/],
    [['add', receiver.url, '--webhook-allow-host', 'a/b'], /"a\/b" is not a host/],
    [['list', '--webhook-allow-host', 'a/b'], /unknown option '--webhook-allow-host'/],
  ]
  await expectEnds(2, wrong)
})

it('a wrong call about followers says what is wrong', async () => {
  const wrong: [string[], number, RegExp][] = [
    [['rewind', 'webhook-1'], 2, /required option '--to <seq>' not specified/],
    [['rewind', 'webhook-1', '--to', 'yesterday'], 2, /the number of a change, .* or "beginning"/],
    [['retry', 'webhook-1', 'a'], 2, /a number that the sub-command aside prints/],
    [['aside', 'webhook-7'], 1, /there is no follower "webhook-7", nor any other/],
  ]
  for (const [args, code, reason] of wrong) {
    const ended = await followers(...args)
    expect({ args, code: ended.code }).toEqual({ args, code })
    expect(ended.errors).toMatch(reason)
  }
  expect((await followers()).output).toBe('There are no followers.\n')
})

it('the published folder is listed, and says what brings it up to date', async () => {
  await using agent = await stage.agent()
  await agent.syncOnce()
  const listed = await followers('--publish-to', `${stage.db}-files`)
  expect(listed.output).toMatch(/^name .*\nfolder +0 +\d+ +0 +- +-\n$/)
  for (const args of [['aside'], ['retry'], ['skip'], ['rewind', '--to', 'beginning']]) {
    const [name = '', ...options] = args
    const { code, errors } = await followers(name, 'folder', ...options)
    expect({ name, code }).toEqual({ name, code: 1 })
    expect(errors).toContain(
      'the published folder keeps its own manifest; schoolbell sync publish brings it up',
    )
  }
})

it('what cannot be done ends with 1 and says why', async () => {
  await expectEnds(1, [
    [['show', '7'], new RegExp(`no webhook 7; see ${SYNC} webhooks list`)],
    [['show', '7', '--db', stage.db], new RegExp(`see ${SYNC} webhooks list`)],
    [['test', '7'], /no webhook 7/],
    [['list', '--db', 'nowhere.db'], /nowhere\.db does not exist/],
  ])
})
