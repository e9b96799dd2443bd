/**
 * Calls of the news API, with retries: all that changed since a time, or single entries by their identifiers.
 *
 * Entries of the first kind are processed while the response streams in; they count only when it is complete.
 */

import type { Temporal } from 'temporal-polyfill'
import type { NewsStreamEnd } from '../../shared/client/content.ts'
import { SUCCESS } from '../../shared/contract/return-code.ts'
import { printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import type { SyncParts } from '../context.ts'
import { clearStaged } from '../store/staging.ts'
import type { RunRecord } from '../store/types.ts'
import { type Stream, streamName } from '../stream.ts'
import { skewMs } from './cursor.ts'
import { ReceivedEntries, usableId } from './received-entries.ts'
import type { Difference } from './reports.ts'
import { withRetries } from './retry.ts'

export interface Question {
  /** `lastSyncTime`. */
  from: string
  /** Token of the lease; undefined: compare only, write nothing. */
  token: number | undefined
  /** Called with the progress, also when the call fails. */
  run: RunRecord
  /** Filled with the differences to the store, for a report. */
  differences?: Map<string, Difference>
}

export interface Answer {
  /** The `lastSyncTime` of the request. */
  from: string
  received: ReceivedEntries
  /** Start of the successful attempt. */
  startedAt: Temporal.Instant
  end: NewsStreamEnd
}

/** @throws {ClientError} three attempts without a complete response with D00000; nothing of them is applied */
export async function requestNews(
  stream: Stream,
  { from, token, run, differences }: Question,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Answer> {
  const { content, store, clock, onSyncProgress, warnOnce } = parts
  run.from = from
  return withRetries(
    async attempt => {
      run.attempts = attempt
      // Remove entries of an earlier attempt or an interrupted run.
      if (token !== undefined) await clearStaged(store, token, stream)
      differences?.clear()
      const startedAt = clock.now()
      const received = new ReceivedEntries({ ...parts, stream, token, differences, signal })
      const end = await content.streamNews(
        { ...stream, lastSyncTime: from },
        async (raw, { bytes, totalBytes }) => {
          await received.take(raw)
          onSyncProgress({
            stream,
            entries: received.rows,
            bytes,
            elapsedMs: clock.now().since(startedAt).total('milliseconds'),
            ...(totalBytes !== undefined && { totalBytes }),
          })
        },
        signal,
      )
      for (const { path, came, done } of end.remarks)
        warnOnce(
          { ...stream, code: SUCCESS },
          `${streamName(stream)}: ${path} ${came} is ${done}; an entry deleted so stays until the next reconciliation, or until the service sends its identifier`,
        )
      run.txID = end.txID || undefined
      run.rows = end.count
      run.answeredAtMs = end.answeredAtMs
      run.skewMs = skewMs(end, startedAt)
      return { from, received, startedAt, end }
    },
    parts,
    signal,
  )
}

/** Servers refuse URLs above 8 KB, proxies earlier. */
const LONGEST_ADDRESS = 4_000
/** Length of `/api/v1/news/check` and the other parameters. */
const REST_OF_ADDRESS = 160

export interface Verdict {
  /** Received and collected. */
  listed: Set<string>
  /** In `delNewsIds` and not listed. */
  deleted: Set<string>
}

/**
 * Requests the current state of these entries. Other entries in the responses are ignored; the next cycle gets them.
 *
 * @throws {ClientError} a call failed; entries of earlier calls may already be collected
 */
export async function requestEntries(
  stream: Stream,
  newsIds: readonly string[],
  received: Pick<ReceivedEntries, 'take'>,
  parts: Pick<SyncParts, 'content' | 'clock' | 'zone' | 'serviceUrl' | 'wait' | 'random'>,
  signal: AbortSignal,
): Promise<Verdict> {
  const { content, clock, zone, serviceUrl } = parts
  const verdict: Verdict = { listed: new Set(), deleted: new Set() }
  for (const chunk of chunks(newsIds, serviceUrl)) {
    const wanted = new Set(chunk)
    const { came, end } = await withRetries(
      async () => {
        // Collected only when the response is complete.
        const came: unknown[] = []
        const lastSyncTime = printWireDateTime(wallClockAt(clock.now(), zone))
        const end = await content.streamNews(
          { ...stream, lastSyncTime, newsIDs: chunk },
          raw => void came.push(...raw.filter(element => wanted.has(idOf(element)))),
          signal,
        )
        return { came, end }
      },
      parts,
      signal,
    )
    await received.take(came)
    for (const element of came) verdict.listed.add(idOf(element))
    for (const newsId of end.delNewsIds) {
      if (wanted.has(newsId) && !verdict.listed.has(newsId)) verdict.deleted.add(newsId)
    }
  }
  return verdict
}

/** Whether an identifier can be in `newsIDs`, a list with commas in a URL. */
export function isRequestable(newsId: string, serviceUrl: string): boolean {
  return !newsId.includes(',') && newsId.trim() === newsId && lengthOf(newsId) <= roomFor(serviceUrl)
}

function* chunks(newsIds: readonly string[], serviceUrl: string): Generator<string[]> {
  const room = roomFor(serviceUrl)
  let chunk: string[] = []
  let length = 0
  for (const newsId of newsIds) {
    const more = lengthOf(newsId)
    if (chunk.length > 0 && length + more > room) {
      yield chunk
      chunk = []
      length = 0
    }
    chunk.push(newsId)
    length += more
  }
  if (chunk.length > 0) yield chunk
}

const roomFor = (serviceUrl: string) => LONGEST_ADDRESS - REST_OF_ADDRESS - serviceUrl.length

/** Length in a URL, with the encoded comma. */
const lengthOf = (newsId: string) => new URLSearchParams([['', `${newsId},`]]).toString().length - 1

/** Empty without one. */
const idOf = (element: unknown) => usableId(element) ?? ''
