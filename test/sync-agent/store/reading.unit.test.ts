/** What is read of the news, the streams and the change log, beside what other tests read of them. */
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { apply, recordFailure } from '../../../sync-agent/store/apply.ts'
import { changesOf, countAfter, firstSyncs, logAfter, timeOf } from '../../../sync-agent/store/change-log.ts'
import { lastSeq, markAt, newsVersion, nextSeq } from '../../../sync-agent/store/change-marks.ts'
import { listForFeed } from '../../../sync-agent/store/feed-rows.ts'
import { lastRefusal, lastRun, listRuns } from '../../../sync-agent/store/journal.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import {
  dropQuarantined,
  listQuarantined,
  makeDue,
  quarantinedIds,
  readQuarantined,
} from '../../../sync-agent/store/quarantine-rows.ts'
import {
  getNews,
  knownEntries,
  lastDeletion,
  readOutline,
  storedAfter,
} from '../../../sync-agent/store/reading.ts'
import { listRemarks } from '../../../sync-agent/store/remark-rows.ts'
import { noteMoved, serviceSource } from '../../../sync-agent/store/service-source.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream, forgetStream, listStreams, readState } from '../../../sync-agent/store/stream-rows.ts'
import type { Batch, InvalidEntry, RunOutcome, RunRecord } from '../../../sync-agent/store/types.ts'
import { addUnrecorded, readKnownState, type Unrecorded } from '../../../sync-agent/store/unrecorded.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { cursorAt, cycleAt, SERVICE } from '../cycle-at.ts'
import { execute } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested, PRE_SCHOOL } from '../support.ts'
import { beforeEachLedStore, lead } from './led-store.ts'

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

const minute = (number: number) => Temporal.Instant.fromEpochMilliseconds(number * 60_000)
const outcome = (at: number, differing: Partial<RunOutcome> = {}) =>
  cycleAt(minute(at), { cursor: cursorAt(minute(at)), ...differing })
const write = (
  batch: Partial<Batch>,
  at = 1,
  stream: Stream = ACADEMY,
  differing: Partial<RunOutcome> = {},
) => apply(store, token, stream, { listed: [], deleted: [], ...batch }, outcome(at, differing))
const invalid = (newsId: string | undefined, differing: Partial<InvalidEntry> = {}): InvalidEntry => ({
  ...{ newsId, key: newsId === undefined ? 'raw:x' : `id:${newsId}`, raw: `"${newsId}"` },
  ...{ path: '/newsTitle', reason: 'no', ...differing },
})
const ids = (list: readonly { newsId?: string | undefined }[]) => list.map(({ newsId }) => newsId)

describe('entries', () => {
  it('are read in the order of their identifiers, a page at a time', async () => {
    await write({ listed: ['c', 'a', 'b'].map(id => ingested(id)) })
    await write({ listed: [ingested('aa')] }, 1, ACADEMY_ZH)
    expect(await storedAfter(store, ACADEMY, '', 2)).toEqual([
      { newsId: 'a', title: 'Title of a' },
      { newsId: 'b', title: 'Title of b' },
    ])
    expect(ids(await storedAfter(store, ACADEMY, 'b', 2))).toEqual(['c'])
    expect(await readOutline(store, ACADEMY, undefined, 1)).toEqual([
      { newsId: 'a', newsDateTime: '20260901083000', seq: 2 },
    ])
    await execute(db, `UPDATE news SET mirrored = '{"x":"media/y"}' WHERE news_id = 'b'`)
    expect(await readOutline(store, ACADEMY, 'a', 9)).toEqual([
      { newsId: 'b', newsDateTime: '20260901083000', seq: 3, mirrored: { x: 'media/y' } },
      { newsId: 'c', newsDateTime: '20260901083000', seq: 1 },
    ])
    expect((await getNews(store, { ...ACADEMY, newsId: 'b' }))?.mirrored).toEqual({ x: 'media/y' })
    expect(await getNews(store, { ...ACADEMY, newsId: 'c' })).not.toHaveProperty('mirrored')
  })

  it('are known by their content, or by their tombstone, or not at all', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `n${index}`)
    await write({ listed: many.map(id => ingested(id)), deleted: ['gone'] })
    const known = await knownEntries(store, ACADEMY, [...many, 'gone', 'unknown'])
    expect(known.size).toBe(151)
    expect([known.get('n149'), known.has('gone'), known.get('gone')]).toEqual([
      ingested('n149').hash,
      true,
      undefined,
    ])
    expect((await knownEntries(store, ACADEMY_ZH, ['n1', 'gone'])).size).toBe(0)
  })

  it('the last deletion is that of the stream', async () => {
    expect(await lastDeletion(store, ACADEMY)).toBe(0)
    await write({ listed: [ingested('a')], deleted: ['x', 'y'] })
    await write({ deleted: ['z'] }, 1, ACADEMY_ZH)
    expect([await lastDeletion(store, ACADEMY), await lastDeletion(store, ACADEMY_ZH)]).toEqual([3, 4])
  })

  it('remarks are told with their entries, those that changed last first', async () => {
    const remark = { path: '/fileSize', came: '"7"', done: 'read as 7' }
    await write({ listed: [{ ...ingested('a'), remarks: [remark, remark] }, ingested('b')] })
    await write({ listed: [{ ...ingested('c'), remarks: [remark] }] }, 1, ACADEMY_ZH)
    expect(await listRemarks(store)).toEqual([
      { ...ACADEMY_ZH, newsId: 'c', ...remark },
      ...Array(2).fill({ ...ACADEMY, newsId: 'a', ...remark }),
    ])
    expect((await getNews(store, { ...ACADEMY, newsId: 'a' }))?.remarks).toEqual([remark, remark])
    expect(await countStream(store, ACADEMY)).toEqual({
      entries: 2,
      tombstones: 0,
      remarked: 1,
      quarantined: 0,
    })
  })
})

describe('the change log', () => {
  it('has the end of each first sync after its last change', async () => {
    await write({ listed: [ingested('a'), ingested('b')] }, 1)
    await write({ listed: [ingested('c')] }, 2)
    await write({}, 3, ACADEMY_ZH)
    const end = { ...ACADEMY, kind: 'synced', seq: 2, entries: 2, at: minute(1) }
    const other = { ...ACADEMY_ZH, kind: 'synced', seq: 3, entries: 0, at: minute(3) }
    expect((await firstSyncs(store.reading)).toSorted((one, two) => one.seq - two.seq)).toEqual([end, other])
    const told = async (seq: number, limit: number) =>
      (await logAfter(store, seq, limit)).map(change => `${change.seq} ${change.kind}`)
    expect(await told(0, 9)).toEqual(['1 upsert', '2 upsert', '2 synced', '3 upsert', '3 synced'])
    expect(await told(0, 2)).toEqual(['1 upsert', '2 upsert', '2 synced'])
    expect(await told(0, 3)).toEqual(['1 upsert', '2 upsert', '2 synced', '3 upsert', '3 synced'])
    expect(await told(0, 1)).toEqual(['1 upsert'])
    expect(await told(2, 9)).toEqual(['3 upsert', '3 synced'])
    expect(await told(3, 9)).toEqual([])
  })

  it('counts new and changed entries in a first sync, also of a stream that was forgotten before', async () => {
    await write({ listed: [ingested('a'), ingested('b')] })
    await forgetStream(store, token, ACADEMY)
    expect(await firstSyncs(store.reading)).toEqual([])
    await write({ listed: [ingested('a'), ingested('b', { newsTitle: 'Edited' }), ingested('c')] })
    expect((await firstSyncs(store.reading)).map(({ entries }) => entries)).toEqual([2])
  })

  it('counts what comes after a change, and says since when', async () => {
    await write({ listed: [ingested('a')] }, 1)
    await write({ listed: [ingested('b')], deleted: ['x'] }, 2)
    expect(await countAfter(store, 0)).toEqual({ count: 3, firstAt: 60_000 })
    expect(await countAfter(store, 1)).toEqual({ count: 2, firstAt: 120_000 })
    expect(await countAfter(store, 2)).toEqual({ count: 1, firstAt: 120_000 })
    expect(await countAfter(store, 3)).toEqual({ count: 0, firstAt: undefined })
  })

  it('has the last change of single entries', async () => {
    await write({ listed: [ingested('a'), ingested('b')], deleted: ['x'] }, 1)
    await write({ listed: [ingested('a', { newsTitle: 'Edited' })] }, 2)
    await execute(db, 'UPDATE news SET mirrored_at = 180000, seq = seq + 10')
    const key = (newsId: string, stream: Stream = ACADEMY) => ({ ...stream, newsId })
    const changes = await changesOf(store, [key('a'), key('x'), key('b', ACADEMY_ZH), key('unknown')])
    expect(changes).toMatchObject([
      { kind: 'upsert', seq: 14, firstSeq: 1, contentSeq: 4, at: minute(3), entry: { newsId: 'a' } },
      { kind: 'deletion', seq: 3, newsId: 'x', deletedAt: minute(1) },
    ])
    expect(changes.map(timeOf)).toEqual([minute(3), minute(1)])
    expect(await changesOf(store, [])).toEqual([])
  })

  it('has a name for the state of the news, another after each change and under each writer', async () => {
    const names = [await newsVersion(store)]
    await write({ listed: [ingested('a')] })
    names.push(await newsVersion(store))
    await write({ listed: [ingested('a')] })
    expect(await newsVersion(store)).toBe(names[1])
    await write({ deleted: ['a'] })
    names.push(await newsVersion(store))
    expect(names[1]).toMatch(/^1-[0-9a-f]{12}$/)
    expect(new Set(names).size).toBe(3)
    expect(await store.write(nextSeq)).toBe(3)
    expect(await lastSeq(store.reading)).toBe(3)
    const mark = await markAt(store.reading, 3)
    await lead(store)
    expect(await markAt(store.reading, 3)).toBe(mark)
    expect(await markAt(store.reading, 4)).not.toBe(mark)
  })
})

describe('a feed', () => {
  it('has the newest entries of its stream with their history, and when that changed', async () => {
    expect(await listForFeed(store, { ...ACADEMY, limit: 9 })).toEqual({ entries: [], changedAt: undefined })
    const dated = (id: string, day: string) => ingested(id, { newsDateTime: `202609${day}083000` })
    await write({ listed: [dated('a', '01'), dated('b', '03'), dated('c', '02')] }, 1)
    await write({ deleted: ['a'] }, 2)
    await write({ listed: [dated('a', '01')] }, 3)
    await write({ deleted: ['a'] }, 4)
    await write({ listed: [dated('a', '01')] }, 5)
    await write({ listed: [ingested('b', { newsDateTime: '20260903083000', newsTitle: 'Edited' })] }, 6)
    const { entries, changedAt } = await listForFeed(store, { ...ACADEMY, limit: 9 })
    expect(entries.map(each => [each.newsId, each.incarnation, each.firstSeenAt, each.changedAt])).toEqual([
      ['b', 0, minute(1), minute(6)],
      ['c', 0, minute(1), minute(1)],
      ['a', 2, minute(5), minute(5)],
    ])
    expect(changedAt).toEqual(minute(6))
    const between = { from: '20260902000000', until: '20260902235959' }
    expect(ids((await listForFeed(store, { ...ACADEMY, limit: 9, ...between })).entries)).toEqual(['c'])
    expect(ids((await listForFeed(store, { ...ACADEMY, limit: 1 })).entries)).toEqual(['b'])
    expect((await listForFeed(store, { ...ACADEMY_ZH, limit: 9 })).changedAt).toBeUndefined()
  })

  it('changes with a deletion, and keeps the date of the last change from then on', async () => {
    const changed = async (of: AgentStore = store) =>
      (await listForFeed(of, { ...ACADEMY, limit: 1 })).changedAt
    await write({ listed: [ingested('a'), ingested('b')] }, 1)
    expect(await changed()).toEqual(minute(1))
    await write({ deleted: ['a'] }, 2)
    expect(await changed()).toEqual(minute(2))
    await write({ listed: [ingested('other')] }, 3, ACADEMY_ZH)
    expect(await changed()).toEqual(minute(2))
    await write({ listed: [ingested('c')] }, 4)
    expect(await changed()).toEqual(minute(4))
    expect(await changed()).toEqual(minute(4))
    await using again = await openStore(db).then(opened =>
      Object.assign(opened, { [Symbol.asyncDispose]: opened.close }),
    )
    expect(await changed(again)).toEqual(minute(4))
  })

  it('of a store that was put back is read from the beginning', async () => {
    await write({ listed: [ingested('a'), ingested('b')] }, 9)
    expect((await listForFeed(store, { ...ACADEMY, limit: 1 })).changedAt).toEqual(minute(9))
    // The same numbers, of other changes.
    await execute(db, "UPDATE news SET changed_at = 60000; UPDATE change_mark SET mark = 'another'")
    expect((await listForFeed(store, { ...ACADEMY, limit: 1 })).changedAt).toEqual(minute(1))
    await execute(
      db,
      'UPDATE news SET changed_at = 120000; DELETE FROM news WHERE seq = 2; UPDATE store SET seq = 1',
    )
    expect((await listForFeed(store, { ...ACADEMY, limit: 1 })).changedAt).toEqual(minute(2))
  })
})

describe('streams', () => {
  it('are listed in order, and each has its own state', async () => {
    await write({}, 1, PRE_SCHOOL)
    await write({}, 2, ACADEMY_ZH)
    await write({}, 3)
    expect(await listStreams(store)).toEqual([ACADEMY, ACADEMY_ZH, PRE_SCHOOL])
    expect((await readState(store.reading, PRE_SCHOOL)).lastSuccessAt).toEqual(minute(1))
    expect(await readState(store.reading, { siteId: 'pre-school', lang: 'zh-HK' })).toEqual({
      ...{ cursor: undefined, lastSuccessAt: undefined, lastFailure: undefined, failuresInARow: 0 },
      ...{ skewMs: undefined, notBefore: undefined },
    })
  })

  const fail = (at: number, stream: Stream = ACADEMY, notBefore?: number) => {
    const failure = { at: minute(at), code: 'TIMEOUT', message: `at ${at}` }
    const run: RunRecord = { kind: 'cycle', startedAt: minute(at), durationMs: 1 }
    const note = { run, stream: { notBefore: notBefore === undefined ? undefined : minute(notBefore) } }
    return recordFailure(store, token, stream, failure, note)
  }

  it('may fail before they were ever copied, and say until when they are left alone', async () => {
    await fail(1, ACADEMY, 5)
    const { lastFailure, ...state } = await readState(store.reading, ACADEMY)
    expect(lastFailure).toEqual({ code: 'TIMEOUT', message: 'at 1', at: minute(1) })
    expect(state).toEqual({
      ...{ cursor: undefined, lastSuccessAt: undefined, failuresInARow: 1 },
      ...{ skewMs: undefined, notBefore: minute(5) },
    })
    await fail(2)
    expect(await readState(store.reading, ACADEMY)).toMatchObject({ failuresInARow: 2, notBefore: undefined })
    await fail(3, ACADEMY_ZH)
    await write({}, 4)
    expect(await readState(store.reading, ACADEMY)).toMatchObject({ failuresInARow: 0, notBefore: undefined })
    expect((await readState(store.reading, ACADEMY_ZH)).failuresInARow).toBe(1)
  })

  it('have failures that the store did not take, until a later success', async () => {
    const unrecorded: Unrecorded = new Map()
    const known = () => readKnownState(store, ACADEMY, unrecorded)
    const last = (at: number) => ({ at: minute(at), code: 'SQLITE_FULL', message: `at ${at}` })
    await write({}, 1)
    await fail(2)
    expect(await readKnownState(store, ACADEMY, undefined)).not.toHaveProperty('unrecorded')
    addUnrecorded(unrecorded, ACADEMY, last(3))
    addUnrecorded(unrecorded, ACADEMY_ZH, last(9))
    addUnrecorded(unrecorded, ACADEMY, last(4))
    expect(await known()).toMatchObject({ failuresInARow: 3, lastFailure: last(4), unrecorded: last(4) })
    await fail(5)
    expect(await known()).toMatchObject({
      failuresInARow: 4,
      lastFailure: { message: 'at 5' },
      unrecorded: last(4),
    })
    await write({}, 4)
    expect(await known()).toMatchObject({ failuresInARow: 2, unrecorded: last(4) })
    await write({}, 5)
    expect(await known()).not.toHaveProperty('unrecorded')
    expect(await known()).toMatchObject({ failuresInARow: 0 })
  })
})

describe('the journal', () => {
  it('has the last run of each kind, and why the last reconciliation deleted nothing', async () => {
    const run = (kind: RunRecord['kind'], at: number, more: Partial<RunRecord> = {}) =>
      write({}, at, ACADEMY, { run: { kind, startedAt: minute(at), durationMs: 1, ...more } })
    expect(await lastRefusal(store, ACADEMY)).toBeUndefined()
    await run('reconcile', 1, { refused: 'too many' })
    await run('cycle', 2)
    await run('retry', 3)
    expect((await listRuns(store, {})).map(({ kind }) => kind)).toEqual(['retry', 'cycle', 'reconcile'])
    expect(await lastRun(store, ACADEMY, 'cycle')).toMatchObject({ startedAt: `${minute(2)}` })
    expect(await lastRun(store, ACADEMY_ZH, 'cycle')).toBeUndefined()
    expect(await lastRefusal(store, ACADEMY)).toBe('too many')
    const failure = { at: minute(4), code: 'TIMEOUT', message: '' }
    await recordFailure(store, token, ACADEMY, failure, {
      run: { kind: 'reconcile', startedAt: minute(4), durationMs: 1 },
    })
    expect(await lastRefusal(store, ACADEMY)).toBe('too many')
    await run('reconcile', 5)
    expect(await lastRefusal(store, ACADEMY)).toBeUndefined()
  })

  it('gives back all that it was given, and fifty runs when nobody says how many', async () => {
    const facts = { from: '20260901000000', txID: 't', rows: 2, skewMs: -4, attempts: 3, refused: 'no' }
    const run: RunRecord = {
      kind: 'cycle',
      startedAt: minute(1),
      durationMs: 1.5,
      answeredAtMs: 90_000,
      ...facts,
    }
    await write({ listed: [ingested('a')] }, 1, ACADEMY, { run })
    expect(await listRuns(store, {})).toEqual([
      {
        ...{ ...ACADEMY, ...facts, id: 1, kind: 'cycle', durationMs: 1.5, startedAt: '1970-01-01T00:01:00Z' },
        ...{ answeredAt: '1970-01-01T00:01:30Z', new: 1, changed: 0, deleted: 0, quarantined: 0 },
      },
    ])
    await write({ listed: [ingested('a', { newsTitle: 'Edited' })], deleted: ['x'] }, 2)
    const [later] = await listRuns(store, {})
    expect(later).toMatchObject({ new: 0, changed: 1, deleted: 1 })
    expect(later).not.toHaveProperty('answeredAt')
    for (let more = 0; more < 49; more += 1) await write({}, 2)
    expect(await listRuns(store, {})).toHaveLength(50)
    expect(await listRuns(store, { limit: 60 })).toHaveLength(51)
  })

  it('loses the lines older than 30 days, whichever stream runs, but for the last reconciliation of each', async () => {
    const onDay = async (day: number, stream: Stream, kind: RunRecord['kind'], count = 1) => {
      const run = { kind, startedAt: minute(day * 24 * 60), durationMs: 1 }
      for (let more = 0; more < count; more += 1) await write({}, 1, stream, { run })
    }
    await onDay(0, ACADEMY_ZH, 'reconcile')
    await onDay(0, ACADEMY_ZH, 'cycle')
    await onDay(0, ACADEMY, 'cycle', 56)
    await onDay(1, ACADEMY, 'reconcile')
    await onDay(2, ACADEMY, 'reconcile')
    await onDay(62, ACADEMY, 'cycle', 40)
    const left = await listRuns(store, { limit: 200 })
    expect(left.map(({ startedAt }) => startedAt)).toEqual([
      ...Array(40).fill('1970-03-04T00:00:00Z'),
      '1970-01-03T00:00:00Z',
      '1970-01-01T00:00:00Z',
    ])
    expect(left.slice(40).map(({ lang, kind }) => [lang, kind])).toEqual([
      ['en-US', 'reconcile'],
      ['zh-HK', 'reconcile'],
    ])
  })
})

describe('the quarantine', () => {
  it('has each entry once, with what was wrong last', async () => {
    await write({ invalid: [invalid('a'), invalid(undefined)] }, 1)
    await write({ invalid: [invalid('b', { raw: '7', path: '/newsDate', reason: 'no date' })] }, 2)
    await write({ invalid: [invalid('a', { raw: '8', path: '/newsId', reason: 'again' })] }, 3)
    const seen = (first: number, last = first) => ({
      firstSeen: `${minute(first)}`,
      lastSeen: `${minute(last)}`,
    })
    const [b, none, a] = [3, 2, 1]
    expect(await listQuarantined(store)).toEqual([
      {
        ...ACADEMY,
        id: b,
        newsId: 'b',
        path: '/newsDate',
        reason: 'no date',
        ...seen(2),
        attempts: 1,
        nextRetry: `${minute(3)}`,
      },
      { ...ACADEMY, id: none, path: '/newsTitle', reason: 'no', ...seen(1), attempts: 1 },
      {
        ...ACADEMY,
        id: a,
        newsId: 'a',
        path: '/newsId',
        reason: 'again',
        ...seen(1, 3),
        attempts: 1,
        nextRetry: `${minute(2)}`,
      },
    ])
    expect(await readQuarantined(store, a)).toMatchObject({ id: a, newsId: 'a', raw: '8' })
    expect(await readQuarantined(store, 99)).toBeUndefined()
    expect(await quarantinedIds(store, ACADEMY)).toEqual([
      { id: a, newsId: 'a', retryAt: minute(2) },
      { id: b, newsId: 'b', retryAt: minute(3) },
    ])
    expect(await quarantinedIds(store, ACADEMY_ZH)).toEqual([])
    await makeDue(store, [b])
    expect(ids(await quarantinedIds(store, ACADEMY))).toEqual(['b', 'a'])
    expect([await dropQuarantined(store, a), await dropQuarantined(store, a)]).toEqual([true, false])
    expect(ids(await listQuarantined(store))).toEqual(['b', undefined])
  })

  it('waits longer each time, an hour at most', async () => {
    await write({ invalid: [invalid('a'), invalid('b')] }, 0)
    const waits: number[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      await write({ putOff: ['a'] }, 0)
      const [, last] = await quarantinedIds(store, ACADEMY)
      waits.push((last?.retryAt.epochMilliseconds ?? 0) / 60_000)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    expect((await listQuarantined(store)).map(({ newsId, attempts }) => [newsId, attempts])).toEqual([
      ['b', 1],
      ['a', 9],
    ])
  })

  it('ends with a valid version or a deletion, in that stream alone', async () => {
    await write({ invalid: ['a', 'b', 'c'].map(id => invalid(id)) })
    await write({ invalid: [invalid('a')] }, 1, ACADEMY_ZH)
    await write({ valid: ['a'], deleted: ['b'] })
    expect((await listQuarantined(store)).map(({ newsId, lang }) => [newsId, lang])).toEqual([
      ['a', 'zh-HK'],
      ['c', 'en-US'],
    ])
  })
})

describe('where the news comes from', () => {
  it('is the first address, then the one with https, and where the service has moved', async () => {
    expect(await serviceSource(store.reading)).toEqual({ url: undefined, first: undefined })
    await write({}, 1)
    expect(await serviceSource(store.reading)).toEqual({ url: SERVICE, first: SERVICE })
    await write({}, 1, ACADEMY, { serviceUrl: 'http://other.example/cms' })
    expect((await serviceSource(store.reading)).url).toBe(SERVICE)
    const secured = SERVICE.replace('http:', 'https:')
    await write({}, 1, ACADEMY, { serviceUrl: secured })
    expect(await serviceSource(store.reading)).toEqual({ url: secured, first: secured })
    await recordFailure(
      store,
      token,
      ACADEMY,
      { at: minute(1), code: 'TIMEOUT', message: '' },
      { run: outcome(1).run, stream: { notBefore: minute(9) } },
    )
    const [moved, again] = ['https://new.example/cms', 'https://newer.example/cms']
    await noteMoved(store, moved)
    expect(await serviceSource(store.reading)).toEqual({ url: moved, first: secured })
    expect(await readState(store.reading, ACADEMY)).toMatchObject({ notBefore: undefined, failuresInARow: 0 })
    await noteMoved(store, again)
    expect(await serviceSource(store.reading)).toEqual({ url: again, first: secured })
  })
})
