/** What the doctor finds, before services that decide differently. */
import { expect, it } from 'vitest'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/wire-time.ts'
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
  'finds by few questions that lastSyncTime means "%s", whatever the age of the news',
  async compare => {
    for (const newsDateTime of ['20260901115959', '20190101000000']) {
      const { found, calls, methods } = await findings(
        serviceWith(
          [
            { newsId: 'new', newsDateTime },
            { newsId: 'old', newsDateTime: '20180601080000' },
          ],
          compare,
        ),
      )
      const { result, detail } = named(found, 'lastSyncTime itself') ?? {}
      expect(result).toBe('observed')
      expect(detail).toContain(compare === 'after' ? 'excluded: entry new' : 'included: entry new')
      expect(calls).toBeLessThan(65)
      expect(new Set(methods)).toEqual(new Set(['GET']))
    }
  },
)

it.each(['after', 'from'] as const)(
  'an edited entry or a deletion on top does not mislead it: "%s"',
  async compare => {
    const plain = { newsId: 'plain', newsDateTime: '20260831090000' }
    const edited = { newsId: 'edited', newsDateTime: '20260831080000', changed: '20260901112233' }
    const gone = { newsId: 'gone', newsDateTime: '20260901110000', deleted: true }
    for (const top of [edited, gone]) {
      const { found } = await findings(serviceWith([plain, top], compare))
      expect(named(found, 'lastSyncTime itself')).toMatchObject({
        result: 'observed',
        detail: expect.stringContaining(
          compare === 'after' ? 'excluded: entry plain' : 'included: entry plain',
        ),
      })
    }
  },
)

it.each<[string, Script]>([
  ['there is no news', serviceWith([], 'after')],
  ['news for a time in the future', news([entry('always')], [], DATED)],
  [
    'published at its own date',
    serviceWith([{ newsId: 'a', newsDateTime: '20260831080000', changed: '20260901112233' }], 'after'),
  ],
])('cannot tell when %s', async (reason, script) => {
  const { found } = await findings(script)
  expect(named(found, 'lastSyncTime itself')).toMatchObject({
    result: 'cannot tell',
    detail: expect.stringContaining(reason),
  })
})

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

it('a service that is not there is the one finding', async () => {
  using nobody = await nobodyListens()
  const found = await examineService({ serviceUrl: nobody.origin, streams: [ACADEMY], zone: ZONE, clock })
  expect(found).toMatchObject([
    { check: 'reaches the service', result: 'failed', detail: expect.stringContaining('cannot be reached') },
  ])
})

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

it('names how the service decides what its interface leaves open', async () => {
  const { found } = await findings((response, request) => {
    const query = queryOf({ url: request.url ?? '' })
    const held = request.headers['if-none-match']
    const script = (): Script => {
      if (held === '"t"') return answer => answer.writeHead(304).end()
      if (!query.get('siteId')) return failure('D20001', 'siteId should not be empty', 400)
      if (query.get('siteId') !== 'academy') return failure('D20004', 'siteID does not exist')
      const ids = query.get('newsIDs') ?? ''
      const content = { newsList: [], delNewsIds: ids }
      const envelope = { txID: 't', code: 'D00000', message: 'successful return', content }
      return json(envelope, 200, { ...DATED, etag: '"t"', 'access-control-allow-origin': '*' })
    }
    script()(response, request)
  })
  expect(found.filter(({ result }) => result === 'observed')).toEqual(
    Object.entries({
      'missing siteId': 'HTTP 400, D20001 siteId should not be empty',
      'unknown siteId': 'HTTP 200, D20004 siteID does not exist',
      'unknown lang': 'HTTP 200, accepted with D00000',
      'invalid lastSyncTime': 'HTTP 200, accepted with D00000',
      'unknown newsIDs': 'in delNewsIds, like a deleted one',
      'type of delNewsIds': 'a string',
      'other origins (CORS)': 'access-control-allow-origin: *',
      ETag: 'strong, answered with 304',
    }).map(([check, detail]) => ({ check, result: 'observed', detail })),
  )
})

it('its clock is the service’s where replies are dated: news of the last minutes counts as past', async () => {
  const recent = printWireDateTime(wallClockAt(clock.now().subtract({ seconds: 1 }), ZONE))
  const { found } = await findings(serviceWith([{ newsId: 'now', newsDateTime: recent }], 'after'))
  expect(named(found, 'lastSyncTime itself')?.detail).toContain('excluded: entry now')
})

it('counts what came in the last hour', async () => {
  const one = await findings(news([entry('a')], [], DATED))
  expect(named(one.found, 'news academy/en-US')?.detail).toBe('accepted; 1 entry in the last hour')
  const two = await findings(news([entry('a'), entry('b')], [], DATED))
  expect(named(two.found, 'news academy/en-US')?.detail).toBe('accepted; 2 entries in the last hour')
})

it('finds what lastSyncTime means from entries whose identifiers are numbers, too', async () => {
  const numbered = { ...entry('', { newsDateTime: '20260901083000' }), newsId: 7 }
  const { found } = await findings((response, request) => {
    const since = queryOf({ url: request.url ?? '' }).get('lastSyncTime') ?? ''
    news(since <= numbered.newsDateTime ? [numbered] : [], [], DATED)(response, request)
  })
  expect(named(found, 'lastSyncTime itself')?.detail).toMatch(/^included: entry 7 /)
})
