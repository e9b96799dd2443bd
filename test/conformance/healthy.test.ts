/** The reference service keeps to the interface, in every case that can be seen. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PARTS } from '../../conformance/case.ts'
import { type ConformanceReport, caseValues, runConformance } from '../../conformance/index.ts'
import { createService, type Service, type ServiceAddresses } from '../../console/index.ts'
import { createAttendanceClient, createSessionClient } from '../../shared/client/index.ts'
import { allOf, startSample } from './sample.ts'

let service: Service
let addresses: ServiceAddresses
let report: ConformanceReport

beforeAll(async () => {
  ;({ service, addresses } = await startSample())
  report = await runConformance({ ...allOf(addresses), thorough: true })
})
afterAll(() => service.close())

it('each case quotes a rule by its place, and where the interface is silent says what the clients do', () => {
  for (const { id, level, rule, clients } of caseValues()) {
    expect(rule.place, id).toMatch(/^[A-Za-z]/)
    expect(rule.says, id).toMatch(/[.“”"]$/)
    if (level === 'silent') expect(clients, id).toMatch(/\.$/)
  }
})

describe('the healthy reference service', () => {
  // Promise: integrate/healthy
  it('passes every required case', () => {
    expect(report.cases.filter(({ result }) => result === 'failed')).toEqual([])
    expect(report.complete).toBe(true)
    expect(report.notAsked).toEqual([])
    expect(report.leftOut).toBe(0)
    expect(report.cases.map(({ id }) => id)).toEqual(caseValues().map(({ id }) => id))
  })

  it('shows nearly everything with the sample school in it', () => {
    const notShown = report.cases.filter(({ result }) => result === 'not shown')
    expect(notShown.map(({ id }) => id)).toEqual(['session/expired'])
    expect(notShown[0]?.detail).toBe('the token of an expired session would show it')
  })

  it('shows what it does with the token of an expired session, and does not repeat it', async () => {
    const old = 'amber-of-an-expired-session'
    const expired = await runConformance({
      ...allOf(addresses),
      only: ['session/expired'],
      expiredToken: old,
    })
    expect(expired.cases).toMatchObject([{ result: 'observed', detail: expect.stringMatching(/^HTTP 401/) }])
    expect(JSON.stringify(expired)).not.toContain(old)
  })

  it('is described as it is where the interface is silent', () => {
    const observed = Object.fromEntries(
      report.cases.filter(({ level }) => level === 'silent').map(({ id, detail }) => [id, detail]),
    )
    expect(observed).toMatchObject({
      'popups/icon-known': 'sends "1", which is not in the table',
      'popups/cors': 'access-control-allow-origin: *',
      'news/news-ids-unknown': 'left out',
      'news/news-ids-deleted': 'in delNewsIds',
      'attendance/student-without-record': '14 students, 1 with no attendanceEntry',
    })
    expect(observed['news/since-itself']).toMatch(/^strictly after/)
  })

  it('is described without a name, a key or a token in the report', async () => {
    const text = JSON.stringify(report)
    const { syncUrl, sessionUrl, appId, accessKey, sessionToken, ...list } = allOf(addresses)
    const attendance = createAttendanceClient({ syncUrl, appId, accessKey })
    const { unit: unitId, year: yearId, group: groupName, date } = list
    const students = await attendance.attendanceList({ unitId, yearId, groupName, date })
    const user = await createSessionClient({ sessionUrl, appId }).resolve(sessionToken)
    const names = students.flatMap(({ firstName, lastName, refNo }) => [`${firstName} ${lastName}`, refNo])
    expect(names.length).toBeGreaterThan(20)
    for (const said of [accessKey, sessionToken, user.email, user.fullName, user.refNo, ...names]) {
      expect(text).not.toContain(said)
    }
  })
})

describe('a run', () => {
  it('looks at nothing but what it is asked to', async () => {
    const only = ['news/del-news-ids', 'popups/answers']
    const { cases } = await runConformance({ ...allOf(addresses), only })
    expect(cases.map(({ id, result }) => `${id} ${result}`)).toEqual([
      'popups/answers passed',
      'news/del-news-ids passed',
    ])
  })

  it('names the parts that it has no address of', async () => {
    const { syncUrl, appId, accessKey, unit, year, group, date } = allOf(addresses)
    const { notAsked, cases } = await runConformance({ syncUrl, appId, accessKey, unit, year, group, date })
    expect(notAsked).toEqual(['popups', 'news', 'session'])
    expect(new Set(cases.map(({ part }) => part))).toEqual(new Set(['attendance']))
  })

  it('sends its heavier requests only when asked to be thorough', async () => {
    const { leftOut, cases } = await runConformance({ ...allOf(addresses), only: ['popups'] })
    expect(leftOut).toBe(1)
    expect(cases.map(({ id }) => id)).not.toContain('popups/txid-in-parallel')
  })

  it('with a pause before each call finds the same, and tells how often it asked', async () => {
    const wanted = { ...allOf(addresses), only: ['popups/txid-in-parallel'], thorough: true }
    const { asked, cases } = await runConformance({ ...wanted, pauseMs: 1 })
    expect(asked).toBe(20)
    expect(cases[0]).toMatchObject({
      result: 'passed',
      detail: '20 calls answered at once, 20 different txIDs',
    })
  })

  it('against a school without any data fails nothing, and says what would show the rest', async () => {
    await using empty = await createService({ port: 0, seed: 'empty', logger: pino({ level: 'silent' }) })
    const { serviceUrl } = await empty.listen()
    const { summary, cases } = await runConformance({ serviceUrl })
    expect(cases.filter(({ result }) => result === 'failed')).toEqual([])
    expect(summary.notShown).toBeGreaterThan(40)
    const details = Object.fromEntries(cases.map(({ id, detail }) => [id, detail]))
    expect(details['popups/icon-id']).toBe('at least one message would show it')
    expect(details['news/deleted-not-listed']).toBe('a deleted entry would show it')
    expect(details['news/since-far-ahead']).toBe('nothing since 20991231235959')
  })

  it('that is stopped reports what it has seen', async () => {
    const stop = new AbortController()
    const report = await runConformance(
      { ...allOf(addresses), onResult: (_result, { done }) => done === 5 && stop.abort() },
      stop.signal,
    )
    expect(report.complete).toBe(false)
    expect(report.cases).toHaveLength(5)
    expect(report.summary).toMatchObject({ passed: 5, failed: 0, notShown: 0, observed: 0 })
  })

  it('against nobody fails once for each part and waits no further', async () => {
    const nobody = 'http://127.0.0.1:9'
    const { summary, cases, asked } = await runConformance({ ...allOf(addresses, nobody) })
    expect(summary).toMatchObject({ passed: 0, failed: 4, observed: 0 })
    const failed = cases.filter(({ result }) => result === 'failed')
    expect(failed.map(({ id }) => id)).toEqual(PARTS.map(part => `${part}/answers`))
    expect(failed[0]?.detail).toContain('so its other cases were skipped: ')
    expect(failed[0]?.detail).toContain('cannot be reached')
    // One question to each part, and once more before the rest of it is skipped.
    expect(asked).toBe(8)
  })

  it('against a service that is silent about popups only, checks the news', async () => {
    const { cases } = await runConformance({
      serviceUrl: addresses.serviceUrl,
      only: ['popups', 'news/answers', 'news/del-news-ids'],
      fetch: (input, init) =>
        `${input}`.includes('popupmsg') ? Promise.reject(new TypeError('closed')) : fetch(input, init),
    })
    expect(cases.filter(({ result }) => result === 'failed').map(({ id }) => id)).toEqual(['popups/answers'])
    expect(cases.filter(({ result }) => result === 'passed').map(({ id }) => id)).toEqual([
      'news/answers',
      'news/del-news-ids',
    ])
  })

  it('whose connection is lost once is asked again for the next case', async () => {
    let lost = 1
    const { cases } = await runConformance({
      serviceUrl: addresses.serviceUrl,
      only: ['popups'],
      fetch: (input, init) => (lost-- > 0 ? Promise.reject(new TypeError('closed')) : fetch(input, init)),
    })
    expect(cases.filter(({ result }) => result === 'failed').map(({ id }) => id)).toEqual(['popups/answers'])
    expect(cases.filter(({ result }) => result === 'passed').length).toBeGreaterThan(10)
  })

  it('is asked many times at once when that case is named, and may refuse some of them', async () => {
    let refused = 3
    const { cases } = await runConformance({
      serviceUrl: addresses.serviceUrl,
      only: ['popups/txid-in-parallel'],
      fetch: (input, init) => (refused-- > 0 ? Promise.reject(new TypeError('closed')) : fetch(input, init)),
    })
    expect(cases).toMatchObject([
      { result: 'passed', detail: '17 calls answered at once, 17 different txIDs' },
    ])
  })

  it('needs nothing for parts that no case is of', async () => {
    const { cases } = await runConformance({
      serviceUrl: addresses.serviceUrl,
      syncUrl: 'http://127.0.0.1:9',
      sessionUrl: 'http://127.0.0.1:9',
      only: ['popups/answers'],
    })
    expect(cases).toMatchObject([{ result: 'passed' }])
  })

  it('that repeats a long token puts no part of it into the report', async () => {
    const sessionToken = 'eyJ'.repeat(100)
    const report = await runConformance({
      ...{ sessionUrl: 'http://127.0.0.1:9', appId: 'a', sessionToken },
      fetch: async (_, init) => {
        const message = `unknown token ${new Headers(init?.headers).get('x-session-token')}`
        return Response.json({ code: 'E1', message, content: null })
      },
    })
    expect(JSON.stringify(report)).toContain('unknown token …')
    expect(JSON.stringify(report)).not.toMatch(/eyJeyJ/i)
  })

  it.each([
    [{}, 'serviceUrl is missing'],
    [{ serviceUrl: 'ftp://school.example' }, 'serviceUrl must be an http or https URL'],
    [{ serviceUrl: 'http://127.0.0.1:9', since: '20261399000000' }, 'since "20261399000000": month 13'],
    [{ serviceUrl: 'http://127.0.0.1:9', only: ['bells'] }, 'only names "bells"'],
    [
      { serviceUrl: 'http://127.0.0.1:9', only: ['session'] },
      'names session/answers, but sessionUrl is missing',
    ],
    [
      { syncUrl: 'http://127.0.0.1:9', appId: 'a', accessKey: 'k', unit: 1, year: 1 },
      'group and date are missing',
    ],
    [
      {
        ...{ syncUrl: 'http://127.0.0.1:9', appId: 'a', accessKey: 'long', unit: 1, year: 1, group: 'A' },
        date: '2026-02-30',
      },
      'date "2026-02-30" is not a day that exists',
    ],
    [{ sessionUrl: 'http://127.0.0.1:9', appId: 'a' }, 'sessionToken is missing'],
    [
      { sessionUrl: 'http://127.0.0.1:9', appId: 'a', sessionToken: 'k' },
      'sessionToken must have at least 4 characters: a shorter secret cannot be hidden in a report',
    ],
  ])('that cannot be is refused: %j', async (options, reason) => {
    await expect(runConformance(options)).rejects.toMatchObject({
      code: 'CONFORMANCE_OPTION_INVALID',
      message: expect.stringContaining(reason),
    })
  })
})
