import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { apply, recordFailure } from '../../../sync-agent/store/apply.ts'
import { LeaseLostError, readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { listRuns } from '../../../sync-agent/store/journal.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { getNews, listNews } from '../../../sync-agent/store/reading.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream, forgetStream, listStreams, readState } from '../../../sync-agent/store/stream-rows.ts'
import type { Batch, Place } from '../../../sync-agent/store/types.ts'
import { cycleAt } from '../cycle-at.ts'
import { databaseOfRuns, execute, onPostgres, runsOf, tablesOf } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested, PRE_SCHOOL } from '../support.ts'
import { beforeEachLedStore, lead } from './led-store.ts'

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

const at = (text: string) => Temporal.Instant.from(text)
const outcomeAt = (text: string) =>
  cycleAt(at(text), {
    run: { kind: 'cycle', startedAt: at(text), durationMs: 12.5, skewMs: -40 },
    cursor: { at: at(text), dated: true, cycleMs: 12.5 },
  })
const MORNING = outcomeAt('2026-09-01T00:00:00Z')
const NOON = outcomeAt('2026-09-01T04:00:00Z')
const batch = (listed: Batch['listed'], deleted: string[] = []): Batch => ({ listed, deleted })
const EXPLAIN = onPostgres ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'
const numbered = (count: number) => Array.from({ length: count }, (_, number) => ingested(`n${number}`))
const table = async (name: string) => (await tablesOf(db))[name]

describe('applying a batch', () => {
  it('counts what is new, changed, unchanged and deleted', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a'), ingested('b'), ingested('c')]), MORNING)
    const edited = ingested('b', { newsTitle: 'Edited' })
    expect(
      await apply(store, token, ACADEMY, batch([ingested('a'), edited, ingested('d')], ['c']), NOON),
    ).toEqual({
      new: 1,
      changed: 1,
      unchanged: 1,
      deleted: 1,
      quarantined: 0,
      seq: 6,
    })
    const entries = await Promise.all(
      ['a', 'b', 'c', 'd'].map(newsId => getNews(store, { ...ACADEMY, newsId })),
    )
    expect(entries.map(entry => entry?.seq)).toEqual([1, 4, undefined, 5])
    expect(entries[1]?.title).toBe('Edited')
  })

  it('numbers each entry by its change, and keeps the number of the first one', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a'), ingested('b'), ingested('c')]), MORNING)
    await apply(store, token, ACADEMY, batch([ingested('b', { newsTitle: 'Edited' }), ingested('d')]), NOON)
    const numbers = (await table('news'))?.map(row => [row.news_id, row.first_seq, row.content_seq, row.seq])
    expect(numbers?.toSorted()).toEqual([
      ['a', 1, 1, 1],
      ['b', 2, 4, 4],
      ['c', 3, 3, 3],
      ['d', 5, 5, 5],
    ])
  })

  it('gives an entry back as it was put in', async () => {
    const content = ingested('a/1 中', {
      thumbnailUrl: 'https://files.example/t.png',
      newsTitle: '運動會 \u0000 🏅',
    })
    await apply(store, token, ACADEMY, batch([content]), MORNING)
    expect(await getNews(store, { ...ACADEMY, newsId: 'a/1 中' })).toEqual({ ...content, ...ACADEMY, seq: 1 })
  })

  it('an entry delivered again unchanged keeps every column as it was', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a'), ingested('b')], ['gone']), MORNING)
    const before = await tablesOf(db)
    await apply(store, token, ACADEMY, batch([ingested('b'), ingested('a')], ['gone']), NOON)
    const { stream: _, run: __, sqlite_sequence: ___, ...others } = await tablesOf(db)
    const { stream: ____, run: _____, sqlite_sequence: ______, ...othersBefore } = before
    expect(others).toEqual(othersBefore)
  })

  it('an edit keeps when the entry was first seen; the earlier text again is an edit as well', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a')]), MORNING)
    await apply(store, token, ACADEMY, batch([ingested('a', { newsTitle: 'Edited' })]), NOON)
    expect(await table('news')).toMatchObject([
      {
        first_seen_at: MORNING.finishedAt.epochMilliseconds,
        changed_at: NOON.finishedAt.epochMilliseconds,
      },
    ])
    const again = await apply(store, token, ACADEMY, batch([ingested('a')]), NOON)
    expect(again).toMatchObject({ new: 0, changed: 1, unchanged: 0, seq: 3 })
  })

  it('a deletion leaves a tombstone, also of an entry never seen; listed again, it is published and the tombstone goes', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a')]), MORNING)
    expect(await apply(store, token, ACADEMY, batch([], ['a', 'never-seen']), MORNING)).toMatchObject({
      deleted: 2,
    })
    expect(await table('tombstone')).toMatchObject([{ news_id: 'a' }, { news_id: 'never-seen' }])
    expect(await apply(store, token, ACADEMY, batch([ingested('a')]), NOON)).toMatchObject({ new: 1, seq: 4 })
    expect(await table('tombstone')).toMatchObject([{ news_id: 'never-seen' }])
    expect((await getNews(store, { ...ACADEMY, newsId: 'a' }))?.seq).toBe(4)
  })

  it('the same identifier in another stream is another entry', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a')]), MORNING)
    await apply(store, token, ACADEMY_ZH, batch([ingested('a', { newsTitle: '標題' })]), MORNING)
    await apply(store, token, PRE_SCHOOL, batch([], ['a']), MORNING)
    expect((await getNews(store, { ...ACADEMY, newsId: 'a' }))?.title).toBe('Title of a')
    expect((await getNews(store, { ...ACADEMY_ZH, newsId: 'a' }))?.title).toBe('標題')
    expect(await getNews(store, { ...PRE_SCHOOL, newsId: 'a' })).toBeUndefined()
  })

  it('gives every change a seq of its own that no earlier change had', async () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const ofRun = await databaseOfRuns()
    const step = fc.record({
      listed: fc.uniqueArray(fc.tuple(ids, fc.constantFrom('one', 'two')), { selector: ([id]) => id }),
      deleted: fc.uniqueArray(ids),
      stream: fc.constantFrom(ACADEMY, ACADEMY_ZH),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const fresh = await openStore(await ofRun())
        const freshToken = await lead(fresh)
        let seq = 0
        for (const { listed, deleted, stream } of steps) {
          const contents = listed
            .filter(([id]) => !deleted.includes(id))
            .map(([id, newsTitle]) => ingested(id, { newsTitle }))
          const applied = await apply(fresh, freshToken, stream, batch(contents, deleted), MORNING)
          expect(applied.seq).toBe(seq + applied.new + applied.changed + applied.deleted)
          expect(applied.new + applied.changed + applied.unchanged).toBe(contents.length)
          const page = await listNews(fresh, { ...stream, limit: 100 })
          for (const { seq: given, newsId } of page.entries) {
            expect(given).toBeLessThanOrEqual(applied.seq)
            expect(deleted).not.toContain(newsId)
          }
          seq = applied.seq
        }
        await fresh.close()
      }),
      { numRuns: runsOf(15) },
    )
  })
})

describe('what is known of a stream', () => {
  it('a failure leaves cursor and last success alone, and a success ends the row of failures', async () => {
    const failure = { at: NOON.finishedAt, code: 'TIMEOUT', message: 'no whole answer' }
    await apply(store, token, ACADEMY, batch([]), MORNING)
    await recordFailure(store, token, ACADEMY, failure, { run: NOON.run, stream: { notBefore: undefined } })
    await recordFailure(store, token, ACADEMY, failure, { run: NOON.run, stream: { notBefore: undefined } })
    expect(await readState(store.reading, ACADEMY)).toEqual({
      cursor: MORNING.cursor,
      lastSuccessAt: MORNING.finishedAt,
      lastFailure: failure,
      failuresInARow: 2,
      skewMs: -40,
      notBefore: undefined,
    })
    await apply(store, token, ACADEMY, batch([]), NOON)
    expect(await readState(store.reading, ACADEMY)).toMatchObject({ failuresInARow: 0, lastFailure: failure })
  })

  it('lets the cursor go backwards', async () => {
    await apply(store, token, ACADEMY, batch([]), NOON)
    await apply(store, token, ACADEMY, batch([]), MORNING)
    expect((await readState(store.reading, ACADEMY)).cursor).toEqual(MORNING.cursor)
  })

  it('survives a restart, with its identity', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a')], ['b']), MORNING)
    const identity = store.identity
    await store.close()
    store = await openStore(db)
    expect(store.identity).toBe(identity)
    expect(store.identity).toMatch(/^[0-9a-f]{16}$/)
    expect((await readState(store.reading, ACADEMY)).cursor).toEqual(MORNING.cursor)
    expect(await countStream(store, ACADEMY)).toEqual({
      entries: 1,
      tombstones: 1,
      remarked: 0,
      quarantined: 0,
    })
    token = (await takeLease(store, 'again', await readLease(store.reading))) ?? 0
    expect(await apply(store, token, ACADEMY, batch([ingested('a'), ingested('c')]), NOON)).toMatchObject({
      unchanged: 1,
      new: 1,
      seq: 3,
    })
  })

  it('forgets a stream with its runs and what was put aside, and no other one', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a')]), MORNING)
    await apply(store, token, ACADEMY_ZH, batch([ingested('a')]), MORNING)
    await forgetStream(store, token, ACADEMY_ZH)
    expect(await listStreams(store)).toEqual([ACADEMY])
    expect(await listRuns(store, { limit: 9 })).toMatchObject([ACADEMY])
  })

  it('takes nothing from an agent that has not taken the lease itself', async () => {
    await store.close()
    store = await openStore(db)
    await expect(apply(store, token, ACADEMY, batch([ingested('a')]), MORNING)).rejects.toThrow(
      LeaseLostError,
    )
  })
})

describe('reading page by page', () => {
  it('neither repeats nor skips an entry, whatever the page size and however many share one time', async () => {
    const ofRun = await databaseOfRuns()
    const times = fc.constantFrom('20260901083000', '20260901083001', '20260831000000')
    const ids = fc.oneof(fc.string({ minLength: 1, maxLength: 4 }), fc.constantFrom('中', '文', 'a/b', '%'))
    const listed = fc.uniqueArray(fc.tuple(ids, times), { selector: ([id]) => id, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(listed, fc.integer({ min: 1, max: 7 }), async (entries, limit) => {
        const fresh = await openStore(await ofRun())
        const freshToken = await lead(fresh)
        const contents = entries.map(([id, newsDateTime]) => ingested(id, { newsDateTime }))
        await apply(fresh, freshToken, ACADEMY, batch(contents), MORNING)
        await apply(fresh, freshToken, ACADEMY_ZH, batch([ingested('of another stream')]), MORNING)
        const read: string[] = []
        let after: Place | undefined
        do {
          const page = await listNews(fresh, { ...ACADEMY, limit, after })
          read.push(...page.entries.map(({ newsDateTime, newsId }) => `${newsDateTime} ${newsId}`))
          expect(page.entries.length === limit || page.next === undefined).toBe(true)
          after = page.next
        } while (after)
        expect(read.map(line => line.slice(0, 14))).toEqual(
          entries
            .map(([, time]) => time)
            .toSorted()
            .toReversed(),
        )
        expect(read.toSorted()).toEqual(entries.map(([id, time]) => `${time} ${id}`).toSorted())
        await fresh.close()
      }),
      { numRuns: runsOf(20) },
    )
  })

  it('a last page that is full says that it is the last', async () => {
    await apply(store, token, ACADEMY, batch([ingested('a'), ingested('b')]), MORNING)
    expect((await listNews(store, { ...ACADEMY, limit: 2 })).next).toBeUndefined()
    expect((await listNews(store, { ...ACADEMY, limit: 1 })).next).toEqual({
      newsDateTime: '20260901083000',
      newsId: 'b',
    })
  })

  it('goes on behind an entry that was deleted meanwhile', async () => {
    const ids = ['e', 'd', 'c', 'b', 'a']
    await apply(store, token, ACADEMY, batch(ids.map(id => ingested(id))), MORNING)
    const { next } = await listNews(store, { ...ACADEMY, limit: 2 })
    await apply(store, token, ACADEMY, batch([], ['d']), NOON)
    const { entries } = await listNews(store, { ...ACADEMY, limit: 5, after: next })
    expect(entries.map(({ newsId }) => newsId)).toEqual(['c', 'b', 'a'])
  })

  it('runs along an index, without sorting', async () => {
    // PostgreSQL sorts few entries.
    await apply(store, token, ACADEMY, batch(numbered(onPostgres ? 2_000 : 1)), MORNING)
    for (const where of ['', "AND (news_date_time, news_id) < ('20260901083000', 'a')"]) {
      const plan = JSON.stringify(
        await execute(
          db,
          `${EXPLAIN} SELECT * FROM news WHERE site_id = 'academy' AND lang = 'en-US' ${where}
         ORDER BY news_date_time DESC, news_id DESC LIMIT 20`,
        ),
      )
      expect(plan).toContain('news_newest')
      expect(plan).not.toMatch(/sort|temp b-tree/i)
    }
  })
})
