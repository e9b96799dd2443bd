/** What the school office changes, with undo: people, structures, attendance, sessions, keys. */
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { revocationsIn } from '../attendance/access-keys.ts'
import { type DayRegister, dayRegisterIn } from '../attendance/day-register.ts'
import { type AllClear, allClearIn } from '../records/all-clear.ts'
import type { SchoolTime } from '../records/moments.ts'
import type { PopupRepository } from '../records/popup-repository.ts'
import { type PopupTemplates, popupTemplatesIn } from '../records/popup-templates.ts'
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
  popupTemplates: PopupTemplates
  allClear: AllClear
  revokeKey(keyId: number): Undoable<boolean>
}

export interface OfficeParts {
  clock: Clock
  zone: string
  /** By which messages begin and end. */
  time: SchoolTime
  popups: PopupRepository
  hasMedium(name: string): boolean
  /** Called with the topic of each change. */
  changed(topic: string): void
}

export function schoolOffice(database: SqliteDatabase, parts: OfficeParts): Office {
  const { clock, zone, time, popups, hasMedium, changed } = parts
  const undo = new UndoHistory(database, changed)
  const templates = popupTemplatesIn(database, { undo, names: { hasMedium, hasUser: () => true } })
  return {
    undo,
    directory: directoryIn(database, { undo, hasMedium }),
    structures: structuresIn(database, undo),
    register: dayRegisterIn(database, { undo, clock, zone }),
    sessionEnds: sessionEndsIn(database, undo),
    popupTemplates: templates,
    allClear: allClearIn(database, { undo, popups, templates, time }),
    revokeKey: revocationsIn(database, undo),
  }
}
