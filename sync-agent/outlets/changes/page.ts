/** A page of the change log, read and serialised once for all followers who request it at the same time. */

import type { PublishedChange } from '../../../shared/client/changes.ts'
import { changesAfter } from '../../store/change-log.ts'
import { lastSeq, markAt, newsVersion } from '../../store/change-marks.ts'
import type { AgentStore } from '../../store/store.ts'
import type { Change } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import { type NewsView, newsItem } from '../news/item.ts'
import { sharedRead } from '../news/shared-read.ts'
import { OtherHistoryError } from './errors.ts'
import { type ChangePlace, printChangePlace } from './place.ts'

export interface ChangesQuestion {
  after: ChangePlace | 'now'
  limit: number
  /** Undefined: all of it. */
  siteId: Stream['siteId'] | undefined
  lang: Stream['lang'] | undefined
}

export interface ChangesPage {
  changes: {
    /** The position after it. */
    place: string
    json: string
  }[]
  /** Position of the next page: after all changes that were read, also those of other streams. */
  next: ChangePlace
  /** The next page is ready. */
  more: boolean
  /** The store's last change when the page was read. */
  seq: number
}

export interface PageParts {
  store: AgentStore
  view: NewsView
}

/** Changes read at a time; between them the event loop continues. The first are few, as they may be large, the next twice as many. */
const FIRST_PART = 8
const LARGEST_PART = 100
/** A page ends after the entry that reaches this size. */
const ENOUGH_BYTES = 2_000_000
/** Most changes to read for one page, if few of them match. */
const MAX_LOOKED_AT = 1_000
/** Cached pages while nothing changes, because up-to-date followers request the same ones. */
const PAGES_KEPT = 32
const LARGEST_KEPT = 128_000

export class ChangesPages {
  readonly #parts: PageParts
  /** Of one version of the store. */
  readonly #kept = new Map<string, Promise<ChangesPage>>()
  #version = ''
  /** A change wakes all followers in one tick. */
  readonly #latest: () => Promise<Latest>

  constructor(parts: PageParts) {
    this.#parts = parts
    this.#latest = sharedRead(() => readLatest(parts.store))
  }

  /** @throws {OtherHistoryError} */
  async read(question: ChangesQuestion): Promise<ChangesPage> {
    const { after } = question
    let { version, seq } = await this.#latest()
    // The position may be from a change after the shared read: only a read of its own may refuse it.
    if (after !== 'now' && after.seq > seq) ({ version, seq } = await readLatest(this.#parts.store))
    if (version !== this.#version) this.#kept.clear()
    this.#version = version
    const key = JSON.stringify(question)
    const known = this.#kept.get(key)
    if (known) return known
    const page = readPage(question, seq, this.#parts)
    this.#keep(key, page)
    return page
  }

  #keep(key: string, page: Promise<ChangesPage>): void {
    if (this.#kept.size >= PAGES_KEPT) return
    this.#kept.set(key, page)
    const forget = () => this.#kept.get(key) === page && this.#kept.delete(key)
    page.then(({ changes }) => {
      if (changes.reduce((total, { json }) => total + json.length, 0) > LARGEST_KEPT) forget()
    }, forget)
  }
}

interface Latest {
  version: string
  seq: number
}

async function readLatest(store: AgentStore): Promise<Latest> {
  // The version before the number: a cached page may be newer than its version, never older.
  const version = await newsVersion(store)
  return { version, seq: await lastSeq(store.reading) }
}

async function readPage(
  { after, limit, siteId, lang }: ChangesQuestion,
  seq: number,
  { store, view }: PageParts,
): Promise<ChangesPage> {
  const start = after === 'now' ? seq : after.seq
  if (after !== 'now') await refuseOtherHistory(after, seq, store)
  const changes: ChangesPage['changes'] = []
  let at = start
  let bytes = 0
  let lookedAt = 0
  const isFull = () => changes.length >= limit || bytes >= ENOUGH_BYTES || lookedAt >= MAX_LOOKED_AT
  for (let size = FIRST_PART; at < seq && !isFull(); size = Math.min(2 * size, LARGEST_PART)) {
    const part = await changesAfter(store, at, Math.min(size, limit))
    if (part.length === 0) break
    for (const change of part) {
      if (isFull()) break
      at = change.seq
      lookedAt += 1
      if (!isWanted(change, siteId, lang)) continue
      const json = JSON.stringify(publishedChange(change, view))
      bytes += json.length
      changes.push({ place: printChangePlace({ seq: at, mark: await markAt(store.reading, at) }), json })
    }
    await new Promise(setImmediate)
  }
  const mark = await markAt(store.reading, at)
  return { changes, next: { seq: at, mark }, more: at < seq, seq }
}

async function refuseOtherHistory(
  { seq: asked, mark }: ChangePlace,
  seq: number,
  store: AgentStore,
): Promise<void> {
  if (asked > seq) {
    throw new OtherHistoryError(
      store,
      seq,
      `This store's last change is ${seq}, so ${asked} is not one of its changes`,
    )
  }
  if (mark === undefined || asked === 0 || mark === (await markAt(store.reading, asked))) return
  throw new OtherHistoryError(
    store,
    seq,
    `Change ${asked} of this store is another one: the store is new or was restored from a backup`,
  )
}

function isWanted(change: Change, siteId: string | undefined, lang: string | undefined): boolean {
  const stream = change.kind === 'upsert' ? change.entry : change
  return (siteId === undefined || stream.siteId === siteId) && (lang === undefined || stream.lang === lang)
}

function publishedChange(change: Change, view: NewsView): PublishedChange {
  if (change.kind === 'upsert') {
    return { seq: change.seq, kind: change.kind, entry: newsItem(change.entry, view) }
  }
  const { seq, kind, siteId, lang, newsId, deletedAt } = change
  return { seq, kind, siteId, lang, newsId, deletedAt: deletedAt.toString() }
}
