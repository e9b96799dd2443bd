/** Agents that are killed, closed or replaced between a change and its message: nothing is lost, and ids stay. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatStatus } from '../../../sync-agent/index.ts'
import { start } from '../../support/command.ts'
import { ACADEMY, eventually, setStage, silent, startReceiver, taken } from '../outlets/webhooks/support.ts'
import { entry, news } from '../support.ts'

const AGENT = join(import.meta.dirname, 'agent-process.ts')

it('killed while a message is under way, the next agent sends it again under its id, and the rest', async () => {
  await using receiver = await startReceiver(silent)
  await using stage = await setStage(receiver)
  {
    await using first = await stage.agent()
    await first.syncOnce()
  }
  await stage.admin.add({ url: receiver.url })
  const options = {
    ...{ serviceUrl: `${stage.upstream.url}/cms`, streams: [ACADEMY], db: stage.db, port: 0, leaseMs: 200 },
    ...{ schedule: '* * * * * *', webhookAllowHosts: [receiver.host], webhookKey: stage.keyFile },
  }
  const agent = () => start(['agent', JSON.stringify(options)], { main: AGENT })
  stage.upstream.answer(news(['a', 'b', 'c', 'd', 'e', 'f'].map(id => entry(id))))
  {
    await using killed = agent()
    await receiver.until(4)
    await killed.stop('SIGKILL')
  }
  const firstIds = receiver.ids()
  receiver.react(taken)
  await using next = agent()
  await receiver.until(10)
  expect(receiver.told().slice(4).sort()).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(id => `news.published ${id}`),
  )
  expect(firstIds.every(id => receiver.ids().slice(4).includes(id))).toBe(true)
  await eventually(async () => (await stage.admin.show(1)).follower.behind === 0)
  expect(await next.stop()).toEqual({ code: 0, signal: null })
  expect(await stage.admin.list()).toMatchObject([{ follower: { behind: 0, aside: 0 } }])
})

it('closed while a message is under way, it ends soon, and the attempt counts for nothing', async () => {
  await using receiver = await startReceiver(silent)
  await using stage = await setStage(receiver)
  const agent = await stage.agent()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  stage.upstream.answer(news([entry('a')]))
  await agent.syncOnce()
  agent.start()
  await receiver.until(1)
  await agent.close()
  expect(await stage.admin.show(1)).toMatchObject({ follower: { behind: 1, aside: 0, failuresInARow: 0 } })
})

it('what changes while no agent leads is told by the next that does, and by that one alone', async () => {
  await using receiver = await startReceiver()
  await using stage = await setStage(receiver)
  await using writer = await stage.agent({ leaseMs: 200 })
  await writer.syncOnce()
  await stage.admin.add({ url: receiver.url })
  stage.upstream.answer(news([entry('a'), entry('b')]))
  await writer.syncOnce()
  await using follower = await stage.agent({ leaseMs: 200 })
  follower.start()
  await writer.close()
  await receiver.until(2)
  expect(receiver.told().sort()).toEqual(['news.published a', 'news.published b'])
})

it('what a command has written is found by the agent that runs', async () => {
  await using receiver = await startReceiver()
  await using stage = await setStage(receiver)
  stage.upstream.answer(news([entry('a')]))
  await using agent = await stage.agent()
  await agent.syncOnce()
  agent.start()
  await stage.admin.add({ url: receiver.url, backlog: true })
  await receiver.until(1)
  expect(receiver.told()).toEqual(['news.published a'])
})

it('tells how it goes, to operators and to Prometheus', async () => {
  await using receiver = await startReceiver()
  await using stage = await setStage(receiver)
  await using agent = await stage.agent()
  const address = await agent.listen()
  await agent.syncOnce()
  await stage.admin.add({ url: receiver.url })
  await stage.admin.add({ url: receiver.url, events: ['news.published'] })
  await stage.admin.pause(2)
  stage.upstream.answer(news([entry('a')]))
  await agent.syncOnce()
  agent.start()
  await receiver.until(1)
  const statuses = async () => (await agent.status()).followers ?? []
  await eventually(async () => (await statuses())[0]?.lastDone !== undefined)
  const common = { to: receiver.host, aside: 0, failuresInARow: 0 }
  expect(await statuses()).toEqual([
    { name: 'webhook-1', ...common, seq: 1, state: 'active', behind: 0, lastDone: expect.any(String) },
    { name: 'webhook-2', ...common, seq: 0, state: 'paused', behind: 1, oldestMs: expect.any(Number) },
  ])
  expect(formatStatus(await agent.status()).replaceAll(/\s+/g, ' ')).toMatch(
    /webhook-2 127\.0\.0\.1:\d+: paused, 1 waiting, 0 put aside, the oldest for \d+ s, last done never/,
  )
  const metrics = await (await fetch(`${address}/metrics`)).text()
  expect(metrics).toContain('schoolbell_sync_webhook_attempts_total{target="1",outcome="delivered"} 1')
  expect(metrics).toContain('schoolbell_sync_follower_behind{follower="webhook-2"} 1')
  expect(metrics).toMatch(/^schoolbell_sync_follower_oldest_seconds\{follower="webhook-1"\} 0$/m)
  expect(metrics).toContain('schoolbell_sync_follower_aside{follower="webhook-2"} 0')
})
