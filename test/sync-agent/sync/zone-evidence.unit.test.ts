/** Which dates in the future say that the service's clocks are of another zone. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { datedInAnotherZone, isAhead } from '../../../sync-agent/sync/zone-evidence.ts'

const NOON = Temporal.Instant.from('2026-09-01T04:00:00Z')

it.each([
  // Clocks may differ by five minutes; a time at a limit is not beyond it.
  ['UTC', ['20260901040500'], undefined],
  ['UTC', ['20260901040501'], '20260901040501'],
  ['UTC', ['20260901120500'], '20260901120500'],
  ['UTC', ['20260901120501'], undefined],
  // The newest of those that another zone explains, in whatever order they come.
  ['UTC', ['20260901080000', '20260901110000', '20260901090000', '20260901230000'], '20260901110000'],
  ['Etc/GMT+8', ['20260901112000'], '20260901112000'],
  ['UTC', [], undefined],
  // A zone that shows the same time, or a later one, explains nothing.
  ['Asia/Singapore', ['20260901120501', '20260901130000'], undefined],
  ['Asia/Tokyo', ['20260901130501'], undefined],
])('in %s, %j: %s', (zone, times, newest) => {
  expect(datedInAnotherZone(times, NOON, zone)).toEqual(newest && { newest, fits: 'Asia/Hong_Kong' })
})

it('a zone is ahead of those that show an earlier time', () => {
  const ahead = ['UTC', 'Asia/Singapore', 'Asia/Tokyo'].map(other => isAhead('Asia/Hong_Kong', other, NOON))
  expect(ahead).toEqual([true, false, false])
})
