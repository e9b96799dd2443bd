/** What the work on the state of a school shares. */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Repositories } from '../office/office.ts'
import type { Store } from '../store/store.ts'
import type { RunningWork } from './running-work.ts'
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
