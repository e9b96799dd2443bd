/** `schoolbell news` as support staff run it. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSince } from '../../cli/news/since.ts'
import newsCommand, { newsText } from '../../cli/news.ts'
import { call } from '../support/call.ts'
import { refusal } from '../support/refusal.ts'
import { failure, startUpstream, success } from '../support/scripted-upstream.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const news = (...args: string[]) => call(['news', '--service-url', school.addresses.serviceUrl, ...args])

describe('schoolbell news', () => {
  it('lists entries with ids, dates, attachments and titles, what was deleted, and the txID', async () => {
    const { code, output, errors } = await news('--since', '2026-11-01')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output.replace(/[0-9a-f-]{36}/, 'TX')).toBe(
      [
        'Id   Date                 Attachments  Title',
        'N-3  2026-11-15 09:00:00  0            Third',
        'N-2  2026-11-10 09:00:00  4            Second',
        'N-1  2026-11-01 09:00:00  0            First',
        '',
        '3 entries for academy in en-US since 2026-11-01 00:00:00 (Asia/Hong_Kong)',
        '',
        'Deleted: N-4',
        '',
        'txID  TX',
        '',
      ].join('\n'),
    )
  })

  it('asks for entries besides by their ids, and prints JSON', async () => {
    const { code, output } = await news('--since', '20261114000000', '--news-ids', 'N-1, N-9', '--json')
    expect(code).toBe(0)
    const { newsList, ...rest } = JSON.parse(output)
    expect(newsList.map(({ newsId }: { newsId: string }) => newsId)).toEqual(['N-3', 'N-1'])
    expect(rest).toEqual({ txID: expect.any(String), lastSyncTime: '20261114000000', delNewsIds: ['N-4'] })
  })

  it('asks for the last 30 days when it is told nothing', async () => {
    await using upstream = await startUpstream(success({ newsList: [], delNewsIds: '' }))
    const { code, output } = await call(['news'], { SCHOOLBELL_SERVICE_URL: upstream.url })
    expect(code).toBe(0)
    expect(output).toContain('No news for academy in en-US since ')
    const asked =
      new URL(upstream.requests[0]?.url ?? '', upstream.url).searchParams.get('lastSyncTime') ?? ''
    const since = readSince(asked, 'Asia/Hong_Kong', Temporal.Now.instant())
    const days = since?.until(Temporal.Now.plainDateTimeISO('Asia/Hong_Kong'), { largestUnit: 'days' }).days
    expect(days).toBe(30)
  })

  it('an error says its code and the txID, and ends with 1', async () => {
    await using upstream = await startUpstream(failure('D20000', 'unknown\u001b[2J exception'))
    const { code, output, errors } = await call(['news', '--service-url', upstream.url])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain('D20000 unknown [2J exception (txID tx-2)')
  })

  it.each<[args: string[], reason: string]>([
    [['--since', 'soon'], '--since: "soon" is not a time; examples: 2026-09-01, 30d, 12h'],
    [['--since', '2026-02-30'], '"2026-02-30" is not a time'],
    [['--zone', 'Moon'], 'It must be a time zone'],
  ])('a wrong call is refused and says why: %j', async (args, reason) => {
    expect(await refusal(newsCommand(), ['--service-url', 'http://127.0.0.1:9', ...args])).toContain(reason)
  })
})

describe('a time in a usual form', () => {
  const now = Temporal.Instant.from('2026-11-20T01:30:00Z')
  it.each([
    ['20260901083000', '2026-09-01T08:30:00'],
    ['20260901', '2026-09-01T00:00:00'],
    ['2026-09-01', '2026-09-01T00:00:00'],
    ['2026-09-01 08:30', '2026-09-01T08:30:00'],
    ['2026-09-01T08:30:15', '2026-09-01T08:30:15'],
    ['2026-09-01T00:30:00Z', '2026-09-01T08:30:00'],
    ['2026-09-01 00:30:00+00:00', '2026-09-01T08:30:00'],
    ['today', '2026-11-20T00:00:00'],
    ['yesterday', '2026-11-19T00:00:00'],
    ['90min', '2026-11-20T08:00:00'],
    ['12h', '2026-11-19T21:30:00'],
    ['30d', '2026-10-21T09:30:00'],
    ['2w', '2026-11-06T09:30:00'],
  ])('%s', (text, wall) => {
    expect(readSince(text, 'Asia/Hong_Kong', now)?.toString()).toBe(wall)
  })

  it('in each form that the help shows', async () => {
    const { output } = await call(['news', '--help'])
    const [, forms = ''] = /^Forms of a time for --since:\n((?: {2}.*\n)+)/m.exec(output) ?? []
    const shown = forms
      .split('\n')
      .flatMap(line => (line.trim().split('   ')[0] ?? '').split(', '))
      .filter(form => form !== '')
      .map(form => form.replaceAll("'", ''))
    expect(shown.length).toBeGreaterThan(9)
    for (const form of shown) expect(readSince(form, 'Asia/Hong_Kong', now), form).toBeDefined()
  })

  it.each([
    '',
    'soon',
    '2026-13-01',
    '20261301',
    '2026-9-1',
    '2026-09-01T25:00',
    '30',
    '1e3d',
    '99999999999999',
  ])('is none: %j', text => {
    expect(readSince(text, 'Asia/Hong_Kong', now)).toBeUndefined()
  })
})

const ASKED = {
  ...{ from: Temporal.PlainDateTime.from('2026-11-01'), siteId: 'academy', lang: 'en-US', zone: 'UTC' },
}

it('an entry that cannot be read is named, and what is odd in another, beside the valid ones', () => {
  const good = {
    ...{ newsId: 'N\u001b[2J1', newsTitle: 'T\u009b31m', newsContent: '' },
    ...{ newsDate: '20261101', newsDateTime: '20261101090000' },
  }
  const odd = { ...good, attachments: [{ fileType: 'image/jpg', url: 'https://files.example/\u001b' }] }
  const newsList = [good, { ...good, newsContent: 7 }, odd]
  const { text } = newsText({ newsList, txID: 't\u0007', delNewsIds: ['a\u001b[1m'] }, ASKED)
  expect(text).toContain('Does not follow the interface: /content/newsList/1/newsContent must be a string')
  expect(text).toContain('Odd: /content/newsList/2/attachments/0/fileType "image/jpg": read as image/jpeg')
  expect(text).toContain('2 entries')
  expect(text).not.toMatch(/[^\P{Cc}\n]/u)
})

it('of many entries that cannot be read the first hundred are named', () => {
  const { text } = newsText({ newsList: Array(5000).fill(0), txID: 't', delNewsIds: [] }, ASKED)
  expect(text.match(/^Does not follow the interface: /gm)).toHaveLength(100)
  expect(text).toContain('\nand 4900 more\n')
})
