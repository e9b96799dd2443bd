/** Whatever a service answers, a run ends with a finding for each case, in words and not in the program's own errors. */
import { expect, it } from 'vitest'
import { PARTS } from '../../conformance/case.ts'
import { caseValues, runConformance } from '../../conformance/index.ts'
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
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
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
  ['what is nested too deep to read', deep],
  ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)],
  ['control characters', success([{ msgTitle: '\u001b[2J\u0007', msgBody: '', displayDate: '\u001b[31m' }])],
  [
    'times that no calendar has',
    JSON.stringify({ userId: 1, createdAt: '0000-00-00T99:99:99Z', expireAt: '' }),
  ],
])('%s', async (_what, body, init) => {
  const answered: typeof fetch = async () => new Response(init?.status === 204 ? null : body, init ?? {})
  const { cases, complete } = await runConformance({ ...PLACES, thorough: true, fetch: answered })
  expect(complete).toBe(true)
  expect(cases).toHaveLength(caseValues().length)
  for (const { id, level, result, detail } of cases) {
    expect(detail, id).toMatch(/\S/)
    expect(detail, id).not.toMatch(
      /undefined|NaN|\[object|Cannot (read|convert)|is not (a function|iterable)|call stack|\p{Cc}/u,
    )
    if (level === 'silent') expect(result, id).not.toBe('failed')
  }
  expect(cases.filter(({ result }) => result === 'failed').length).toBeGreaterThan(0)
})

it('what is no service is asked once for each part, and the report says so once for each address', async () => {
  const page: typeof fetch = async () =>
    new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } })
  const { cases, asked } = await runConformance({ ...PLACES, fetch: page })
  expect(asked).toBe(4)
  const failed = cases.filter(({ result }) => result === 'failed')
  expect(failed.map(({ id }) => id)).toEqual(
    PARTS.filter(part => part !== 'news').map(part => `${part}/answers`),
  )
  for (const { detail } of failed)
    expect(detail).toContain('this is not such a service, so the other cases were skipped: ')
  // Whoever refuses a key may be the right one.
  const refusing: typeof fetch = async () => new Response('no', { status: 401 })
  const refused = await runConformance({ ...PLACES, only: ['attendance', 'session'], fetch: refusing })
  expect(refused.cases.some(({ detail }) => detail.includes('not such a service'))).toBe(false)
})
