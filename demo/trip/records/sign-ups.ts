/**
 * Sign-ups: who goes on which trip, and what was signed.
 *
 * Places are counted and taken in one immediate transaction. If two guardians sign at the same moment, even in different
 * processes, only one gets the last place, and the other sees a message.
 */
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { STUDENT, type Student } from './families.ts'
import type { SchoolTime } from './school-time.ts'
import { stateOf, type Trips } from './trips.ts'

export interface SignUp {
  tripId: string
  studentRef: string
  /** Undefined: entered by the office from a paper slip. */
  guardianRef: string | null
  signedBy: string
  /** The consent sentence as shown. */
  consent: string
  note: string
  /** Epoch milliseconds. */
  signedAt: number
}

export type NewSignUp = Omit<SignUp, 'signedAt' | 'guardianRef'> & { guardianRef: string }

/** `unknown`: no such trip for this student, or the student does not belong to this guardian. */
export type SigningOutcome = 'signed' | 'already' | 'full' | 'closed' | 'unknown'
export type WithdrawalOutcome = 'withdrawn' | 'closed' | 'unknown'

export interface ListedStudent extends Student {
  /** Undefined without a sign-up. */
  signUp: SignUp | undefined
}

export interface SignUps {
  sign(wish: NewSignUp): SigningOutcome
  withdraw(wish: Pick<NewSignUp, 'tripId' | 'studentRef' | 'guardianRef'>): WithdrawalOutcome
  of(tripId: string, studentRef: string): SignUp | undefined
  /** All students of the trip, by group, in class order. */
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
