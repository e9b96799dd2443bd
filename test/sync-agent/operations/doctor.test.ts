/** What the doctor finds, before services that decide differently. */
import { expect, it } from 'vitest'
import { type ExamineOptions, examineService, type Finding } from '../../../sync-agent/index.ts'
import { nobodyListens } from '../../support/nobody.ts'
import { failure, json, type Script, startUpstream, success } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, entry, handClock, news, queryOf } from '../support.ts'

const ZONE = 'Asia/Hong_Kong'
const NOW = '2026-09-01T04:00:00Z'
const clock = handClock(NOW)
const DATED = { date: new Date(NOW).toUTCString() }

interface Told {
  newsId: string
  newsDateTime: string
  /** When it last changed, a wall clock as well; the same as its date unless it was edited. */
  changed?: string
  deleted?: boolean
}

/** A service that holds these and compares with "after" or with "from". */
function serviceWith(all: Told[], compare: 'after' | 'from'): Script {
  return (response, request) => {
    const query = queryOf({ url: request.url ?? '' })
    const since = query.get('lastSyncTime') ?? ''
    const told = all.filter(({ newsDateTime, changed = newsDateTime }) =>
      compare === 'after' ? changed > since : changed >= since,
    )
    const listed = told.filter(({ deleted }) => !deleted)
    const isPopups = request.url?.includes('popupmsg')
    const script = isPopups
      ? success([], DATED)
      : news(
          listed.map(({ newsId, newsDateTime }) => entry(newsId, { newsDateTime })),
          told.filter(({ deleted }) => deleted).map(({ newsId }) => newsId),
          DATED,
        )
    script(response, request)
  }
}

async function findings(script: Script, options: Partial<ExamineOptions> = {}) {
  await using upstream = await startUpstream(script)
  const serviceUrl = `${upstream.url}/cms`
  const found = await examineService({ serviceUrl, streams: [ACADEMY], zone: ZONE, clock, ...options })
  return { found, calls: upstream.requests.length, methods: upstream.requests.map(({ method }) => method) }
}

const named = (found: Finding[], check: string) => found.find(finding => finding.check === check)

it.each([
  ['ok', true],
  ['warning', false],
])('says %s of newsIDs that are honoured: %s', async (result, areHonoured) => {
  const plain = serviceWith([{ newsId: 'new', newsDateTime: '20260901110000' }], 'after')
  const { found } = await findings((response, request) => {
    const isAsked = areHonoured && queryOf({ url: request.url ?? '' }).get('newsIDs') === 'new'
    const script = isAsked ? news([entry('new')], [], DATED) : plain
    script(response, request)
  })
  expect(named(found, 'known newsIDs')).toMatchObject({ result })
})

it.each(['after', 'from'] as const)(
  'finds the newest change by few questions, also when it is an edit or a deletion: "%s"',
  async compare => {
    const plain = { newsId: 'plain', newsDateTime: '20180601080000' }
    for (const [top, age] of [
      [{ newsId: 'new', newsDateTime: '20260901113000' }, '30 min'],
      [{ newsId: 'edited', newsDateTime: '20260831080000', changed: '20260901112000' }, '40 min'],
      [
        { newsId: 'gone', newsDateTime: '20260801110000', changed: '20260901110000', deleted: true },
        '60 min',
      ],
      [{ newsId: 'old', newsDateTime: '20190101120000' }, '2800 d'],
    ] as const) {
      const { found, calls, methods } = await findings(serviceWith([plain, top], compare))
      expect(named(found, 'zone')?.detail).toContain(`the newest change was ${age} ago`)
      expect(calls).toBeLessThan(50)
      expect(new Set(methods)).toEqual(new Set(['GET']))
    }
  },
)

const zoneOf = async (all: Told[], zone: string) =>
  named((await findings(serviceWith(all, 'after'), { zone })).found, 'zone')
/** At noon in Hong Kong, 04:00 in UTC. */
const MORNING = { newsId: 'morning', newsDateTime: '20260901112000' }
const TOMORROW = { newsId: 'scheduled', newsDateTime: '20260902080000' }

it.each<[string, Told[], string]>([
  ['UTC', [MORNING], 'fits (--zone Asia/Hong_Kong), unless entries are scheduled for later'],
  ['Europe/London', [{ ...MORNING, deleted: true }], 'Asia/Hong_Kong fits (--zone Asia/Hong_Kong)'],
  [
    'Asia/Hong_Kong',
    [{ newsId: 'edited', newsDateTime: '20260801080000', changed: '20260901124500' }],
    'Asia/Tokyo fits',
  ],
])(
  'a zone that puts changes into the future is a warning, which names the one that fits: %s',
  async (zone, all, says) => {
    expect(await zoneOf(all, zone)).toMatchObject({
      result: 'warning',
      detail: expect.stringContaining(says),
    })
  },
)

it.each<[string, Told[], string, string]>([
  ['Asia/Hong_Kong', [MORNING], 'ok', 'the newest change was 40 min ago'],
  ['Asia/Singapore', [MORNING], 'ok', 'the newest change was 40 min ago'],
  ['Asia/Tokyo', [MORNING], 'ok', 'the newest change was 100 min ago'],
  ['Asia/Hong_Kong', [], 'ok', 'nothing speaks against Asia/Hong_Kong'],
  ['Asia/Hong_Kong', [MORNING, TOMORROW], 'cannot tell', 'entries are scheduled, or'],
  ['UTC', [TOMORROW], 'cannot tell', 'entries are scheduled, or'],
])('a zone is no warning for what may be scheduled: %s', async (zone, all, result, says) => {
  expect(await zoneOf(all, zone)).toMatchObject({ result, detail: expect.stringContaining(says) })
})

// Promise: operate/doctor
it('a service that is not there is the one finding', async () => {
  using nobody = await nobodyListens()
  const found = await examineService({ serviceUrl: nobody.origin, streams: [ACADEMY], zone: ZONE, clock })
  expect(found).toMatchObject([
    {
      check: 'reaches the service',
      result: 'failed',
      detail: expect.stringMatching(/^UNREACHABLE: .*cannot be reached/),
    },
  ])
})

it('says of JSON without a return code that it is not the service’s', async () => {
  const { found } = await findings(json({ hello: 'world' }))
  expect(named(found, 'news academy/en-US')).toMatchObject({
    result: 'failed',
    detail: expect.stringMatching(/^HTTP 200: a proxy or another program answers, not the service/),
  })
})

// Promise: operate/doctor
it('a stream that is refused has failed, with the code and the txID; popups that are refused are a warning', async () => {
  const { found } = await findings(
    (response, request) => {
      const isZh = queryOf({ url: request.url ?? '' }).get('lang') === 'zh-HK'
      const script = isZh ? failure('D20002', 'lang is invalid', 400) : news([], [], DATED)
      script(response, request)
    },
    { streams: [ACADEMY, ACADEMY_ZH] },
  )
  expect(named(found, 'news academy/en-US')?.result).toBe('ok')
  expect(named(found, 'news academy/zh-HK')).toMatchObject({
    result: 'failed',
    detail: 'D20002 lang is invalid (txID tx-2)',
  })
  expect(named(found, 'popups academy/zh-HK')?.result).toBe('warning')
})

it('tells of a clock that differs, and of replies without a date', async () => {
  const ahead = new Date(Date.parse(NOW) + 300_000).toUTCString()
  const skewed = await findings(news([], [], { date: ahead }))
  expect(named(skewed.found, 'clock skew')).toMatchObject({
    result: 'warning',
    detail: 'the service is 5 min ahead of this machine',
  })
  const undated = await findings((response, request) => {
    response.sendDate = false
    news()(response, request)
  })
  expect(named(undated.found, 'Date header')?.result).toBe('warning')
  expect(named(undated.found, 'clock skew')?.result).toBe('cannot tell')
})

it('its clock is the service’s where replies are dated: the newest change is as old as there', async () => {
  await using upstream = await startUpstream(serviceWith([MORNING], 'after'))
  const slow = handClock('2026-09-01T03:00:00Z')
  const serviceUrl = `${upstream.url}/cms`
  const found = await examineService({ serviceUrl, streams: [ACADEMY], zone: ZONE, clock: slow })
  expect(named(found, 'zone')?.detail).toContain('the newest change was 40 min ago')
})

it('counts what came in the last hour', async () => {
  const one = await findings(news([entry('a')], [], DATED))
  expect(named(one.found, 'news academy/en-US')?.detail).toBe('accepted; 1 entry in the last hour')
  const two = await findings(news([entry('a'), entry('b')], [], DATED))
  expect(named(two.found, 'news academy/en-US')?.detail).toBe('accepted; 2 entries in the last hour')
})

it('asks for an entry whose identifier is a number, too', async () => {
  const numbered = { ...entry('', { newsDateTime: '20260901083000' }), newsId: 7 }
  const { found } = await findings((response, request) => {
    const query = queryOf({ url: request.url ?? '' })
    const isListed =
      (query.get('lastSyncTime') ?? '') <= numbered.newsDateTime || query.get('newsIDs') === '7'
    news(isListed ? [numbered] : [], [], DATED)(response, request)
  })
  expect(named(found, 'known newsIDs')).toMatchObject({ result: 'ok' })
})
