/** `schoolbell sync webhooks` beside an agent that runs. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { calledAs } from '../../../cli/called-as.ts'
import { systemClock } from '../../../shared/clock.ts'
import { openWebhookAdmin, type SyncAgent, type TargetReport } from '../../../sync-agent/index.ts'
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

const SYNC = `${calledAs('schoolbell')} sync`
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
    /^id {2}state +waiting +failed +delivered \(UTC\) +url\n1 +active +0 +0 +- +http/,
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

it('lists what waits and what was given up, and has it sent again by the agent', async () => {
  await using agent = await stage.agent()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  receiver.react(refused(410))
  stage.upstream.answer(news([entry('a'), entry('b')]))
  await agent.syncOnce()
  expect(await json('deliveries', '--waiting')).toHaveLength(2)
  agent.start()
  await expect.poll(async () => [(await stage.admin.show(1)).state, await areTried()]).toEqual(['gone', true])
  const dead = await webhooks('deliveries', '--dead')
  expect(dead.output).toMatch(/^id +to +type +stream +newsId +state +attempts +made \(UTC\) +failure\n/)
  expect(dead.output).toMatch(/news\.published +academy\/en-US +a +failed +\d +\S+ \d\d:\d\d:\d\d +HTTP 410/)

  receiver.react(taken)
  await stage.admin.resume(1)
  const before = receiver.received.length
  expect((await webhooks('replay', '--dead')).output).toMatch(/^2 will be sent again/)
  await receiver.until(before + 2)
  await expect.poll(async () => (await stage.admin.show(1)).waiting, { message: 'waiting' }).toBe(0)
  const [one] = await json('deliveries', '--limit', '1')
  expect(one).toMatchObject({ state: 'delivered', status: 204 })
  expect(await json('replay', one.messageId, '--to', '1')).toEqual({ replayed: 1, overtaken: 0, unknown: [] })
  expect(await json('replay', '--since', '1h')).toMatchObject({ replayed: 2 })
  expect(await json('drop')).toEqual({ dropped: 0 })
})

/** Messages are under way together: how the first of them ended may stand there before the others have. */
const areTried = async () =>
  (await stage.admin.deliveries({ limit: 9 })).every(({ attempts }) => attempts > 0)

/** The agent tells of two entries until this is true of every target. */
async function tellsOfTwo(agent: SyncAgent, isOver: (target: TargetReport) => boolean) {
  stage.upstream.answer(news([entry('a'), entry('b')]))
  await agent.syncOnce()
  agent.start()
  const areOver = async () => (await stage.admin.list()).every(isOver) && (await areTried())
  await expect.poll(areOver, { message: `every target is as ${isOver}` }).toBe(true)
}

it('a replay to a webhook that is gone or paused says what must be done first', async () => {
  await using other = await startReceiver()
  await using agent = await stage.agent({ webhookAllowHosts: [receiver.host, other.host] })
  await using admin = await openWebhookAdmin(stage.db, {
    clock: systemClock,
    allowedHosts: [receiver.host, other.host],
  })
  await agent.syncOnce()
  await admin.add({ url: receiver.url })
  await admin.add({ url: other.url })
  receiver.react(refused(410))
  await tellsOfTwo(agent, ({ id, state, waiting }) => waiting === 0 && (id === 2 || state === 'gone'))

  expect((await webhooks('replay', '--dead')).output).toBe(
    `webhook 1 is gone: run ${SYNC} webhooks resume 1 first; 2 are waiting\n`,
  )
  await admin.pause(2)
  const [gone, ...ofTwo] = [
    ...(await admin.deliveries({ id: 1, limit: 1 })),
    ...(await admin.deliveries({ id: 2, limit: 2 })),
  ].map(({ messageId }) => messageId)
  expect((await webhooks('replay', ...ofTwo)).output).toBe(
    `webhook 2 is paused: run ${SYNC} webhooks resume 2 first; 2 are waiting\n`,
  )
  expect(await json('replay', `${gone}`)).toEqual({
    ...{ replayed: 1, overtaken: 0, unknown: [] },
    heldBack: [{ target: 1, state: 'gone', messages: 1 }],
  })
  await admin.resume(2)
  await other.until(4)
  expect((await webhooks('replay', '--since', '1h')).output).toBe(
    [
      '2 will be sent again by the agent',
      `webhook 1 is gone: run ${SYNC} webhooks resume 1 first; 2 are waiting\n`,
    ].join('\n'),
  )
})

it('a receiver that refuses every signature makes the lists ask after its secret', async () => {
  await using agent = await stage.agent()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  receiver.react(refused(401))
  await tellsOfTwo(agent, ({ lastFailure }) => lastFailure !== undefined)
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
    { check: 'webhook 1', result: 'ok', detail: '0 waiting, none failed' },
    { check: 'webhook 2', result: 'warning', detail: 'paused, 0 waiting; webhooks resume 2' },
    { check: 'webhook 3', result: 'ok', detail: '0 waiting, none failed' },
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
    [['add'], /missing: <url>, as in /],
    [['show', 'first'], /a number that the sub-command list prints/],
    [['replay'], /give message ids, --dead or --since/],
    [['replay', '3', '--dead'], /one of the three/],
    [['replay', '--since', 'yesterday'], /a time, as 2026-09-01T08:00:00Z, or an age/],
    [['rotate', '1', '--old-for', '-1'], /hours from 0 to 8760/],
    [['list', '--webhook-allow-host', 'a/b'], /"a\/b" is not a host/],
  ]
  await expectEnds(2, wrong)
})

it('what cannot be done ends with 1 and says why', async () => {
  await expectEnds(1, [
    [['show', '7'], new RegExp(`no webhook 7; see ${SYNC} webhooks list`)],
    [['show', '7', '--db', stage.db], new RegExp(`see ${SYNC} --db ${stage.db} webhooks list`)],
    [['test', '7'], /no webhook 7/],
    [['deliveries', '--to', '7'], /no webhook 7/],
    [['replay', 'msg_none'], /unknown: msg_none/],
    [['list', '--db', 'nowhere.db'], /nowhere\.db does not exist/],
  ])
})
