/** The quarantine: entries that cannot be published, as received. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { epochInstant } from './rows.ts'
import type { InvalidEntry, QuarantinedEntry, QuarantinedEntryWithRaw, QuarantinedId } from './types.ts'

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 60 * 60_000

interface QuarantineRow extends Stream {
  id: number
  newsId: string | null
  path: string
  reason: string
  first_seen_at: number
  last_seen_at: number
  attempts: number
  retry_at: number
}

const COLUMNS = `id, site_id AS siteId, lang, news_id AS newsId, path, reason, first_seen_at, last_seen_at, attempts,
  retry_at`

export interface QuarantineStore {
  /** Newest first. */
  quarantined(): Promise<QuarantinedEntry[]>
  quarantinedEntry(id: number): Promise<QuarantinedEntryWithRaw | undefined>
  /** Those with an identifier, in short. */
  quarantinedIds(stream: Stream): Promise<QuarantinedId[]>
  dropQuarantined(id: number): Promise<boolean>
  /** The next cycle asks for these again. */
  makeDue(ids: readonly number[]): Promise<void>
}

export function quarantineRows(database: SqliteDatabase) {
  const all = database.prepare<[], QuarantineRow>(`SELECT ${COLUMNS} FROM quarantine ORDER BY id DESC`)
  const byId = database.prepare<[number], QuarantineRow & { raw: string }>(
    `SELECT ${COLUMNS}, raw FROM quarantine WHERE id = ?`,
  )
  const ids = database.prepare<[string, string], { id: number; newsId: string; retryAt: number }>(`
    SELECT id, news_id AS newsId, retry_at AS retryAt FROM quarantine
    WHERE site_id = ? AND lang = ? AND news_id IS NOT NULL ORDER BY retry_at`)
  const drop = database.prepare<[number]>('DELETE FROM quarantine WHERE id = ?')
  const makeDue = database.prepare<[number]>('UPDATE quarantine SET retry_at = 0 WHERE id = ?')
  return {
    list: () => all.all().map(entryOf),
    entry(id: number): QuarantinedEntryWithRaw | undefined {
      const row = byId.get(id)
      return row && { ...entryOf(row), raw: row.raw }
    },
    ids: ({ siteId, lang }: Stream): QuarantinedId[] =>
      ids.all(siteId, lang).map(({ retryAt, ...row }) => ({ ...row, retryAt: epochInstant(retryAt) })),
    drop: (id: number) => drop.run(id).changes === 1,
    makeDue: (wanted: readonly number[]) => {
      for (const id of wanted) makeDue.run(id)
    },
    ...quarantineWriter(database),
  }
}

export type QuarantineRows = ReturnType<typeof quarantineRows>

/** Key of an invalid entry with an identifier. */
export const keyOf = (newsId: string) => `id:${newsId}`

/** Updates the quarantine in a publishing transaction. */
function quarantineWriter(database: SqliteDatabase) {
  // Receiving an entry again does not change when it is requested.
  const put = database.prepare(`
    INSERT INTO quarantine (site_id, lang, key, news_id, raw, path, reason, first_seen_at, last_seen_at, attempts,
                            retry_at)
    VALUES ($siteId, $lang, $key, $newsId, $raw, $path, $reason, $at, $at, 1, $at + ${FIRST_RETRY_MS})
    ON CONFLICT (site_id, lang, key) DO UPDATE SET
      raw = excluded.raw, path = excluded.path, reason = excluded.reason, last_seen_at = excluded.last_seen_at`)
  const putOff = database.prepare(`
    UPDATE quarantine SET attempts = attempts + 1,
      retry_at = $at + min(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * (1 << min(attempts, 10)))
    WHERE site_id = $siteId AND lang = $lang AND key = $key`)
  const some = database
    .prepare<[string, string], number>(
      'SELECT EXISTS (SELECT 1 FROM quarantine WHERE site_id = ? AND lang = ?)',
    )
    .pluck()
  const clear = database.prepare('DELETE FROM quarantine WHERE site_id = ? AND lang = ? AND key = ?')
  return {
    clear({ siteId, lang }: Stream, newsIds: readonly string[]) {
      if (newsIds.length === 0 || !some.get(siteId, lang)) return
      for (const newsId of newsIds) clear.run(siteId, lang, keyOf(newsId))
    },
    putAside:
      ({ siteId, lang }: Stream, at: number) =>
      (entry: InvalidEntry) => {
        const { key, raw, path, reason, newsId = null } = entry
        return put.run({ siteId, lang, key, newsId, raw, path, reason, at }).changes
      },
    putOff({ siteId, lang }: Stream, at: number, newsIds: readonly string[]) {
      for (const newsId of newsIds) putOff.run({ siteId, lang, key: keyOf(newsId), at })
    },
  }
}

function entryOf(row: QuarantineRow): QuarantinedEntry {
  const { id, siteId, lang, newsId, path, reason, attempts } = row
  return {
    id,
    siteId,
    lang,
    ...(newsId !== null && { newsId }),
    path,
    reason,
    firstSeen: `${epochInstant(row.first_seen_at)}`,
    lastSeen: `${epochInstant(row.last_seen_at)}`,
    attempts,
    ...(newsId !== null && { nextRetry: `${epochInstant(row.retry_at)}` }),
  }
}
