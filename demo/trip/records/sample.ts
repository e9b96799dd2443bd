/**
 * Sample records of Tern Bay Academy: families, five future trips, and some sign-ups.
 *
 * Trip dates are relative to the day of creation. When the last trip has closed, they are created again, so that a demo
 * that is opened a term later has future trips.
 */
import { Temporal } from 'temporal-polyfill'
import { people, STUDENT_GROUPS } from '../../../service/sample/people.ts'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { PAPER_SLIP, SAMPLE_TRIPS, type SampleTrip } from './sample-trips.ts'

/** @param today `YYYY-MM-DD` in the school's zone */
export function seedSample(database: SqliteDatabase, today: string): void {
  const last = database.prepare<[], string | null>('SELECT max(closes_on) FROM trip').pluck()
  database
    .transaction(() => {
      addFamilies(database)
      if ((last.get() ?? '') >= today) return
      database.exec('DELETE FROM trip')
      for (const trip of SAMPLE_TRIPS) addTrip(database, trip, Temporal.PlainDate.from(today))
    })
    .immediate()
}

const GROUP_NAMES = { rowing: '1A - Rowing', science: '2B / Science', morningStar: '晨星班' } as const

function addFamilies(database: SqliteDatabase): void {
  const addStudent = database.prepare('INSERT INTO student VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const addChild = database.prepare('INSERT INTO family VALUES (?, ?) ON CONFLICT DO NOTHING')
  const everybody = people()
  const refNos = new Map(everybody.map(({ userId, refNo }) => [userId, refNo]))
  for (const { userId, role, refNo, firstName, lastName, chineseName } of everybody) {
    const group = groupOf(userId)
    if (role === 'Student' && group)
      addStudent.run(refNo, `${firstName} ${lastName}`, chineseName, GROUP_NAMES[group])
  }
  for (const { refNo, children = [] } of everybody)
    for (const child of children) addChild.run(refNo, refNos.get(child))
}

type Group = keyof typeof STUDENT_GROUPS

const groupOf = (userId: number) =>
  (Object.keys(STUDENT_GROUPS) as Group[]).find(group => STUDENT_GROUPS[group].includes(userId))

function addTrip(database: SqliteDatabase, trip: SampleTrip, today: Temporal.PlainDate): void {
  const { tripId, inDays, closesInDays, from, to, nights = 0, places, fee, onWater, groups, texts } = trip
  const day = schoolDay(today.add({ days: inDays }))
  const values = [
    tripId,
    `${day}T${from}`,
    `${day.add({ days: nights })}T${to}`,
    `${today.add({ days: closesInDays })}`,
    places,
    fee,
    onWater ? 1 : 0,
  ]
  database.prepare('INSERT INTO trip VALUES (?, ?, ?, ?, ?, ?, ?)').run(...values)
  const addText = database.prepare('INSERT INTO trip_text VALUES (?, ?, ?, ?, ?, ?)')
  for (const lang of LANGUAGES) {
    const { title, about, meeting, bring } = texts[lang]
    addText.run(tripId, lang, title, about, meeting, bring)
  }
  const addGroup = database.prepare('INSERT INTO trip_group VALUES (?, ?)')
  for (const group of groups) addGroup.run(tripId, GROUP_NAMES[group])
  addSlips(database, trip, today)
}

/** Schools make no trips on weekends: moved to the next Friday. */
function schoolDay(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.dayOfWeek <= 5 ? day : day.add({ days: 12 - day.dayOfWeek })
}

function addSlips(database: SqliteDatabase, { tripId, slips }: SampleTrip, today: Temporal.PlainDate): void {
  const add = database.prepare(`
    INSERT INTO sign_up (trip_id, student_ref, guardian_ref, signed_by, consent, note, signed_at)
    SELECT ?, ref_no, ?, ?, ?, ?, ? FROM student WHERE ref_no = ?`)
  const day = today.subtract({ days: 2 }).toZonedDateTime({ timeZone: 'Asia/Hong_Kong', plainTime: '08:20' })
  slips.forEach(({ student, guardian, signedBy, note = '' }, at) => {
    const signedAt = day.add({ minutes: 7 * at }).epochMilliseconds
    add.run(
      tripId,
      guardian ?? null,
      signedBy ?? PAPER_SLIP.signedBy,
      PAPER_SLIP.consent,
      note,
      signedAt,
      student,
    )
  })
}
