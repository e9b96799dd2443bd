/** What an open console hears: every change once, whoever makes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_TOKEN, consoleCalls } from '../support/console-calls.ts'
import { photograph } from '../support/media-files.ts'
import { entry, type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
let heard: () => string[]
const listening = new AbortController()
const { call } = consoleCalls(() => school.addresses.base)

beforeAll(async () => {
  school = await startSmallSchool({ consoleToken: CONSOLE_TOKEN })
  heard = await listen()
})
afterAll(async () => {
  listening.abort()
  await school[Symbol.asyncDispose]()
})

/** @returns the topics heard since the last time it was asked */
async function listen(): Promise<() => string[]> {
  const answer = await fetch(`${school.addresses.base}/console/api/events`, {
    headers: { authorization: `Bearer ${CONSOLE_TOKEN}` },
    signal: listening.signal,
  })
  let text = ''
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  }
  read().catch(() => {})
  let told = 0
  return () => {
    const topics = [...text.matchAll(/"topic":"([^"]+)"/g)].map(([, topic = '']) => topic)
    const fresh = topics.slice(told)
    told = topics.length
    return fresh
  }
}

/** What a change tells, all of it: what comes last is told after it on the same stream. */
async function toldBy(change: () => unknown): Promise<string[]> {
  await change()
  school.service.console.signOutEverywhere()
  const all: string[] = []
  const last = () => {
    all.push(...heard())
    return all.at(-1)
  }
  await expect.poll(last, { message: 'the last of what is told' }).toBe('access')
  return all.slice(0, -1)
}

const MARK = {
  ...{ userId: 20, date: '2026-09-02', status: 'Present' as const, note: '' },
  entryDate: '2026-09-02T00:40:00Z',
}
const PERSON = {
  ...{ role: 'Staff' as const, refNo: 'LW-44', firstName: 'Corvin', lastName: 'Tidewell' },
  ...{ chineseName: '', email: '' },
}
const RESET = { endpoint: 'news' as const, when: 'until-cleared' as const, fault: { kind: 'reset' as const } }
const OF_PEOPLE = ['people', 'structures', 'sessions', 'attendance']

const POPUP = {
  sites: ['academy' as const],
  displayDate: '20261120090000',
  onWebsite: true,
  texts: { 'en-US': { msgTitle: 'Kites', msgBody: '' }, 'zh-HK': { msgTitle: '風箏', msgBody: '' } },
}

// Promise: office/live
describe('an open console hears a change that code makes', () => {
  it.each<[string, (service: SmallSchool['service']) => unknown, string[]]>([
    ['a popup message', ({ popups }) => popups.put(POPUP), ['popups']],
    ['a popup message taken off', ({ popups }) => popups.withdraw(1), ['popups']],
    ['a popup message deleted', ({ popups }) => popups.remove(1), ['popups']],
    [
      'a news entry',
      ({ news }) => news.put(entry('N-9', ['academy'], '20261120080000', 'New', '新')),
      ['news'],
    ],
    ['a news entry deleted', ({ news }) => news.remove('N-9'), ['news']],
    ['a news entry brought back', ({ news }) => news.restore('N-9'), ['news']],
    ['attendance', ({ attendance }) => attendance.put(MARK), ['attendance']],
    [
      'a day of the register',
      ({ school: { register } }) => register.record(21, MARK.date, { status: 'Late', note: '' }),
      ['attendance'],
    ],
    ['a person', ({ school: { directory } }) => directory.add(PERSON), OF_PEOPLE],
    ['a unit', ({ school: { structures } }) => structures.addUnit({ name: 'Nursery' }), ['structures']],
    ['a session', ({ sessions }) => sessions.issue({ environment: 'staging', userId: 20 }), ['sessions']],
    ['a key', ({ accessKeys }) => accessKeys.create('library'), ['access-keys']],
    ['a key revoked', ({ accessKeys }) => accessKeys.revoke(1), ['access-keys']],
    ['the clock', ({ clock }) => clock.move('PT1H'), ['lab']],
    ['a fault', ({ faults }) => faults.add(RESET), ['lab']],
    ['faults cleared', ({ faults }) => faults.clear(), ['lab']],
    ['the request log cleared', ({ requests }) => requests.clear(), ['requests']],
    [
      'the app settings',
      ({ app }) => Object.assign(app, { settings: { moreEnabled: false, entranceUrl: '' } }),
      ['app-settings'],
    ],
    ['a file', async ({ media }) => media.add(await photograph('png'), { name: 'kite.png' }), ['media']],
    ['a snapshot', ({ state }) => state.snapshots.take('Before the holidays'), ['state']],
    ['everything anew', ({ state }) => state.reset('empty'), ['everything']],
  ])('%s', async (_what, change, topics) => {
    expect(await toldBy(() => change(school.service))).toEqual(topics)
  })

  it('and nothing of what changed nothing', async () => {
    const { popups, news, sessions, accessKeys, media } = school.service
    const nothing = () =>
      [popups.remove(4711), news.remove('none'), sessions.end('staging', 'none')].concat(
        accessKeys.revoke(4711),
        media.remove('none'),
      )
    expect(await toldBy(() => expect(nothing()).toEqual(Array(5).fill(false)))).toEqual([])
    expect(await toldBy(() => expect(() => popups.put({ ...POPUP, displayDate: 'soon' })).toThrow())).toEqual(
      [],
    )
  })
})

describe('an open console hears a change that another console makes', () => {
  it.each<[string, string, string, object, string[]]>([
    ['a popup message', 'POST', '/popups', POPUP, ['popups']],
    ['a key', 'POST', '/access-keys', { label: 'timetable' }, ['access-keys']],
    ['the clock', 'POST', '/lab/clock', { frozen: true, move: 'PT1H' }, ['lab']],
  ])('%s', async (_what, method, path, body, topics) => {
    const change = async () => expect((await call(method, path, body)).status).toBeLessThan(300)
    expect(await toldBy(change)).toEqual(topics)
  })

  it('a change and that it is taken back', async () => {
    const there = async () => {
      const { body } = await call<{ undo: string }>('POST', '/structures/years', { name: '2027–28' })
      await call('POST', '/undo', { undo: body.undo })
    }
    expect(await toldBy(there)).toEqual(['structures', 'structures'])
  })

  it('a fault that has hit all its calls', async () => {
    await call('DELETE', '/lab/faults')
    await call('POST', '/lab/faults', { ...RESET, endpoint: 'popups', when: { calls: 1 } })
    const hit = () => fetch(`${school.addresses.serviceUrl}/api/v1/popupmsg/check`).catch(() => {})
    expect(await toldBy(hit)).toContain('lab')
  })
})
