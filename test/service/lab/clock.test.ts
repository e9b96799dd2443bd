import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { movableClock } from '../../../service/lab/clock.ts'
import { createContentClient, createSessionClient } from '../../../shared/client/index.ts'
import {
  APP_ID,
  entry,
  NOW,
  SHORT_TOKEN,
  type SmallSchool,
  startSmallSchool,
} from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => {
  school.clock.set(NOW)
  school.service.clock.reset()
})

const at = (text: string) => Temporal.Instant.from(text)
const dateHeader = async () => (await fetch(`${school.addresses.base}/healthz`)).headers.get('date')

describe('the clock of a running service', () => {
  // Promise: integrate/clock
  it('goes on from where it is set', () => {
    const { clock } = school.service
    clock.set('2026-12-24T08:00:00+08:00')
    expect(`${clock.now()}`).toBe('2026-12-24T00:00:00Z')
    school.clock.set('2026-11-20T01:30:05.25Z')
    expect(`${clock.now()}`).toBe('2026-12-24T00:00:05.25Z')
    expect(clock.state()).toMatchObject({ frozen: false, real: false, aheadMs: 33 * 86_400_000 + 81_000_000 })
  })

  it('moves by the days and months of the school’s calendar, forward and back', () => {
    const { clock } = school.service
    clock.set('2026-01-30T23:30:00Z') // 31 January in Hong Kong
    clock.move({ months: 1 })
    expect(`${clock.now()}`).toBe('2026-02-27T23:30:00Z') // 28 February there
    clock.move('-PT30M')
    expect(`${clock.now()}`).toBe('2026-02-27T23:00:00Z')
  })

  it('moves by the whole of a duration while time goes on, and by nothing stays the given one', () => {
    let ns = Temporal.Instant.from(NOW).epochNanoseconds
    const running = {
      now() {
        ns += 1n
        return Temporal.Instant.fromEpochNanoseconds(ns)
      },
    }
    const clock = movableClock(running, 'Asia/Hong_Kong')
    clock.move('PT0S')
    expect(clock.state()).toMatchObject({ aheadMs: 0, real: true })
    clock.move('PT3H')
    expect(clock.state()).toMatchObject({ aheadMs: 10_800_000, real: false })
  })

  // Promise: integrate/clock
  it('stands still, can be set meanwhile, and goes on from where it stands', () => {
    const { clock } = school.service
    clock.freeze()
    school.clock.set('2026-11-20T02:00:00Z')
    expect(`${clock.now()}`).toBe(NOW)
    clock.move({ hours: 1 })
    expect(clock.state()).toMatchObject({ frozen: true, aheadMs: 1_800_000 })
    school.clock.set('2026-11-20T03:00:00Z')
    clock.run()
    expect(`${clock.now()}`).toBe('2026-11-20T02:30:00Z')
    school.clock.set('2026-11-20T03:00:10Z')
    expect(`${clock.now()}`).toBe('2026-11-20T02:30:10Z')
  })

  it('is the given one again after a reset', async () => {
    const { clock } = school.service
    const machine = await dateHeader()
    clock.set('2031-01-01T00:00:00Z')
    clock.freeze()
    clock.skewHeader(5_000)
    expect(await dateHeader()).toBe('Wed, 01 Jan 2031 00:00:05 GMT')
    clock.reset()
    expect(`${clock.now()}`).toBe(NOW)
    expect(clock.state().real).toBe(true)
    const again = Date.parse((await dateHeader()) ?? '')
    expect(again).toBeGreaterThanOrEqual(Date.parse(machine ?? ''))
    expect(again).toBeLessThanOrEqual(Date.now())
  })

  it('shows what it does in the Date header of every answer, and can be wrong there alone', async () => {
    const { clock } = school.service
    clock.skewHeader(-120_000)
    expect(`${clock.now()}`).toBe(NOW)
    expect(await dateHeader()).toBe('Fri, 20 Nov 2026 01:28:00 GMT')
    for (const path of [
      '/nowhere',
      '/media/nothing.png',
      '/sync/units/1/years/1/groups/a/attendance-lists/b',
    ]) {
      const answer = await fetch(school.addresses.base + path)
      expect(answer.headers.get('date')).toBe('Fri, 20 Nov 2026 01:28:00 GMT')
    }
  })

  it('is taken back to a state it had', () => {
    const { clock } = school.service
    clock.move({ hours: 5 })
    clock.skewHeader(1_000)
    const before = clock.state()
    clock.freeze()
    clock.set('2040-01-01T00:00:00Z')
    clock.restore(before)
    expect(clock.state()).toEqual(before)
  })

  it.each<[said: string, change: (clock: SmallSchool['service']['clock']) => void]>([
    ['2026-12-24', clock => clock.set('2026-12-24')],
    ['year', clock => clock.move({ years: 9_000 })],
    ['duration', clock => clock.move('tomorrow')],
    ['milliseconds', clock => clock.skewHeader(0.5)],
    ['1970', clock => clock.skewHeader(-1e14)],
    ['1970 to 9999', clock => clock.restore({ ...clock.state(), frozen: false, aheadMs: 8.6e15 })],
    ['1970 to 9999', clock => clock.restore({ ...clock.state(), frozen: false, aheadMs: 1e300 })],
    ['1970 to 9999', clock => clock.restore({ ...clock.state(), frozen: false, aheadMs: Number.NaN })],
    ['1970 to 9999', clock => clock.restore({ ...clock.state(), headerSkewMs: -1e14 })],
    ['1970 to 9999', clock => clock.restore({ ...clock.state(), now: at('-100000-01-01T00:00:00Z') })],
  ])('refuses what cannot be, and stays: %s', (said, change) => {
    const { clock } = school.service
    clock.freeze()
    const before = clock.state()
    expect(() => change(clock)).toThrow(said)
    expect(clock.state()).toEqual(before)
  })

  it('lets sessions expire, and gives them back when it is set back', async () => {
    const { clock } = school.service
    const client = createSessionClient({ sessionUrl: school.addresses.sessionUrls.staging, appId: APP_ID })
    expect(await client.resolve(SHORT_TOKEN)).toMatchObject({ userId: 20 })
    clock.set('2026-11-20T04:00:00Z')
    await expect(client.resolve(SHORT_TOKEN)).rejects.toMatchObject({ status: 401 })
    clock.move({ seconds: -1 })
    expect(await client.resolve(SHORT_TOKEN)).toMatchObject({ userId: 20 })
  })

  it('dates what is published', async () => {
    const { clock, news } = school.service
    clock.set(at('2026-12-01T09:00:00+08:00'))
    clock.freeze()
    news.put(entry('N-clock', ['academy'], '20261201090000', 'Clock', '時鐘'))
    const content = createContentClient({ serviceUrl: school.addresses.serviceUrl })
    const since = async (lastSyncTime: string) =>
      (await content.news({ siteId: 'academy', lastSyncTime })).newsList.map(({ newsId }) => newsId)
    expect(await since('20261201085959')).toContain('N-clock')
    expect(await since('20261201090000')).not.toContain('N-clock')
  })
})
