/** The attendance records of one fixed term: every weekday, every group of the year, all five statuses, some gaps. */
import { Temporal } from 'temporal-polyfill'
import type { AttendanceStatus } from '../../shared/contract/attendance.ts'
import type { SeedAttendance } from '../seed.ts'
import { STAFF_IDS, STUDENT_GROUPS } from './people.ts'
import { seededRandom } from './random.ts'

export const TERM = { first: '2026-09-01', last: '2026-12-18' } as const

type Mark = AttendanceStatus | 'no record'

/** What a group's day may hold besides Present: in shuffled order one student each, as often as the share says. */
const EXCEPTIONS: readonly (readonly [mark: Mark, share: number])[] = [
  ['Late', 0.8],
  ['Excused', 0.75],
  ['EarlyLeave', 0.4],
  ['Unexcused', 0.35],
  ['no record', 0.6],
  ['Late', 0.25],
  ['Excused', 0.2],
]

const NOTES: Record<AttendanceStatus, readonly string[]> = {
  Present: ['', '', '', '', '', '', 'Rowing practice before school'],
  Late: ['', 'School bus delayed by traffic', '渡輪班次延誤', 'Arrived at 08:52', '早上覆診後回校'],
  Excused: [
    'Sick leave, guardian called the office',
    '病假，家長已致電校務處',
    'Music examination',
    'Family funeral',
    '代表學校參加比賽',
  ],
  Unexcused: ['', 'No answer from guardian yet', '未能聯絡家長'],
  EarlyLeave: ['Dental appointment at 14:00', '身體不適，由家長接回', 'Left after lunch for a regatta'],
}

export function attendance(): SeedAttendance[] {
  return termDays().flatMap(day =>
    Object.entries(STUDENT_GROUPS).flatMap(([group, students]) => dayOfGroup(day, group, students)),
  )
}

/** Monday to Friday; holidays are the school's own business and none are invented. */
export function termDays(): string[] {
  const days: string[] = []
  const last = Temporal.PlainDate.from(TERM.last)
  for (
    let day = Temporal.PlainDate.from(TERM.first);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    if (day.dayOfWeek <= 5) days.push(day.toString())
  return days
}

function dayOfGroup(day: string, group: string, students: readonly number[]): SeedAttendance[] {
  const random = seededRandom(`${day} ${group}`)
  const shuffled = random.shuffle(students)
  const marks = new Map<number, Mark>()
  // Thousands of records at every start: Hong Kong has been eight hours ahead of UTC all year since 1979.
  const midnight = Date.parse(`${day}T00:00:00+08:00`)
  for (const [mark, share] of EXCEPTIONS) {
    // The first day shows every kind, so that there is one day to point at.
    const student = day === TERM.first || random.next() < share ? shuffled.pop() : undefined
    if (student !== undefined) marks.set(student, mark)
  }
  return students.flatMap(userId => {
    const mark = marks.get(userId) ?? 'Present'
    return mark === 'no record' ? [] : [record(userId, day, midnight, mark, random)]
  })
}

function record(
  userId: number,
  day: string,
  midnight: number,
  status: AttendanceStatus,
  random: ReturnType<typeof seededRandom>,
): SeedAttendance {
  const minutes = 8 * 60 + (status === 'Late' ? 35 : 10) + random.below(18)
  const taken = 60 * minutes + random.below(60)
  const approved = status !== 'Present' && status !== 'Unexcused' && random.next() < 0.85
  return {
    userId,
    date: day,
    status,
    entryDate: inUtc(midnight, taken),
    note: random.pick(NOTES[status]),
    ...(approved
      ? {
          approvedBy: random.pick(STAFF_IDS),
          approvedAt: inUtc(midnight, taken + 60 * (20 + random.below(200))),
        }
      : {}),
  }
}

/** @param midnight of the day, epoch milliseconds */
const inUtc = (midnight: number, secondOfDay: number) => new Date(midnight + 1000 * secondOfDay).toISOString()
