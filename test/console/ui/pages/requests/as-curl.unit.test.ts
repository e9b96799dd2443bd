import { expect, it } from 'vitest'
import type { RequestRecord } from '../../../../../console/index.ts'
import { asCurl } from '../../../../../console/ui/pages/requests/as-curl.ts'

const record = (more: Partial<RequestRecord>): RequestRecord => ({
  id: 1,
  time: '2026-11-20T01:30:00.000Z',
  endpoint: 'attendance',
  caller: '',
  method: 'GET',
  path: '/sync/units/1',
  query: "a=it's",
  txID: '',
  status: 200,
  ms: 1,
  request: { headers: [], bytes: 0, lost: 'nothing' },
  response: { headers: [], lost: 'nothing' },
  ...more,
})

it('a noted call is a line for the shell, its secrets variables', () => {
  const headers: [string, string][] = [
    ['Host', '127.0.0.1'],
    ['X-App-Id', "o'hara"],
    ['X-Empty', ''],
    ['X-Access-Key', 'set, 18 characters'],
  ]
  expect(asCurl(record({ request: { headers, bytes: 0, lost: 'nothing' } }), 'http://a')).toBe(
    `curl -g -H 'X-App-Id: o'\\''hara' -H 'X-Empty;' -H "X-Access-Key: $ACCESS_KEY" 'http://a/sync/units/1?a=it'\\''s'`,
  )
  expect(asCurl(record({ method: 'POST', query: '' }), 'http://a')).toBe(
    "curl -g -X POST 'http://a/sync/units/1'",
  )
})

it('brings along what the call brought, or says where it has to come from', () => {
  const posted = (request: Partial<RequestRecord['request']>) =>
    asCurl(
      record({
        method: 'POST',
        path: '/a',
        query: '',
        request: { headers: [], bytes: 9, lost: 'nothing', ...request },
      }),
      'http://a',
    )
  const typed: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '9'],
    ['Transfer-Encoding', 'chunked'],
  ]
  expect(posted({ headers: typed, body: `{"a":"'"}` })).toBe(
    `curl -g -X POST -H 'Content-Type: application/json' --data-raw '{"a":"'\\''"}' 'http://a/a'`,
  )
  expect(posted({ body: '@file' })).toBe(`curl -g -X POST -H 'Content-Type:' --data-raw '@file' 'http://a/a'`)
  for (const lost of ['end', 'all'] as const)
    expect(posted({ headers: typed, lost, ...(lost === 'end' && { body: '{' }) })).toBe(
      `curl -g -X POST -H 'Content-Type: application/json' --data-binary @FILE 'http://a/a'`,
    )
})
