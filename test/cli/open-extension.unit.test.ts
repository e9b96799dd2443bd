/** What `schoolbell open-extension` says of its options and of refused requests, without a phone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSso } from '../../cli/open-extension/flags.ts'
import { watchExchanges } from '../../cli/open-extension/print.ts'
import { type AskedSession, whyRefused } from '../../cli/open-extension/why-refused.ts'
import { type Exchange, exchanges } from '../../simulator/exchanges.ts'
import { scratch } from '../support/scratch.ts'

const sessionUrl = 'http://127.0.0.1:4010/session/staging'
const PATH = '/session/staging/v2/grd/external-session'

function exchange(about: Partial<Exchange> = {}): Exchange {
  const begun = { at: '', kind: 'entrance', method: 'GET', path: '/', sent: [], forgotten: [] } as const
  return Object.assign(exchanges().begin({ ...begun, sent: [], forgotten: [] }), about)
}

describe('of a refused entrance, what is wrong and nothing else', () => {
  const why = (asked: AskedSession[] | undefined, status = 401) =>
    whyRefused(exchange({ status }), { environment: 'staging', appId: 'ours', sessionUrl, asked })
  const right = { environment: 'staging', path: PATH, appId: 'ours' } as const
  const production = { ...right, environment: 'production' } as const
  const SET_URL = `Set the web-app’s session URL to ${sessionUrl}`

  it('the app id', () => {
    expect(why([{ ...right, appId: 'theirs' }])).toBe(
      'The web-app asked for the user as another app. Set the web-app’s app id to ours.',
    )
  })

  it('the environment, and the app id only if it is wrong as well', () => {
    const begin = 'The web-app asked for a user of production, but the token is one of staging.'
    expect(why([production])).toBe(`${begin} ${SET_URL}.`)
    expect(why([{ ...production, appId: 'theirs' }])).toBe(`${begin} ${SET_URL} and its app id to ours.`)
  })

  it('the path that was asked', () => {
    expect(why([{ path: '/session/staging', appId: 'ours' }])).toBe(
      `The web-app asked for the user at /session/staging, which this service does not have (404). ${SET_URL}.`,
    )
  })

  it('where nobody asked: the session URL if it reached nobody, else either', () => {
    const never = 'The web-app refused the entrance, and this service was never asked for the user.'
    expect(why([], 503)).toBe(`${never} ${SET_URL}.`)
    expect(why([], 403)).toBe(
      `${never} Check the web-app’s settings: its session URL should be ${sessionUrl} and its app id ours.`,
    )
    expect(why(undefined)).toContain('The web-app refused the entrance. Check the web-app’s settings')
  })

  it('nothing where the user was asked for as it should be, or where it is another fault', () => {
    expect([why([right]), why([production, right]), why([], 500)]).toEqual([undefined, undefined, undefined])
  })
})

describe('while it watches', () => {
  function said(...done: Partial<Exchange>[]): string[] {
    const lines: string[] = []
    const all = done.map((about, index) => exchange({ ...about, exchangeId: index + 1 }))
    watchExchanges(line => lines.push(line))({ exchanges: () => all })
    return lines
  }

  it('tells the size of headers that a server refuses, and what to set', () => {
    const [, line] = said({ status: 431, sent: [{ name: 'X-SSO-Response', hidden: 20_000 }] })
    expect(line).toBe(
      'The web-app’s server does not accept 20 KB of headers. Give it maxHeaderSize 65536 (docs/web-app/fix.md).',
    )
  })

  it('names a cookie that no phone keeps, and why', () => {
    const [, line] = said({ status: 200, dropped: [{ name: 'visit', why: 'CROSS_SITE_WITHOUT_SECURE' }] })
    expect(line).toBe('The phone does not keep the cookie visit (SameSite=None needs Secure).')
  })

  it('warns of an entrance that was redirected before anything read it, and of no other redirect', () => {
    const redirect = { to: '/shop', isForeign: false }
    const lines = said(
      { path: '/shop/', status: 308, redirect },
      { path: '/sign-in', status: 302, redirect, cookies: ['visit; Secure'] },
      { kind: 'navigation', path: '/old', status: 302, redirect },
    )
    expect(lines).toHaveLength(4)
    expect(lines[1]).toBe(
      'The entrance was redirected to /shop and no cookie was set. The app goes there without its headers, so whoever used the phone before is shown. Make /shop the entrance page URL, or let the web-app answer without the redirect.',
    )
  })

  it('explains forgotten cookies at the first page or form that is refused', () => {
    const forgotten = ['visit']
    const lines = said(
      { kind: 'resource', path: '/favicon.ico', status: 404, forgotten },
      { kind: 'navigation', path: '/help', status: 200, forgotten },
      { kind: 'form', path: '/sign', status: 401, forgotten },
      { kind: 'navigation', path: '/again', status: 401, forgotten },
    )
    expect(lines.map(line => line.split(/ {2}/)[1] ?? line.slice(0, 23))).toEqual([
      expect.stringContaining('/favicon.ico'),
      expect.stringContaining('/help'),
      '/sign',
      'The phone has forgotten',
      expect.stringContaining('/again'),
    ])
  })
})

it('a file of single sign-on may begin with a byte order mark', () => {
  using place = scratch()
  mkdirSync(place.folder, { recursive: true })
  writeFileSync(place.path('sso.json'), '\ufeff{ "a": 1 }')
  expect(readSso(place.path('sso.json'))).toEqual({ a: 1 })
})

it.each([
  ['{\n  "a": 1,\n  "b": hush\n}', "Unexpected token 'h'"],
  ['{\n  "a": 1\n  "b": 2\n}', '(line 3 column 3)'],
  ['{ "a": 1', '(line 1 column 9)'],
  ['{ "a": ', 'Unexpected end of JSON input'],
])('a broken file of single sign-on is told where, and nothing of it is shown: %j', (text, where) => {
  using place = scratch()
  mkdirSync(place.folder, { recursive: true })
  writeFileSync(place.path('sso.json'), text)
  expect(() => readSso(place.path('sso.json'))).toThrow(/sso\.json is not JSON: /)
  expect(() => readSso(place.path('sso.json'))).toThrow(where)
  expect(() => readSso(place.path('sso.json'))).not.toThrow('hush')
})
