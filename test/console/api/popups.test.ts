/** Popup messages by the console's API, as a program with a console token calls it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PopupRecord } from '../../../console/api/popups.ts'
import { createContentClient } from '../../../shared/client/index.ts'
import { CONSOLE_TOKEN, consoleCalls } from '../../support/console-calls.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool({ consoleToken: CONSOLE_TOKEN })
})
afterAll(() => school[Symbol.asyncDispose]())

const calls = consoleCalls(() => school.addresses.base)
const call = <Answer = PopupRecord>(method: string, path: string, body?: unknown) =>
  calls.call<Answer>(method, path, body)

const titles = async (siteId: 'academy' | 'pre-school', lang: 'en-US' | 'zh-HK' = 'en-US') => {
  const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
  return (await client.popups({ siteId, lang })).messages.map(({ msgTitle }) => msgTitle)
}

const draft = (msgTitle: string, more: object = {}) => ({
  sites: ['pre-school'],
  displayDate: '20261120100000',
  onWebsite: true,
  texts: {
    'en-US': { msgTitle, msgBody: `<p>${msgTitle}.</p>` },
    'zh-HK': { msgTitle: '通告', msgBody: '<p>通告。</p>' },
  },
  ...more,
})

describe('a popup message in the console', () => {
  it('is created with all of its fields, under a number of its own, and shown on its websites in both languages', async () => {
    const [first] = school.service.popups.list()
    const fields = { iconId: '10', needConfirm: 'Accept' }
    const sent = { ...draft('Sports day', fields), popupId: first?.popupId }
    const { status, headers, body } = await call('POST', '/popups', sent)
    const path = `/popups/${body.popupId}`
    expect([status, headers.get('location')]).toEqual([201, `/console/api${path}`])
    expect(body).toMatchObject({ ...fields, onWebsite: true, deleted: false })
    expect(await titles('pre-school')).toContain('Sports day')
    expect(await titles('pre-school', 'zh-HK')).toContain('通告')
    expect((await call('GET', path)).body).toEqual(body)
    // Nor is the number of a message changed, whatever number is sent with it.
    const other = await call('PUT', path, { ...body, popupId: first?.popupId, iconId: '' })
    expect(other.body.popupId).toBe(body.popupId)
    expect(other.body).not.toHaveProperty('iconId')
    expect(school.service.popups.get(first?.popupId ?? 0)).toEqual(first)
    for (const [method, nowhere, sent] of [
      ['GET', '/popups/4711', undefined],
      ['PUT', '/popups/4711', body],
      ['POST', '/popups/4711/website', { onWebsite: true }],
      ['DELETE', '/popups/4711', undefined],
      ['POST', '/popups/4711/restore', undefined],
    ] as const)
      expect((await call(method, nowhere, sent)).status, nowhere).toBe(404)
  })

  // Promise: popups/website
  it('is changed, taken off the website and sent again', async () => {
    const { body } = await call('POST', '/popups', draft('Ferry late'))
    const changed = await call('PUT', `/popups/${body.popupId}`, { ...body, sites: ['academy'] })
    expect(changed.status).toBe(200)
    expect(changed.body.stamp).not.toBe(body.stamp)
    expect(await titles('academy')).toContain('Ferry late')
    expect(await titles('pre-school')).not.toContain('Ferry late')
    const off = await call('POST', `/popups/${body.popupId}/website`, { onWebsite: false })
    expect(off.body.onWebsite).toBe(false)
    expect(await titles('academy')).not.toContain('Ferry late')
    await call('POST', `/popups/${body.popupId}/website`, { onWebsite: true })
    expect(await titles('academy')).toContain('Ferry late')
  })

  // Promise: office/conflict
  it('changed by somebody else in between is refused with what they wrote, and nothing is lost of either', async () => {
    const { body } = await call('POST', '/popups', draft('Choir'))
    const path = `/popups/${body.popupId}`
    const { undo: _, ...theirs } = (
      await call<PopupRecord & { undo: string }>('PUT', path, { ...body, displayDate: '20261120110000' })
    ).body
    const wanted = { ...body, displayDate: '20261120120000' }
    const mine = await call<{ current: PopupRecord }>('PUT', path, wanted)
    expect(mine.status).toBe(409)
    expect(mine.headers.get('content-type')).toBe('application/problem+json')
    expect(mine.body.current).toEqual(theirs)
    // Whoever has seen the newer one may still have their own way.
    const again = await call('PUT', path, { ...wanted, stamp: mine.body.current.stamp })
    expect(again.body.displayDate).toBe('20261120120000')
  })

  it('deleted is gone from the website, comes back by undo, and by saving what was being typed', async () => {
    const { body } = await call('POST', '/popups', draft('Gone soon'))
    const removed = await call<{ undo: string }>('DELETE', `/popups/${body.popupId}`)
    expect(removed.status).toBe(200)
    expect(await titles('pre-school')).not.toContain('Gone soon')
    expect((await call('DELETE', `/popups/${body.popupId}`)).status).toBe(404)
    expect((await call('POST', '/undo', { undo: removed.body.undo })).status).toBe(204)
    expect((await call('GET', `/popups/${body.popupId}`)).body).toEqual(body)
    expect(await titles('pre-school')).toContain('Gone soon')

    await call('DELETE', `/popups/${body.popupId}`)
    const refused = await call<{ current: PopupRecord }>('PUT', `/popups/${body.popupId}`, body)
    expect(refused.status).toBe(409)
    expect(refused.body.current.deleted).toBe(true)
    const kept = await call('PUT', `/popups/${body.popupId}`, { ...body, stamp: refused.body.current.stamp })
    expect(kept.body.deleted).toBe(false)
    expect(await titles('pre-school')).toContain('Gone soon')
  })

  it('that cannot be is refused with each of its faults, and nothing is stored', async () => {
    const before = school.service.popups.list()
    const faults = async (more: object) => {
      const sent = draft('Wrong', more)
      const { status, body } = await call<{ errors: { path: string }[] }>('POST', '/popups', sent)
      return [status, ...body.errors.map(({ path }) => path).toSorted()]
    }
    const wrong = { sites: [], displayDate: '20261301000000', needConfirm: 'maybe' }
    expect(await faults(wrong)).toEqual([422, '/displayDate', '/needConfirm', '/sites'])
    const text = { msgTitle: '', msgBody: '<img src="media:nowhere">' }
    const texts = { 'en-US': text, 'zh-HK': text }
    expect(await faults({ texts })).toEqual([422, '/texts/en-US/msgBody', '/texts/zh-HK/msgBody'])
    expect(school.service.popups.list()).toEqual(before)
  })
})

interface List {
  popups: PopupRecord[]
  counts: Record<string, number>
  next?: string
  changesInMs?: number
}

describe('the list of popup messages', () => {
  it('is had a page at a time without losing or repeating one, also of the same second', async () => {
    for (const name of ['A', 'B', 'C']) await call('POST', '/popups', draft(`Same second ${name}`))
    const all = (await call<List>('GET', '/popups?limit=100')).body.popups.map(({ popupId }) => popupId)
    const seen: number[] = []
    let next: string | undefined = ''
    while (next !== undefined) {
      const { body }: { body: List } = await call<List>('GET', `/popups?limit=2${next && `&after=${next}`}`)
      seen.push(...body.popups.map(({ popupId }) => popupId))
      next = body.next
    }
    expect(seen).toEqual(all)
    expect(all.length).toBeGreaterThan(5)
    // What no number can be is refused as everywhere, see refusals.test.ts.
    for (const question of ['limit=0', 'limit=9999', 'after=yesterday'])
      expect((await call('GET', `/popups?${question}`)).status).toBe(400)
  })

  it('is narrowed to a site and to what is on the website, off it, or deleted', async () => {
    const { body } = await call('POST', '/popups', draft('Narrow', { sites: ['academy'], onWebsite: false }))
    const listed = async (query: string) =>
      (await call<List>('GET', `/popups?limit=100&${query}`)).body.popups.map(({ popupId }) => popupId)
    expect(await listed('state=hidden&site=academy')).toContain(body.popupId)
    expect(await listed('state=hidden&site=pre-school')).not.toContain(body.popupId)
    expect(await listed('state=live')).not.toContain(body.popupId)
    const before = (await call<List>('GET', '/popups')).body.counts
    await call('DELETE', `/popups/${body.popupId}`)
    expect(await listed('state=deleted')).toContain(body.popupId)
    expect(await listed('')).not.toContain(body.popupId)
    const { counts } = (await call<List>('GET', '/popups')).body
    const [hidden, deleted] = [(before.hidden ?? 0) - 1, (before.deleted ?? 0) + 1]
    expect(counts).toEqual({ ...before, hidden, deleted })
  })

  it('says of each message whether it is live, planned or ended, and when the next of them changes', async () => {
    const times = { planned: { startsAt: '20261120093007' }, ended: { endsAt: '20261120093000' } }
    const made = async (msgTitle: string, more: object) =>
      (await call('POST', '/popups', draft(msgTitle, more))).body
    const [planned, ended] = [await made('Planned', times.planned), await made('Ended', times.ended)]
    expect([planned.state, ended.state]).toEqual(['planned', 'ended'])
    for (const { popupId, state } of [planned, ended]) {
      const { popups, counts } = (await call<List>('GET', `/popups?state=${state}`)).body
      expect(popups.map(each => each.popupId)).toEqual([popupId])
      expect(counts[state]).toBe(1)
    }
    expect((await call<List>('GET', '/popups')).body.changesInMs).toBe(7000)
    const wrong = await call<{ errors: unknown }>('PUT', `/popups/${planned.popupId}`, {
      ...planned,
      endsAt: '20261120093006',
    })
    expect(wrong.body.errors).toEqual([{ path: '/endsAt', reason: 'must be later than startsAt' }])
  })
})

describe('the preview of a popup message', () => {
  it('is what a website would be given, media with their addresses, and stores nothing', async () => {
    const before = school.service.popups.list()
    const texts = {
      'en-US': { msgTitle: 'Draft', msgBody: '<p><img src="media:gate"></p>' },
      'zh-HK': { msgTitle: '', msgBody: '' },
    }
    type Preview = Record<string, { msgBody: string; msgTitle: string }>
    const { body } = await call<Preview>('POST', '/popups/preview', draft('Draft', { texts }))
    expect(body['en-US']?.msgBody).toContain(`src="${school.addresses.base}/media/`)
    // Never written in Chinese: had in English.
    expect(body['zh-HK']?.msgTitle).toBe('Draft')
    expect(school.service.popups.list()).toEqual(before)
  })
})
