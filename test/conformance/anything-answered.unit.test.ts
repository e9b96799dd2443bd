/** Whatever a service answers, a run ends with a finding for each case, in words and not in the program's own errors. */
import { expect, it } from 'vitest'
import { PARTS } from '../../conformance/case.ts'
import { type ConformanceReport, caseValues, runConformance } from '../../conformance/index.ts'
import { allOf } from './sample.ts'

const NOWHERE = 'http://127.0.0.1:9'
const PLACES = allOf({
  base: NOWHERE,
  serviceUrl: `${NOWHERE}/cms`,
  syncUrl: `${NOWHERE}/sync`,
  sessionUrls: { staging: `${NOWHERE}/staging`, production: `${NOWHERE}/production` },
})
const ODD = [
  null,
  0,
  'a',
  true,
  [],
  {},
  [null],
  { _id: null, attendanceEntry: 7, newsId: {}, attachments: [null, 1] },
]
const success = (content: unknown) => JSON.stringify({ txID: 't', code: 'D00000', message: 'm', content })
const odd = {
  newsList: [...ODD, { newsId: 'a,b', newsDateTime: '20260101000000', attachments: ODD }],
  delNewsIds: ODD,
}

it.each<[what: string, body: string | Uint8Array<ArrayBuffer>, init?: ResponseInit]>([
  ['nothing', ''],
  ['nothing, with 204', '', { status: 204 }],
  ['a redirect', '', { status: 302, headers: { location: 'http://127.0.0.1:9/sign-in' } }],
  ['a failure of its own', 'oops', { status: 500, headers: { 'content-type': 'text/plain' } }],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['an empty array', '[]'],
  ['an empty object', '{}'],
  ['an array of anything', JSON.stringify(ODD)],
  ['success without content', success(undefined)],
  ['success with anything for messages', success(ODD)],
  ['success with anything for news', success(odd)],
  ['success with a text for lists', success({ newsList: 'a,b', delNewsIds: 'a, b,' })],
  ['an envelope of anything', JSON.stringify({ txID: {}, code: [], message: null, content: 0 })],
  ['what is nested too deep to look at', success(JSON.parse('[[[[[[[[[[[[[[[[[[[[null]]]]]]]]]]]]]]]]]]]]'))],
  ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)],
  ['control characters', success([{ msgTitle: '\u001b[2J\u0007', msgBody: '', displayDate: '\u001b[31m' }])],
  [
    'times that no calendar has',
    JSON.stringify({ userId: 1, createdAt: '0000-00-00T99:99:99Z', expireAt: '' }),
  ],
])('%s', async (_what, body, init) => {
  const answered: typeof fetch = async () => new Response(init?.status === 204 ? null : body, init ?? {})
  const all = await runConformance({ ...PLACES, thorough: true, fetch: answered })
  // Without the first cases nothing is skipped.
  const only = caseValues().flatMap(({ id }) => (id.endsWith('/answers') ? [] : [id]))
  const each = await runConformance({ ...PLACES, only, thorough: true, fetch: answered })
  expect(all.cases).toHaveLength(caseValues().length)
  expect(each.cases).toHaveLength(only.length)
  for (const report of [all, each]) expectWords(report)
})

it('what is nested too deep to read', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const only = ['popups/content-array', 'news/tx-id', 'attendance/bare-array', 'session/user-id']
  const report = await runConformance({ ...PLACES, only, fetch: async () => new Response(deep) })
  expect(report.cases).toHaveLength(only.length)
  expectWords(report)
})

function expectWords({ complete, cases }: ConformanceReport) {
  expect(complete).toBe(true)
  for (const { id, level, result, detail } of cases) {
    expect(detail, id).toMatch(/\S/)
    expect(detail, id).not.toMatch(
      /undefined|NaN|\[object|Cannot (read|convert)|is not (a function|iterable)|call stack|\p{Cc}/u,
    )
    if (level === 'silent') expect(result, id).not.toBe('failed')
  }
  expect(cases.filter(({ result }) => result === 'failed').length).toBeGreaterThan(0)
}

const NOT_FOUND = { status: 404, headers: { 'content-type': 'application/json' } }

it.each<[what: string, body: string, init: ResponseInit]>([
  ['a page', '<html>', { status: 404, headers: { 'content-type': 'text/html' } }],
  ['a web framework’s 404', '{"statusCode":404,"error":"Not Found","message":"Route not found"}', NOT_FOUND],
  ['a 404 with a code of its own', '{"code":"NOT_FOUND","message":"no such route","path":"/api"}', NOT_FOUND],
  ['a gateway’s text', '"no such route"', NOT_FOUND],
  ['a 404 with an envelope', '{"txID":"t","code":"D20000","message":"unknown exception"}', NOT_FOUND],
])('%s for every call is said once for each part, and nothing more is asked', async (_what, body, init) => {
  const page: typeof fetch = async () => new Response(body, init)
  const { cases, asked } = await runConformance({ ...PLACES, fetch: page })
  expect(asked).toBe(PARTS.length)
  const failed = cases.filter(({ result }) => result === 'failed')
  expect(failed.map(({ id }) => id)).toEqual(PARTS.map(part => `${part}/answers`))
  for (const { detail } of failed)
    expect(detail).toMatch(/^nothing of this part answers, so its other cases were skipped: .*HTTP 404/)
})
