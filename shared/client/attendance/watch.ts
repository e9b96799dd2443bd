/** A day's list asked for again and again, told as what has changed. */
import type { AttendanceEntry, AttendanceItem, AttendanceList } from '../../contract/attendance.ts'
import type { TransportError } from '../errors.ts'
import { isPassing, LONGEST_TIMER_MS, type Pause, spreadWaitAfter, timer } from '../patience.ts'
import type { AskList, AttendanceQuery } from './list.ts'

export interface AttendanceChange {
  /** `joined` and `left`: the group. The others: the record of the day. */
  kind: 'recorded' | 'changed' | 'cleared' | 'joined' | 'left'
  student: Omit<AttendanceItem, 'attendanceEntry'>
  /** The record before; undefined when there was none. */
  from?: AttendanceEntry | undefined
  /** The record now; undefined when there is none. */
  to?: AttendanceEntry | undefined
}

export interface AttendanceNotice {
  /** The whole list as it is now. */
  list: AttendanceList
  /** In the list's order; empty with the first list. */
  changes: AttendanceChange[]
}

export interface WatchOptions {
  /** Between an answer and the next question. Milliseconds from 1; default 30,000. */
  intervalMs?: number | undefined
  /** Ends the watching. */
  signal?: AbortSignal | undefined
  /** Told of every failure that is waited out. */
  onFailure?: ((error: TransportError, waitMs: number) => void) | undefined
  /** Waits before it asks again. Default: a timer. */
  pause?: Pause | undefined
  /** From 0 up to 1, as `Math.random`, which is the default: spreads the watchers of a service that comes back. */
  random?: (() => number) | undefined
}

const INTERVAL_MS = 30_000
/** Whoever wants nothing asked for longer than a day is not watched, however much longer. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

export async function* watchList(
  ask: AskList,
  query: AttendanceQuery,
  options: WatchOptions = {},
): AsyncGenerator<AttendanceNotice, void, void> {
  const { intervalMs = INTERVAL_MS, signal, onFailure, pause = timer, random = Math.random } = options
  if (!(intervalMs >= 1 && intervalMs <= LONGEST_TIMER_MS))
    throw new RangeError(`intervalMs is no number from 1 to ${LONGEST_TIMER_MS}: ${intervalMs}`)
  let known: AttendanceList | undefined
  let failures = 0
  while (!signal?.aborted) {
    const answer = await ask(query, signal).catch(error => {
      if (signal?.aborted) return undefined
      if (isPassing(error)) return error
      throw error
    })
    if (answer === undefined) return
    if (!Array.isArray(answer)) {
      const waitMs = spreadWaitAfter(answer, failures, random)
      if (waitMs > LONGEST_WAIT_MS) throw answer
      failures += 1
      onFailure?.(answer, waitMs)
      await pause(waitMs, signal).catch(() => undefined)
      continue
    }
    failures = 0
    const changes = known ? changesBetween(known, answer) : []
    if (!known || changes.length > 0) yield { list: answer, changes }
    known = answer
    if (!signal?.aborted) await pause(intervalMs, signal).catch(() => undefined)
  }
}

/** What is another in a list than it was in one before: those who left come last. */
export function changesBetween(before: AttendanceList, after: AttendanceList): AttendanceChange[] {
  const known = byStudent(before)
  const changes = [...byStudent(after).values()].flatMap(item => {
    const earlier = known.get(item._id)
    known.delete(item._id)
    return changeOf(earlier, item) ?? []
  })
  const left = [...known.values()].map(({ attendanceEntry: from, ...student }) => ({
    kind: 'left' as const,
    student,
    from,
  }))
  return [...changes, ...left]
}

/** One item each: of a student who is on a list twice, the first counts. */
function byStudent(list: AttendanceList): Map<number, AttendanceItem> {
  const students = new Map<number, AttendanceItem>()
  for (const item of list) if (!students.has(item._id)) students.set(item._id, item)
  return students
}

function changeOf(
  earlier: AttendanceItem | undefined,
  { attendanceEntry: to, ...student }: AttendanceItem,
): AttendanceChange | undefined {
  const from = earlier?.attendanceEntry
  if (!earlier) return { kind: 'joined', student, from, to }
  if (from && to) return isSameEntry(from, to) ? undefined : { kind: 'changed', student, from, to }
  if (to) return { kind: 'recorded', student, from, to }
  return from && { kind: 'cleared', student, from, to }
}

/** By what it says: a note that is left out is an empty one, and the order of the fields is nobody's business. */
function isSameEntry(one: AttendanceEntry, other: AttendanceEntry): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ _id, status, entryDate, note = '', approvedBy, approvedAt }: AttendanceEntry): string {
  const approver = approvedBy && [approvedBy._id, approvedBy.firstName, approvedBy.lastName]
  return JSON.stringify([_id, status, entryDate, note, approver ?? null, approvedAt ?? null])
}
