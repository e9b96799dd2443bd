/**
 * Resolves contradictions by requesting the entries again: an entry that is both listed and deleted in one response, or
 * listed although the store has a tombstone. It may have been withdrawn and published again, its identifier may belong
 * to a new entry, or it changed while the response was made; only the service knows its current state.
 *
 * In an hour that the clock shows twice, a deletion of the first hour can be sent again after the entry was published in
 * the second one, whose wall clock is earlier and therefore not "after". There, every deletion of a published entry is
 * checked.
 */
import { SUCCESS } from '../../shared/contract/return-code.ts'
import { instantsOf, parseWireDateTime } from '../../shared/contract/wire-time.ts'
import { type Stream, streamName } from '../stream.ts'
import type { Answer } from './answer.ts'
import type { SyncParts } from './parts.ts'
import { isRequestable, requestEntries } from './request-entries.ts'

/**
 * @returns the deleted identifiers; they are removed from the received
 * @throws {ClientError} a call failed, so the run must fail
 */
export async function resolveContradictions(
  stream: Stream,
  { received, end, from }: Answer,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<string[]> {
  const deleted = new Set(end.delNewsIds)
  const doubtful = isRepeated(from, parts.zone) ? await published(stream, end.delNewsIds, parts) : []
  const contradicted = end.delNewsIds.filter(id => received.listed.has(id))
  const disputed = new Set([...contradicted, ...received.tombstoned, ...doubtful])
  const requestable = [...disputed].filter(id => isRequestable(id, parts.serviceUrl))
  const verdict = await requestEntries(stream, requestable, received, parts, signal)
  const isIgnored = requestable.length > 0 && verdict.listed.size + verdict.deleted.size === 0
  for (const newsId of requestable) {
    if (verdict.listed.has(newsId)) deleted.delete(newsId)
    else if (!isIgnored) deleted.add(newsId)
  }
  // Only the list is left to say that an entry is there again.
  if (isIgnored && requestable.some(newsId => !deleted.has(newsId)))
    parts.warnOnce(
      { ...stream, code: SUCCESS },
      `the service says nothing of entries of ${streamName(stream)} that newsIDs names; what it lists counts. If this goes on, see: schoolbell sync doctor`,
    )
  // One that cannot be requested counts as deleted: a withdrawn entry must not stay on a public page.
  for (const newsId of deleted) received.withdraw(newsId)
  return [...deleted]
}

/** Whether the zone shows this wall clock twice. */
const isRepeated = (from: string, zone: string) => instantsOf(parseWireDateTime(from), zone).length > 1

async function published(stream: Stream, newsIds: string[], { store }: SyncParts): Promise<string[]> {
  const known = await store.known(stream, newsIds)
  return newsIds.filter(newsId => known.get(newsId) !== undefined)
}
