/**
 * Marks on their way: shown at once, sent one after the other for each student, kept in this tab until they are
 * saved, and tried again by themselves when the service could not be reached.
 */
import type { RegisterEntry } from '../../../api/attendance.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { type Draft, draft } from '../../drafts.ts'
import type { AttendanceStatus } from './marks.ts'

export interface Mark {
  status: AttendanceStatus
  note: string
}

export interface Wanted extends Mark {
  /** Of the entry in place of which it is wanted; absent: there was none. */
  stamp?: string | undefined
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
  saved(userId: number, entry: RegisterEntry): void
  /** The service refuses it, whatever one tries: what it says. */
  refused(problem: ApiProblem): void
}

const RETRY_MS = 5_000

export class Pending {
  readonly states = new Map<number, Sending>()
  #wanted = new Map<number, Wanted>()
  #sending = new Set<number>()
  #delays = new Map<number, ReturnType<typeof setTimeout>>()
  #draft: Draft<[number, Wanted][]>
  #parts: PendingParts
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  constructor(parts: PendingParts) {
    this.#parts = parts
    this.#draft = draft(`attendance/${parts.groupId}/${parts.date}`)
    for (const [userId, wanted] of this.#draft.value ?? []) this.#wanted.set(userId, wanted)
    this.retry()
    addEventListener('online', this.retry)
  }

  /** What a student is to have, before it is saved. */
  of(userId: number): Wanted | undefined {
    return this.#wanted.get(userId)
  }

  get failures(): number {
    return [...this.states.values()].filter(state => state === 'failed').length
  }

  /** @param afterMs a note is sent when its writer pauses */
  put(userId: number, mark: Mark, afterMs = 0): void {
    const { stamp } = this.#wanted.get(userId) ?? { stamp: this.#parts.stampOf(userId) }
    this.#wanted.set(userId, { ...mark, stamp })
    this.#keep()
    clearTimeout(this.#delays.get(userId))
    if (afterMs === 0) void this.#send(userId)
    else
      this.#delays.set(
        userId,
        setTimeout(() => void this.#send(userId), afterMs),
      )
  }

  /** Sends now what waits for a pause. */
  flush(userId: number): void {
    clearTimeout(this.#delays.get(userId))
    if (this.#wanted.has(userId)) void this.#send(userId)
  }

  /** Not wanted any more: the entry was cleared. */
  drop(userId: number): void {
    clearTimeout(this.#delays.get(userId))
    this.#wanted.delete(userId)
    this.states.delete(userId)
    this.#keep()
  }

  retry = (): void => {
    for (const userId of this.#wanted.keys()) void this.#send(userId)
  }

  end(): void {
    for (const userId of this.#delays.keys()) this.flush(userId)
    this.#ended = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.retry)
  }

  async #send(userId: number): Promise<void> {
    const wanted = this.#wanted.get(userId)
    if (!wanted || this.#sending.has(userId)) return
    this.#sending.add(userId)
    this.#say(userId, 'saving')
    const { api, date } = this.#parts
    try {
      const entry = await api.put<RegisterEntry>(`/attendance/students/${userId}/days/${date}`, wanted)
      this.#sending.delete(userId)
      const next = this.#wanted.get(userId)
      // Something else was wanted meanwhile: that is sent next, in place of this.
      if (next !== wanted) {
        if (next) this.#wanted.set(userId, { ...next, stamp: entry.stamp })
        return void this.#send(userId)
      }
      this.#wanted.delete(userId)
      this.#keep()
      this.#parts.saved(userId, entry)
      this.#say(userId, 'saved')
    } catch (error) {
      this.#sending.delete(userId)
      const refusal =
        error instanceof ApiProblem && [404, 409, 422].includes(error.status) ? error : undefined
      if (refusal) {
        this.drop(userId)
        this.#parts.refused(refusal)
        return
      }
      this.#say(userId, 'failed')
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        if (!this.#ended) this.retry()
      }, RETRY_MS)
    }
  }

  #say(userId: number, state: Sending): void {
    this.states.set(userId, state)
    this.#parts.changed()
  }

  #keep(): void {
    if (this.#wanted.size === 0) this.#draft.clear()
    else this.#draft.keep([...this.#wanted])
  }
}
