/** What a visitor's words find, in a real store. */
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { NewsEntry } from '../../../shared/contract/news.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { completeIndex, indexPublished, searchNews } from '../../../sync-agent/store/search.ts'
import { soughtPhrases } from '../../../sync-agent/store/search-terms.ts'
import { stage } from '../../../sync-agent/store/staging.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { Batch } from '../../../sync-agent/store/types.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, onPostgres, runsOf } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested } from '../support.ts'
import { beforeEachLedStore } from './led-store.ts'

const AT = Temporal.Instant.from('2026-09-01T00:00:00Z')
const OUTCOME = cycleAt(AT)

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

const applyBatch = (batch: Partial<Batch>, stream: Stream = ACADEMY) =>
  apply(store, token, stream, { listed: [], deleted: [], ...batch }, OUTCOME)
const publish = (entries: Record<string, Partial<NewsEntry>>, stream: Stream = ACADEMY) =>
  applyBatch({ listed: Object.entries(entries).map(([id, differing]) => ingested(id, differing)) }, stream)
const titled = (newsTitle: string) => ({ newsTitle, newsContent: '' })

async function find(q: string, stream: Stream = ACADEMY): Promise<string[]> {
  const page = await searchNews(store, { ...stream, phrases: soughtPhrases(q), limit: 100, offset: 0 })
  return page.entries.map(({ newsId }) => newsId)
}

describe('words', () => {
  // Promise: operate/search
  it('find each text that has all of them, in any form, and no operator is one', async () => {
    const TEXTS = {
      運動會: '今年運動會因天氣改期',
      會議: '家長會議',
      黑雨: '黑雨',
      𠮷野家: '參觀𠮷野家',
      café: 'The Café is closed',
      cafe: 'the cafe is closed',
      sports: 'Sports Day',
      activity: 'After-school activity',
      matches: 'All matches are off',
      abc: 'abc',
      2026: '2026年校曆',
      other: 'Something else 其他',
    }
    await publish(Object.fromEntries(Object.entries(TEXTS).map(([newsId, title]) => [newsId, titled(title)])))
    const wanted: [q: string, found: string[]][] = [
      ['運動', ['運動會']],
      ['動會', ['運動會']],
      ['運動會', ['運動會']],
      ['會', ['運動會', '會議']],
      ['雨', ['黑雨']],
      ['會運', []],
      ['黑色暴雨', []],
      ['運動 改期', ['運動會']],
      ['運動改期', []],
      ['𠮷野', ['𠮷野家']],
      ['cafe', ['cafe', 'café']],
      ['CAFÉ', ['cafe', 'café']],
      ['sport', ['sports']],
      ['activities', ['activity']],
      ['match', ['matches']],
      ['ＡＢＣ', ['abc']],
      ['2026', ['2026']],
      ['day sports', ['sports']],
      // No operators: only a text with all of the words, among them OR and NOT, would be found.
      ['^day', ['sports']],
      ['-day', ['sports']],
      ...[
        '"',
        "'",
        '*',
        'NEAR(a b)',
        'title:day',
        '{title}: day',
        'day OR other',
        'NOT day',
        '(',
        ');--',
        '\u0000',
        '%',
      ].map((q): [string, string[]] => [q, []]),
    ]
    const found: typeof wanted = []
    for (const [q] of wanted) found.push([q, (await find(q)).toSorted()])
    expect(found).toEqual(wanted.map(([q, ids]) => [q, ids.toSorted()]))
  })

  it('stand in the text or the title, never in a tag or an attribute, and across inline tags', async () => {
    await publish({
      a: {
        newsTitle: 'T',
        newsContent: '<p lang="harbour">運<b>動</b>會 &amp; pa<i>rents</i></p><p>one</p><p>two</p>',
      },
    })
    for (const q of ['運動會', 'parents', 'one two']) expect(await find(q)).toEqual(['a'])
    for (const q of ['harbour', 'amp', 'lang', 'onetwo', 'rents']) expect(await find(q)).toEqual([])
  })

  it('of a phrase stand beside one another, in this order', async () => {
    await publish({
      ordered: titled('運動會改期'),
      apart: titled('動會改期，運動'),
      other: titled('運動和動會'),
    })
    expect(await find('運動會')).toEqual(['ordered'])
  })

  it('whatever is asked, the store answers', async () => {
    await publish({ a: titled('day 運動會') })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async q => {
        await searchNews(store, { ...ACADEMY, phrases: soughtPhrases(q), limit: 5, offset: 0 })
      }),
      { numRuns: runsOf(50) },
    )
  })

  // Promise: operate/search
  it('every two neighbouring characters and every word of a text find it', async () => {
    const text = fc.array(fc.constantFrom(...'運動會改期因天氣 harbour day 9 A é，。'), {
      minLength: 2,
      maxLength: 30,
    })
    let number = 0
    await fc.assert(
      fc.asyncProperty(text, async characters => {
        const newsTitle = characters.join('')
        number += 1
        const id = `n${number}`
        await publish({ [id]: titled(newsTitle) })
        for (const word of newsTitle.match(/\p{Script=Han}{2}|[a-z0-9é]+/giu) ?? []) {
          expect(await find(word)).toContain(id)
        }
      }),
      { numRuns: runsOf(15) },
    )
  })
})

describe('ranking', () => {
  it('a match in the title comes before many in the text', async () => {
    await publish({
      title: { newsTitle: 'Harbour', newsContent: '<p>closed until Monday, take the upper gate</p>' },
      text: { newsTitle: 'Notice', newsContent: '<p>harbour, the harbour and the harbour again</p>' },
    })
    expect(await find('harbour')).toEqual(['title', 'text'])
  })

  it('of equals the newest comes first', async () => {
    const times = [
      ...['19991231235900', '20251201000000', '20251231235900', '20260101000000', '20260101000100'],
      ...['20260101010000', '20260101230000', '20260102000000', '20260131000000', '20260201000000'],
    ]
    const entries = times.map(time => [time, { ...titled('Harbour'), newsDateTime: time }] as const)
    // In another order than that of their times.
    await publish(
      Object.fromEntries([...entries.filter((_, at) => at % 3), ...entries.filter((_, at) => at % 3 === 0)]),
    )
    expect(await find('harbour')).toEqual(times.toReversed())
  })

  it('pages follow one another, and the last one says so', async () => {
    await publish(
      Object.fromEntries(
        Array.from({ length: 7 }, (_, day) => [
          `${day}`,
          { ...titled('Harbour'), newsDateTime: `2026090${day + 1}000000` },
        ]),
      ),
    )
    const read: string[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = await searchNews(store, { ...ACADEMY, phrases: [['harbour']], limit: 3, offset })
      read.push(...page.entries.map(({ newsId }) => newsId))
      offset = page.next
    }
    expect(read).toEqual(['6', '5', '4', '3', '2', '1', '0'])
    const whole = { ...ACADEMY, phrases: [['harbour']] as const, limit: 7, offset: 0 }
    expect((await searchNews(store, whole)).next).toBeUndefined()
  })

  it('keeps to its stream, with a thousand newer matches in another', async () => {
    await publish({ wanted: titled('Harbour') }, ACADEMY_ZH)
    await publish(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}`, titled('Harbour')])))
    expect(await find('harbour', ACADEMY_ZH)).toEqual(['wanted'])
  })
})

it('each site and language finds its own entries alone', async () => {
  const streams = SITE_IDS.flatMap(siteId => LANGUAGES.map(lang => ({ siteId, lang })))
  const own = ({ siteId, lang }: Stream) => `${siteId} ${lang}`
  for (const stream of streams) await publish({ [own(stream)]: titled('Harbour') }, stream)
  for (const stream of streams) expect(await find('harbour', stream)).toEqual([own(stream)])
})

describe('the index follows the store', () => {
  it('an edit is found by its new words only, a deletion not at all, a return again', async () => {
    await publish({ a: titled('harbour'), b: titled('harbour') })
    expect((await find('harbour')).toSorted()).toEqual(['a', 'b'])
    await publish({ a: { ...titled('gate'), newsDateTime: '20200101000000' } })
    expect(await find('harbour')).toEqual(['b'])
    expect(await find('gate')).toEqual(['a'])
    await applyBatch({ deleted: ['a', 'b', 'never'] })
    expect([...(await find('harbour')), ...(await find('gate'))]).toEqual([])
    await publish({ b: titled('harbour') })
    expect(await find('harbour')).toEqual(['b'])
  })

  it('what the mirror writes into an entry leaves its terms as they are', async () => {
    await publish({ a: titled('harbour') })
    const before = await execute(db, 'SELECT * FROM search_entry')
    await execute(db, "UPDATE news SET mirrored = '{}', seq = 2; UPDATE store SET seq = 2")
    expect(await execute(db, 'SELECT * FROM search_entry')).toEqual(before)
    expect(await find('harbour')).toEqual(['a'])
  })

  it('finds what a staged answer brought', async () => {
    await stage(store, token, ACADEMY, { listed: [ingested('a', titled('harbour'))], invalid: [] })
    expect(await find('harbour')).toEqual([])
    await applyBatch({ staged: { except: [] } })
    expect(await find('harbour')).toEqual(['a'])
  })

  it('indexes a long answer, and one of long texts, in parts', async () => {
    const LONG = { newsTitle: 'Long', newsContent: 'gate '.repeat(15_000) }
    await publish({
      ...Object.fromEntries(Array.from({ length: 240 }, (_, n) => [`${n}`, titled('harbour')])),
      ...Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`long ${n}`, LONG])),
    })
    expect(await find('harbour')).toHaveLength(100)
    expect(await find('gate')).toHaveLength(7)
    expect(await indexedEntries()).toBe(247)
  })

  it('says after each part how many entries are left', async () => {
    const LONG = { newsTitle: 'Long', newsContent: 'gate '.repeat(15_000) }
    await publish(Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`long ${n}`, LONG])))
    await execute(db, 'DELETE FROM search_entry')
    const lefts: number[] = []
    await completeIndex(store, async left => lefts.push(left))
    expect(lefts).toEqual([4, 1])
    expect(await indexedEntries()).toBe(7)
  })

  it('lets others have their turn between two parts, and ends when it is told to', async () => {
    await publish(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}`, titled('harbour')])))
    await execute(db, 'DELETE FROM search_entry')
    const cancel = new AbortController()
    const order: string[] = []
    const search = {
      ...store.search,
      async add(_: unknown, entries: readonly unknown[]) {
        order.push(`part of ${entries.length}`)
        if (order.length === 1) void setImmediate().then(() => order.push('others'))
        else cancel.abort(new Error('told to end'))
      },
    }
    const indexing = store.write(queries => indexPublished(queries, search, 0, cancel.signal))
    await expect(indexing).rejects.toThrow('told to end')
    expect(order).toEqual(['part of 50', 'others', 'part of 50'])
  })

  it('that is whole is left alone', async () => {
    await publish({ a: titled('harbour') })
    let writes = 0
    const write: AgentStore['write'] = work => {
      writes += 1
      return store.write(work)
    }
    await completeIndex({ ...store, write })
    expect(writes).toBe(0)
    await execute(db, 'DELETE FROM search_entry')
    await completeIndex({ ...store, write })
    expect(writes).toBeGreaterThan(0)
  })

  it('has the first hundred thousand characters of a text', async () => {
    const beginning = (characters: number) => ({ newsContent: `${'gate '.repeat(characters / 5)}harbour` })
    await publish({ within: beginning(99_990), beyond: beginning(100_000) })
    expect(await find('harbour')).toEqual(['within'])
  })

  it('completes it when the store is opened', async () => {
    await publish({ a: titled('harbour'), b: titled('harbour') })
    await execute(db, "DELETE FROM search_entry WHERE news_id = 'a'")
    expect(await find('harbour')).toEqual(['b'])
    await (await openStore(db)).close()
    expect((await find('harbour')).toSorted()).toEqual(['a', 'b'])
  })

  // SQLite's rows have the minute in their id; PostgreSQL has a column for it.
  if (!onPostgres)
    it('as many entries in one minute as come', async () => {
      const at = (newsDateTime: string) => ({ ...titled('harbour'), newsDateTime })
      await publish({ a: at('20260901000000') })
      // As if the minute were full.
      await execute(
        db,
        "INSERT INTO search_entry SELECT id + 131071, 'academy', 'en-US', 'z' FROM search_entry",
      )
      await publish({ next: at('20260901000100') })
      await publish({ b: at('20260901000000') })
      expect(await find('harbour')).toEqual(['b', 'next', 'a'])
    })

  it('after any run of changes finds exactly what is published', async () => {
    const words = ['harbour', 'gate', '運動會', '運動']
    const change = fc.record({
      newsId: fc.constantFrom('a', 'b', 'c', 'd'),
      word: fc.option(fc.constantFrom(...words), { nil: undefined }),
      day: fc.integer({ min: 1, max: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async changes => {
        for (const { newsId, word, day } of changes) {
          if (word === undefined) await applyBatch({ deleted: [newsId] })
          else await publish({ [newsId]: { ...titled(word), newsDateTime: `2026090${day}000000` } })
        }
        const { entries } = await listNews(store, { ...ACADEMY, limit: 100 })
        for (const word of words) {
          const holding = entries.filter(({ title }) => title.includes(word)).map(({ newsId }) => newsId)
          expect((await find(word)).toSorted()).toEqual(holding.toSorted())
        }
        expect(await indexedEntries()).toBe(entries.length)
      }),
      { numRuns: runsOf(15) },
    )
  })
})

async function indexedEntries(): Promise<unknown> {
  const [row] = await execute(db, 'SELECT count(*) AS entries FROM search_entry')
  return row?.entries
}
