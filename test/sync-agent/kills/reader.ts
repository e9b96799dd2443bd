/** A visitor who reads the store all the while, and notes everything that should never be seen. */
import Database from 'better-sqlite3'
import { FRONT_PAGE } from './live-service.ts'

export interface Reader extends Disposable {
  /** Looks once. */
  look(): void
  looks(): number
  /** What was wrong, in words. */
  faults: string[]
  /** The published entries' JSON by identifier. */
  readAll(): Map<string, string>
  integrity(): unknown
  /** The edition that is published; 0 before the first. */
  edition(): number
  /** Entries that wait in the staging table. */
  staged(): number
  /** The agent that may write. */
  leader(): string | undefined
  /** How often the lease has changed hands. */
  leaseToken(): number
}

/** Changes read before that each look reads again. */
const SAMPLE = 40

interface Row {
  news_id: string
  seq: number
  title: string
  raw: string
}

export function openReader(db: string): Reader {
  const database = new Database(db, { readonly: true })
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const since = database.prepare<[number, number], { what: string; seq: number }>(`
    SELECT news_id || raw AS what, seq FROM news WHERE seq > ?
    UNION ALL SELECT news_id || ' deleted', seq FROM tombstone WHERE seq > ? ORDER BY seq`)
  const front = database.prepare<[], Row>(
    "SELECT news_id, seq, title, raw FROM news WHERE news_id LIKE 'front-%'",
  )
  const all = database.prepare<[], Row>('SELECT news_id, seq, title, raw FROM news')
  const twice = database
    .prepare<[], string>(`
    SELECT news_id FROM (SELECT site_id, lang, news_id FROM news UNION ALL SELECT site_id, lang, news_id FROM tombstone)
    GROUP BY site_id, lang, news_id HAVING count(*) > 1`)
    .pluck()
  const change = database
    .prepare<[number, number], string>(`
    SELECT news_id || raw FROM news WHERE seq = ? UNION ALL SELECT news_id || ' deleted' FROM tombstone WHERE seq = ?`)
    .pluck()
  const staged = database.prepare<[], number>('SELECT count(*) FROM staged').pluck()
  const lease = database.prepare<[], { holder: string | null; token: number }>(
    'SELECT holder, token FROM lease',
  )
  /** What the latest changes meant when they were read. */
  const meanings: { seq: number; what: string }[] = []
  const faults: string[] = []
  let seen = 0
  let looks = 0

  const look = database.transaction(() => {
    looks += 1
    const last = lastSeq.get() ?? 0
    if (last < seen) faults.push(`seq went back from ${seen} to ${last}`)
    for (const { what, seq } of since.all(seen, seen)) {
      if (seq > last) faults.push(`change ${seq} is beyond the store's last, ${last}`)
      meanings.push({ seq, what })
    }
    // A number still in use means what it meant.
    for (const { seq, what } of meanings.slice(-SAMPLE)) {
      const now = change.get(seq, seq)
      if (now !== undefined && now !== what) faults.push(`change ${seq} meant something else before`)
    }
    seen = Math.max(seen, last)
    const editions = front.all().map(({ title }) => title)
    if (new Set(editions).size > 1) faults.push(`half of an edition: ${[...new Set(editions)].join()}`)
    if (editions.length !== FRONT_PAGE && editions.length !== 0)
      faults.push(`a front page of ${editions.length}`)
    for (const newsId of twice.all()) faults.push(`${newsId} is both published and deleted`)
  })
  return {
    look: () => look(),
    looks: () => looks,
    faults,
    readAll: () => new Map(all.all().map(({ news_id, raw }) => [news_id, raw])),
    integrity: () => database.pragma('integrity_check', { simple: true }),
    edition: () => Number(front.all()[0]?.title.replace('Edition ', '') ?? 0),
    staged: () => staged.get() ?? 0,
    leader: () => lease.get()?.holder ?? undefined,
    leaseToken: () => lease.get()?.token ?? 0,
    [Symbol.dispose]: () => void database.close(),
  }
}
