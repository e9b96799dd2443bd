/** Requests single entries by `newsIDs`, whatever their date, in several calls if the URL would be too long. */
import { printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import type { Stream } from '../stream.ts'
import type { SyncParts } from './parts.ts'
import { type ReceivedEntries, usableId } from './received-entries.ts'
import { withRetries } from './retry.ts'

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
