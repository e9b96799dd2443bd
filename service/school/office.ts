/** What the school office changes, with undo: people, structures, attendance, sessions, keys. */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { revocationsIn } from '../attendance/access-keys.ts'
import { type DayRegister, dayRegisterIn } from '../attendance/day-register.ts'
import { type Undoable, UndoHistory } from '../records/undo.ts'
import { type SessionEnds, sessionEndsIn } from '../session/sessions.ts'
import { type Directory, directoryIn } from './directory.ts'
import { type Structures, structuresIn } from './structures.ts'

export interface Office {
  undo: UndoHistory
  directory: Directory
  structures: Structures
  register: DayRegister
  sessionEnds: SessionEnds
  revokeKey(keyId: number): Undoable<boolean>
}

export interface OfficeParts {
  clock: Clock
  zone: string
  hasMedium(name: string): boolean
  /** Called with the topic of each change. */
  changed(topic: string): void
}

export function schoolOffice(database: SqliteDatabase, parts: OfficeParts): Office {
  const { clock, zone, hasMedium, changed } = parts
  const undo = new UndoHistory(database, changed)
  return {
    undo,
    directory: directoryIn(database, { undo, hasMedium }),
    structures: structuresIn(database, undo),
    register: dayRegisterIn(database, { undo, clock, zone }),
    sessionEnds: sessionEndsIn(database, undo),
    revokeKey: revocationsIn(database, undo),
  }
}
