/** The agent's store as a reader beside it sees it, followed by `seq`. */
import Database from 'better-sqlite3'
import { isPostgres } from '../../../sync-agent/is-postgres.ts'
import { execute } from '../database.ts'

interface Row {
  news_id: string
  seq: number
  raw: string | null
}

export interface Copy extends Disposable {
  /** Takes in what has changed, and names it. Throws when a change number came twice or went back. */
  follow(): Promise<string[]>
  /** The entry's JSON as it is published; undefined when it is not. */
  published(newsId: string): string | undefined
  /** Every published entry, read anew. */
  readAll(): Promise<Map<string, string>>
  /** Lets the store refuse every entry and every deletion, or take them again. */
  strike(on: boolean): Promise<void>
}

export function openCopy(db: string): Copy {
  const { rowsOf, strike, close } = isPostgres(db) ? inPostgres(db) : inFile(db)
  const published = new Map<string, string>()
  let seen = 0
  return {
    async follow() {
      const rows = await rowsOf(`
        SELECT news_id, seq, raw FROM news WHERE seq > ${seen}
        UNION ALL SELECT news_id, seq, NULL FROM tombstone WHERE seq > ${seen} ORDER BY seq`)
      for (const { news_id, seq, raw } of rows) {
        if (seq === seen) throw new Error(`change ${seq} stands there twice`)
        seen = seq
        if (raw === null) published.delete(news_id)
        else published.set(news_id, raw)
      }
      const [store] = await rowsOf('SELECT seq FROM store')
      if (store?.seq !== seen)
        throw new Error(`the store counts ${store?.seq} changes, its rows end with ${seen}`)
      return rows.map(({ news_id }) => news_id)
    },
    published: newsId => published.get(newsId),
    async readAll() {
      const rows = await rowsOf('SELECT news_id, seq, raw FROM news')
      return new Map(rows.map(({ news_id, raw }) => [news_id, raw ?? '']))
    },
    async strike(on) {
      // Each answer that is applied writes it. What strikes at an entry alone would put that into the quarantine.
      await strike('store', on)
    },
    [Symbol.dispose]: close,
  }
}

/** One connection for thousands of looks. */
function inFile(db: string) {
  const database = new Database(db)
  return {
    rowsOf: async (question: string) => database.prepare<[], Row>(question).all(),
    strike: async (table: string, on: boolean) => {
      database.exec(
        on
          ? `CREATE TRIGGER strike_${table} BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'on strike'); END`
          : `DROP TRIGGER strike_${table}`,
      )
    },
    close: () => void database.close(),
  }
}

function inPostgres(db: string) {
  return {
    rowsOf: async (question: string) => (await execute(db, question)) as unknown as Row[],
    strike: async (table: string, on: boolean) => {
      await execute(
        db,
        on
          ? `ALTER TABLE ${table} ADD CONSTRAINT strike CHECK (false) NOT VALID`
          : `ALTER TABLE ${table} DROP CONSTRAINT strike`,
      )
    },
    close: () => undefined,
  }
}
