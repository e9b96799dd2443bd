/**
 * Collects the entries of a response until it is complete.
 *
 * An entry that does not follow the contract is invalid. An entry that the store already has, by the hash of its content,
 * is skipped. All others are sanitised and collected. When there are many, they go to the store's staging table, so a
 * response of any size needs little memory. If an identifier comes twice, the last one counts.
 */
import { setImmediate } from 'node:timers/promises'
import { readNewsEntry } from '../../shared/client/news-entry.ts'
import { keyOf } from '../store/quarantine-rows.ts'
import type { AgentStore } from '../store/store.ts'
import type { Batch, EntryContent, Misfit } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import { contentHash, ingestEntry } from './ingest.ts'
import type { Difference } from './reports.ts'

/** Entries processed at a time; between them, the agent serves its visitors. */
const SLICE = 50
const STAGED_AT_ENTRIES = 500
/** About twice as many bytes in memory. */
const STAGED_AT_CHARACTERS = 1_000_000

export interface ArrivalsOptions {
  store: AgentStore
  /** Token of the lease; undefined: compare only, write nothing. */
  token: number | undefined
  signal: AbortSignal
  /** Filled with the differences to the store, for a report. */
  differences?: Map<string, Difference>
}

export interface Arrivals {
  take(raw: readonly unknown[]): Promise<void>
  /** Elements received. */
  readonly rows: number
  /** Received identifiers, also of invalid entries. */
  readonly listed: ReadonlySet<string>
  /** Received identifiers with a tombstone in the store. */
  readonly buried: ReadonlySet<string>
  /** Identifiers of invalid entries, with the reason. */
  readonly unfit: ReadonlyMap<string, string>
  /** Removes an entry that is deleted. */
  withdraw(newsId: string): void
  /** Everything to apply to the store, with these deletions. */
  batch(deleted: string[]): Batch
}

export async function startArrivals(stream: Stream, options: ArrivalsOptions): Promise<Arrivals> {
  const { store, token, signal, differences } = options
  const quarantined = new Set((await store.quarantinedIds(stream)).map(({ newsId }) => newsId))
  const listed = new Set<string>()
  const buried = new Set<string>()
  const unfit = new Map<string, string>()
  const fit = new Set<string>()
  const kept = keep(stream, options)
  let rows = 0
  let unchanged = 0

  function takeMisfit(raw: unknown, { path, reason }: { path: string; reason: string }) {
    const misfit = misfitOf(raw, path, reason)
    kept.addMisfit(misfit)
    if (misfit.newsId === undefined) return
    listed.add(misfit.newsId)
    unfit.set(misfit.newsId, `${path} ${reason}`.trim())
    fit.delete(misfit.newsId)
  }

  function takeEntry(raw: unknown, entry: Parameters<typeof ingestEntry>[0], known: Known) {
    const { newsId, newsTitle: title } = entry
    const hash = contentHash(raw)
    listed.add(newsId)
    if (quarantined.has(newsId) || unfit.delete(newsId)) fit.add(newsId)
    kept.removeMisfit(newsId)
    if (known.get(newsId) === hash) {
      unchanged += 1
      kept.remove(newsId)
      differences?.delete(newsId)
      return
    }
    const isStored = known.get(newsId) !== undefined
    if (known.has(newsId) && !isStored) buried.add(newsId)
    differences?.set(newsId, { newsId, kind: isStored ? 'changed' : 'missing', title })
    if (token !== undefined) kept.add(ingestEntry(entry, raw, hash))
  }

  return {
    async take(raw) {
      for (let start = 0; start < raw.length; start += SLICE) {
        if (start > 0) await setImmediate()
        signal.throwIfAborted()
        const slice = raw.slice(start, start + SLICE)
        const known = await store.known(stream, slice.map(usableId).filter(isPresent))
        for (const element of slice) {
          const read = readNewsEntry(element)
          if ('fault' in read) takeMisfit(element, read.fault)
          else takeEntry(element, read.entry, known)
        }
        rows += slice.length
        await kept.stageWhenMany()
      }
    },
    get rows() {
      return rows
    },
    listed,
    buried,
    unfit,
    withdraw(newsId) {
      kept.remove(newsId)
      kept.removeMisfit(newsId)
      listed.delete(newsId)
      unfit.delete(newsId)
      differences?.delete(newsId)
    },
    batch: deleted => ({ ...kept.batch(), deleted, fit: [...fit], unchanged }),
  }
}

type Known = Map<string, string | undefined>

/** Entries in memory and in the staging table. */
function keep(stream: Stream, { store, token }: ArrivalsOptions) {
  const entries = new Map<string, EntryContent>()
  const misfits = new Map<string, Misfit>()
  /** Staged entries that came again or were deleted. */
  const overtaken = new Set<string>()
  let characters = 0
  let staged = false

  const remove = (newsId: string) => {
    entries.delete(newsId)
    if (staged) overtaken.add(newsId)
  }
  return {
    add(entry: EntryContent) {
      remove(entry.newsId)
      entries.set(entry.newsId, entry)
      characters += entry.html.length + entry.raw.length
    },
    remove,
    addMisfit(misfit: Misfit) {
      misfits.set(misfit.key, misfit)
      characters += misfit.raw.length
    },
    removeMisfit: (newsId: string) => void misfits.delete(keyOf(newsId)),
    async stageWhenMany() {
      if (token === undefined) return misfits.clear()
      if (entries.size + misfits.size <= STAGED_AT_ENTRIES && characters <= STAGED_AT_CHARACTERS) return
      await store.stage(token, stream, { listed: [...entries.values()], misfits: [...misfits.values()] })
      // Staging an identifier again replaces its staged entry.
      for (const newsId of entries.keys()) overtaken.delete(newsId)
      entries.clear()
      misfits.clear()
      characters = 0
      staged = true
    },
    batch: () => ({
      listed: [...entries.values()],
      misfits: [...misfits.values()],
      staged: staged ? { except: [...overtaken] } : undefined,
    }),
  }
}

function misfitOf(raw: unknown, path: string, reason: string): Misfit {
  const newsId = usableId(raw)
  return {
    newsId,
    key: newsId === undefined ? `raw:${contentHash(raw)}` : keyOf(newsId),
    raw: JSON.stringify(raw),
    path,
    reason,
  }
}

/** The identifier of a received element, if it is valid. */
export function usableId(raw: unknown): string | undefined {
  const newsId: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'newsId') : undefined
  return typeof newsId === 'string' && newsId !== '' ? newsId : undefined
}

const isPresent = (newsId: string | undefined): newsId is string => newsId !== undefined
