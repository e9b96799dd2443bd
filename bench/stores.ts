/** Stores of any size, filled without the network. */

import { Temporal } from 'temporal-polyfill'
import type { NewsEntry } from '../shared/contract/news.ts'
import { apply } from '../sync-agent/store/apply.ts'
import { readLease, releaseLease, takeLease } from '../sync-agent/store/fence.ts'
import { openStore } from '../sync-agent/store/open.ts'
import type { EntryContent } from '../sync-agent/store/types.ts'
import { ingestEntry } from '../sync-agent/sync/received-entries.ts'
import { newsEntry } from './news.ts'

const BATCH = 500
export const STREAM = { siteId: 'academy', lang: 'en-US' } as const

/** So many entries, as the agent writes them. */
export function* batchesOf(
  count: number,
  entryAt: (index: number) => NewsEntry = newsEntry,
): Generator<EntryContent[]> {
  for (let from = 0; from < count; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const entry = entryAt(from + index)
      return ingestEntry({ attachments: [], ...entry }, entry)
    })
}

/** @returns seconds */
export async function fillStore(path: string, batches: Iterable<EntryContent[]>): Promise<number> {
  const store = await openStore(path)
  const token = (await takeLease(store, 'bench', await readLease(store.reading))) ?? 0
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const outcome = {
    run: { kind: 'cycle', startedAt: at, durationMs: 1 },
    finishedAt: at,
    cursor: { at, dated: true, cycleMs: 1 },
    serviceUrl: 'http://service.example/cms',
  } as const
  const started = performance.now()
  for (const listed of batches) await apply(store, token, STREAM, { listed, deleted: [] }, outcome)
  const seconds = (performance.now() - started) / 1000
  await releaseLease(store, token)
  await store.close()
  return seconds
}
