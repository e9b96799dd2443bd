/** The tables that go along when a store is copied into another one, and their rows as both engines have them. */
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { insertion } from './insert.ts'
import { ROWS } from './parts.ts'
import type { Queries, Tables } from './tables.ts'

/** What stays with its own store: who writes it, what a service's answer has brought before it was whole, the search index, and the alerts. */
type OwnName = 'store' | 'lease' | 'staged' | 'staged_misfit' | 'search_entry' | 'alert'
export type CopiedName = Exclude<keyof Tables, OwnName>

/** In this order, because what is of a destination refers to it, and what is put aside to its follower. With the columns of their primary keys. */
const KEYS = {
  stream: ['site_id', 'lang'],
  news: ['site_id', 'lang', 'news_id'],
  tombstone: ['site_id', 'lang', 'news_id'],
  incarnation: ['site_id', 'lang', 'news_id'],
  change_mark: ['first_seq'],
  quarantine: ['id'],
  run: ['id'],
  popup_answer: ['site_id', 'lang'],
  destination: ['id'],
  webhook_secret: ['id'],
  wordpress_post: ['destination_id', 'site_id', 'lang', 'news_id'],
  wordpress_file: ['destination_id', 'key'],
  follower: ['name'],
  put_aside: ['id'],
  media_source: ['id'],
  media_use: ['site_id', 'lang', 'news_id', 'source_id'],
  media_file: ['sha256'],
} satisfies { [Name in CopiedName]: (keyof Tables[Name] & string)[] }

export interface CopiedTable {
  name: CopiedName
  key: readonly string[]
  /** Whether the store gives each row its number. */
  isNumbered: boolean
  insert(db: Queries, rows: readonly CopiedRow[]): Promise<void>
}

export type CopiedRow = Readonly<Record<string, string | number | null>>

export const COPIED: readonly CopiedTable[] = Object.entries(KEYS).map(([table, key]) => {
  const name = table as CopiedName
  return {
    ...{ name, key, isNumbered: key[0] === 'id' },
    insert: insertion<CopiedRow>((db, rows) =>
      (db as unknown as Kysely<Record<CopiedName, CopiedRow>>).insertInto(name).values(rows),
    ),
  }
})

/** In the order of the primary key, a part at a time; between two parts, the event loop goes on. */
export async function* rowsOf(
  db: Queries,
  { name, key }: CopiedTable,
  after?: CopiedRow,
): AsyncGenerator<CopiedRow[]> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  for (let last = after; ; await setImmediate()) {
    const from = last ? sql`WHERE (${columns}) > (${sql.join(key.map(column => last?.[column]))})` : sql``
    const { rows } = await sql<CopiedRow>`
      SELECT * FROM ${sql.table(name)} ${from} ORDER BY ${columns} LIMIT ${sql.lit(ROWS)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS) return
    last = rows.at(-1)
  }
}

export async function lastRow(db: Queries, { name, key }: CopiedTable): Promise<CopiedRow | undefined> {
  const order = sql.join(key.map(column => sql`${sql.ref(column)} DESC`))
  const { rows } = await sql<CopiedRow>`
    SELECT * FROM ${sql.table(name)} ORDER BY ${order} LIMIT 1`.execute(db)
  return rows[0]
}

export async function numberOfRows(db: Queries, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function clear(db: Queries, { name }: CopiedTable): Promise<void> {
  await sql`DELETE FROM ${sql.table(name)}`.execute(db)
}

/** The same for both engines: one has the columns in another order, and U+FFFD for U+0000. */
export const comparableText = (row: CopiedRow) =>
  JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))).replaceAll('\\u0000', '\ufffd')
