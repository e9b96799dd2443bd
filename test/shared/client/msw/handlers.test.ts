/** The mocked school, asked by the product's own clients, by hand, and by the conformance cases. */
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runConformance } from '../../../../conformance/index.ts'
import {
  createAttendanceClient,
  createContentClient,
  createSessionClient,
} from '../../../../shared/client/index.ts'
import {
  down,
  failing,
  type MockedSchool,
  schoolHandlers,
  slow,
} from '../../../../shared/client/msw/index.ts'
import {
  EXAMPLE_ATTENDANCE,
  EXAMPLE_NEWS,
  EXAMPLE_POPUPS,
  EXAMPLE_USER,
} from '../../../../shared/contract/index.ts'

const SCHOOL = 'https://school.example'
const nothingElse = http.all('*', () => HttpResponse.error())
const server = setupServer(...schoolHandlers(), nothingElse)
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const content = createContentClient({ serviceUrl: `${SCHOOL}/cms` })
const group = { unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' }
const attendanceWith = (accessKey: string) =>
  createAttendanceClient({ syncUrl: `${SCHOOL}/sync`, appId: 'sample-school', accessKey })
const attendance = attendanceWith('sample-access-key')
const sessions = createSessionClient({ sessionUrl: `${SCHOOL}/session`, appId: 'sample-school' })
const given = (school: MockedSchool) => server.use(...schoolHandlers(school))
const asked = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${SCHOOL}${path}`, { headers })
  return { status: answer.status, body: await answer.json() }
}
const news = (since: string, newsIDs?: string[]) =>
  content.news({ siteId: 'academy', lastSyncTime: since, ...(newsIDs && { newsIDs }) })

describe('without data of one’s own', () => {
  it('all four calls answer with the examples of the interface', async () => {
    const { messages } = await content.popups({ siteId: 'academy' })
    expect(messages.map(({ msgTitle }) => msgTitle)).toEqual(
      EXAMPLE_POPUPS['en-US'].map(({ msgTitle }) => msgTitle),
    )
    const { rawList, delNewsIds } = await news('20260101000000')
    expect({ newsList: rawList, delNewsIds }).toEqual(EXAMPLE_NEWS['en-US'])
    expect(await attendance.attendanceList(group)).toEqual(EXAMPLE_ATTENDANCE)
    expect(await sessions.resolve('sample-guardian')).toEqual(EXAMPLE_USER)
  })

  // Promise: integrate/mock
  it('they follow the interface, as all conformance cases find', async () => {
    const { unitId, yearId, groupName, date } = group
    const { cases } = await runConformance({
      serviceUrl: `${SCHOOL}/cms`,
      syncUrl: `${SCHOOL}/sync`,
      sessionUrl: `${SCHOOL}/session`,
      unit: unitId,
      year: yearId,
      group: groupName,
      date,
      appId: 'sample-school',
      accessKey: 'sample-access-key',
      sessionToken: 'sample-guardian',
      media: false,
    })
    const failed = cases.filter(({ result }) => result === 'failed')
    expect(failed.map(({ id, detail }) => ({ id, detail }))).toEqual([])
  })
})

describe('the content API', () => {
  it.each([
    ['popupmsg/check?siteId=nursery', 'D20004', 'siteID does not exist'],
    ['popupmsg/check?siteId=academy&siteId=academy', 'D20002', 'siteId is invalid'],
    ['popupmsg/check?siteId=academy&lang=fr', 'D20002', 'lang is invalid'],
    ['news/check?siteId=academy&lastSyncTime=20261301000000', 'D20002', 'lastSyncTime is invalid'],
  ])('refuses %s with %s, status 200 and no content', async (call, code, message) => {
    const { status, body } = await asked(`/cms/api/v1/${call}`)
    expect({ status, ...body }).toEqual({ status: 200, txID: expect.any(String), code, message })
  })

  it('is not at an address with a slash behind it, where a service has nothing', async () => {
    await expect(asked('/cms/api/v1/popupmsg/check/?siteId=academy')).rejects.toThrow()
    server.use(failing('popups', 503))
    await expect(asked('/cms/api/v1/popupmsg/check/?siteId=academy')).rejects.toThrow()
  })

  it('can be read by a script of any website, and says when it answered', async () => {
    const call = `${SCHOOL}/cms/api/v1/popupmsg/check`
    for (const query of ['?siteId=academy', '?siteId=nursery']) {
      const { headers } = await fetch(call + query)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('date')).toMatch(/ GMT$/)
    }
    const { status, headers } = await fetch(call, { method: 'OPTIONS' })
    expect({ status, ...Object.fromEntries(headers) }).toEqual({
      status: 204,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    })
  })

  it('answers with the messages of a website and language', async () => {
    given({
      popups: ({ siteId, lang }) =>
        siteId === 'pre-school'
          ? []
          : [{ msgTitle: lang, msgBody: '<p>…</p>', displayDate: '20260917061500' }],
    })
    const titles = async (siteId: 'academy' | 'pre-school', lang?: 'zh-HK') =>
      (await content.popups({ siteId, ...(lang && { lang }) })).messages.map(({ msgTitle }) => msgTitle)
    expect(await titles('academy')).toEqual(['en-US'])
    expect(await titles('academy', 'zh-HK')).toEqual(['zh-HK'])
    expect(await titles('pre-school')).toEqual([])
  })

  it('answers with the news after a time, and with those asked for besides', async () => {
    const [newer, older] = EXAMPLE_NEWS['en-US'].newsList
    const idsSince = async (since: string, newsIDs?: string[]) => {
      const { newsList, delNewsIds } = await news(since, newsIDs)
      return [newsList.map(({ newsId }) => newsId), delNewsIds]
    }
    expect(await idsSince(`${older?.newsDateTime}`)).toEqual([[newer?.newsId], ['NEWS-4170']])
    expect(await idsSince('20270101000000')).toEqual([[], []])
    expect(await idsSince('20270101000000', ['NEWS-4168', 'NEWS-4170', 'NEWS-1'])).toEqual([
      ['NEWS-4168'],
      ['NEWS-4170'],
    ])
  })
})

describe('attendance', () => {
  it('of another day than that of the example has its students without records', async () => {
    const list = await attendance.attendanceList({ ...group, date: '2026-09-02' })
    expect(list).toEqual(EXAMPLE_ATTENDANCE.map(({ attendanceEntry: _, ...student }) => student))
  })

  it('is refused with problem details', async () => {
    const answer = await fetch(`${SCHOOL}/sync/units/1/years/2026/groups/1A/attendance-lists/2026-09-01`)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it('is refused without the right key, before anything else is read', async () => {
    await expect(attendanceWith('another-key').attendanceList(group)).rejects.toMatchObject({ status: 401 })
    const path = '/sync/units/x/years/2026/groups/1A/attendance-lists/2026-09-01'
    expect((await asked(path)).status).toBe(401)
    const headers = { 'x-app-id': 'sample-school', 'x-access-key': 'sample-access-key' }
    expect(await asked(path, headers)).toMatchObject({
      status: 400,
      body: { detail: 'unitId must be an integer' },
    })
  })

  it('is refused for a group whose name was not encoded, as by a service', async () => {
    given({ attendance: () => [] })
    const headers = { 'x-app-id': 'sample-school', 'x-access-key': 'sample-access-key' }
    const groupNamed = (name: string) => `/sync/units/1/years/2026/groups/${name}/attendance-lists/2026-09-01`
    expect((await asked(groupNamed('100%25'), headers)).status).toBe(200)
    for (const name of ['100%', '%FF'])
      expect(await asked(groupNamed(name), headers)).toMatchObject({ status: 400 })
  })

  it('is that of a group and day', async () => {
    const choir = { ...group, groupName: '2B / Choir & 100%' }
    given({
      attendance: ({ groupName, date }) =>
        groupName === choir.groupName && date === '2026-09-02' ? [] : undefined,
    })
    expect(await attendance.attendanceList({ ...choir, date: '2026-09-02' })).toEqual([])
    await expect(attendance.attendanceList(choir)).rejects.toMatchObject({ status: 404 })
  })
})

describe('sessions', () => {
  it('are those of the tokens that were given out, of this app, until they expire', async () => {
    const staff = { ...EXAMPLE_USER, role: 'Staff' as const }
    const over = { ...EXAMPLE_USER, expireAt: '2026-01-01T00:00:00Z' }
    given({ users: { staff, over } })
    expect(await sessions.resolve('staff')).toMatchObject({ role: 'Staff' })
    for (const token of ['over', 'sample-guardian', 'constructor'])
      await expect(sessions.resolve(token)).rejects.toMatchObject({ status: 401 })
    const session = '/session/v2/grd/external-session'
    expect((await asked(session, { 'x-session-token': 'staff', 'x-app-id': 'other' })).status).toBe(401)
    expect((await asked(session, { 'x-app-id': 'sample-school' })).status).toBe(400)
    expect((await asked(session, { 'x-session-token': 'staff' })).status).toBe(400)
  })

  it('are over at the very time that they name', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(EXAMPLE_USER.expireAt) })
    onTestFinished(() => void vi.useRealTimers())
    await expect(sessions.resolve('sample-guardian')).rejects.toMatchObject({ status: 401 })
  })
})

describe('faults', () => {
  it('a call fails with a code, or with a status', async () => {
    server.use(failing('popups', 'D20003'), failing('session', 503))
    await expect(content.popups({ siteId: 'academy' })).rejects.toMatchObject({
      code: 'SERVICE',
      returnCode: 'D20003',
    })
    await expect(sessions.resolve('sample-guardian')).rejects.toMatchObject({ code: 'STATUS', status: 503 })
  })

  it('a call gets no answer', async () => {
    server.use(down('news'))
    await expect(news('20260101000000')).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect((await content.popups({ siteId: 'academy' })).messages).toHaveLength(2)
  })

  it('a call is answered later, as it would be', async () => {
    server.use(slow('popups', 50))
    const impatient = createContentClient({ serviceUrl: `${SCHOOL}/cms`, timeoutMs: 10 })
    await expect(impatient.popups({ siteId: 'academy' })).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect((await content.popups({ siteId: 'academy' })).messages).toHaveLength(2)
  })
})

it('answers at the given addresses only', async () => {
  server.resetHandlers(
    ...schoolHandlers({
      serviceUrl: `${SCHOOL}/cms/`,
      syncUrl: `${SCHOOL}/sync`,
      sessionUrl: `${SCHOOL}:8443/session`,
    }),
    nothingElse,
  )
  expect((await content.popups({ siteId: 'academy' })).messages).toHaveLength(2)
  expect(await attendance.attendanceList(group)).toHaveLength(3)
  await expect(sessions.resolve('sample-guardian')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  const there = createSessionClient({ sessionUrl: `${SCHOOL}:8443/session`, appId: 'sample-school' })
  expect((await there.resolve('sample-guardian')).role).toBe('Guardian')
})
