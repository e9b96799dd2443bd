/** What a standard Request loses when it is read, and what its Response gains. */
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Extension, JsonValue } from '../../extension/index.ts'
import { forgetSecrets } from '../../extension/node-answer.ts'
import type { VisitState } from '../../extension/visit-state.ts'
import { completed, readWebRequest, responseOf } from '../../extension/web-answer.ts'

const GONE = '__Host-visit=; Max-Age=0'
const ADDRESS = 'https://trips.example/page'
const SECRETS = { 'X-App-Id': 'sample-school', 'X-Session-Token': 'secret', 'X-SSO-Response': 'e30=' }

describe('a request', () => {
  /** Reads it with an extension that finds this. */
  async function read(request: Request, admission: object, platform?: unknown) {
    const asked: [string, unknown][] = []
    const extension = {
      signOut: () => GONE,
      async admit({
        method,
        header,
        signal,
      }: {
        method: string
        header: (name: string) => unknown
        signal: unknown
      }) {
        asked.push([method, header('host')])
        expect(signal).toBe(request.signal)
        return admission
      },
    } as unknown as Extension<JsonValue>
    const state = await readWebRequest({}, request, extension, platform)
    return { state, asked }
  }
  const entrance = {
    kind: 'visit',
    isEntrance: true,
    visit: { bearer: 'new' },
    setCookie: '__Host-visit=new',
  }
  const headers = { ...SECRETS, 'X-Language': 'zh', cookie: 'theme=dark; __Host-visit=old' }

  it('has no secrets afterwards, and the cookies of the visit that begins', async () => {
    const request = new Request(ADDRESS, { headers })
    const { state, asked } = await read(request, entrance)
    expect([...request.headers]).toEqual([
      ['cookie', 'theme=dark; __Host-visit=new'],
      ['x-language', 'zh'],
    ])
    expect([asked, state.setCookie]).toEqual([[['GET', 'trips.example']], '__Host-visit=new'])
  })

  it('keeps its cookies when nothing changes, and says its own host', async () => {
    const request = new Request(ADDRESS, {
      headers: { cookie: headers.cookie, host: 'own.example' },
      method: 'POST',
    })
    const { asked } = await read(request, { kind: 'none' })
    expect(request.headers.get('cookie')).toBe(headers.cookie)
    expect(asked).toEqual([['POST', 'own.example']])
  })

  it('may have headers that cannot be changed', async () => {
    const request = new Request(ADDRESS, { headers })
    const fixed = new Proxy(request.headers, {
      get(whole, name) {
        if (name === 'get') return (header: string) => whole.get(header)
        throw new TypeError('immutable')
      },
    })
    Object.defineProperty(request, 'headers', { value: fixed })
    expect((await read(request, entrance)).state.admission).toBe(entrance)
  })

  it('of Node has none of them below either, in whatever form a log finds them', async () => {
    const names = Object.keys(SECRETS)
    const incoming = {
      headers: Object.fromEntries([...names, 'accept'].map(name => [name.toLowerCase(), 'x'])),
      headersDistinct: Object.fromEntries([...names, 'accept'].map(name => [name.toLowerCase(), ['x']])),
      rawHeaders: [
        'Accept',
        'x',
        ...names.flatMap(name => [name, 'x', name.toLowerCase(), 'y']),
        'x-other',
        'X-App-Id',
      ],
    }
    await read(new Request(ADDRESS), { kind: 'none' }, { incoming })
    expect(incoming).toEqual({
      headers: { accept: 'x' },
      headersDistinct: { accept: ['x'] },
      rawHeaders: ['Accept', 'x', 'x-other', 'X-App-Id'],
    })
    // HTTP/2 has no such list.
    const other = { headers: { 'x-app-id': 'x' }, rawHeaders: [] } as unknown as IncomingMessage
    forgetSecrets(other)
    expect(other.headers).toEqual({})
    for (const platform of [undefined, null, {}, { incoming: {} }, { incoming: { rawHeaders: 'x' } }])
      await read(new Request(ADDRESS), { kind: 'none' }, platform)
  })
})

describe('a response', () => {
  const state = (differing: object) => ({ setCookie: undefined, wasAsked: false, ...differing }) as VisitState

  it('is as it was where nothing is to be said', () => {
    const answer = new Response('page')
    expect(completed(answer, state({}))).toBe(answer)
    const own = new Response('page', { headers: { 'cache-control': 'public' } })
    expect(completed(own, state({ wasAsked: true }))).toBe(own)
    const broken = Response.error()
    expect(completed(broken, state({ setCookie: 'a=b' }))).toBe(broken)
  })

  it('gains the cookie beside its own, and is kept by nobody', async () => {
    const headers = new Headers({
      'cache-control': 'public',
      'cdn-cache-control': 'x',
      expires: '0',
      'x-mark': 'kept',
    })
    headers.append('set-cookie', 'theme=dark')
    const answer = new Response('page', { status: 203, statusText: 'As it was', headers })
    const whole = completed(answer, state({ setCookie: 'a=b' }))
    expect([whole.status, whole.statusText, await whole.text()]).toEqual([203, 'As it was', 'page'])
    expect([...whole.headers]).toEqual([
      ['cache-control', 'private, no-store'],
      ['content-type', 'text/plain;charset=UTF-8'],
      ['set-cookie', 'theme=dark'],
      ['set-cookie', 'a=b'],
      ['x-mark', 'kept'],
    ])
    expect(headers.get('cache-control')).toBe('public')
  })

  it('that was made for a visitor is for that one alone', () => {
    const whole = completed(new Response('page'), state({ wasAsked: true }))
    expect([whole.headers.get('cache-control'), whole.headers.getSetCookie()]).toEqual([
      'private, no-store',
      [],
    ])
  })

  it('of a refusal is that', async () => {
    const answer = responseOf({ status: 403, headers: { 'x-mark': 'a' }, body: 'no' })
    expect([answer.status, answer.headers.get('x-mark'), await answer.text()]).toEqual([403, 'a', 'no'])
  })
})
