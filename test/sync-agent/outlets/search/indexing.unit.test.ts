/** How the search index is kept up to date beside everything else. */
import { expect, it } from 'vitest'
import { createMetrics } from '../../../../sync-agent/metrics.ts'
import { createIndexing } from '../../../../sync-agent/outlets/search/indexing.ts'
import { logLines, metricValue, WARN } from '../../support.ts'

/** A store that is so many parts behind. */
function storeBehind(parts: number) {
  const store = {
    left: parts,
    fails: false,
    async indexNews() {
      if (store.fails) throw new Error('the file is read-only')
      store.left = Math.max(0, store.left - 1)
      return store.left
    },
  }
  return store
}

it('reads on until all is read, once however many ask, and leaves room between the parts', async () => {
  const store = storeBehind(5)
  const indexing = createIndexing({ store, logger: logLines().logger, metrics: createMetrics([]) })
  let turns = 0
  let reads = true
  const count = () => {
    turns += 1
    if (reads) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([indexing.catchUp(), indexing.catchUp()])
  reads = false
  expect(store.left).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('does nothing of its own before anybody is served, and nothing after the end', async () => {
  const store = storeBehind(5)
  const indexing = createIndexing({ store, logger: logLines().logger, metrics: createMetrics([]) })
  indexing.wake()
  expect(store.left).toBe(5)
  indexing.begin()
  indexing.close()
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(store.left).toBe(4)
  await indexing.catchUp()
  expect(store.left).toBe(4)
})

it('a failure is counted each time, told once, and forgotten with the next success', async () => {
  const store = storeBehind(2)
  const { logger, at } = logLines()
  const metrics = createMetrics([])
  const failures = () => metricValue(metrics.indexFailures)
  const indexing = createIndexing({ store, logger, metrics })
  store.fails = true
  await indexing.catchUp()
  await indexing.catchUp()
  expect([await failures(), at(WARN).length]).toEqual([2, 1])
  store.fails = false
  await indexing.catchUp()
  expect(store.left).toBe(0)
  store.fails = true
  await indexing.catchUp()
  expect([await failures(), at(WARN).length]).toEqual([3, 2])
})
