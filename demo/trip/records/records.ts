/** The web-app's own records, in one SQLite file: families, trips, what was signed, and what was typed but not yet sent. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../shared/clock.ts'
import { openDatabase } from '../../../shared/sqlite/open.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createFamilies, type Families } from './families.ts'
import { MIGRATIONS } from './migrations.ts'
import { seedSample } from './sample.ts'
import { schoolTime } from './school-time.ts'
import { createSettings, type Settings } from './settings.ts'
import { createSignUps, type SignUps } from './sign-ups.ts'
import { createTrips, type Trips } from './trips.ts'

export interface Records {
  families: Families
  trips: Trips
  signUps: SignUps
  drafts: Drafts
  settings: Settings
  close(): void
}

export interface RecordsParts {
  /** A file; made, and filled with the sample school's families and trips, when there is none. */
  path: string
  clock: Clock
  newSecret?: () => string
}

/** `TRIP`, so that no other program's file is taken for one of these. */
const APPLICATION_ID = 0x54_52_49_50

/** @throws {StoreError} */
export function openRecords({ path, clock, newSecret = randomSecret }: RecordsParts): Records {
  const database = openDatabase({
    path,
    purpose: 'the trip sign-up’s records',
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
    // Whoever reads the secret that seals visits can be anybody, and notes are of families’ private lives.
    mode: 0o600,
  })
  const time = schoolTime(clock)
  const trips = createTrips(database)
  seedSample(database, time.today())
  return {
    families: createFamilies(database),
    trips,
    signUps: createSignUps(database, { trips, time }),
    drafts: createDrafts(database, time),
    settings: createSettings(database, newSecret),
    close: () => database.close(),
  }
}

const randomSecret = () => randomBytes(32).toString('base64url')
