/** A visitor who reads the store all the while, and notes everything that should never be seen. */
import Database from 'better-sqlite3'
import { isPostgres } from '../../../sync-agent/is-postgres.ts'
import { execute } from '../database.ts'
import { FRONT_PAGE } from './live-service.ts'

export interface Reader extends Disposable {
  /** Looks once; calls are followed one after another. */
  look(): Promise<void>
  looks(): number
  /** What was wrong, in words. */
  faults: string[]
  /** The published entries' JSON by identifier. */
  readAll(): Promise<Map<string, string>>
  /** What SQLite says of its file; a server in PostgreSQL goes on while its agents die. */
  integrity(): Promise<unknown>
  /** The edition that is published; 0 before the first. */
  edition(): Promise<number>
  /** Entries that wait in the staging table. */
  staged(): Promise<number>
  /** The agent that may write. */
  leader(): Promise<string | undefined>
  /** How often the lease has changed hands. */
  leaseToken(): Promise<number>
}

/** Changes read before that each look reads again. */
const SAMPLE = 40

/** One statement, as all of it is seen at one moment. */
const sight = (seen: number, again: number[]) => {
  const wanted = `seq > ${seen} OR seq IN (${again.join() || -1})`
  return `
    SELECT 'last' AS kind, seq, '' AS what FROM store
    UNION ALL SELECT 'change', seq, news_id || raw FROM news WHERE ${wanted}
    UNION ALL SELECT 'change', seq, news_id || ' deleted' FROM tombstone WHERE ${wanted}
    UNION ALL SELECT 'front', seq, title FROM news WHERE news_id LIKE 'front-%'
    UNION ALL SELECT 'twice', 0, news_id FROM (
      SELECT site_id, lang, news_id FROM news UNION ALL SELECT site_id, lang, news_id FROM tombstone
    ) AS known GROUP BY site_id, lang, news_id HAVING count(*) > 1`
}

export function openReader(db: string): Reader {
  const inFile = isPostgres(db) ? undefined : new Database(db, { readonly: true })
  const read = async <Row>(statement: string): Promise<Row[]> =>
    inFile ? inFile.prepare<[], Row>(statement).all() : ((await execute(db, statement)) as Row[])
  /** What the changes meant when they were read. */
  const meanings = new Map<number, string>()
  const faults: string[] = []
  let seen = 0
  let looks = 0

  const lookNow = async () => {
    const again = [...meanings.keys()].slice(-SAMPLE)
    const rows = await read<{ kind: string; seq: number; what: string }>(sight(seen, again))
    const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted)
    looks += 1
    const last = of('last')[0]?.seq ?? 0
    if (last < seen) faults.push(`seq went back from ${seen} to ${last}`)
    for (const { seq, what } of of('change').toSorted((one, other) => one.seq - other.seq)) {
      if (seq > last) faults.push(`change ${seq} is beyond the store's last, ${last}`)
      // A number still in use means what it meant.
      if ((meanings.get(seq) ?? what) !== what) faults.push(`change ${seq} meant something else before`)
      meanings.set(seq, what)
    }
    seen = Math.max(seen, last)
    const editions = of('front').map(({ what }) => what)
    if (new Set(editions).size > 1) faults.push(`half of an edition: ${[...new Set(editions)].join()}`)
    if (editions.length !== FRONT_PAGE && editions.length !== 0)
      faults.push(`a front page of ${editions.length}`)
    for (const { what } of of('twice')) faults.push(`${what} is both published and deleted`)
  }
  let latest = Promise.resolve()
  const one = async <Row>(statement: string) => (await read<Row>(statement))[0]
  const lease = () => one<{ holder: string | null; token: number }>('SELECT holder, token FROM lease')
  return {
    look() {
      latest = latest.then(lookNow)
      return latest
    },
    looks: () => looks,
    faults,
    async readAll() {
      const rows = await read<{ news_id: string; raw: string }>('SELECT news_id, raw FROM news')
      return new Map(rows.map(({ news_id, raw }) => [news_id, raw]))
    },
    integrity: async () => inFile?.pragma('integrity_check', { simple: true }),
    async edition() {
      const front = await one<{ title: string }>(
        "SELECT title FROM news WHERE news_id LIKE 'front-%' LIMIT 1",
      )
      return Number(front?.title.replace('Edition ', '') ?? 0)
    },
    staged: async () => (await one<{ count: number }>('SELECT count(*) AS count FROM staged'))?.count ?? 0,
    leader: async () => (await lease())?.holder ?? undefined,
    leaseToken: async () => (await lease())?.token ?? 0,
    [Symbol.dispose]: () => void inFile?.close(),
  }
}
