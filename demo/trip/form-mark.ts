/**
 * The signed mark in each form: its user, trip, child and time.
 *
 * A form may stay open longer than its visit. On a shared phone, one user may submit a form that another has opened, and
 * after the visit has expired only the mark tells whose text to keep. Only this web-app can make a mark.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SchoolTime } from './records/school-time.ts'

export interface FormSubject {
  guardianRef: string
  tripId: string
  studentRef: string
}

export interface FormMarks {
  make(subject: FormSubject): string
  /** The user of the form; undefined for a mark that is forged, of another form, or older than a day. */
  guardianOf(mark: string, form: Omit<FormSubject, 'guardianRef'>): string | undefined
}

const DAY_MS = 86_400_000

export function formMarks(secret: string, time: SchoolTime): FormMarks {
  const key = createHmac('sha256', secret).update('trip sign-up: forms').digest()
  const sealOf = (subject: FormSubject, madeAt: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([subject.guardianRef, subject.tripId, subject.studentRef, madeAt]))
      .digest()

  return {
    make(subject) {
      const madeAt = time.epochMilliseconds()
      const name = Buffer.from(subject.guardianRef).toString('base64url')
      return `${madeAt}.${name}.${sealOf(subject, madeAt).toString('base64url')}`
    },
    guardianOf(mark, form) {
      const [madeAt = '', name = '', seal = ''] = mark.split('.')
      const guardianRef = Buffer.from(name, 'base64url').toString()
      const expected = sealOf({ ...form, guardianRef }, Number(madeAt))
      const given = Buffer.from(seal, 'base64url')
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && time.epochMilliseconds() - Number(madeAt) < DAY_MS ? guardianRef : undefined
    },
  }
}
