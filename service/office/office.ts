/**
 * What the school office keeps: one file for each subject, with its checks and its SQL.
 *
 * A change refuses faults (refuse.ts), is one transaction that can be undone (undo.ts), and is announced by triggers
 * (row-changes.ts). The service's handles, imports and the console call the same functions.
 */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { mediaIn } from '../media/media.ts'
import { accessKeysIn } from './access-keys.ts'
import { schoolIn } from './app-settings.ts'
import { namesIn } from './faults.ts'
import type { SchoolTime } from './moments.ts'
import { newsRepository } from './news.ts'
import { type Directory, directoryIn } from './people.ts'
import { popupRepository } from './popups.ts'
import { attendanceRepository, type DayRegister, dayRegisterIn } from './register.ts'
import type { RowChanges } from './row-changes.ts'
import { type SessionEnds, sessionEndsIn, sessionsIn } from './sessions.ts'
import { type Structures, structuresIn } from './structures.ts'
import { UndoHistory } from './undo.ts'

/** Whose changes can be undone; `undo.keep` does so with those of the repositories. */
export interface Office {
  undo: UndoHistory
  directory: Directory
  structures: Structures
  register: DayRegister
  sessionEnds: SessionEnds
}

export function schoolOffice(
  database: SqliteDatabase,
  { clock, zone, rows }: { clock: Clock; zone: string; rows: RowChanges },
): Office {
  const undo = new UndoHistory(database, rows)
  return {
    undo,
    directory: directoryIn(database, undo),
    structures: structuresIn(database, undo),
    register: dayRegisterIn(database, { undo, clock, zone }),
    sessionEnds: sessionEndsIn(database, undo),
  }
}

export type Repositories = ReturnType<typeof repositoriesIn>

export interface RepositoryParts {
  /** By which messages begin and end. */
  time: SchoolTime
  /** Address of a user's picture; `null` for a user without one. */
  avatarUrl(path: string | null): string
}

/** Over one database: the service's own, or one that is being filled. */
export function repositoriesIn(database: SqliteDatabase, { time, avatarUrl }: RepositoryParts) {
  return {
    names: namesIn(database),
    school: schoolIn(database),
    media: mediaIn(database),
    sessions: sessionsIn(database, avatarUrl),
    accessKeys: accessKeysIn(database),
    attendance: attendanceRepository(database),
    popups: popupRepository(database, time),
    news: newsRepository(database, time),
  }
}
