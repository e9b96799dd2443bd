/** What the school office changes, with undo: people, structures, attendance, sessions, keys. */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { mediaIn } from '../media/media.ts'
import { peopleIn } from '../seeding/settle.ts'
import { accessKeysIn } from './access-keys.ts'
import { schoolIn } from './app-settings.ts'
import type { SchoolTime } from './moments.ts'
import { newsRepository } from './news.ts'
import { type Directory, directoryIn } from './people.ts'
import { popupRepository } from './popups.ts'
import { attendanceRepository, type DayRegister, dayRegisterIn } from './register.ts'
import type { RowChanges } from './row-changes.ts'
import { type SessionEnds, sessionEndsIn, sessionsIn } from './sessions.ts'
import { type Structures, structuresIn } from './structures.ts'
import { UndoHistory } from './undo.ts'

export interface Office {
  undo: UndoHistory
  directory: Directory
  structures: Structures
  register: DayRegister
  sessionEnds: SessionEnds
}

export interface OfficeParts {
  clock: Clock
  zone: string
  hasMedium(name: string): boolean
  rows: RowChanges
}

export function schoolOffice(database: SqliteDatabase, parts: OfficeParts): Office {
  const { clock, zone, hasMedium, rows } = parts
  const undo = new UndoHistory(database, rows)
  return {
    undo,
    directory: directoryIn(database, { undo, hasMedium }),
    structures: structuresIn(database, undo),
    register: dayRegisterIn(database, { undo, clock, zone }),
    sessionEnds: sessionEndsIn(database, undo),
  }
}

/** Everything that reads and writes records, over one database: the service's own, or one that is being filled. */

export type Repositories = ReturnType<typeof repositoriesIn>

export interface RepositoryParts {
  /** By which messages begin and end. */
  time: SchoolTime
  /** Address of a user's picture; `null` for a user without one. */
  avatarUrl(path: string | null): string
}

export function repositoriesIn(database: SqliteDatabase, { time, avatarUrl }: RepositoryParts) {
  return {
    school: schoolIn(database),
    people: peopleIn(database),
    media: mediaIn(database),
    sessions: sessionsIn(database, avatarUrl),
    accessKeys: accessKeysIn(database),
    attendance: attendanceRepository(database),
    popups: popupRepository(database, time),
    news: newsRepository(database, time),
  }
}
