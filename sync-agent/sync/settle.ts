/**
 * Contradictions, settled by asking once more: an entry both listed and deleted in one answer, or listed although a
 * tombstone stands. It may have been withdrawn and published again, its identifier may have been given to a new entry,
 * or the answer was made while somebody pressed the button; only the service knows how it ended.
 */
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
  { arrivals, end }: Answer,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<string[]> {
  const deleted = new Set(end.delNewsIds)
  const disputed = new Set([...end.delNewsIds.filter(id => arrivals.listed.has(id)), ...arrivals.buried])
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
