/** What "after lastSyncTime" means where wall clock and time part: in the hour repeated in autumn and the one skipped in spring. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { lastSecondBefore } from '../../../service/interface/since.ts'
import { createContentClient } from '../../../shared/client/index.ts'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/index.ts'
import { epochSecond } from '../../../shared/contract/wire-time.ts'
import { entry, startSmallSchool } from '../../support/small-school.ts'

const isAfter = (change: Temporal.Instant, asked: Temporal.PlainDateTime, zone: string) =>
  epochSecond(change) > lastSecondBefore(asked, zone)

/** Instants around the clock changes of 2026, and anywhere. */
const instants = fc
  .oneof(
    fc.constantFrom(
      '2026-03-29T01:00',
      '2026-10-25T01:00',
      '2026-11-01T06:00',
      '2026-04-04T15:00',
      '2026-10-03T15:30',
    ),
    fc
      .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map(date => date.toISOString().slice(0, 16)),
  )
  .chain(near =>
    fc.integer({ min: -9000, max: 9000 }).map(seconds => Temporal.Instant.from(`${near}Z`).add({ seconds })),
  )
const zones = fc.constantFrom('Asia/Hong_Kong', 'Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe')

describe('after lastSyncTime', () => {
  it('holds for every change whose wall clock is later: text compared with text never finds more', () => {
    fc.assert(
      fc.property(instants, instants, zones, (change, other, zone) => {
        const asked = wallClockAt(other, zone)
        const shown = wallClockAt(change, zone)
        return printWireDateTime(shown) <= printWireDateTime(asked) || isAfter(change, asked, zone)
      }),
      { numRuns: 500 },
    )
  })

  it('holds for every change at least a second after the caller’s last answer, in repeated hours too', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 8000 }), zones, (last, seconds, zone) =>
        isAfter(last.add({ seconds }), wallClockAt(last, zone), zone),
      ),
      { numRuns: 500 },
    )
  })

  it('does not hold within the second asked for, nor before it, where the wall clock shows each time once', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 8000 }), (last, seconds) => {
        const asked = wallClockAt(last, 'Asia/Hong_Kong')
        return !isAfter(last.subtract({ seconds }), asked, 'Asia/Hong_Kong')
      }),
      { numRuns: 500 },
    )
  })

  it('a skipped wall clock lies just before the gap’s end', () => {
    const skipped = Temporal.PlainDateTime.from('2026-03-29T02:30:00')
    const zone = 'Europe/Vienna'
    expect(isAfter(Temporal.Instant.from('2026-03-29T01:00:00Z'), skipped, zone)).toBe(true)
    expect(isAfter(Temporal.Instant.from('2026-03-29T00:59:59Z'), skipped, zone)).toBe(false)
  })

  // Promise: silent/repeated-hour
  it('a change in the second 02:10 of a repeated hour reaches who stopped at the first 02:30', async () => {
    await using school = await startSmallSchool({ zone: 'Europe/Vienna' })
    const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
    const since = async (lastSyncTime: string) => {
      const { newsList } = await client.news({ siteId: 'pre-school', lastSyncTime })
      return newsList.map(({ newsId }) => newsId).filter(newsId => newsId.startsWith('R'))
    }
    school.clock.set('2026-10-25T00:50:00Z')
    school.service.news.put(entry('R-0250-first', ['pre-school'], '20261025025000', 'A', '甲'))
    school.clock.set('2026-10-25T01:10:00Z')
    school.service.news.put(entry('R-0210-second', ['pre-school'], '20261025021000', 'B', '乙'))

    expect(await since('20261025023000')).toEqual(['R-0250-first', 'R-0210-second'])
    // Told twice rather than never: 02:55 may be the first or the second.
    expect(await since('20261025025500')).toEqual(['R-0210-second'])
    expect(await since('20261025030000')).toEqual([])
  })
})
