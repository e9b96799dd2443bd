import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type KeptCall, KeptCalls } from '../../../service/request-log/kept-calls.ts'
import { LARGEST_BODY, LONGEST_HEAD } from '../../../service/request-log/limits.ts'
import { requestLog } from '../../../service/request-log/requests.ts'
import { heldClock } from '../../support/held-clock.ts'
import { rawRequest } from '../../support/raw-request.ts'
import {
  ACCESS_KEY,
  APP_ID,
  entry,
  NOW,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
} from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => {
  school.service.faults.clear()
  school.service.requests.clear()
})

const POPUPS = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
const LIST = '/sync/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01'
const SESSION = '/session/staging/v2/grd/external-session'
const log = () => school.service.requests
const lines = (filter?: Parameters<ReturnType<typeof log>['list']>[0]) => log().list(filter).requests
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  rawRequest(school.addresses.base, path, { headers, method, body })
const newest = () => {
  const [line] = lines()
  const record = line && log().get(line.id)
  if (!record) throw new Error('nothing was noted')
  return record
}

describe('the request log', () => {
  // Promise: integrate/request-log
  it('tells of a call all that was asked and answered, to the byte', async () => {
    const answer = await ask(POPUPS, { 'user-agent': 'a website' })
    const record = newest()
    expect(record).toMatchObject({
      time: '2026-11-20T01:30:00.000Z',
      endpoint: 'popups',
      method: 'GET',
      path: '/cms/api/v1/popupmsg/check',
      query: 'siteId=academy&lang=en-US',
      siteId: 'academy',
      lang: 'en-US',
      status: 200,
      code: 'D00000',
      txID: JSON.parse(answer.body.toString()).txID,
    })
    expect(record.request.headers).toContainEqual(['user-agent', 'a website'])
    expect(record.response.body).toBe(answer.body.toString())
    const told = record.response.headers.map(([name, value]) => [name.toLowerCase(), value])
    expect(Object.fromEntries(told)).toEqual(answer.headers)
    expect(record.ms).toBeGreaterThanOrEqual(0)
  })

  it('holds every interface, refusals and addresses where nothing is included', async () => {
    await ask('/cms/api/v1/news/check?siteId=academy&lastSyncTime=soon')
    await ask(LIST)
    await ask(SESSION, { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN })
    await ask(POPUPS, {}, 'POST')
    await ask('/cms/api/v1/popupmsg/chek?siteId=academy')
    await ask(POPUPS, {}, 'HEAD')
    const calls = lines().toReversed()
    expect(calls.map(({ endpoint, status, code }) => [endpoint, status, code])).toEqual([
      ['news', 200, 'D20002'],
      ['attendance', 401, undefined],
      ['session', 200, undefined],
      ['popups', 405, 'D20000'],
      ['unknown', 404, 'D20000'],
      ['popups', 200, 'D00000'],
    ])
    expect(calls[2]?.environment).toBe('staging')
    expect(log().get(calls[2]?.id ?? 0)?.response.body).toContain('"userId":10')
    expect(log().get(calls[4]?.id ?? 0)?.response.body).toContain('There is nothing at')
    expect(newest().response).not.toHaveProperty('body')
  })

  it('is of the interfaces: not of pages, of operators’ calls or of the console; of media only when wished', async () => {
    const others = ['/', '/healthz', '/console/', '/console/api/nothing', '/favicon.ico', '/media/avatar.svg']
    for (const path of others) await ask(path)
    expect(lines()).toEqual([])
    log().media = true
    await ask('/media/avatar.svg')
    log().media = false
    expect(newest()).toMatchObject({ endpoint: 'media', status: 200 })
  })

  // Promise: integrate/request-log
  it('shows of a secret how long it is and nothing else', async () => {
    await ask(LIST, {
      'x-app-id': APP_ID,
      'X-ACCESS-KEY': ACCESS_KEY,
      authorization: 'Basic c2VjcmV0',
      cookie: 'a=brownie',
    })
    const { headers } = newest().request
    expect(headers).toContainEqual(['x-app-id', APP_ID])
    expect(headers).toContainEqual(['X-ACCESS-KEY', `set, ${ACCESS_KEY.length} characters`])
    expect(headers).toContainEqual(['authorization', 'set, 14 characters'])
    expect(headers).toContainEqual(['cookie', 'set, 9 characters'])
    await ask(SESSION, { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN, 'x-sso-response': '' })
    expect(newest().request.headers).toContainEqual(['x-sso-response', 'set, empty'])
    const all = JSON.stringify(lines().map(({ id }) => log().get(id)))
    for (const secret of [ACCESS_KEY, STAGING_TOKEN, 'c2VjcmV0', 'brownie', ACCESS_KEY.slice(0, 6)])
      expect(all).not.toContain(secret)
  })

  it('shows no secret of another name or spelling, nor one in the address of the page before', async () => {
    await ask(POPUPS, {
      'X-Api-Key': 'amber-1',
      x_api_key: 'amber-2',
      'X-Console-Key': 'amber-3',
      'X-AccessKey': 'amber-4',
      'X-Authorization': 'amber-a',
      'X-Token': 'amber-b',
      'X-Session': 'amber-c',
      apikey: 'amber-d',
      COOKIE: 'a=amber-5',
      referer:
        'https://app.example/a?b=c&acc%65ss_token=amber-6&x%ffto%6ben=1&t%6fken%zz=1&%ff=2;token=amber-7#sign-in=amber-8',
      'x-original-url': '/b?Session%2DToken=amber-9',
    })
    const { headers } = newest().request
    expect(JSON.stringify(headers)).not.toContain('amber')
    const referer = headers.find(([name]) => name === 'referer')?.[1]
    expect(referer).toContain('https://app.example/a?b=c&acc%65ss_token=set,+7+characters&')
    expect(headers).toContainEqual(['X-Api-Key', 'set, 7 characters'])
  })

  it('keeps of headers and an address what a browser would send, and the beginning of more', async () => {
    await ask(`${POPUPS}&long=${'x'.repeat(20_000)}`, {
      'x-first': 'a'.repeat(10_000),
      [`x-${'b'.repeat(10_000)}`]: 'c',
      'x-session-token': 't'.repeat(10_000),
    })
    const { query, path, request } = newest()
    expect(path.length + query.length).toBe(LONGEST_HEAD)
    expect(query.endsWith('x…')).toBe(true)
    expect(request.headers.find(([name]) => name === 'x-first')?.[1]).toMatch(/^a{3000,4096}…$/)
    expect(request.headers.flat().join('').length).toBeLessThan(LONGEST_HEAD + 100)
    expect(JSON.stringify(request)).not.toContain('ttt')
  })

  it('shows none in an address either, where it should not have been', async () => {
    await ask(
      '/none?access_key=amber&lang=en-US&X-Session-Token=am%20ber&token=&token[0]=amber&user.token=amber&key=amber',
    )
    const { path, query } = newest()
    expect(`${path}?${query}`).toBe(
      '/none?access_key=set,+5+characters&lang=en-US&X-Session-Token=set,+6+characters&token=set,+empty&token[0]=set,+5+characters&user.token=set,+5+characters&key=set,+5+characters',
    )
  })

  it('shows no token that stands in the path of the session API, nor in what it answers', async () => {
    for (const path of ['/session/staging/amber', `${SESSION}/am%20ber`, '/session/amber?lang=en-US'])
      await ask(path, { referer: `https://app.example${path}` })
    expect(lines().map(({ path }) => path)).toEqual([
      '/session/set,+5+characters',
      `${SESSION}/set,+6+characters`,
      '/session/staging/set,+5+characters',
    ])
    expect(JSON.stringify(lines().map(({ id }) => log().get(id)))).not.toMatch(/am(?:%20)?ber/)
    await ask(SESSION)
    expect(newest().path).toBe(SESSION)
  })

  it('shows none in a parameter of a path, nor before a host', async () => {
    await ask('/none;token=amber/more', { referer: 'https://user:amber@app.example/a' })
    expect(JSON.stringify(newest())).not.toContain('token=amber')
    const { request } = newest()
    expect(request.headers).toContainEqual(['referer', 'https://set, 10 characters@app.example/a'])
  })

  it('says what the laboratory did to a call', async () => {
    const { faults } = school.service
    const popups = { endpoint: 'popups', when: 'until-cleared' } as const
    const rule = faults.add({ ...popups, fault: { kind: 'truncated' } })
    // The connection may be over for the caller before it is for the service.
    const hitBy = (kind: string) => log().waitFor(({ fault }) => fault?.kind === kind)
    await ask(POPUPS).catch(() => {})
    expect(await hitBy('truncated')).toMatchObject({ status: 200, fault: { ruleId: rule.id } })
    faults.clear()
    faults.add({ ...popups, fault: { kind: 'reset' } })
    await ask(POPUPS).catch(() => {})
    expect(await hitBy('reset')).toMatchObject({ status: null, response: { headers: [], lost: 'nothing' } })
  })

  it('is searched by endpoint, status, code, text and what was hit, newest first, page by page', async () => {
    school.service.faults.add({ endpoint: 'news', when: { calls: 1 }, fault: { kind: 'reset' } })
    await ask('/cms/api/v1/news/check?siteId=academy&lastSyncTime=20260101000000').catch(() => {})
    for (const lang of ['en-US', 'zh-HK', 'fr'])
      await ask(`/cms/api/v1/popupmsg/check?siteId=academy&lang=${lang}`)
    await ask(LIST)
    const endpoints = (filter: Parameters<typeof lines>[0]) =>
      lines(filter).map(({ endpoint, query }) => `${endpoint} ${query.split('lang=')[1] ?? ''}`.trim())
    expect(endpoints({ endpoint: 'popups' })).toEqual(['popups fr', 'popups zh-HK', 'popups en-US'])
    expect(endpoints({ status: 401 })).toEqual(['attendance'])
    expect(endpoints({ status: 'none' })).toEqual(['news'])
    expect(endpoints({ code: 'D20002' })).toEqual(['popups fr'])
    expect(endpoints({ text: 'ZH-hk' })).toEqual(['popups zh-HK'])
    expect(endpoints({ text: '停課' })).toEqual(['popups zh-HK'])
    expect(endpoints({ hit: true })).toEqual(['news'])
    const first = log().list({ limit: 2 })
    expect(first.requests.map(({ endpoint }) => endpoint)).toEqual(['attendance', 'popups'])
    const rest = log().list({ limit: 3, after: first.next ?? 0 })
    expect(rest.requests.map(({ endpoint }) => endpoint)).toEqual(['popups', 'popups', 'news'])
    expect(rest.next).toBe(undefined)
  })

  it('says who called, as far as a call tells, and is searched by it', async () => {
    const website = { origin: 'https://www.school.example', 'user-agent': 'Mozilla/5.0 (X11)' }
    await ask(POPUPS, website)
    await ask(POPUPS, { 'user-agent': 'Mozilla/5.0 (X11)', origin: 'null' })
    await ask(POPUPS, { 'user-agent': 'curl/8.9.1' })
    await ask(POPUPS)
    expect(lines().map(({ caller }) => caller)).toEqual(['', 'curl', 'browser', 'https://www.school.example'])
    const [found, ...others] = lines({ caller: 'https://www.school.example' })
    expect(found?.id).toBe(lines().at(-1)?.id)
    expect(others).toEqual([])
  })

  it('waits for a call, or gives the one that came already', async () => {
    const wanted = log().waitFor(({ endpoint }) => endpoint === 'session')
    await ask(POPUPS)
    await ask(SESSION)
    expect(await wanted).toMatchObject({ endpoint: 'session', status: 400 })
    const again = await log().waitFor(({ endpoint }) => endpoint === 'session')
    expect(again.id).toBe((await wanted).id)
    await expect(log().waitFor(() => false, { timeoutMs: 10 })).rejects.toThrow(
      `no such call within 10 ms; the last of 2: GET ${POPUPS} (200), GET ${SESSION} (400)`,
    )
    await expect(log().waitFor(() => true, { after: again.id, timeoutMs: 10 })).rejects.toThrow('none came')
  })

  it('begins anew, and takes that back', async () => {
    await ask(POPUPS)
    await ask(LIST)
    const { id } = newest()
    expect(log().clear()).toBe(2)
    expect(lines()).toEqual([])
    expect(log().get(id)).toBe(undefined)
    await ask(SESSION)
    log().restore()
    expect(lines().map(({ endpoint }) => endpoint)).toEqual(['session', 'attendance', 'popups'])
  })

  it('keeps of a large body its beginning', async () => {
    const large = entry('N-large', ['pre-school'], '20261101090000', 'x'.repeat(LARGEST_BODY), '')
    school.service.news.put(large)
    await ask('/cms/api/v1/news/check?siteId=pre-school&lastSyncTime=19700101000000')
    school.service.news.remove('N-large')
    const { response } = newest()
    expect(response.lost).toBe('end')
    expect(response.body).toContain('N-large')
    expect(response.body?.length).toBeLessThan(LARGEST_BODY + 200)
  })
})

describe('what a call brings', () => {
  const post = async (path: string, body: string, type = 'application/json') => {
    const waiting = log().waitFor(({ method }) => method === 'POST', { after: lines()[0]?.id ?? 0 })
    await ask(path, type === '' ? {} : { 'content-type': type }, 'POST', body).catch(() => {})
    return (await waiting).request
  }

  it.each([
    ['an address that refuses it', POPUPS],
    ['one where nothing is', '/cms/api/v1/attendance'],
  ])('is kept as it came: at %s', async (_, path) => {
    const body = '{ "status": "遲到",\n "note": "it\'s" }'
    expect(await post(path, body)).toMatchObject({ body, bytes: Buffer.byteLength(body), lost: 'nothing' })
    expect(await post(path, 'not { "json', '')).toMatchObject({ body: 'not { "json', lost: 'nothing' })
    expect((await ask(path, { 'content-type': 'application/json' }, 'POST', body)).status).toBe(
      path === POPUPS ? 405 : 404,
    )
  })

  it('shows no secret of JSON or a form, by any spelling of its name', async () => {
    const json = {
      user: { accessKey: 'amber-1', 'X-Session-Token': 'amber-2', name: 'Ines' },
      list: [{ access_key: ['amber-3', { more: 'amber-4' }] }, { password: 1234567 }, { authorization: '' }],
    }
    const shown = (await post(POPUPS, JSON.stringify(json, null, 2))).body ?? ''
    expect(JSON.parse(shown)).toEqual({
      user: { accessKey: 'set, 7 characters', 'X-Session-Token': 'set, 7 characters', name: 'Ines' },
      list: [
        { access_key: expect.stringMatching(/^set, \d+ characters$/) },
        { password: 'set, 7 characters' },
        { authorization: 'set, empty' },
      ],
    })
    const cut = `{"a":1,"\\u0061ccessKey":"amber \\" amb`
    expect((await post(POPUPS, cut)).body).toBe(`{"a":1,"\\u0061ccessKey":"set, 13 characters"`)
    expect((await post(POPUPS, '{"token":["amber", {', 'text/plain')).body).not.toContain('amber')
    const form = await post(POPUPS, 'a=b&access%5Fkey=amber+5&c', 'application/x-www-form-urlencoded')
    expect(form.body).toBe('a=b&access%5Fkey=set, 7 characters&c')
    const plain = await post(POPUPS, 'size=3 token=amber&name=pearl', 'text/plain;charset=UTF-8')
    expect(plain.body).toBe('size=3 token=set, 5 characters&name=pearl')
    const xml = await post(
      POPUPS,
      '<call><token>amber</token><name>pearl</name></call>',
      'application/soap+xml',
    )
    expect(xml.body).toBe('<call><token>set, 5 characters</token><name>pearl</name></call>')
  })

  it('is a type and a size alone when it is a file or other bytes', async () => {
    for (const type of ['image/png', 'multipart/form-data; boundary=x']) {
      const request = await post('/upload', 'amber', type)
      expect(request).toMatchObject({ bytes: 5, lost: 'all' })
      expect(request).not.toHaveProperty('body')
      expect(request.headers).toContainEqual(['content-type', type])
    }
    expect(await post('/upload', 'a\0b', '')).toMatchObject({ bytes: 3, lost: 'all' })
  })

  it('is kept up to 64 KB, and makes room with the rest', async () => {
    const body = `"${'字'.repeat(LARGEST_BODY / 3 + 100)}"`
    const request = await post(POPUPS, body)
    expect(request).toMatchObject({ bytes: Buffer.byteLength(body), lost: 'end' })
    expect(Buffer.byteLength(request.body ?? '')).toBeLessThanOrEqual(LARGEST_BODY)
    expect(body.startsWith(request.body ?? '-')).toBe(true)
    const calls = new KeptCalls({ mostCalls: 5, allBodies: 25 })
    for (let index = 0; index < 3; index += 1)
      calls.add({ ...call('01234'), asked: { text: '01234', bytes: 5, lost: 'nothing' } })
    expect([...calls.oldestFirst()].map(({ asked }) => asked?.lost)).toEqual(['all', 'nothing', 'nothing'])
  })

  it('is not waited for longer than a moment, nor does it keep the answer', async () => {
    const waiting = log().waitFor(({ method }) => method === 'POST')
    const { hostname, port } = new URL(school.addresses.base)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${POPUPS} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n\r\nhalf`,
    )
    const [head] = await once(socket, 'data')
    expect(`${head}`).toContain('405')
    // The rest might still come.
    expect((await waiting).request).toMatchObject({ body: 'half', bytes: 10, lost: 'end' })
    socket.destroy()
  })
})

const call = (body: KeptCall['body']): KeptCall => ({
  id: 0,
  at: 0,
  ms: 1,
  endpoint: 'news',
  method: 'GET',
  url: '/',
  txID: '',
  requestHeaders: [],
  asked: null,
  status: 200,
  code: '',
  head: '',
  body,
  lost: 'nothing',
  fault: null,
})

describe('the calls that are kept', () => {
  const bodies = (calls: KeptCalls) =>
    [...calls.oldestFirst()].map(({ body, lost }) => (body === null ? lost : 'kept'))

  it('forgets the oldest call, and of those kept the bodies of the oldest', () => {
    const calls = new KeptCalls({ mostCalls: 5, allBodies: 30 })
    for (let index = 0; index < 7; index += 1) calls.add(call('0123456789'))
    expect([...calls.newestFirst()].map(({ id }) => id)).toEqual([7, 6, 5, 4, 3])
    expect(bodies(calls)).toEqual(['all', 'all', 'kept', 'kept', 'kept'])
    expect(calls.get(2)).toBe(undefined)
  })

  it('gives the room of forgotten calls and bodies to new ones', () => {
    const calls = new KeptCalls({ mostCalls: 3, allBodies: 25 })
    for (let index = 0; index < 20; index += 1) calls.add(call('012345678901'))
    expect(bodies(calls)).toEqual(['all', 'kept', 'kept'])
    for (let index = 0; index < 3; index += 1) calls.add(call(null))
    for (let index = 0; index < 2; index += 1) calls.add(call('012345678901'))
    expect(bodies(calls)).toEqual(['nothing', 'kept', 'kept'])
  })

  it('tells calls that are alike apart by what each has of its own', () => {
    const calls = new KeptCalls({ mostCalls: 3 })
    const txIDs = Array.from({ length: 5 }, () => randomUUID())
    const alike = call(Buffer.from('[]'))
    for (const [at, txID] of txIDs.entries()) calls.add({ ...alike, txID, at, ms: at / 4 })
    expect([...calls.oldestFirst()]).toEqual(
      [2, 3, 4].map(at => ({ ...alike, id: at + 1, txID: txIDs[at], at, ms: at / 4 })),
    )
    calls.add({ ...alike, status: 500 })
    expect([...calls.oldestFirst()].map(({ status }) => status)).toEqual([200, 200, 500])
  })

  it('notes ten thousand calls more quickly than a person looks', () => {
    const log = requestLog(heldClock(NOW))
    for (let index = 0; index < 12_000; index += 1)
      log.note({ ...call('{"code":"D00000"}'), url: `/cms/api/v1/news/check?number=${index}` })
    expect(log.list({ text: 'number=11999' }).requests).toHaveLength(1)
    expect(log.list({ text: 'number=1999' }).requests).toEqual([])
    expect(log.list({ limit: 10_001 }).requests).toHaveLength(10_000)
  })
})
