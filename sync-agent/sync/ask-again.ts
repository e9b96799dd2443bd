/** Asking for single entries by `newsIDs`, whatever their time: as many questions as keep each address short. */
import { printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import type { Stream } from '../stream.ts'
import { type Arrivals, usableId } from './arrivals.ts'
import type { SyncParts } from './parts.ts'
import { withRetries } from './retry.ts'

/** Servers refuse longer ones from 8 KB on; intermediaries earlier. */
const LONGEST_ADDRESS = 4_000
/** `/api/v1/news/check` and the other parameters. */
const REST_OF_ADDRESS = 160

export interface Verdict {
  /** They came, and the arrivals hold them. */
  listed: Set<string>
  /** Named in `delNewsIds`, and not listed. */
  deleted: Set<string>
}

/**
 * What the service says of these entries now. Whatever else its answers hold is left to the next cycle.
 *
 * @throws {ClientError} a question failed; the arrivals may hold answers to earlier ones
 */
export async function askAgain(
  stream: Stream,
  newsIds: readonly string[],
  arrivals: Arrivals,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Verdict> {
  const { content, clock, zone, serviceUrl } = parts
  const verdict: Verdict = { listed: new Set(), deleted: new Set() }
  for (const chunk of chunks(newsIds, serviceUrl)) {
    const wanted = new Set(chunk)
    const { came, end } = await withRetries(
      async () => {
        // Held back until the answer is whole: no more than was asked for.
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
    await arrivals.take(came)
    for (const element of came) verdict.listed.add(idOf(element))
    for (const newsId of end.delNewsIds) {
      if (wanted.has(newsId) && !verdict.listed.has(newsId)) verdict.deleted.add(newsId)
    }
  }
  return verdict
}

/** Whether an identifier can stand in `newsIDs`, which is a list with commas in an address. */
export function isAskable(newsId: string, serviceUrl: string): boolean {
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

/** In an address, its encoded comma included. */
const lengthOf = (newsId: string) => new URLSearchParams([['', `${newsId},`]]).toString().length - 1

/** Empty when it has none. One that has become a number still says that its entry is there. */
function idOf(element: unknown): string {
  const newsId: unknown = Object(element).newsId
  return typeof newsId === 'number' ? `${newsId}` : (usableId(element) ?? '')
}
