/** What an operator can look up afterwards, and take away. */

import { expect, it } from 'vitest'
import { scratch } from '../../support/scratch.ts'
import { failure, startUpstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, allTables, entry, handClock, news } from '../support.ts'

it('every run leaves a line that tells how it went, with the txID that support asks for', async () => {
  using files = scratch()
  const clock = handClock('2026-09-01T00:00:00Z')
  const date = { date: 'Tue, 01 Sep 2026 00:01:40 GMT' }
  await using upstream = await startUpstream(news([entry('a'), { newsId: 'x' }], ['gone'], date))
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { clock })
  const [report] = await agent.syncOnce()
  upstream.answer(failure('D20001', 'siteId should not be empty'))
  await agent.syncOnce()
  const runs = await agent.runs({ stream: ACADEMY })
  expect(runs).toMatchObject([
    {
      kind: 'cycle',
      txID: 'tx-2',
      attempts: 1,
      error: { code: 'D20001', message: expect.stringContaining('siteId') },
    },
    {
      kind: 'cycle',
      ...ACADEMY,
      startedAt: '2026-09-01T00:00:00Z',
      from: '19700101000000',
      answeredAt: '2026-09-01T00:01:40Z',
      txID: 'tx-1',
      rows: 2,
      new: 1,
      changed: 0,
      deleted: 1,
      quarantined: 1,
    },
  ])
  expect(runs[0]).not.toHaveProperty('new')
  expect(runs[1]).not.toHaveProperty('error')
  expect(report).toMatchObject({ answeredAt: '2026-09-01T00:01:40Z', txID: 'tx-1', rows: 2 })
  expect(report?.skewMs).toBeGreaterThan(90_000)
  expect(await agent.runs({ limit: 1 })).toHaveLength(1)
  expect(await agent.runs({ stream: ACADEMY_ZH })).toEqual([])
  expect((await agent.status()).streams[0]?.lastRun).toEqual(runs[0])
})

// Promise: operate/backup
it('a backup is a whole store of its own, made while the agent works', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news([entry('a')], ['gone']))
  await using agent = await agentBefore(upstream, files.path('news.sqlite'))
  await agent.syncOnce()
  const copy = files.path('copy.sqlite')
  await Promise.all([agent.backup(copy), agent.syncOnce()])
  await agent.close()
  const { news: copied } = allTables(copy)
  expect(copied).toEqual(allTables(files.path('news.sqlite')).news)
  await using restored = await agentBefore(upstream, copy, { leaseMs: 100 })
  expect(await restored.syncOnce()).toMatchObject([{ applied: { new: 0, unchanged: 1, seq: 2 } }])
})
