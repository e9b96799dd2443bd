/** A wrong zone shows in the log with the first entries. */
import { expect, it } from 'vitest'
import {
  agentBefore,
  beforeEachTest,
  entry,
  handClock,
  logLines,
  news,
  type Scene,
  WARN,
} from '../support.ts'

const NOW = '2026-09-01T04:00:00Z'
const MORNING = entry('a', { newsDateTime: '20260901112000' })
const EVENING = entry('b', { newsDateTime: '20260901180000' })
const TOMORROW = entry('c', { newsDateTime: '20260902080000' })

let scene: Scene
beforeEachTest(next => {
  scene = next
})

it.each([
  ['UTC', [MORNING, TOMORROW], '20260901112000'],
  ['Etc/GMT+8', [MORNING], '20260901112000'],
  ['UTC', [EVENING, TOMORROW], undefined],
  ['Asia/Hong_Kong', [MORNING, EVENING, TOMORROW], undefined],
  ['Asia/Shanghai', [EVENING], undefined],
])('%s', async (zone, newsList, newsDateTime) => {
  scene.upstream.answer(news(newsList, [], { date: new Date(NOW).toUTCString() }))
  const { logger, at } = logLines()
  await using agent = await agentBefore(scene.upstream, scene.db, { zone, logger, clock: handClock(NOW) })
  const warned = () => at(WARN).filter(({ msg }) => `${msg}`.includes('Asia/Hong_Kong fits'))
  await agent.syncOnce()
  expect(warned()).toMatchObject(newsDateTime === undefined ? [] : [{ newsDateTime, siteId: 'academy' }])
  // Once for the entries that it brings.
  await agent.syncOnce()
  expect(warned()).toHaveLength(newsDateTime === undefined ? 0 : 1)
})
