/** Clients of several agents behind a load balancer. Each notes in words what none should ever see. */
import { createHash } from 'node:crypto'
import { setTimeout as moment } from 'node:timers/promises'
import { followChanges, type PublishedChange } from '../../../shared/client/changes.ts'
import { eventsOf } from '../outlets/changes/support.ts'

export interface Visitor {
  faults: string[]
  /** Answers, or changes, that it had. */
  had(): number
  /** Calls that were to be made again later, because the database was away. */
  putOff(): number
  /** Resolves when it has ended its last round. */
  end(): Promise<void>
}

export interface Follower extends Visitor {
  /** The titles of the published entries by identifier. */
  copy: Map<string, string>
  /** Its position in the change log. */
  seq(): number
}

/** What each number in the change log meant to any follower. */
export type Meanings = Map<number, string>

/** Reads a list to its end, a feed and the first page again and again. An ETag that was replaced does not come back. */
export function startReader(url: string): Visitor {
  const faults: string[] = []
  const closing = new AbortController()
  const bodies = new Map<string, string>()
  /** Of each address: the current tag, and those that were replaced. */
  const tags = new Map<string, { current: string; old: Set<string> }>()
  let had = 0

  const read = async (path: string): Promise<string> => {
    const response = await fetch(url + path, { signal: closing.signal })
    const body = await response.text()
    if (response.status === 503) throw new PutOff()
    const hash = createHash('sha256').update(body).digest('base64')
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
    const tag = response.headers.get('etag') ?? ''
    const key = `${path} ${tag}`
    if (tag === '') faults.push(`${path} has no ETag`)
    if (bodies.has(key) && bodies.get(key) !== hash) faults.push(`${key} stands for two answers`)
    bodies.set(key, hash)
    const seen = tags.get(path) ?? { current: tag, old: new Set() }
    if (seen.old.has(tag)) faults.push(`${key} has come back`)
    if (seen.current !== tag) seen.old.add(seen.current)
    tags.set(path, { current: tag, old: seen.old })
    had += 1
    return body
  }
  const round = async () => {
    await read('/feeds/academy/en-US.atom')
    const ids = new Set<string>()
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await read(`/v1/news?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      const { items, next } = JSON.parse(page)
      for (const { newsId } of items) ids.add(newsId)
      cursor = next
    }
    if (ids.size === 0) faults.push('a list was empty')
  }
  const reading = again(closing.signal, round, faults)
  return { faults, had: () => had, putOff: reading.putOff, end: () => end(closing, reading) }
}

/** Holds a copy of the news, by long-polls. */
export function startCaller(url: string, meanings: Meanings): Follower {
  return follower(meanings, async (place, take, signal) => {
    const batches = followChanges({
      url,
      after: place(),
      waitSeconds: 1,
      signal,
      pause: async () => undefined,
    })
    for await (const { startsOver, changes, next } of batches) take(changes, next, startsOver)
  })
}

/** The same, by one stream after another. */
export function startListener(url: string, meanings: Meanings): Follower {
  return follower(meanings, async (place, take, signal) => {
    const headers = { 'last-event-id': place() }
    const response = await fetch(`${url}/v1/changes/stream`, { headers, signal })
    if (response.status === 410) take([], place(), true)
    if (response.status === 503) throw new PutOff()
    if (response.status !== 200) return
    for await (const { id, data } of eventsOf(response))
      take(data === undefined ? [] : [JSON.parse(data)], id, false)
  })
}

type Take = (changes: PublishedChange[], place: string, startsOver: boolean) => void

function follower(
  meanings: Meanings,
  follow: (place: () => string, take: Take, signal: AbortSignal) => Promise<void>,
): Follower {
  const faults: string[] = []
  const closing = new AbortController()
  const copy = new Map<string, string>()
  const editions = new Map<string, number>()
  let place = '0'
  let last = 0
  let had = 0
  const take: Take = (changes, next, startsOver) => {
    if (startsOver) faults.push(`had to start over at ${place}`)
    for (const change of changes) {
      had += 1
      if (change.seq <= last) faults.push(`change ${change.seq} after ${last}`)
      last = change.seq
      const [newsId, title] =
        change.kind === 'upsert' ? [change.entry.newsId, change.entry.title] : [change.newsId, undefined]
      const meaning = `${newsId}: ${title ?? 'deleted'}`
      const known = meanings.get(change.seq) ?? meaning
      if (known !== meaning) faults.push(`change ${change.seq} is "${meaning}" and was "${known}"`)
      meanings.set(change.seq, meaning)
      if (title === undefined) copy.delete(newsId)
      else {
        // An agent that was suspended has an old answer in its hands.
        if (editionOf(title) < (editions.get(newsId) ?? 0)) faults.push(`${newsId} went back to ${title}`)
        editions.set(newsId, editionOf(title))
        copy.set(newsId, title)
      }
    }
    place = next
  }
  const following = again(closing.signal, () => follow(() => place, take, closing.signal), faults)
  return {
    faults,
    copy,
    seq: () => Number.parseInt(place, 10),
    had: () => had,
    putOff: following.putOff,
    end: () => end(closing, following),
  }
}

const editionOf = (title: string) => Number(title.replace('Edition ', ''))

/** The database is away; another call comes in a moment. */
class PutOff extends Error {}

const shortPause = () => moment(50)

/** A connection that was lost is made again, as a browser does. */
function again(closing: AbortSignal, work: () => Promise<void>, faults: string[]) {
  let putOff = 0
  const run = async () => {
    while (!closing.aborted) {
      try {
        await work()
      } catch (error) {
        if (error instanceof PutOff) putOff += 1
        else if (!closing.aborted && !isCut(error)) faults.push(`${error}`)
        if (!closing.aborted) await shortPause()
      }
      await new Promise(setImmediate)
    }
  }
  const ended = run()
  return { ended, putOff: () => putOff }
}

const isCut = (error: unknown) =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)

async function end(closing: AbortController, { ended }: { ended: Promise<void> }): Promise<void> {
  closing.abort()
  await ended
}
