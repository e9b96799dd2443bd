/** The sign-ups, in one SQLite table. */
import type { Clock } from '../../shared/clock.ts'
import { openDatabase } from '../../shared/sqlite/open.ts'
import { SAMPLE_TRIPS } from './sample-school.ts'

export interface SignUp {
  tripId: string
  studentRef: string
  /** Undefined for a slip on paper, entered by the office. */
  guardianRef: string | null
  signedBy: string
  note: string
  /** Epoch milliseconds. */
  signedAt: number
}

export interface SignUps {
  of(tripId: string, studentRef: string): SignUp | undefined
  /** Number of places. */
  taken(tripId: string): number
  /** @returns false when the trip is full or the student is signed up already */
  sign(slip: Omit<SignUp, 'signedAt'>, places: number): boolean
  withdraw(tripId: string, studentRef: string): void
  close(): void
}

/** `TRIP`: marks the file, so that a file of another program is not opened. */
const APPLICATION_ID = 0x54_52_49_50

/** @param path the file; created with the sample school's slips if it does not exist. @throws {StoreError} */
export function openSignUps(path: string, clock: Clock): SignUps {
  const now = () => clock.now().epochMilliseconds
  const database = openDatabase({
    path,
    purpose: 'the trip sign-up’s records',
    applicationId: APPLICATION_ID,
    // Notes are about families' private lives.
    isPrivate: true,
    migrations: [
      database => {
        database.exec(`
          CREATE TABLE sign_up (
            trip_id      TEXT NOT NULL,
            student_ref  TEXT NOT NULL,
            guardian_ref TEXT,
            signed_by    TEXT NOT NULL,
            note         TEXT NOT NULL,
            signed_at    INTEGER NOT NULL,
            PRIMARY KEY (trip_id, student_ref)
          ) STRICT, WITHOUT ROWID`)
        const add = database.prepare("INSERT INTO sign_up VALUES (?, ?, NULL, '', ?, ?)")
        for (const { tripId, slips } of SAMPLE_TRIPS)
          for (const [studentRef, note] of Object.entries(slips)) add.run(tripId, studentRef, note, now())
      },
    ],
  })
  const columns = `trip_id AS tripId, student_ref AS studentRef, guardian_ref AS guardianRef,
    signed_by AS signedBy, note, signed_at AS signedAt`
  const one = database.prepare<[string, string], SignUp>(
    `SELECT ${columns} FROM sign_up WHERE trip_id = ? AND student_ref = ?`,
  )
  const count = database.prepare<[string], number>('SELECT count(*) FROM sign_up WHERE trip_id = ?').pluck()
  // Counts and takes a place in one statement: of two guardians at the same moment, one gets the last place.
  const add = database.prepare(`
    INSERT INTO sign_up
    SELECT :tripId, :studentRef, :guardianRef, :signedBy, :note, :signedAt
    WHERE (SELECT count(*) FROM sign_up WHERE trip_id = :tripId) < :places
    ON CONFLICT DO NOTHING`)
  const remove = database.prepare('DELETE FROM sign_up WHERE trip_id = ? AND student_ref = ?')

  return {
    of: (tripId, studentRef) => one.get(tripId, studentRef),
    taken: tripId => count.get(tripId) ?? 0,
    sign: (slip, places) => add.run({ ...slip, places, signedAt: now() }).changes === 1,
    withdraw: (tripId, studentRef) => void remove.run(tripId, studentRef),
    close: () => database.close(),
  }
}
