/** What a response says of caching, and the cookies of requests inside the server. */
import { describe, expect, it } from 'vitest'
import type { Extension, JsonValue } from '../../extension/index.ts'
import {
  cacheControlOf,
  cookieNameOf,
  cookiesInside,
  endVisit,
  hasOtherCookiesInside,
  overridesCacheControl,
  refusedEntrance,
  refusedFor,
  stateOf,
  type VisitState,
} from '../../extension/visit-state.ts'

const GONE = '__Host-visit=; Max-Age=0'
const visit = { bearer: 'sealed', user: { role: 'Guardian' } }
const extension = {
  signOut: () => GONE,
  refusal: (error: unknown, _: unknown, language: unknown) => ({ error, language }),
} as unknown as Extension<JsonValue>
function state(differing: object = {}, cookie?: string): VisitState {
  return {
    ...{ extension, isForeign: false, setCookie: undefined, wasAsked: false },
    request: { method: 'GET', header: (name: string) => (name === 'cookie' ? cookie : undefined) },
    admission: { kind: 'none' },
    ...differing,
  } as VisitState
}
const visited = { kind: 'visit', visit, isEntrance: false, setCookie: undefined }
const refused = { kind: 'refused', error: new Error('refused'), isEntrance: true, setCookie: GONE }

describe('caching', () => {
  it.each([
    [{}, undefined, undefined],
    [{}, 'public', undefined],
    [{ wasAsked: true }, undefined, 'private, no-store'],
    [{ wasAsked: true }, 'private, max-age=60', undefined],
    [{ setCookie: 'a=b' }, undefined, 'private, no-store'],
    [{ setCookie: 'a=b' }, 'public', 'private, no-store'],
    [{ setCookie: '' }, 'public', 'private, no-store'],
  ])('of %j where the web-app says %s: %s', (differing, own, expected) => {
    expect(cacheControlOf(state(differing), own)).toBe(expected)
  })

  it('has headers that caches read before Cache-Control, and similar ones that none reads', () => {
    const before = [
      'CDN-Cache-Control',
      'x-cache-control',
      'Surrogate-Control',
      'Edge-Control',
      'X-Accel-Expires',
      'Expires',
    ]
    expect(before.filter(name => !overridesCacheControl(name))).toEqual([])
    const others = [
      'Cache-Control',
      '-cache-control',
      'x-surrogate-control',
      'edge-controls',
      'expires-at',
      'x-expires',
      'set-cookie',
    ]
    expect(others.filter(overridesCacheControl)).toEqual([])
  })
})

describe('the cookies inside the server', () => {
  const others = '__Host-visit=old; theme=dark; ; __Host-visitor=1'
  it.each([
    [
      'of a visit are its own in the place of an earlier one',
      { admission: visited },
      others,
      'theme=dark; __Host-visitor=1; __Host-visit=sealed',
    ],
    ['of nobody are those of others', {}, others, 'theme=dark; __Host-visitor=1'],
    ['of a refused entrance as well', { admission: refused }, others, 'theme=dark; __Host-visitor=1'],
    [
      'are only the visit where there are no others',
      { admission: visited },
      undefined,
      '__Host-visit=sealed',
    ],
  ])('%s', (_, differing, cookie, expected) => {
    expect(cookiesInside(state(differing, cookie))).toBe(expected)
  })

  it('are others than those of the request when they are set, or come from elsewhere', () => {
    expect(cookieNameOf(extension)).toBe('__Host-visit')
    const differ = [{}, { setCookie: '' }, { isForeign: true }].map(differing =>
      hasOtherCookiesInside(state(differing)),
    )
    expect(differ).toEqual([false, true, true])
  })
})

describe('a visitor', () => {
  it('is refused without a visit, and in another role, and the web-app has asked then', () => {
    const none = state()
    expect(refusedFor(none, undefined)).toMatchObject({ code: 'TOKEN_MISSING' })
    expect(none.wasAsked).toBe(true)
    expect(refusedFor(state({ admission: refused }), undefined)).toBe(refused.error)
    const known = state({ admission: visited })
    expect([refusedFor(known, undefined), refusedFor(known, ['Staff', 'Guardian'])]).toEqual([
      undefined,
      undefined,
    ])
    expect(refusedFor(known, ['Staff', 'Student'])).toMatchObject({
      code: 'ROLE_REFUSED',
      message: 'this page is for Staff and Student only',
    })
  })

  it('of a refused entrance is answered at once, and no other one', () => {
    expect(refusedEntrance(state({ admission: refused }))).toEqual({
      error: refused.error,
      language: undefined,
    })
    for (const admission of [{ ...refused, isEntrance: false }, visited, { kind: 'none' }])
      expect(refusedEntrance(state({ admission }))).toBeUndefined()
  })

  it('signs out, but not by a page of another origin that has no visit', () => {
    const own = state({ admission: visited })
    endVisit(own)
    expect([own.admission, own.setCookie]).toEqual([{ kind: 'none' }, GONE])
    const foreign = state({ isForeign: true })
    endVisit(foreign)
    expect(foreign.setCookie).toBeUndefined()
    // It has sent the bearer itself.
    const bearer = state({ isForeign: true, admission: visited })
    endVisit(bearer)
    expect(bearer.setCookie).toBe(GONE)
  })
})

it('a request that nobody has read has no state', () => {
  expect(stateOf({})).toBeUndefined()
})
