/**
 * Who follows the change log has what the store has: followers of both kinds, cut off at random, behind two agents on one
 * store, while thousands of changes are written.
 */

import { expect, it } from 'vitest'
import { followChanges, type PublishedChange } from '../../../../shared/client/changes.ts'
import { listNews } from '../../../../sync-agent/store/reading.ts'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import { type Stream, streamName } from '../../../../sync-agent/stream.ts'
import { scratch } from '../../../support/scratch.ts'
import { startUpstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase } from '../../database.ts'
import { type Chance, chanceFrom, SEED } from '../../simulation/random.ts'
import { ACADEMY, agentBefore, ingested, news } from '../../support.ts'
import { eventsOf, STREAMS, type Writer, writerOf } from './support.ts'

const CHANGES = process.env.SOAK ? 10_000 : 200
const IDS = 80

// Promise: operate/changes
it(`through ${CHANGES} changes and any number of lost connections (SIMULATION_SEED=${SEED})`, {
  timeout: 600_000,
}, async () => {
  using files = scratch()
  const db = await freshDatabase(files)
  await using upstream = await startUpstream(news())
  await using writer = await writerOf(db)
  await using one = await agentBefore(upstream, db, { streams: STREAMS })
  await using other = await agentBefore(upstream, db, { streams: STREAMS })
  for (const stream of STREAMS) await writer.write(stream, {})
  const addresses = [await one.listen(), await other.listen()]

  const wishes: Partial<Stream>[] = [{}, { siteId: 'academy' }, ACADEMY]
  const followers = wishes.flatMap((wish, index) => {
    const scene = (kind: number) => ({ addresses, wish, chance: chanceFrom(SEED + 10 * index + kind) })
    return [followByCalls(scene(1)), followByStream(scene(2))]
  })
  const last = await writeChanges(writer, chanceFrom(SEED))
  for (const follower of followers) {
    expect(await follower.until(last)).toEqual(await wholeStore(writer.store, follower.wish))
    // A connection brings a few changes only, so that each follower loses many, on any machine.
    expect(follower.cuts()).toBeGreaterThan(2)
  }
})

/** New entries, edits, deletions, and entries that come back, in batches of every size; the last one is of every wish. */
async function writeChanges({ write }: Writer, chance: Chance): Promise<number> {
  for (let seq = 0, round = 0; ; round += 1) {
    const isLast = seq >= CHANGES
    const stream = isLast ? ACADEMY : (STREAMS[chance.below(STREAMS.length)] ?? ACADEMY)
    const touched = [...new Set(Array.from({ length: 1 + chance.below(30) }, () => `n${chance.below(IDS)}`))]
    const isDeletion = new Set(touched.filter(() => chance.happens(0.35)))
    const listed = touched.filter(id => !isDeletion.has(id))
    const applied = await write(stream, {
      listed: listed.map(id => ingested(id, { newsTitle: `Round ${round} of ${id}` })),
      deleted: [...isDeletion],
    })
    if (isLast) return applied.seq
    seq = applied.seq
    await new Promise(setImmediate)
  }
}

/** What a follower holds: titles by stream and identifier. */
type Copy = Map<string, string>

interface Scene {
  addresses: string[]
  wish: Partial<Stream>
  chance: Chance
}

interface Follower {
  wish: Partial<Stream>
  /** How often its connection was lost. */
  cuts(): number
  /** Its copy once it has come to this change. */
  until(seq: number): Promise<Copy>
}

/** How a follower's place moves on with its copy. */
interface Progress {
  place: string
  copy: Copy
  take(changes: PublishedChange[], place: string): void
}

/** What both kinds share: a copy that grows, and a place that is kept over lost connections. */
function follower(
  wish: Partial<Stream>,
  readUntilCut: (progress: Progress, end: AbortSignal) => Promise<void>,
): Follower {
  const end = new AbortController()
  let cuts = 0
  let goal = Number.POSITIVE_INFINITY
  const endAtGoal = () => {
    if (Number.parseInt(progress.place, 10) >= goal) end.abort()
  }
  const progress: Progress = {
    place: '0',
    copy: new Map(),
    take(changes, place) {
      for (const change of changes) takeOver(change, progress.copy)
      progress.place = place
      endAtGoal()
    },
  }
  const reading = (async () => {
    for (; !end.signal.aborted; cuts += 1) await readUntilCut(progress, end.signal)
  })()
  return {
    wish,
    cuts: () => cuts,
    async until(seq) {
      goal = seq
      endAtGoal()
      await reading
      return progress.copy
    },
  }
}

function followByCalls({ addresses, wish, chance }: Scene): Follower {
  return follower(wish, async (progress, end) => {
    const cut = new AbortController()
    const url = addresses[chance.below(addresses.length)] ?? ''
    const batches = followChanges({
      ...{ url, after: progress.place, ...wish },
      ...{ limit: 1 + chance.below(5), waitSeconds: 1, signal: AbortSignal.any([end, cut.signal]) },
    })
    const until = chance.below(3)
    let taken = 0
    for await (const { startsOver, changes, next } of batches) {
      expect(startsOver).toBe(false)
      progress.take(changes, next)
      taken += 1
      if (taken < until) continue
      // Now and then in the middle of an answer or of a wait, else between two.
      if (!chance.happens(0.5)) return
      setImmediate(() => cut.abort())
    }
  })
}

function followByStream({ addresses, wish, chance }: Scene): Follower {
  return follower(wish, async (progress, end) => {
    const cut = new AbortController()
    const url = addresses[chance.below(addresses.length)] ?? ''
    const response = await fetch(`${url}/v1/changes/stream?${new URLSearchParams(wish)}`, {
      headers: { 'last-event-id': progress.place },
      signal: AbortSignal.any([end, cut.signal]),
    }).catch(() => undefined)
    if (!response) return
    expect(response.status).toBe(200)
    const until = chance.below(12)
    let taken = 0
    try {
      for await (const { id, data } of eventsOf(response)) {
        progress.take(data === undefined ? [] : [JSON.parse(data)], id)
        taken += 1
        if (taken < until) continue
        cut.abort()
        return
      }
    } catch (error) {
      if (!cut.signal.aborted && !end.aborted) throw error
    }
  })
}

function takeOver(change: PublishedChange, copy: Copy): void {
  if (change.kind === 'deletion') copy.delete(keyOf(change, change.newsId))
  else copy.set(keyOf(change.entry, change.entry.newsId), change.entry.title)
}

const keyOf = (stream: Stream, newsId: string) => `${streamName(stream)} ${newsId}`

async function wholeStore(store: AgentStore, wish: Partial<Stream>): Promise<Copy> {
  const copy: Copy = new Map()
  for (const stream of STREAMS) {
    if ((wish.siteId ?? stream.siteId) !== stream.siteId || (wish.lang ?? stream.lang) !== stream.lang)
      continue
    const { entries } = await listNews(store, { ...stream, limit: IDS })
    for (const { newsId, title } of entries) copy.set(keyOf(stream, newsId), title)
  }
  return copy
}
