/**
 * Who goes on which trip, and what was signed.
 *
 * A place is counted and taken in one transaction that has the file to itself from its beginning: of two guardians who press
 * at the same moment, in whatever process, one gets the last place and the other is told.
 */
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { STUDENT, type Student } from './families.ts'
import type { SchoolTime } from './school-time.ts'
import { stateOf, type Trips } from './trips.ts'

export interface SignUp {
  tripId: string
  studentRef: string
  /** Absent: the office, from a reply slip on paper. */
  guardianRef: string | null
  signedBy: string
  /** The sentence that was ticked, as it was read. */
  consent: string
  note: string
  /** Epoch milliseconds. */
  signedAt: number
}

export type NewSignUp = Omit<SignUp, 'signedAt' | 'guardianRef'> & { guardianRef: string }

/** `unknown`: no such trip for this student, or the student is not this guardian's. */
export type SigningOutcome = 'signed' | 'already' | 'full' | 'closed' | 'unknown'
export type WithdrawalOutcome = 'withdrawn' | 'closed' | 'unknown'

export interface ListedStudent extends Student {
  /** Absent for who has not signed up. */
  signUp: SignUp | undefined
}

export interface SignUps {
  sign(wish: NewSignUp): SigningOutcome
  withdraw(wish: Pick<NewSignUp, 'tripId' | 'studentRef' | 'guardianRef'>): WithdrawalOutcome
  of(tripId: string, studentRef: string): SignUp | undefined
  /** Everybody whose trip it is, by group, in the order of the register. */
  list(tripId: string): ListedStudent[]
}

const SIGN_UP = `sign_up.trip_id AS tripId, sign_up.student_ref AS studentRef, guardian_ref AS guardianRef,
  signed_by AS signedBy, consent, note, signed_at AS signedAt`

export function createSignUps(
  database: SqliteDatabase,
  { trips, time }: { trips: Trips; time: SchoolTime },
): SignUps {
  const standing = database.prepare<[string, string], SignUp>(
    `SELECT ${SIGN_UP} FROM sign_up WHERE trip_id = ? AND student_ref = ? AND withdrawn_at IS NULL`,
  )
  const mayGo = database
    .prepare<[string, string, string], 1>(`
      SELECT 1 FROM family
      JOIN student ON student.ref_no = family.student_ref
      JOIN trip_group ON trip_group.group_name = student.group_name
      WHERE family.guardian_ref = ? AND family.student_ref = ? AND trip_group.trip_id = ?`)
    .pluck()
  const add = database.prepare(
    'INSERT INTO sign_up (trip_id, student_ref, guardian_ref, signed_by, consent, note, signed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const end = database.prepare(
    'UPDATE sign_up SET withdrawn_at = ? WHERE trip_id = ? AND student_ref = ? AND withdrawn_at IS NULL',
  )
  const listed = database.prepare<[string], Student>(`
    SELECT ${STUDENT} FROM trip_group JOIN student ON student.group_name = trip_group.group_name
    WHERE trip_group.trip_id = ? ORDER BY student.group_name, student.ref_no`)

  const sign = database.transaction((wish: NewSignUp): SigningOutcome => {
    const { tripId, studentRef, guardianRef, signedBy, consent, note } = wish
    const trip = trips.get(tripId)
    if (!trip || mayGo.get(guardianRef, studentRef, tripId) === undefined) return 'unknown'
    if (standing.get(tripId, studentRef)) return 'already'
    const state = stateOf(trip, time.today())
    if (state !== 'open') return state
    add.run(tripId, studentRef, guardianRef, signedBy, consent, note, time.epochMilliseconds())
    return 'signed'
  })

  const withdraw = database.transaction(
    ({ tripId, studentRef, guardianRef }: Parameters<SignUps['withdraw']>[0]): WithdrawalOutcome => {
      const trip = trips.get(tripId)
      if (!trip || mayGo.get(guardianRef, studentRef, tripId) === undefined) return 'unknown'
      if (stateOf(trip, time.today()) === 'closed') return 'closed'
      end.run(time.epochMilliseconds(), tripId, studentRef)
      return 'withdrawn'
    },
  )

  return {
    sign: wish => sign.immediate(wish),
    withdraw: wish => withdraw.immediate(wish),
    of: (tripId, studentRef) => standing.get(tripId, studentRef),
    list: tripId =>
      listed.all(tripId).map(student => ({ ...student, signUp: standing.get(tripId, student.refNo) })),
  }
}
