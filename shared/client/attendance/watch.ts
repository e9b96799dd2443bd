/** Requests a day's list at intervals and reports its changes. */

import type { AttendanceEntry, AttendanceItem, AttendanceList } from '../../contract/attendance.ts'
import { LONGEST_TIMER_MS } from '../../longest-timer.ts'
import type { TransportError } from '../errors.ts'
import { isPassing, type Pause, spreadWaitAfter, timer } from '../patience.ts'
import type { AskList, AttendanceQuery } from './list.ts'

export interface AttendanceChange {
  /** `joined` and `left`: the student's group. The others: the record of the day. */
  kind: 'recorded' | 'changed' | 'cleared' | 'joined' | 'left'
  student: Omit<AttendanceItem, 'attendanceEntry'>
  /** The earlier record; undefined if there was none. */
  from?: AttendanceEntry | undefined
  /** The current record; undefined if there is none. */
  to?: AttendanceEntry | undefined
}

export interface AttendanceNotice {
  /** The whole current list. */
  list: AttendanceList
  /** In the order of the list; empty for the first list. */
  changes: AttendanceChange[]
}

export interface WatchOptions {
  /** Pause between a response and the next call. Milliseconds from 1; default 30,000. */
  intervalMs?: number | undefined
  /** Ends the watching. */
  signal?: AbortSignal | undefined
  /** Called for every failure that leads to another attempt. */
  onFailure?: ((error: TransportError, waitMs: number) => void) | undefined
  /** Waits before the next attempt. Default: a timer. */
  pause?: Pause | undefined
  /** A number from 0 to 1, as `Math.random`, which is the default. Spreads the clients of a service that comes back. */
  random?: (() => number) | undefined
}

const INTERVAL_MS = 30_000
/** A service that asks to wait for longer than a day is not called again. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

export async function* watchList(
  ask: AskList,
  query: AttendanceQuery,
  options: WatchOptions = {},
): AsyncGenerator<AttendanceNotice, void, void> {
  const { intervalMs = INTERVAL_MS, signal, onFailure, pause = timer, random = Math.random } = options
  if (!(intervalMs >= 1 && intervalMs <= LONGEST_TIMER_MS))
    throw new RangeError(`intervalMs must be a number from 1 to ${LONGEST_TIMER_MS}, not ${intervalMs}`)
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

/** The differences between two lists; students who left come last. */
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

/** One item for each student; if a student is on a list twice, the first item counts. */
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

/** Compares by value: a missing note equals an empty one, and the order of fields does not matter. */
function isSameEntry(one: AttendanceEntry, other: AttendanceEntry): boolean {
  return comparable(one) === comparable(other)
}

function comparable({ _id, status, entryDate, note = '', approvedBy, approvedAt }: AttendanceEntry): string {
  const approver = approvedBy && [approvedBy._id, approvedBy.firstName, approvedBy.lastName]
  return JSON.stringify([_id, status, entryDate, note, approver ?? null, approvedAt ?? null])
}
