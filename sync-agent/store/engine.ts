/**
 * The engine under the store. All that differs from one engine to another is in a folder of its own; the files beside this
 * one hold statements that every engine understands.
 */
import type { SearchIndex } from './search-index.ts'
import type { Queries, Tables } from './tables.ts'

/** Connections for writing. After each that is lost, the database may be another one: a standby, or a backup. */
export interface Writers {
  /** How many were lost. */
  readonly lost: number
  /** How many of them before the agent took the lease; see fence.ts. Undefined: it has not. */
  lostBefore: number | undefined
}

export interface Engine {
  /**
   * Reads, each statement by itself; sees every transaction that has ended. Not inside `snapshot` or `write`, which give
   * their own: there it could wait for its own end, and would not see what was written.
   */
  reading: Queries
  /** Several reads of one moment. */
  snapshot<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>
  /** A writing transaction, one after another: all of it or nothing. Others read the state before until its end. */
  write<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>
  /** A short write that waits for no transaction of `write`, where the engine can do that. */
  writeAside<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>
  /** The same for signs of life, which wait for no `writeAside` either: it may wait for another agent's row. */
  writeSign<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>
  /** Whether these two wait all the same. */
  oneWriter: boolean
  /**
   * Ends writing transactions that other agents have left under way for seconds, where the engine can do that: a server may wait
   * for the rest of a statement without an end.
   */
  endAbandoned(): Promise<void>
  writers: Writers
  /** What is wrong when the store is no longer the file of its name: nothing is written then. Undefined: it is, or it is no file. */
  replaced(): string | undefined
  /** Makes a file another one than its copies so far, so that a backup in its place is not taken for it. */
  stamp(): Promise<void>
  /**
   * This table may have many more rows than before: the engine plans its queries for them, where it can do that. Also in a
   * transaction.
   *
   * @param seq of the last change; undefined: the table is known to have grown
   */
  noteGrowth(db: Queries, table: 'news' | 'staged', seq?: number): Promise<void>
  /** The last number that a row of this table was given as its `id`, also if the row is gone. */
  lastNumber(db: Queries, table: keyof Tables): Promise<number>
  /** The table's next row gets a number above this one. */
  numberAfter(db: Queries, table: keyof Tables, last: number): Promise<void>
  search: SearchIndex
  /**
   * Reads everything, so that damage is found which single reads would pass by, where the engine can do that.
   *
   * @throws {StoreError}
   */
  verify(): Promise<void>
  /** @throws {BackupError} */
  backup(path: string): Promise<void>
  /** Lets what has begun end first, but does not wait for a server that says nothing. */
  close(): Promise<void>
}
