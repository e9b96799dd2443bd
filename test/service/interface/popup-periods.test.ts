/** Messages that begin and end: the service answers by its own clock, to the second, and nobody keeps an older answer. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from '../../../console/api/popups.ts'
import type { SeedPopup } from '../../../service/seed.ts'
import { entry, NOW, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const ask = (headers: HeadersInit = {}) =>
  fetch(`${school.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=pre-school`, { headers })
const titles = async () => {
  const { content } = (await (await ask()).json()) as { content: { msgTitle: string }[] }
  return content.map(({ msgTitle }) => msgTitle)
}
const message = (msgTitle: string, more: Partial<SeedPopup>): SeedPopup => ({
  sites: ['pre-school'],
  displayDate: '20261120093000',
  onWebsite: true,
  texts: { 'en-US': { msgTitle, msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } },
  ...more,
})
const put = (msgTitle: string, more: Partial<SeedPopup>) => school.service.popups.put(message(msgTitle, more))
/** The service's clock: half past nine in Hong Kong is 01:30 in UTC. */
const at = (time: string) => school.service.clock.set(`2026-11-20T${time}+08:00`)

describe('a popup message with a start and an end', () => {
  // Promise: silent/popup-period
  it('is in the answer from its first second to the one before its end, without the times', async () => {
    at('09:30:00')
    const popupId = put('Signal', { startsAt: '20261120100000', endsAt: '20261120103000' })
    const seen = async () => (await titles()).includes('Signal')
    const { popups } = school.service
    for (const [time, isSeen, state] of [
      ['09:59:59.999', false, 'planned'],
      ['10:00:00', true, 'live'],
      ['10:29:59.999', true, 'live'],
      ['10:30:00', false, 'ended'],
      // The laboratory's clock goes back as well.
      ['10:15:00', true, 'live'],
      ['09:00:00', false, 'planned'],
    ] as const) {
      at(time)
      expect([time, await seen(), popups.get(popupId)?.state]).toEqual([time, isSeen, state])
    }
    at('10:00:00')
    const [first] = (await (await ask()).json()).content
    expect(Object.keys(first)).toEqual(['msgTitle', 'msgBody', 'displayDate'])
    popups.remove(popupId)
  })

  it('gives no 304 beyond such a moment, and says how long its answer may be kept', async () => {
    at('09:30:00')
    const popupId = put('Ends', { endsAt: '20261120093010' })
    const [before, cached] = [await ask(), async () => (await ask()).headers.get('cache-control')]
    expect(before.headers.get('cache-control')).toBe(
      'public, max-age=10, stale-while-revalidate=0, stale-if-error=0',
    )
    at('09:30:09.600')
    expect(await cached()).toBe('public, max-age=0, stale-while-revalidate=0, stale-if-error=0')
    const held = { 'if-none-match': before.headers.get('etag') ?? '' }
    expect((await ask(held)).status).toBe(304)
    at('09:30:10')
    const after = await ask(held)
    expect(after.status).toBe(200)
    expect(after.headers.get('cache-control')).toContain('stale-if-error=86400')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    school.service.popups.remove(popupId)
    at('09:30:00')
    const other = put('Other website', { sites: ['academy'], endsAt: '20261120093005' })
    expect(await cached()).toContain('max-age=15')
    school.service.popups.remove(other)
  })

  it('is refused when it would end before it begins, or in a year that no clock shows', () => {
    const { popups } = school.service
    const before = popups.list()
    const wrong = (startsAt: string, endsAt: string) => () => put('Wrong', { startsAt, endsAt })
    expect(wrong('20261120100000', '20261120100000')).toThrow('/endsAt must be later than startsAt')
    expect(wrong('20261120100000', '20261120095959')).toThrow('/endsAt must be later than startsAt')
    expect(wrong('00261120100000', '20261120095959')).toThrow('/startsAt must be in the years 1970 to 9999')
    expect(popups.list()).toEqual(before)
  })

  it('keeps both in an export, a snapshot and an undo, and a change of them is a change', async () => {
    at('09:30:00')
    const { popups, state } = school.service
    const period = { startsAt: '20261120100000', endsAt: '20261120103000' }
    const popupId = put('Kept', period)
    const { snapshotId } = state.snapshots.take('With a period')
    const file = school.scratch.path('periods.zip')
    await state.export(file)
    const stored = popups.get(popupId)
    if (!stored) throw new Error('not stored')
    const later = { ...stored, endsAt: '20261120110000' }
    expect(recordOf(later).stamp).not.toBe(recordOf(stored).stamp)
    popups.put(later)
    state.snapshots.apply(snapshotId)
    expect(popups.get(popupId)).toMatchObject(period)
    popups.put({ ...message('Kept', {}), popupId })
    expect(popups.get(popupId)).not.toHaveProperty('startsAt')
    await state.import(file)
    expect(popups.get(popupId)).toMatchObject(period)
    popups.remove(popupId)
    popups.restore(popupId)
    expect(popups.get(popupId)).toEqual(stored)
    popups.remove(popupId)
  })
})

describe('a clock that goes on while an answer is made', () => {
  it('does not let the answer outlive a moment that it just missed', async () => {
    let ticks = 0
    const clock = { now: () => Temporal.Instant.from(NOW).add({ seconds: ticks++ }) }
    await using busy = await startSmallSchool({ clock })
    const { clock: shown, popups } = busy.service
    const ask = async () => {
      const answer = await fetch(`${busy.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=pre-school`)
      return JSON.stringify(await answer.json())
    }
    for (let second = 45; second < 60; second += 1) {
      const popupId = popups.put(message('Signal', { startsAt: '20261120100000' }))
      shown.set(`2026-11-20T09:59:${second}+08:00`)
      await ask()
      shown.set('2026-11-20T10:01:00+08:00')
      expect([second, await ask()]).toEqual([second, expect.stringContaining('Signal')])
      popups.remove(popupId)
    }
  })
})

describe('in a zone with summer time', () => {
  it('a message is not stored when a skipped hour would let it end before it begins', async () => {
    await using abroad = await startSmallSchool({ zone: 'Europe/London' })
    const { popups, news } = abroad.service
    const before = popups.list()
    // At one o'clock of that night it is two: half past one is half past two.
    const [early, late] = ['20270328013000', '20270328020000']
    expect(() => popups.put(message('Skipped', { startsAt: early, endsAt: late }))).toThrow(
      '/endsAt must be later than startsAt, also by a clock that skips an hour that night',
    )
    const skipped = {
      ...entry('SKIPPED', ['academy'], early, 'Skipped', ''),
      ...{ publishAt: early, unpublishAt: late },
    }
    expect(() => news.put(skipped)).toThrow('/unpublishAt must be later than publishAt')
    expect([popups.list(), news.get('SKIPPED')]).toEqual([before, undefined])
    popups.put(message('Long', { startsAt: early, endsAt: '20270328023001' }))
    await expect(abroad.service.state.export(abroad.scratch.path('abroad.zip'))).resolves.toBeDefined()
  })
})
