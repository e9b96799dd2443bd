/** The agent's store as a reader beside it sees it, followed by `seq`. */
import Database from 'better-sqlite3'

interface Row {
  news_id: string
  seq: number
  raw: string | null
}

export interface Copy extends Disposable {
  /** Takes in what has changed, and names it. Throws when a change number came twice or went back. */
  follow(): string[]
  /** The entry's JSON as it is published; undefined when it is not. */
  published(newsId: string): string | undefined
  /** Every published entry, read anew. */
  readAll(): Map<string, string>
  /** Lets the store refuse every entry and every deletion, or take them again. */
  strike(on: boolean): void
}

export function openCopy(db: string): Copy {
  const reader = new Database(db)
  const changes = reader.prepare<[number, number], Row>(`
    SELECT news_id, seq, raw FROM news WHERE seq > ?
    UNION ALL SELECT news_id, seq, NULL FROM tombstone WHERE seq > ? ORDER BY seq`)
  const lastSeq = reader.prepare<[], number>('SELECT seq FROM store').pluck()
  const all = reader.prepare<[], Row>('SELECT news_id, seq, raw FROM news')
  const published = new Map<string, string>()
  let seen = 0
  return {
    follow: reader.transaction(() => {
      const rows = changes.all(seen, seen)
      for (const { news_id, seq, raw } of rows) {
        if (seq === seen) throw new Error(`change ${seq} stands there twice`)
        seen = seq
        if (raw === null) published.delete(news_id)
        else published.set(news_id, raw)
      }
      const last = lastSeq.get() ?? 0
      if (last !== seen) throw new Error(`the store counts ${last} changes, its rows end with ${seen}`)
      return rows.map(({ news_id }) => news_id)
    }),
    published: newsId => published.get(newsId),
    readAll: () => new Map(all.all().map(({ news_id, raw }) => [news_id, raw ?? ''])),
    strike(on) {
      for (const table of ['news', 'tombstone']) {
        reader.exec(
          on
            ? `CREATE TRIGGER strike_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'on strike'); END`
            : `DROP TRIGGER strike_${table}`,
        )
      }
    },
    [Symbol.dispose]: () => void reader.close(),
  }
}
