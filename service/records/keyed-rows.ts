/** Rows of any table, found again by their primary keys. */
import type { Statement } from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export type Row = Record<string, unknown>

export class KeyedRows {
  readonly #database: SqliteDatabase
  /** By table. */
  readonly #keyColumns = new Map<string, string[]>()
  /** By their text. */
  readonly #statements = new Map<string, Statement<unknown[], Row>>()

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** By primary key, as JSON. */
  select(table: string, where: string, values: unknown[]): Map<string, Row> {
    const rows = this.#prepared(`SELECT * FROM ${table} WHERE ${where}`).all(...values)
    return new Map(rows.map(row => [JSON.stringify(this.#keyOf(table, row)), row]))
  }

  /** The row with the same key, as it is now. */
  current(table: string, row: Row): Row | undefined {
    return this.#prepared(`SELECT * FROM ${table} WHERE ${this.#hasKey(table)}`).get(this.#keyOf(table, row))
  }

  insert(table: string, row: Row): void {
    const columns = Object.keys(row).join(', ')
    const places = Object.keys(row).map(() => '?')
    this.#prepared(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(Object.values(row))
  }

  delete(table: string, row: Row): void {
    this.#prepared(`DELETE FROM ${table} WHERE ${this.#hasKey(table)}`).run(this.#keyOf(table, row))
  }

  #hasKey(table: string): string {
    return this.#columnsOf(table)
      .map(column => `${column} = ?`)
      .join(' AND ')
  }

  #keyOf(table: string, row: Row): unknown[] {
    return this.#columnsOf(table).map(column => row[column])
  }

  #columnsOf(table: string): string[] {
    let columns = this.#keyColumns.get(table)
    columns ??= this.#database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(table)
    this.#keyColumns.set(table, columns)
    return columns
  }

  #prepared(sql: string): Statement<unknown[], Row> {
    let statement = this.#statements.get(sql)
    statement ??= this.#database.prepare<unknown[], Row>(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
