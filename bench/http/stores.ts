/** Stores of any size, filled without the network. */

import { Temporal } from 'temporal-polyfill'
import type { NewsEntry } from '../../shared/contract/news.ts'
import { apply } from '../../sync-agent/store/apply.ts'
import { readLease, releaseLease, takeLease } from '../../sync-agent/store/fence.ts'
import { openStore } from '../../sync-agent/store/open.ts'
import { ingestEntry } from '../../sync-agent/sync/received-entries.ts'

const BATCH = 1_000
const STREAM = { siteId: 'academy', lang: 'en-US' } as const

/** Writes the entries. */
export async function fillStore(
  path: string,
  count: number,
  entryAt: (index: number) => NewsEntry,
): Promise<void> {
  const store = await openStore(path)
  const token = (await takeLease(store, 'bench', await readLease(store.reading))) ?? 0
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const outcome = {
    run: { kind: 'cycle', startedAt: at, durationMs: 1 },
    finishedAt: at,
    cursor: { at, dated: true, cycleMs: 1 },
    serviceUrl: 'http://service.example/cms',
  } as const
  for (let from = 0; from < count; from += BATCH) {
    const listed = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const entry = entryAt(from + index)
      return ingestEntry({ attachments: [], ...entry }, entry)
    })
    await apply(store, token, STREAM, { listed, deleted: [] }, outcome)
  }
  await releaseLease(store, token)
  await store.close()
}
