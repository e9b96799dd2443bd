/** The table: made when it is missing, checked when it is there, and kept equal. Rows of others are left alone. */
import { type ColumnDataType, type CreateTableBuilder, sql } from 'kysely'
import { DestinationError } from '../error.ts'
import type { SqlEngine } from './address.ts'
import type { AnyTable } from './connect.ts'
import {
  COLUMNS,
  type Column,
  type ColumnType,
  DELETED,
  instantText,
  KEYS,
  type NewsRow,
  type RowKey,
} from './row.ts'

export interface Table {
  engine: SqlEngine
  /** As in `school_news` or `site.school_news`. */
  name: string
  /** Rows of deleted entries stay, with the time in `deleted_at`. */
  keepsDeleted: boolean
}

export interface DeletedRow {
  key: RowKey
  atMs: number
}

const IN_UTF8 = 'CHARACTER SET utf8mb4'

const TYPES: Record<SqlEngine, Record<ColumnType, string>> = {
  postgres: {
    ...{ key: 'text COLLATE "C"', text: 'text', date: 'date', instant: 'timestamptz' },
    ...{ json: 'jsonb', number: 'bigint' },
  },
  mysql: {
    // As long as an index of three can have them.
    ...{ key: `varchar(255) ${IN_UTF8}`, text: `longtext ${IN_UTF8}`, date: 'date' },
    ...{ instant: 'datetime', json: 'json', number: 'bigint' },
  },
  sqlite: { key: 'TEXT', text: 'TEXT', date: 'TEXT', instant: 'TEXT', json: 'TEXT', number: 'INTEGER' },
}

const columnsOf = ({ keepsDeleted }: Table): [string, Column][] =>
  Object.entries<Column>({ ...COLUMNS, ...(keepsDeleted && DELETED) })

/** @throws {DestinationError} the table lacks columns */
export async function makeOrCheck(db: AnyTable, table: Table): Promise<'made' | 'there'> {
  const there = await columnsThere(db, table)
  if (there.length === 0) {
    await make(db, table)
    return 'made'
  }
  const missing = columnsOf(table).filter(([name]) => !there.includes(name))
  if (missing.length === 0) return 'there'
  const names = missing.map(([name]) => name)
  const added = missing.map(
    ([name, { type }]) => `ALTER TABLE ${table.name} ADD COLUMN ${name} ${TYPES[table.engine][type]}`,
  )
  const remedy = KEYS.some(key => names.includes(key))
    ? 'it is another table, so name one that is not there yet'
    : `name one that is not there yet, or add what it lacks: ${added.join('; ')}`
  throw new DestinationError(
    'DESTINATION_OPTION_INVALID',
    `the table ${table.name} is there, without ${names.join(', ')}; ${remedy}`,
  )
}

/** Their names in small letters; none: there is no such table. */
export async function columnsThere(db: AnyTable, { engine, name: whole }: Table): Promise<string[]> {
  const { name, schema } = partsOf(whole)
  const query = {
    // As PostgreSQL itself finds a table of this name.
    postgres: sql`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = to_regclass(${schema === undefined ? sql`quote_ident(${name})` : sql`quote_ident(${schema}) || '.' || quote_ident(${name})`})
        AND attnum > 0 AND NOT attisdropped`,
    mysql: sql`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = ${schema === undefined ? sql`database()` : schema} AND table_name = ${name}`,
    sqlite: sql`SELECT name FROM pragma_table_info(${name})`,
  }[engine]
  const { rows } = await query.execute(db)
  return rows.map(row => String(Object(row).name).toLowerCase())
}

async function make(db: AnyTable, table: Table): Promise<void> {
  const { name } = partsOf(table.name)
  const collation = table.engine === 'mysql' ? await byBytes(db) : ''
  let made: CreateTableBuilder<string, string> = db.schema.createTable(table.name)
  for (const [column, { type, isOptional }] of columnsOf(table)) {
    const words = `${TYPES[table.engine][type]}${type === 'key' ? collation : ''}`
    made = made.addColumn(column, sql.raw<ColumnDataType>(words), built =>
      isOptional ? built : built.notNull(),
    )
  }
  await made.addPrimaryKeyConstraint(`${name}_pkey`, [...KEYS]).execute()
  await db.schema
    .createIndex(`${name}_newest`)
    .on(table.name)
    .columns(['site_id', 'lang', 'published_at'])
    .execute()
}

/** So that an identifier is told from another one by each byte, the spaces at its end as well. */
async function byBytes(db: AnyTable): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT version() AS version`.execute(db)
  return ` COLLATE ${/mariadb/i.test(`${rows[0]?.version}`) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'}`
}

/** Of a statement: what a server takes, and does not wait for long on a slow line. */
const MOST_ROWS = 20
const MOST_CHARACTERS = 250_000

/** Columns that the site has added keep what they hold. Each key is there once at most. */
export async function putRows(db: AnyTable, table: Table, rows: readonly NewsRow[]): Promise<void> {
  const there = await keysThere(db, table, rows)
  const values = rows.map(row => ({ ...row, ...(table.keepsDeleted && { deleted_at: null }) }))
  for (const row of values.filter(one => there.has(nameOf(one))))
    await db
      .updateTable(table.name)
      .set(row)
      .where(eb => eb.and(keyOnly(row)))
      .execute()
  for (const part of inParts(values.filter(one => !there.has(nameOf(one)))))
    await db.insertInto(table.name).values(part).execute()
}

export async function takeRows(db: AnyTable, table: Table, deleted: readonly DeletedRow[]): Promise<void> {
  const there = await keysThere(
    db,
    table,
    deleted.map(({ key }) => key),
  )
  for (const { key, atMs } of deleted.filter(one => there.has(nameOf(one.key)))) {
    const isOf = keyOnly(key)
    if (table.keepsDeleted)
      await db
        .updateTable(table.name)
        .set({ deleted_at: instantText(atMs, table.engine) })
        .where(eb => eb.and(isOf))
        .where('deleted_at', 'is', null)
        .execute()
    else
      await db
        .deleteFrom(table.name)
        .where(eb => eb.and(isOf))
        .execute()
  }
}

/** @returns how many were there */
export async function dropRows(db: AnyTable, table: Table, keys: readonly RowKey[]): Promise<number> {
  const there = await keysThere(db, table, keys)
  await takeRows(
    db,
    { ...table, keepsDeleted: false },
    keys.filter(key => there.has(nameOf(key))).map(key => ({ key, atMs: 0 })),
  )
  return there.size
}

/** A column of the site's own may take two of them for the same; here each byte counts. */
async function keysThere(db: AnyTable, table: Table, keys: readonly RowKey[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const meant = new Set(keys.map(nameOf))
  for (let from = 0; from < keys.length; from += MOST_ROWS) {
    const part = keys.slice(from, from + MOST_ROWS)
    const rows = await db
      .selectFrom(table.name)
      .select([...KEYS])
      .where(eb => eb.or(part.map(key => eb.and(keyOnly(key)))))
      .execute()
    for (const row of rows) found.add(nameOf(row as RowKey))
  }
  return new Set([...found].filter(name => meant.has(name)))
}

function* inParts<Row extends NewsRow>(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = []
  let characters = 0
  for (const row of rows) {
    const own = `${row.html}${row.entry}`.length
    if (part.length === MOST_ROWS || (part.length > 0 && characters + own > MOST_CHARACTERS)) {
      yield part
      part = []
      characters = 0
    }
    part.push(row)
    characters += own
  }
  if (part.length > 0) yield part
}

const keyOnly = ({ site_id, lang, news_id }: RowKey): RowKey => ({ site_id, lang, news_id })
const nameOf = ({ site_id, lang, news_id }: RowKey) => `${site_id} ${lang} ${news_id}`

function partsOf(table: string): { name: string; schema: string | undefined } {
  const [first = '', second] = table.split('.')
  return second === undefined ? { name: first, schema: undefined } : { name: second, schema: first }
}
