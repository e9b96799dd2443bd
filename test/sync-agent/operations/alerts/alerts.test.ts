/** What receivers of alerts are told, on real sockets: each thing once, with its remedy. */
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatStatus, type SyncAgent } from '../../../../sync-agent/index.ts'
import { createMetrics } from '../../../../sync-agent/metrics.ts'
import { Alerts } from '../../../../sync-agent/operations/alerts/alerts.ts'
import { checkAlerts } from '../../../../sync-agent/options/alerts.ts'
import { createSend } from '../../../../sync-agent/outlets/webhooks/send.ts'
import { readLease, takeLease } from '../../../../sync-agent/store/fence.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import { freePort } from '../../../support/free-port.ts'
import { failure } from '../../../support/scripted-upstream.ts'
import { type Receiver, refused, silent, startReceiver, taken } from '../../outlets/webhooks/support.ts'
import {
  agentBefore,
  allTables,
  beforeEachTest,
  entry,
  type HandClock,
  handClock,
  logLines,
  metricValue,
  news,
  type Scene,
  WARN,
} from '../../support.ts'

let scene: Scene
beforeEachTest(next => {
  scene = next
})

let receiver: Receiver
let clock: HandClock
let agent: SyncAgent
let store: AgentStore
let log: ReturnType<typeof logLines>
let metrics: ReturnType<typeof createMetrics>
beforeEach(async () => {
  receiver = await startReceiver()
  clock = handClock('2026-09-01T00:30:00Z')
  log = logLines()
  metrics = createMetrics([])
  agent = await agentBefore(scene.upstream, scene.db, { clock })
  await agent.syncOnce()
  store = await openStore(scene.db)
})
afterEach(async () => {
  await agent.close()
  await store.close()
  await receiver[Symbol.asyncDispose]()
})

/** Alerts of the agent that leads now. */
async function alertsTo(...addresses: string[]) {
  const { token } = await readLease(store.reading)
  // With the agent's lease, beside it.
  store.writers.lostBefore = store.writers.lost
  const lost: number[] = []
  const alerts = new Alerts({
    targets: checkAlerts(addresses, reason => new Error(reason)),
    status: () => agent.status(),
    lease: {
      token: () => token,
      signal: () => new AbortController().signal,
      noteLoss: gone => lost.push(gone),
    },
    send: createSend({ allowedHosts: [receiver.host], timeoutMs: 2_000 }),
    ...{ store, holder: 'bay', clock, logger: log.logger, metrics },
  })
  return { alerts, lost }
}

/** A look at each of so many minutes, after a cycle that ends as the upstream says. */
async function minutes(count: number, ...all: Pick<Alerts, 'look'>[]) {
  for (let minute = 0; minute < count; minute += 1) {
    clock.set(clock.now().add({ minutes: 1 }).toString())
    await agent.syncOnce()
    for (const alerts of all) await alerts.look()
  }
}

const away = failure('D20000', 'unknown exception')
const bodies = () => receiver.received.map(({ body }) => body)
const jsonTo = () => alertsTo(receiver.url)

// Promise: operate/alert-once
it('each kind of receiver is told in its own form when a stream fails, and when it is well again', async () => {
  const at = (kind: string) => `${kind}${receiver.url}`
  const { alerts } = await alertsTo(at(''), at('slack+'), at('ntfy+'), at('ping+'))
  scene.upstream.answer(away)
  await minutes(3, alerts)
  const reason = `${scene.upstream.url}/cms/api/v1/news/check: D20000 unknown exception (txID tx-2)`
  const fails = `academy/en-US failing (3), copied 3 min ago: ${reason}; run schoolbell sync doctor`
  const from = `News from ${scene.upstream.url}/cms, copied by bay`
  const told = () =>
    receiver.received
      .splice(0)
      .filter(({ body }) => body !== 'all is well')
      .toSorted((a, b) => (`${a.path}\n${a.body}` < `${b.path}\n${b.body}` ? -1 : 1))
  const begun = told()
  const of = (type: string) => begun.filter(({ headers }) => headers['content-type'] === type)
  expect(new Set(begun.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['schoolbell-alerts']))
  expect(of('application/json').map(({ message }) => message)).toEqual([
    { text: `*schoolbell: 1 problem*\n${fails}\n${from}` },
    {
      ...{ title: 'schoolbell: 1 problem', text: `${fails}\n${from}`, at: '2026-09-01T00:33:00.000Z' },
      ...{ source: `${scene.upstream.url}/cms`, agent: 'bay' },
      ...{ begun: [{ subject: 'academy/en-US', text: fails }], over: [], open: 1 },
    },
  ])
  expect(of('text/plain; charset=utf-8')).toMatchObject([
    { path: '/hook', body: `${fails}\n${from}`, headers: { title: 'schoolbell: 1 problem', tags: 'bell' } },
    { path: '/hook/fail', body: `${fails}\n${from}` },
  ])

  scene.upstream.answer(news())
  await minutes(3, alerts)
  const wellAgain = `academy/en-US is well again, after 5 min\n${from}`
  expect(told().map(({ body }) => body.replace(/^\{"title".*"over":/, ''))).toEqual([
    wellAgain,
    JSON.stringify({ text: `*schoolbell: all is well again*\n${wellAgain}` }),
    `[{"subject":"academy/en-US","since":"2026-09-01T00:31:00.000Z"}],"open":0}`,
  ])
})

it('a ping goes out at each look while all is well, and none while something is wrong', async () => {
  const { alerts } = await alertsTo(`ping+${receiver.url}?create=1`)
  await minutes(2, alerts)
  expect(receiver.received.map(({ path, body }) => [path, body])).toEqual(
    Array(2).fill(['/hook?create=1', 'all is well']),
  )
  scene.upstream.answer(away)
  await minutes(6, alerts)
  const paths = receiver.received.map(({ path }) => path)
  expect(paths).toEqual([...Array(4).fill('/hook?create=1'), '/hook/fail?create=1'])
  scene.upstream.answer(news())
  await minutes(4, alerts)
  expect(receiver.received.slice(5).map(({ body }) => body)).toEqual(Array(2).fill('all is well'))
})

// Promise: operate/alert-once
it('a start, or another leader, says nothing twice, and one that leads no more says nothing', async () => {
  const first = await jsonTo()
  scene.upstream.answer(away)
  await minutes(3, first.alerts)
  expect(receiver.received).toHaveLength(1)
  await minutes(5, (await jsonTo()).alerts)
  expect(receiver.received).toHaveLength(1)

  scene.upstream.answer(news([{ newsId: 'odd' }]))
  const before = await jsonTo()
  await minutes(2, before.alerts)
  await takeLease(store, 'other', await readLease(store.reading))
  clock.set(clock.now().add({ minutes: 1 }).toString())
  await before.alerts.look()
  expect(before.lost).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
  await (await jsonTo()).alerts.look()
  expect(receiver.received.slice(1).map(({ message }) => message)).toMatchObject([
    {
      title: 'schoolbell: 1 problem',
      begun: [{ text: 'academy/en-US: 1 entry cannot be published: see schoolbell sync quarantine list' }],
      over: [{ subject: 'academy/en-US' }],
    },
  ])
})

// Promise: operate/alert-flaps
it('what flaps is not told, nor is its end when it was told', async () => {
  const { alerts } = await jsonTo()
  const flap = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      scene.upstream.answer(away)
      await minutes(2, alerts)
      scene.upstream.answer(news())
      await minutes(1, alerts)
    }
  }
  await flap(4)
  expect(bodies()).toEqual([])
  scene.upstream.answer(away)
  await minutes(3, alerts)
  await flap(4)
  expect(receiver.received).toHaveLength(1)
})

// Promise: operate/alert-later
it('what could not be sent is sent when the receiver is back, as it is then', async () => {
  const { alerts } = await jsonTo()
  receiver.react(refused(500))
  scene.upstream.answer(away)
  await minutes(5, alerts)
  expect(receiver.received).toHaveLength(3)
  expect(log.at(WARN).map(({ msg }) => msg)).toEqual([
    `an alert could not be sent to json ${receiver.host}: HTTP 500; it is tried again each minute`,
  ])
  receiver.react(taken)
  await minutes(2, alerts)
  expect(receiver.received.slice(3).map(({ message }) => message)).toMatchObject([
    { begun: [{ text: expect.stringContaining('paused (6), copied 6 min ago') }] },
  ])
  expect(log.lines.at(-1)?.msg).toBe(`alerts reach json ${receiver.host} again`)
  const outcomes = (await metrics.alerts.get()).values.map(({ labels, value }) => [labels.outcome, value])
  expect(outcomes).toEqual([
    ['failed', 3],
    ['sent', 1],
  ])
})

it('of what was over before anybody could be told, nothing is said', async () => {
  const { alerts } = await jsonTo()
  receiver.react(refused(500))
  scene.upstream.answer(away)
  await minutes(4, alerts)
  receiver.received.splice(0)
  receiver.react(taken)
  scene.upstream.answer(news())
  await minutes(4, alerts)
  expect(bodies()).toEqual([])
})

it('a refused sweep is told until one is not refused; one that fails says nothing of that', async () => {
  const { alerts } = await jsonTo()
  const refusals = async () => (await agent.status()).streams.map(stream => stream.refused)
  scene.upstream.answer(news([entry('a')]))
  await agent.reconcile()
  scene.upstream.answer(news())
  await agent.reconcile()
  expect(formatStatus(await agent.status())).toMatch(/\(refused\) the\s+service\s+lists no\s+entry/)
  scene.upstream.answer(away)
  await agent.reconcile()
  scene.upstream.answer(news())
  await minutes(4, alerts)
  expect(receiver.received.map(({ message }) => message)).toMatchObject([
    {
      begun: [
        {
          subject: 'reconciliation of academy/en-US',
          text: 'nothing of academy/en-US is deleted: the service lists no entry, but 1 are stored; see schoolbell sync reconcile --dry-run',
        },
      ],
    },
  ])
  expect(await refusals()).toEqual(['the service lists no entry, but 1 are stored'])
  scene.upstream.answer(news([entry('a')]))
  await agent.reconcile()
  await minutes(3, alerts)
  expect(await refusals()).toEqual([undefined])
  expect(receiver.received).toHaveLength(2)
})

it('a clock that is set back delays an alert, and does not lose it', async () => {
  const { alerts } = await jsonTo()
  scene.upstream.answer(away)
  await minutes(1, alerts)
  clock.set('2026-08-31T20:00:00Z')
  await minutes(2, alerts)
  expect(bodies()).toEqual([])
  await minutes(1, alerts)
  expect(receiver.received).toHaveLength(1)
})

// Promise: operate/alert-secret
it('no log, status, metric or table shows more of an address than its host', async () => {
  const elsewhere = createServer((_, response) =>
    response.writeHead(302, { location: '/secret-path/next?key=secret-key' }).end(),
  )
  const [closed, moved] = [await freePort(), await freePort()]
  elsewhere.listen(moved, '127.0.0.1')
  const secret = 'secret-path?key=secret-key'
  const addresses = [closed, moved, Number(new URL(receiver.url).port)].flatMap(port =>
    ['', 'slack+', 'ntfy+', 'ping+'].map(kind => `${kind}http://127.0.0.1:${port}/${secret}`),
  )
  const { alerts } = await alertsTo(...addresses, 'https://self.invalid/secret-path?key=secret-key')
  receiver.react(refused(404))
  scene.upstream.answer(away)
  await minutes(4, alerts)
  elsewhere.close()
  expect(log.at(WARN)).toHaveLength(13)
  const shown = [log.lines, await agent.status(), allTables(scene.db)].map(each => JSON.stringify(each))
  shown.push(await metrics.registry.metrics())
  for (const text of shown) expect(text).not.toMatch(/secret-/)
  expect(shown[0]).toContain('HTTP 404: check the address, which may be gone')
})

it('an agent that leads tells at its start, and its end waits for no receiver', async () => {
  await agent.close()
  const started = async () => {
    const options = { clock, alerts: [`ping+${receiver.url}`], webhookAllowHosts: [receiver.host] }
    agent = await agentBefore(scene.upstream, scene.db, { ...options, logger: log.logger })
    agent.start()
  }
  await started()
  await receiver.until(1)
  expect(bodies()).toEqual(['all is well'])
  await agent.close()
  receiver.react(silent)
  await started()
  await receiver.until(2)
  await agent.close()
  expect(log.at(WARN)).toEqual([])
})

// Promise: operate/alert-hosts
it('an address without TLS is refused unless its host is allowed, and nothing is opened', async () => {
  const options = { alerts: ['slack+http://127.0.0.1:9/secret-path'] }
  await expect(agentBefore(scene.upstream, scene.files.path('x.db'), options)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message:
      'alerts: slack 127.0.0.1:9: it is not an https address; to allow it: --webhook-allow-host 127.0.0.1:9',
  })
  expect(await metricValue(metrics.alerts)).toBe(0)
})
