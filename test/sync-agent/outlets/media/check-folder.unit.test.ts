/** Which files the daily look reads. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { filesOfDay } from '../../../../sync-agent/outlets/media/check-folder.ts'

const GIB = 1024 ** 3
const NAMES = Array.from({ length: 2_000 }, (_, index) =>
  createHash('sha256').update(`${index}`).digest('hex'),
)

it('of a small folder all are read every day', () => {
  for (const day of [20_000, 20_001]) expect(NAMES.filter(filesOfDay(day, GIB))).toEqual(NAMES)
})

it('of a large one a part is read each day, and every file once within as many days as it takes', () => {
  const days = Array.from({ length: 20 }, (_, index) => NAMES.filter(filesOfDay(20_700 + index, 20 * GIB)))
  expect(days.flat().sort()).toEqual(NAMES.toSorted())
  for (const read of days) expect(read.length).toBeLessThan(NAMES.length / 10)
})

it('an empty folder is none', () => {
  expect(NAMES.filter(filesOfDay(20_000, 0))).toEqual(NAMES)
})
