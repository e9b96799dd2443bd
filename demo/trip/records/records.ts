/** The web-app's own records in one SQLite file: families, trips, sign-ups and drafts. */
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
  /** The file; created with the sample school's families and trips if it does not exist. */
  path: string
  clock: Clock
  newSecret?: () => string
}

/** `TRIP`: marks the file, so that a file of another program is not opened. */
const APPLICATION_ID = 0x54_52_49_50

/** @throws {StoreError} */
export function openRecords({ path, clock, newSecret = randomSecret }: RecordsParts): Records {
  const database = openDatabase({
    path,
    purpose: 'the trip sign-up’s records',
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
    // Only for the owner: the file holds the secret that seals visits, and notes about families' private lives.
    isPrivate: true,
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
