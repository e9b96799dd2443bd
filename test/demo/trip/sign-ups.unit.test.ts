/** What the trip sign-up keeps, and where the demo says that it is. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { announceEntrance } from '../../../demo/demo.ts'
import { isClosed, studentsOf, tripsAt } from '../../../demo/trip/sample-school.ts'
import { openSignUps } from '../../../demo/trip/sign-ups.ts'
import { people } from '../../../service/sample/people.ts'
import { heldClock } from '../../support/held-clock.ts'
import { scratch } from '../../support/scratch.ts'
import type { LastPlaceRace } from './last-place.ts'

const clock = heldClock('2026-11-20T01:30:00Z')

it('is for nobody else on the machine to read, what is being written included', () => {
  using place = scratch()
  const path = place.path('sign-ups.db')
  const signUps = openSignUps(path, clock)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o077, file).toBe(0)
  signUps.close()
})

it('of guardians who sign at the same moment, one gets the last place', async () => {
  using place = scratch()
  const path = place.path('sign-ups.db')
  const signUps = openSignUps(path, clock)
  const before = signUps.taken('tern-island')
  const racers = ['TB260001', 'TB260003', 'TB260005']
  const ready = new SharedArrayBuffer(4)
  const outcomes = await Promise.all(
    racers.map(async studentRef => {
      const race: LastPlaceRace = { path, ready, studentRef, racers: racers.length, places: before + 1 }
      const worker = new Worker(new URL('last-place.ts', import.meta.url), { workerData: race })
      const [outcome] = await once(worker, 'message')
      await worker.terminate()
      return outcome
    }),
  )
  expect(outcomes.filter(isSigned => isSigned)).toHaveLength(1)
  expect(signUps.taken('tern-island')).toBe(before + 1)
  signUps.close()
})

it('has every guardian of the sample school with their own children', () => {
  for (const { refNo, children = [] } of people().filter(({ role }) => role === 'Guardian'))
    expect(studentsOf(refNo).map(child => child.refNo)).toEqual(
      people()
        .filter(({ userId }) => children.includes(userId))
        .map(child => child.refNo),
    )
  expect(studentsOf('GDN-0000')).toEqual([])
})

it('the last day to sign is the school’s, to the end of it', () => {
  const island = tripsAt(clock.now()).find(({ tripId }) => tripId === 'tern-island')
  const closedAt = (time: string) => island && isClosed(island, Date.parse(time))
  expect(closedAt('2026-12-03T23:59:59+08:00')).toBe(false)
  expect(closedAt('2026-12-04T00:00:00+08:00')).toBe(true)
})

it('the demo tells the app where it is, at any port, and keeps what the office has entered', () => {
  using place = scratch()
  const app = { settings: { moreEnabled: false, entranceUrl: 'http://127.0.0.1:4030/' } }
  const startAt = (entranceUrl: string) => {
    announceEntrance(app, entranceUrl, place.path('entrance.txt'))
    return app.settings.entranceUrl
  }
  expect(startAt('http://127.0.0.1:5030/')).toBe('http://127.0.0.1:5030/')
  expect(startAt('http://127.0.0.1:6030/')).toBe('http://127.0.0.1:6030/')
  expect(app.settings.moreEnabled).toBe(false)
  app.settings.entranceUrl = 'https://lunch.school.example/'
  expect(startAt('http://127.0.0.1:4030/')).toBe('https://lunch.school.example/')
})
