/**
 * Contradictions, settled by asking once more: an entry both listed and deleted in one answer, or listed although a
 * tombstone stands. It may have been withdrawn and published again, its identifier may have been given to a new entry,
 * or the answer was made while somebody pressed the button; only the service knows how it ended.
 *
 * In an hour shown twice, a deletion of the first pass can be told of once more after the entry was published again in
 * the second, whose clock reads earlier and is therefore not "after". There, every deletion of a published entry is
 * asked about.
 */
import { instantsOf, parseWireDateTime } from '../../shared/contract/wire-time.ts'
import type { Stream } from '../stream.ts'
import type { Answer } from './answer.ts'
import { askAgain, isAskable } from './ask-again.ts'
import type { SyncParts } from './parts.ts'

/**
 * @returns the identifiers that count as deleted; the arrivals hold none of them any more
 * @throws {ClientError} a question failed, and the run must
 */
export async function settle(
  stream: Stream,
  { arrivals, end, from }: Answer,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<string[]> {
  const deleted = new Set(end.delNewsIds)
  const doubtful = isRepeated(from, parts.zone) ? await published(stream, end.delNewsIds, parts) : []
  const contradicted = end.delNewsIds.filter(id => arrivals.listed.has(id))
  const disputed = new Set([...contradicted, ...arrivals.buried, ...doubtful])
  const askable = [...disputed].filter(id => isAskable(id, parts.serviceUrl))
  const { listed } = await askAgain(stream, askable, arrivals, parts, signal)
  for (const newsId of askable) {
    if (listed.has(newsId)) deleted.delete(newsId)
    else deleted.add(newsId)
  }
  // One that cannot be asked for counts as deleted when it says so: a withdrawn entry must not stay on a public page.
  for (const newsId of deleted) arrivals.withdraw(newsId)
  return [...deleted]
}

/** Whether the zone shows this wall clock twice. */
const isRepeated = (from: string, zone: string) => instantsOf(parseWireDateTime(from), zone).length > 1

async function published(stream: Stream, newsIds: string[], { store }: SyncParts): Promise<string[]> {
  const known = await store.known(stream, newsIds)
  return newsIds.filter(newsId => known.get(newsId) !== undefined)
}
