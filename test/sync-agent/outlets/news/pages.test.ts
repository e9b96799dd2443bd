/** Pages of the news while the news changes, and what is kept of them. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewsEntry } from '../../../../shared/contract/news.ts'
import type { NewsList, SyncAgent } from '../../../../sync-agent/index.ts'
import { rawRequest } from '../../../support/raw-request.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase, runsOf } from '../../database.ts'
import { agentBefore, entry, getJson, news } from '../../support.ts'

let files: Scratch
let upstream: Upstream
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news([]))
})
afterAll(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

let agent: SyncAgent
let address: string
let db: string
beforeEach(async () => {
  db = await freshDatabase(files)
  agent = await agentBefore(upstream, db)
  address = await agent.listen()
})
afterEach(() => agent.close())

async function publish(entries: NewsEntry[], deleted: string[] = []) {
  upstream.answer(news(entries, deleted))
  const [report] = await agent.syncOnce()
  expect(report?.outcome).toBe('done')
}
const page = (query: string) => getJson(`${address}/v1/news?${query}`) as Promise<NewsList>
const at = (day: number) => ({ newsDateTime: `202609${`${day}`.padStart(2, '0')}080000` })

describe('paging', () => {
  // Promise: operate/api-pages
  it('whatever is published, edited or deleted between two pages, an entry that stays comes exactly once', async () => {
    const day = fc.integer({ min: 1, max: 4 }) // so that many have the same time
    const change = fc.record({ id: fc.integer({ min: 0, max: 25 }), day: fc.option(day, { nil: undefined }) })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(day, { minLength: 1, maxLength: 12 }),
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (days, changes, limit) => {
          run += 1
          const idOf = (n: number) => `${run}-${n}`
          // What the run before left would be pages of this one.
          const left = Array.from({ length: 26 }, (_, n) => `${run - 1}-${n}`)
          await publish(
            days.map((day, n) => entry(idOf(n), at(day))),
            left,
          )
          const stays = new Set(days.map((_, n) => idOf(n)))
          const read: string[] = []
          let cursor: string | undefined
          for (let pages = 0; ; pages += 1) {
            const { items, next } = await page(`limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
            read.push(...items.map(({ newsId }) => newsId).filter(id => id.startsWith(`${run}-`)))
            cursor = next
            if (!next) break
            expect(pages).toBeLessThan(100)
            const touched = new Map((changes[pages] ?? []).map(({ id, day }) => [id, day]))
            for (const id of touched.keys()) stays.delete(idOf(id))
            await publish(
              [...touched].flatMap(([id, day]) =>
                day ? [entry(idOf(id), { ...at(day), newsTitle: `${pages}` })] : [],
              ),
              [...touched].flatMap(([id, day]) => (day ? [] : [idOf(id)])),
            )
          }
          for (const id of stays) expect(read.filter(other => other === id)).toEqual([id])
        },
      ),
      { numRuns: runsOf(12) },
    )
  })

  it('an entry published above the page is not on the next one, and one below is', async () => {
    await publish([entry('a', at(5)), entry('b', at(4)), entry('c', at(2))])
    const { next } = await page('limit=2')
    await publish([entry('above', at(6)), entry('between', at(3))])
    const { items } = await page(`limit=5&cursor=${next}`)
    expect(items.map(({ newsId }) => newsId)).toEqual(['between', 'c'])
  })

  it('of entries with one time each page takes up where the last ended', async () => {
    await publish(['a', 'b', 'c', 'd'].map(id => entry(id, at(1))))
    const first = await page('limit=2')
    await publish(['bb', 'cc', 'dd'].map(id => entry(id, at(1))))
    const second = await page(`limit=9&cursor=${first.next}`)
    expect([...first.items, ...second.items].map(({ newsId }) => newsId)).toEqual(['d', 'c', 'bb', 'b', 'a'])
  })
})

describe('an identifier that no path can hold', () => {
  it('is asked for in the query', async () => {
    const odd = ['.', '..', 'a/../b']
    await publish([...odd, 'other'].map(id => entry(id)))
    const found = async (newsId: string) => (await page(`newsId=${encodeURIComponent(newsId)}`)).items
    for (const newsId of odd) expect((await found(newsId)).map(item => item.newsId)).toEqual([newsId])
    expect(await found('')).toEqual([])
  })
})

describe('search', () => {
  it('marks the matches in safe HTML, from the text and not the markup', async () => {
    const words = 'word '.repeat(60)
    await publish([
      entry('a', {
        newsTitle: '<b> Harbour & "gate"',
        newsContent: `<p>${words}</p><p>the <a href="https://harbour.example">old har<b>bour</b></a> &lt;script&gt; 運動會</p><p>${words}</p>`,
      }),
    ])
    const { items } = await page('q=harbour')
    expect(items[0]?.found?.title).toBe('&lt;b&gt; <mark>Harbour</mark> &amp; &quot;gate&quot;')
    expect(items[0]?.found?.snippet).toMatch(
      /^…(word )+the old <mark>harbour<\/mark> &lt;script&gt; 運動會 (word ?)+…$/,
    )
    const chinese = await page(`q=${encodeURIComponent('運動')}`)
    expect(chinese.items[0]?.found?.snippet).toContain('<mark>運動</mark>會')
    expect((await page('limit=1')).items[0]).not.toHaveProperty('found')
  })

  // Promise: operate/search
  it('knows what was published this moment, and forgets what was deleted', async () => {
    await publish([entry('a', { newsTitle: 'Harbour' })])
    expect((await page('q=harbour')).items).toHaveLength(1)
    await publish([entry('b', { newsTitle: 'Harbour' })], ['a'])
    const { items } = await page('q=harbour')
    expect(items.map(({ newsId }) => newsId)).toEqual(['b'])
  })

  it('says of one that was deleted that it was withdrawn, and of one that never was that there is none', async () => {
    const asked = async (newsId: string) => {
      const [one, list] = await Promise.all([fetch(`${address}/v1/news/${newsId}`), page(`newsId=${newsId}`)])
      return [one.status, list.items.length, list.withdrawn]
    }
    await publish([entry('a'), entry('b')])
    await publish([], ['a'])
    expect(await asked('a')).toEqual([410, 0, true])
    expect(await asked('b')).toEqual([200, 1, undefined])
    expect(await asked('c')).toEqual([404, 0, undefined])
    await publish([entry('a')])
    expect(await asked('a')).toEqual([200, 1, undefined])
  })

  it('an empty q lists the news, one without a letter finds nothing, and a cursor belongs to its words', async () => {
    await publish(['a', 'b', 'c'].map(id => entry(id, { newsTitle: 'Harbour' })))
    expect((await page('q=')).items).toHaveLength(3)
    expect((await page('q=%20')).items).toHaveLength(3)
    expect((await page('q=%22*')).items).toHaveLength(0)
    const { next } = await page('q=harbour&limit=2')
    expect((await page(`q=HARBOUR&cursor=${next}`)).items).toHaveLength(1)
    for (const query of [
      `q=gate&cursor=${next}`,
      `cursor=${next}`,
      `q=harbour&cursor=${(await page('limit=1')).next}`,
    ]) {
      const response = await fetch(`${address}/v1/news?${query}`)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('cursor: ')
    }
  })

  it('looks for anything that a query can hold', async () => {
    await publish([entry('a', { newsTitle: 'Harbour' }), entry('b')])
    const encodings = ['%ff', '%c3%28', '%ed%a0%80', '%', '%00', 'harbour%00', '%E2%80%AE']
    for (const q of [...encodings, '%22', "'--", 'NEAR(', 'title:harbour']) {
      const { status, body } = await rawRequest(address, `/v1/news?q=${q}`)
      const { items } = JSON.parse(`${body}`) as NewsList
      // A sign is no letter: what is left is the word or nothing.
      const ids = q === 'harbour%00' ? ['a'] : []
      expect({ q, status, ids: items.map(({ newsId }) => newsId) }).toEqual({ q, status: 200, ids })
    }
  })

  it('refuses a wrong question, and a cursor that it did not give, by the name of the parameter', async () => {
    await publish(['a', 'b'].map(id => entry(id, { newsTitle: 'Harbour' })))
    const { next = '' } = await page('q=harbour&limit=1')
    const [, digest] = JSON.parse(`${Buffer.from(next, 'base64url')}`)
    const cursors = [-1, 1_001, 1.5, 1e300, '1', null].map(offset =>
      Buffer.from(JSON.stringify([offset, digest])).toString('base64url'),
    )
    for (const [query, says] of [
      ...cursors.map(cursor => [`q=harbour&cursor=${cursor}`, 'cursor: ']),
      ['q=a&newsId=b', 'newsId: '],
      [`q=${'x'.repeat(201)}`, 'q: '],
      [`q=${'a b c '.repeat(2)}${[...'defghijklmnopqr'].join('+')}`, 'q: '],
      ['q=a&q=b', 'q: is given 2 times'],
      ['q=a&limit=99999999999999999999', 'limit: '],
      ['q=a&cursor=-1', 'cursor: '],
    ]) {
      const response = await fetch(`${address}/v1/news?${query}`)
      expect([query, response.status, await response.text()]).toEqual([
        query,
        400,
        expect.stringContaining(says ?? ''),
      ])
    }
  })
})

describe('what is kept', () => {
  it('is the same for all until the store changes, by whoever writes it', async () => {
    await using writer = await agentBefore(upstream, db)
    const write = async (newsTitle: string) => {
      upstream.answer(news([entry('a', { newsTitle })]))
      await writer.syncOnce()
    }
    const bodies = async () => {
      const paths = ['/v1/news', '/v1/news/a', '/v1/news?q=harbour']
      return Promise.all(paths.map(async path => `${(await rawRequest(address, path)).body}`))
    }
    await write('Harbour')
    const first = await bodies()
    for (const body of first) expect(body).toContain('Harbour')
    expect(await bodies()).toEqual(first)
    await write('Harbour closed')
    for (const body of await bodies()) expect(body).toContain('closed')
  })

  it('is counted like what takes the route', async () => {
    await publish([entry('a')])
    for (let turn = 0; turn < 3; turn += 1) await (await fetch(`${address}/v1/news/a`)).arrayBuffer()
    await (await fetch(`${address}/v1/news`)).arrayBuffer()
    const metrics = await (await fetch(`${address}/metrics`)).text()
    expect(metrics).toContain('route="/v1/news/:newsId",status="200"} 3')
    expect(metrics).toContain('route="/v1/news",status="200"} 1')
  })
})
