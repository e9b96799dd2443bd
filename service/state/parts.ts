/** What the work on the state of a school shares. */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Repositories } from '../office/office.ts'
import type { Store } from '../store/store.ts'
import type { SnapshotStore } from './snapshots.ts'
import type { WorkFolder } from './work-folder.ts'

export interface StateOptions {
  store: Store
  /** The service's, for the dates of a seed and the second of a replacement. */
  clock: Clock
  realClock: Clock
  zone: string
  /** The same records in another database. */
  repositoriesIn(database: SqliteDatabase): Repositories
  /** Whether other machines can call: then no published keys may come in. */
  isPublic(): boolean
  /** Does the work that replaces everything, and tells those who watch. */
  replacing(work: () => void): void
}

export interface StateParts extends StateOptions {
  work: WorkFolder
  running: RunningWork
  snapshots: SnapshotStore
}

/** Progress of something large: bytes done, of all. */
export type Progress = (done: number, total: number) => void

/** Work that reads and writes files: a service that closes waits until it is done. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()

  /** Aborted when the service closes. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** For all steps together: a service that closes between two of them would delete the files of the next. */
  async untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
    const underWay = work()
    this.#running.add(underWay)
    try {
      return await underWay
    } finally {
      this.#running.delete(underWay)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#running)
  }
}
