/** What the school office changes, with undo: people, structures, attendance, sessions, keys. */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { type DayRegister, dayRegisterIn } from '../attendance/day-register.ts'
import type { RowChanges } from '../records/row-changes.ts'
import { UndoHistory } from '../records/undo.ts'
import { type SessionEnds, sessionEndsIn } from '../session/sessions.ts'
import { type Directory, directoryIn } from './directory.ts'
import { type Structures, structuresIn } from './structures.ts'

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
