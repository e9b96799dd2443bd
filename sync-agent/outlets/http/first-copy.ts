/**
 * Refuses news that was never copied completely. An empty answer would say that the school has no news, and websites and
 * caches would replace theirs by it.
 */

import { refusal } from '../../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { AgentStore } from '../../store/store.ts'
import { readState } from '../../store/stream-rows.ts'
import { type Stream, streamName } from '../../stream.ts'

/** @throws {NotCopiedError} one of these streams was never copied */
export type RequireCopied = (streams: readonly Stream[]) => Promise<void>

const RETRY_AFTER_SECONDS = '15'

export class NotCopiedError extends HttpProblem {
  override name = 'NotCopiedError'
  readonly code = 'NOT_COPIED_YET'

  constructor(streams: readonly Stream[]) {
    const detail =
      `${streams.map(streamName).join(', ')}: the agent has not copied this news from the service yet. ` +
      'Keep the news that you have and try again; if this lasts, run schoolbell sync status'
    const headers = { 'retry-after': RETRY_AFTER_SECONDS }
    super(503, detail, { title: 'Not Copied Yet', code: 'NOT_COPIED_YET', headers })
  }
}

/** For schemas. */
export const notCopied = refusal(
  'This news was never copied: keep what you have; `retry-after` says when to try again',
)

export function requireCopied(store: AgentStore): RequireCopied {
  // A copy stays: each stream is looked up only until its first.
  const copied = new Set<string>()
  return async streams => {
    const missing: Stream[] = []
    for (const stream of streams) {
      const name = streamName(stream)
      if (copied.has(name)) continue
      if ((await readState(store.reading, stream)).lastSuccessAt) copied.add(name)
      else missing.push(stream)
    }
    if (missing.length > 0) throw new NotCopiedError(missing)
  }
}
