import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FailureEnvelope } from '../../../shared/contract/index.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const POPUPS = '/cms/api/v1/popupmsg/check?siteId=academy'
const NEWS = '/cms/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000'
const CALLS = [POPUPS, NEWS]
const get = (path: string, init: RequestInit = {}) => fetch(`${school.addresses.base}${path}`, init)

describe('the content API’s addresses', () => {
  // Promise: silent/first-segment
  it.each(CALLS)('%s is served without its first segment as well', async path => {
    const [long, short] = await Promise.all([get(path), get(path.replace('/cms', ''))])
    expect((await long.json()).content).toEqual((await short.json()).content)
    expect(long.headers.get('etag')).toBe(short.headers.get('etag'))
  })

  // Promise: silent/first-segment
  it.each([
    ['/content', 200],
    ['content/', 200],
    ['/a/b', 200],
    ['', 404],
    ['/', 404],
  ])('a first segment of %j is served', async (contentPath, cms) => {
    await using other = await startSmallSchool({ contentPath })
    const { serviceUrl, base } = other.addresses
    expect((await fetch(`${serviceUrl}/api/v1/popupmsg/check?siteId=academy`)).status).toBe(200)
    expect((await fetch(`${base}/api/v1/popupmsg/check?siteId=academy`)).status).toBe(200)
    expect((await fetch(`${base}/cms/api/v1/popupmsg/check?siteId=academy`)).status).toBe(404)
    expect(serviceUrl === base).toBe(cms === 404)
  })

  // Promise: silent/cross-origin
  it('are open to scripts of any website, and only they are', async () => {
    const origin = { headers: { origin: 'https://school.example' } }
    for (const path of [...CALLS, '/cms/api/v1/news/check?siteId=nowhere'])
      expect((await get(path, origin)).headers.get('access-control-allow-origin')).toBe('*')
    for (const path of [
      '/',
      '/healthz',
      '/sync/units/1',
      '/session/staging/v2/grd/external-session',
      '/none',
    ])
      expect((await get(path, origin)).headers.get('access-control-allow-origin')).toBe(null)
  })
})

describe('caching of the content API', () => {
  // Promise: silent/caching, content/paths
  it.each(CALLS)('%s may be kept for a moment, and longer when the service is down', async path => {
    expect((await get(path)).headers.get('cache-control')).toBe(
      'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400',
    )
  })

  // Promise: silent/error-status
  it('a failure is never kept, and is HTTP 200: the code is the verdict', async () => {
    const answer = await get('/cms/api/v1/popupmsg/check')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBe(null)
  })

  // Promise: content/tx-id, silent/caching
  it.each(CALLS)('%s answers 304 to a caller who has the content', async path => {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    const { txID } = await first.json()
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get(path, { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('cache-control')).toContain('max-age=15')
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
    }
    const other = await get(path, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
    // The tag is over the content: another answer has another txID and the same tag.
    expect((await other.json()).txID).not.toBe(txID)
    expect(other.headers.get('etag')).toBe(etag)
  })

  it('a changed content has another tag', async () => {
    await using other = await startSmallSchool()
    const url = `${other.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy`
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const [popup] = other.service.popups.list().filter(({ iconId }) => iconId === '1')
    other.service.popups.withdraw(popup?.popupId ?? 0)
    const answer = await fetch(url, { headers: { 'if-none-match': etag } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).not.toBe(etag)
  })
})

describe('methods of the content API', () => {
  it.each([...CALLS, '/cms/api/v1/popupmsg/check'])(
    'HEAD %s has the headers of GET and no body',
    async path => {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(method => rawRequest(school.addresses.base, path, { method })),
      )
      expect(head?.status).toBe(200)
      expect(head?.body.length).toBe(0)
      for (const name of [
        'content-type',
        'content-length',
        'cache-control',
        'etag',
        'access-control-allow-origin',
      ])
        expect(head?.headers[name]).toBe(get?.headers[name])
      expect(Number(head?.headers['content-length'])).toBe(get?.body.length)
    },
  )

  // Promise: content/get
  it.each(CALLS)('OPTIONS %s allows what there is, from any website', async path => {
    const answer = await get(path, { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(answer.headers.get('access-control-allow-headers')).toBe('*')
  })

  // Promise: silent/no-call
  it.each([
    ['GET', '/cms', 404],
    ['GET', '/cms/api/v1/popupmsg/chek?siteId=academy', 404],
    ['GET', '/api/v1/attendance', 404],
    ['HEAD', '/cms/api', 404],
    ['POST', '/cms/api/v1/attendance', 404],
    ['DELETE', '/cms/x', 404],
    ['GET', '/cms/api/v1/news/%zz', 400],
  ])('%s %s is refused in an envelope with %i', async (method, path, status) => {
    const answer = await rawRequest(school.addresses.base, path, {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{"' }),
    })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    if (method === 'HEAD') return expect(answer.body.length).toBe(0)
    const envelope = JSON.parse(`${answer.body}`)
    expect(Check(FailureEnvelope, envelope)).toBe(true)
    expect(envelope).toMatchObject({
      code: 'D20000',
      message: expect.stringMatching(/^unknown exception: T/),
    })
  })

  it('an address elsewhere is refused with a problem', async () => {
    for (const path of ['/api', '/cmsx', '/%zz'])
      expect((await get(path)).headers.get('content-type'), path).toBe('application/problem+json')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])('%s is refused, whatever it brings', async method => {
    for (const path of CALLS) {
      const answer = await rawRequest(school.addresses.base, path, {
        method,
        ...(method !== 'TRACE' && { headers: { 'content-type': 'text/nonsense' }, body: '{"' }),
      })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
      expect(Check(FailureEnvelope, JSON.parse(`${answer.body}`))).toBe(true)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
    }
  })
})
