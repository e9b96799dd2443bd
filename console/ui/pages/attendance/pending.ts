/**
 * Marks on their way: shown at once, sent one after the other for each student, kept in this tab until they are saved,
 * and tried again by themselves, wherever one is in the console, when the service could not be reached.
 *
 * Where somebody else's mark stands by now, it waits until one has said whether to set it all the same.
 */
import type { RegisterEntry } from '../../../api/attendance.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { type Draft, draft } from '../../drafts.ts'
import { beginWork, endWork, type Work } from '../../unsaved.ts'
import type { AttendanceStatus } from './marks.ts'

export interface Mark {
  status: AttendanceStatus
  note: string
}

type Entry = Omit<RegisterEntry, 'undo'>

interface Wanted extends Mark {
  /** Of the entry in place of which it is wanted; absent: there was none. */
  stamp?: string | undefined
  /** What was sent in place of that entry: one of it may have arrived though its answer was lost. */
  sent?: readonly Mark[]
  /** Something stood there before, which comes back by an undo. */
  offersUndo?: boolean | undefined
  isConflict?: boolean
}

export type Sending = 'saving' | 'saved' | 'failed'

export interface PendingParts {
  api: Api
  groupId: number
  date: string
  /** Something is sent, saved or has failed. */
  changed(): void
  /** Of the entry that a student has. */
  stampOf(userId: number): string | undefined
  /** @param undo absent: there is none to offer */
  saved(userId: number, entry: Entry, undo: string | undefined): void
  /** @param current what somebody else has set; undefined: it was cleared */
  conflict(userId: number, wanted: Mark, current: Entry | undefined): void
  /** The service refuses it, whatever one tries: what it says. */
  refused(problem: ApiProblem): void
}

const RETRY_MS = 5_000

/** Those with something to save, by group and day. */
const unsaved = new Map<string, Pending>()

/** Marks of a group's day: those that are on their way already go on with what shows the day now. */
export function pendingOf(parts: PendingParts): Pending {
  const key = `attendance/${parts.groupId}/${parts.date}`
  const pending = unsaved.get(key) ?? new Pending(key)
  pending.show(parts)
  return pending
}

export class Pending implements Work {
  readonly goesOn = true
  readonly states = new Map<number, Sending>()
  readonly #key: string
  #wanted: Map<number, Wanted>
  #sending = new Set<number>()
  #delays = new Map<number, ReturnType<typeof setTimeout>>()
  #draft: Draft<[number, Wanted][]>
  #parts!: PendingParts
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(key: string) {
    this.#key = key
    this.#draft = draft(key)
    this.#wanted = new Map(this.#draft.value)
    this.#keep()
  }

  show(parts: PendingParts): void {
    this.#parts = parts
    this.retry()
  }

  get isChanged(): boolean {
    return this.#wanted.size > 0
  }

  /** What a student is to have, before it is saved. */
  of(userId: number): Mark | undefined {
    const wanted = this.#wanted.get(userId)
    return wanted?.isConflict ? undefined : wanted
  }

  get failures(): number {
    return [...this.states.values()].filter(state => state === 'failed').length
  }

  get conflicts(): [number, Mark][] {
    return [...this.#wanted].filter(([, { isConflict }]) => isConflict)
  }

  /** @param afterMs a note is sent when its writer pauses */
  put(userId: number, mark: Mark & Pick<Wanted, 'offersUndo'>, afterMs = 0): void {
    const before = this.#wanted.get(userId)
    const base = before && !before.isConflict ? before : { stamp: this.#parts.stampOf(userId) }
    this.#wanted.set(userId, { ...base, ...mark })
    this.#keep()
    clearTimeout(this.#delays.get(userId))
    if (afterMs === 0) void this.#send(userId)
    else
      this.#delays.set(
        userId,
        setTimeout(() => void this.#send(userId), afterMs),
      )
  }

  /** In place of what somebody else has set. */
  setAnyway(userId: number): void {
    const wanted = this.#wanted.get(userId)
    if (wanted) this.put(userId, { status: wanted.status, note: wanted.note, offersUndo: true })
  }

  /** Sends now what waits for a pause. */
  flush(userId: number): void {
    clearTimeout(this.#delays.get(userId))
    if (this.#wanted.has(userId)) void this.#send(userId)
  }

  /** Not wanted any more: the entry was cleared, or is to stay as it is. */
  drop(userId: number): void {
    clearTimeout(this.#delays.get(userId))
    this.#wanted.delete(userId)
    this.states.delete(userId)
    this.#keep()
    this.#parts.changed()
  }

  retry = (): void => {
    for (const userId of this.#wanted.keys()) void this.#send(userId)
  }

  /** The day is not shown any more. */
  leave(): void {
    for (const userId of this.#delays.keys()) this.flush(userId)
  }

  async #send(userId: number): Promise<void> {
    const wanted = this.#wanted.get(userId)
    if (!wanted || wanted.isConflict || this.#sending.has(userId)) return
    this.#sending.add(userId)
    this.#say(userId, 'saving')
    const { status, note, stamp, sent = [] } = wanted
    const mark: Mark = { status, note }
    const allSent = [...sent.filter(one => !isSame(one, mark)), mark]
    this.#wanted.set(userId, { ...wanted, sent: allSent })
    this.#keep()
    const { api, date } = this.#parts
    try {
      const body = { ...mark, stamp }
      const { undo, ...entry } = await api.put<RegisterEntry>(
        `/attendance/students/${userId}/days/${date}`,
        body,
      )
      this.#sending.delete(userId)
      this.#arrived(userId, mark, entry, undo)
    } catch (error) {
      this.#sending.delete(userId)
      if (error instanceof ApiProblem && error.status === 409)
        this.#conflict(userId, allSent, (error.body as { current?: Entry }).current)
      else if (error instanceof ApiProblem && [404, 422].includes(error.status)) {
        this.drop(userId)
        this.#parts.refused(error)
      } else this.#failed(userId)
    }
  }

  /** @param undo absent: the answer that had it was lost */
  #arrived(userId: number, mark: Mark, entry: Entry, undo?: string): void {
    const wanted = this.#wanted.get(userId)
    if (!wanted) return
    if (!isSame(wanted, mark)) {
      // Something else is wanted by now: that is sent next, in place of this.
      this.#wanted.set(userId, { ...wanted, stamp: entry.stamp, sent: [] })
      void this.#send(userId)
      return
    }
    this.#wanted.delete(userId)
    this.#keep()
    this.#parts.saved(userId, entry, wanted.offersUndo ? undo : undefined)
    this.#say(userId, 'saved')
  }

  #conflict(userId: number, sent: readonly Mark[], current: Entry | undefined): void {
    const wanted = this.#wanted.get(userId)
    if (!wanted) return
    const ours = current && sent.find(one => isSame(one, current))
    // What was approved since is replaced by nobody unseen.
    if (ours && (!current.approvedBy || isSame(wanted, current))) {
      this.#arrived(userId, ours, current)
      return
    }
    this.#wanted.set(userId, { ...wanted, isConflict: true })
    this.states.delete(userId)
    this.#keep()
    this.#parts.conflict(userId, wanted, current)
    this.#parts.changed()
  }

  #failed(userId: number): void {
    this.#say(userId, 'failed')
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.retry()
    }, RETRY_MS)
  }

  #say(userId: number, state: Sending): void {
    this.states.set(userId, state)
    this.#parts.changed()
  }

  #keep(): void {
    if (this.isChanged) {
      this.#draft.keep([...this.#wanted])
      unsaved.set(this.#key, this)
      beginWork(this)
      addEventListener('online', this.retry)
    } else {
      this.#draft.clear()
      unsaved.delete(this.#key)
      endWork(this)
      removeEventListener('online', this.retry)
    }
  }
}

const isSame = (one: Mark, other: Mark): boolean => one.status === other.status && one.note === other.note
