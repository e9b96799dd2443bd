/**
 * The mark in each form: for whom it was made, for which trip and child, and when.
 *
 * A form outlives its visit. On a phone that two people use, one may send what the other has open; and after an expired visit
 * nothing but the form itself tells whose typed words are to be kept. Nobody but this web-app can make one.
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
  /** Whose form it is, or undefined for a mark that is forged, of another form, or older than a day. */
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
