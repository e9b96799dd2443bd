/** What the trip sign-up keeps: places, slips, families and what was typed. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { announceEntrance } from '../../../demo/trip/announce.ts'
import { formMarks } from '../../../demo/trip/form-mark.ts'
import { draftMark } from '../../../demo/trip/records/drafts.ts'
import { openRecords } from '../../../demo/trip/records/records.ts'
import { schoolTime } from '../../../demo/trip/records/school-time.ts'
import { stateOf } from '../../../demo/trip/records/trips.ts'
import { people } from '../../../service/sample/people.ts'
import { systemClock } from '../../../shared/clock.ts'
import { heldClock } from '../../support/held-clock.ts'
import { scratch } from '../../support/scratch.ts'
import type { LastPlaceRace } from './last-place.ts'

const NOW = '2026-11-20T01:30:00Z'
const SIGN = { signedBy: 'Yuk-lan Sheung', consent: 'I allow it.', note: 'Hay fever' }
const OWN = { guardianRef: 'GDN-2001', studentRef: 'TB260001', tripId: 'first-regatta' }

function opened() {
  const place = scratch()
  const clock = heldClock(NOW)
  const path = place.path('trips.db')
  const records = openRecords({ path, clock })
  return {
    ...records,
    path,
    clock,
    [Symbol.dispose]() {
      records.close()
      place[Symbol.dispose]()
    },
  }
}

it('are for nobody else on the machine to read, what is being written included', () => {
  using records = opened()
  for (const file of [records.path, `${records.path}-wal`, `${records.path}-shm`])
    expect(statSync(file).mode & 0o077, file).toBe(0)
})

it('has every guardian and student of the sample school, each guardian with the same children', () => {
  using records = opened()
  const everybody = people()
  for (const { role, refNo, children } of everybody) {
    if (role === 'Student') expect(records.families.student(refNo)?.refNo).toBe(refNo)
    if (role !== 'Guardian') continue
    const refNos = everybody.filter(({ userId }) => children?.includes(userId)).map(child => child.refNo)
    expect(records.families.childrenOf(refNo).map(child => child.refNo)).toEqual(refNos)
  }
})

it('offers trips in each state, and makes them anew once the last has closed, not before', () => {
  using records = opened()
  const states = (today: string) => records.trips.all().map(trip => stateOf(trip, today))
  expect(states('2026-11-20').toSorted()).toEqual(['closed', 'full', 'open', 'open', 'open'])
  records.signUps.sign({ ...OWN, ...SIGN })
  const days = (path: string, time: string) => {
    const again = openRecords({ path, clock: heldClock(time) })
    const found = again.trips.all().map(({ leavesAt }) => leavesAt)
    const signUp = again.signUps.of(OWN.tripId, OWN.studentRef)
    again.close()
    return { first: found[0], signUp }
  }
  const before = records.trips.all()[0]?.leavesAt
  expect(days(records.path, '2026-11-30T00:00:00Z')).toMatchObject({ first: before, signUp: SIGN })
  const after = days(records.path, '2027-02-01T00:00:00Z')
  expect(`${after.first}` > '2027-02-01').toBe(true)
  expect(after.signUp).toBeUndefined()
})

it('of two guardians who sign at the same moment, each with a hand of its own in the file, one gets the last place', async () => {
  using records = opened()
  const { path } = records
  const students = records.families
  const racers = ['TB260001', 'TB260003'].map((studentRef, at) => ({
    studentRef,
    guardianRef: `RACER-${at}`,
    groupName: students.student(studentRef)?.groupName,
  }))
  const database = new Database(path)
  for (const { guardianRef, studentRef } of racers)
    database.prepare('INSERT INTO family VALUES (?, ?)').run(guardianRef, studentRef)
  database
    .prepare("UPDATE trip SET places = 10, closes_on = '2999-01-01' WHERE trip_id = 'first-regatta'")
    .run()
  const ready = new SharedArrayBuffer(4)
  const outcomes = await Promise.all(
    racers.map(async ({ studentRef, guardianRef }) => {
      const race: LastPlaceRace = {
        ...{ path, ready, studentRef, guardianRef, tripId: 'first-regatta' },
        racers: racers.length,
      }
      const worker = new Worker(new URL('last-place.ts', import.meta.url), { workerData: race })
      const [outcome] = await once(worker, 'message')
      await worker.terminate()
      return outcome
    }),
  )
  expect(outcomes.toSorted()).toEqual(['full', 'signed'])
  expect(records.trips.get('first-regatta')?.taken).toBe(10)
  database.close()
})

it('a place given up is free for the next; the slip that was withdrawn is kept', () => {
  using records = opened()
  const { signUps, trips, path } = records
  expect(signUps.sign({ ...OWN, ...SIGN })).toBe('signed')
  expect(signUps.sign({ ...OWN, ...SIGN })).toBe('already')
  expect(trips.get(OWN.tripId)?.taken).toBe(10)
  expect(signUps.withdraw(OWN)).toBe('withdrawn')
  expect(trips.get(OWN.tripId)?.taken).toBe(9)
  expect(signUps.of(OWN.tripId, OWN.studentRef)).toBeUndefined()
  const database = new Database(path, { readonly: true })
  expect(database.prepare('SELECT note FROM sign_up WHERE withdrawn_at IS NOT NULL').all()).toEqual([
    { note: SIGN.note },
  ])
  database.close()
  expect(signUps.sign({ ...OWN, ...SIGN, note: 'None' })).toBe('signed')
})

it('the last day to sign or withdraw is the school’s, to the end of it', () => {
  using records = opened()
  const { signUps, clock, trips } = records
  const last = trips.get(OWN.tripId)?.closesOn
  expect(last).toBe('2026-11-24')
  clock.set(`${last}T23:59:59+08:00`)
  expect(signUps.sign({ ...OWN, ...SIGN })).toBe('signed')
  clock.set('2026-11-25T00:00:00+08:00')
  expect(signUps.withdraw(OWN)).toBe('closed')
  expect(signUps.sign({ ...OWN, ...SIGN, studentRef: 'TB260001', guardianRef: 'GDN-2001' })).toBe('already')
  expect(signUps.sign({ ...SIGN, tripId: OWN.tripId, guardianRef: 'GDN-2003', studentRef: 'TB260003' })).toBe(
    'closed',
  )
})

it('signs nobody up for whom the guardian has no say, or whose trip it is not', () => {
  using records = opened()
  const { signUps } = records
  expect(signUps.sign({ ...OWN, ...SIGN, guardianRef: 'GDN-2003' })).toBe('unknown')
  expect(signUps.sign({ ...OWN, ...SIGN, tripId: 'farm-morning' })).toBe('unknown')
  expect(signUps.sign({ ...OWN, ...SIGN, tripId: 'no-trip' })).toBe('unknown')
  expect(signUps.withdraw({ ...OWN, tripId: 'lighthouse-night', guardianRef: 'GDN-2002' })).toBe('unknown')
})

it('keeps what was typed for its writer alone, and for a day', () => {
  using records = opened()
  const { drafts, clock } = records
  drafts.keep({ ...OWN, note: 'first' }, '')
  drafts.keep({ ...OWN, note: 'second' }, draftMark('first'))
  drafts.keep({ ...OWN, tripId: 'no-trip', note: 'nowhere' }, '')
  expect(drafts.of('GDN-2001')).toEqual([{ ...OWN, note: 'second' }])
  expect(drafts.of('GDN-2002')).toEqual([])
  clock.set('2026-11-21T01:30:00Z')
  expect(drafts.of('GDN-2001')).toEqual([])
})

it('a form’s mark says whose it is, and is good for this form, this secret and this day', () => {
  const clock = heldClock(NOW)
  const marks = formMarks('secret', schoolTime(clock))
  const mark = marks.make(OWN)
  expect(marks.guardianOf(mark, OWN)).toBe('GDN-2001')
  expect(marks.guardianOf(mark, { ...OWN, studentRef: 'TB260002' })).toBeUndefined()
  expect(marks.guardianOf(mark, { ...OWN, tripId: 'farm-morning' })).toBeUndefined()
  expect(formMarks('other', schoolTime(clock)).guardianOf(mark, OWN)).toBeUndefined()
  const [madeAt, , seal] = mark.split('.')
  const asAnother = `${madeAt}.${Buffer.from('GDN-2002').toString('base64url')}.${seal}`
  for (const bad of ['', '...', mark.slice(1), `${mark}x`, asAnother, `9${mark}`])
    expect(marks.guardianOf(bad, OWN), bad).toBeUndefined()
  clock.set('2026-11-21T01:30:00Z')
  expect(marks.guardianOf(mark, OWN)).toBeUndefined()
})

it('keeps one secret over its restarts', () => {
  using records = opened()
  const again = openRecords({ path: records.path, clock: systemClock })
  expect(records.settings.secret()).toMatch(/^[\w-]{43}$/)
  expect(again.settings.secret()).toBe(records.settings.secret())
  again.close()
})

it('tells the app where it is, at whatever port it is this time, and leaves alone what the office has entered', () => {
  using records = opened()
  const app = { settings: { moreEnabled: false, entranceUrl: 'http://127.0.0.1:4030/' } }
  const startAt = (entranceUrl: string) => {
    announceEntrance(app, records.settings, entranceUrl)
    return app.settings.entranceUrl
  }
  expect(startAt('http://127.0.0.1:5030/')).toBe('http://127.0.0.1:5030/')
  expect(startAt('http://127.0.0.1:6030/')).toBe('http://127.0.0.1:6030/')
  expect(app.settings.moreEnabled).toBe(false)
  app.settings.entranceUrl = 'https://lunch.school.example/'
  expect(startAt('http://127.0.0.1:4030/')).toBe('https://lunch.school.example/')
})
