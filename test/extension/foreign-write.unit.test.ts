/** Whose writes a browser may send along with the cookie: those of the web-app's own pages. */
import { describe, expect, it } from 'vitest'
import { isForeignWrite } from '../../extension/foreign-write.ts'

const write = (headers: Record<string, string>, method = 'POST') =>
  isForeignWrite({ method, header: name => headers[name] })
const HOST = { host: 'trips.example' }

describe('a write', () => {
  it.each([
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
    ['', true],
  ])('of which the browser says %j is foreign: %s', (site, expected) => {
    // Whatever else is said of it.
    expect(write({ ...HOST, 'sec-fetch-site': site, origin: 'https://trips.example' })).toBe(expected)
    expect(write({ ...HOST, 'sec-fetch-site': site, origin: 'https://evil.example' })).toBe(expected)
  })

  it.each([
    ['https://trips.example', 'trips.example', false],
    ['https://trips.example', 'trips.example:443', false],
    ['http://trips.example', 'trips.example:80', false],
    ['http://trips.example:8080', 'trips.example:8080', false],
    ['https://trips.example', 'TRIPS.example', false],
    ['http://trips.example:8080', 'trips.example', true],
    ['https://trips.example', 'trips.example:80', true],
    ['https://evil.example', 'trips.example', true],
    ['https://trips.example.evil', 'trips.example', true],
    ['null', 'trips.example', true],
    ['', 'trips.example', true],
    ['https://trips.example', '', true],
    ['https://trips.example', 'a b', true],
  ])('from %s to the host %j is foreign: %s', (origin, host, expected) => {
    expect(write({ host, origin })).toBe(expected)
    for (const forwarded of [`${host}, inside.example`, ` ${host} ,inside.example`]) {
      expect(write({ host: 'inside.example', 'x-forwarded-host': forwarded, origin })).toBe(expected)
    }
  })

  it('from the inner host is not foreign either; with no host at all, every origin is', () => {
    const origin = 'https://trips.example'
    expect(write({ ...HOST, 'x-forwarded-host': 'other.example', origin })).toBe(false)
    expect(write({ origin })).toBe(true)
    // Nor is there one of these names.
    for (const name of ['undefined', 'null']) {
      expect(write({ origin: `https://${name}` })).toBe(true)
      const header = (asked: string) => (asked === 'origin' ? `https://${name}` : null)
      expect(isForeignWrite({ method: 'POST', header })).toBe(true)
    }
  })

  it('of a program, which says nothing of where it comes from, is none', () => {
    expect([write({}), write(HOST)]).toEqual([false, false])
  })
})

it.each(['GET', 'HEAD', 'OPTIONS'])('%s is no write', method => {
  expect(write({ ...HOST, 'sec-fetch-site': 'cross-site' }, method)).toBe(false)
  for (const other of [`X${method}`, `${method}X`, method.toLowerCase()])
    expect(write({ ...HOST, 'sec-fetch-site': 'cross-site' }, other)).toBe(true)
})
