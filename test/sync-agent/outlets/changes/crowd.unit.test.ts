/** What a crowd of followers costs: a change is read and encoded once, however many are told of it. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { ChangesPages } from '../../../../sync-agent/outlets/changes/page.ts'
import { eventsOf } from '../../../../sync-agent/outlets/changes/stream.ts'
import { lastSeq } from '../../../../sync-agent/store/change-marks.ts'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import { createWatch } from '../../../../sync-agent/store/watch.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { freshDatabase } from '../../database.ts'
import { ACADEMY, ingested } from '../../support.ts'
import { watchedStore } from '../../watched-store.ts'
import { type Writer, writerOf } from './support.ts'

const VIEW = { zone: 'Asia/Hong_Kong' }
const CROWD = Array.from({ length: 200 }, (_, follower) => follower)

let files: Scratch
let writer: Writer
beforeEach(async () => {
  files = scratch()
  writer = await writerOf(await freshDatabase(files))
})
afterEach(async () => {
  await writer[Symbol.asyncDispose]()
  files[Symbol.dispose]()
})

const everything = (after: number) => ({
  after: { seq: after, mark: undefined },
  limit: 100,
  siteId: undefined,
  lang: undefined,
})

it('a change is read once and encoded once for all who ask for it together', async () => {
  await writer.write(ACADEMY, { listed: [ingested('a'), ingested('b')] })
  const reads = { alone: 0, snapshots: 0 }
  const snapshot: AgentStore['snapshot'] = work => {
    reads.snapshots += 1
    return writer.store.snapshot(work)
  }
  const store = watchedStore({ ...writer.store, snapshot }, () => {
    reads.alone += 1
  })
  const pages = new ChangesPages({ store, view: VIEW })
  const told = await Promise.all(CROWD.map(async () => eventsOf(await pages.read(everything(0)))))
  // The version, the last change, and the marks of both changes and of the end.
  expect(reads).toEqual({ alone: 5, snapshots: 1 })
  expect(new Set(told.flat()).size).toBe(1)
  expect(`${told[0]?.[0]}`).toMatch(
    /^id: 1-\w+\ndata: \{"seq":1,.*\}\n\nid: 2-\w+\ndata: \{"seq":2,.*\}\n\nid: 2-\w+\n\n$/,
  )
})

it('a large change is written in parts, so that who reads it slowly is seen to read', async () => {
  const large = ingested('large', { newsContent: `<p>${'颱'.repeat(100_000)}</p>` })
  await writer.write(ACADEMY, { listed: [large, ingested('small')] })
  const pages = new ChangesPages({ store: writer.store, view: VIEW })
  const writes = eventsOf(await pages.read(everything(0)))
  expect(Math.max(...writes.map(({ length }) => length))).toBeLessThanOrEqual(65_536)
  const events = `${Buffer.concat(writes)}`.split('\n\n').map(event => event.split('\ndata: ')[1])
  expect(events.slice(0, 2).map(data => JSON.parse(data ?? '').entry.newsId)).toEqual(['large', 'small'])
})

it('a place that is newer than the shared read is no other history', async () => {
  await writer.write(ACADEMY, { listed: [ingested('a')] })
  let release = (): void => undefined
  const change = new Promise<void>(resolve => {
    release = resolve
  })
  const begun = Promise.withResolvers<void>()
  let asked = 0
  // The first read of the last change is under way while another process writes.
  const store = watchedStore(writer.store, async sql => {
    if (!/^select "seq" from "store"$/.test(sql) || asked++ > 0) return
    begun.resolve()
    await change
  })
  const pages = new ChangesPages({ store, view: VIEW })
  const early = pages.read(everything(0))
  const late = pages.read(everything(2))
  await begun.promise
  await writer.write(ACADEMY, { listed: [ingested('b')] })
  release()
  expect((await late).changes).toEqual([])
  expect((await early).seq).toBe(1)
})

it('all who wait share the reads of the last change, and none waits past one', async () => {
  let reads = 0
  const read = () => {
    reads += 1
    return lastSeq(writer.store.reading)
  }
  // So seldom that the poll wakes nobody.
  const watch = createWatch(read, 1_000_000)
  const end = new AbortController()
  const waiting = CROWD.map(() => watch.moved(0, end.signal))
  await writer.write(ACADEMY, { listed: [ingested('a')] })
  // This one asks last, after the change of another process, and wakes the others.
  await Promise.all([...waiting, watch.moved(0, end.signal)])
  expect(reads).toBeLessThanOrEqual(3)
})
