/** What readers and search engines get: valid feeds of what the store holds, whatever the school has written. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewsEntry } from '../../../../shared/contract/news.ts'
import type { SyncAgent, SyncAgentOptions } from '../../../../sync-agent/index.ts'
import { rawRequest } from '../../../support/raw-request.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { allOf, oneOf, parseXml, textOf } from '../../../support/xml.ts'
import { freshDatabase } from '../../database.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, handClock, news } from '../../support.ts'
import { ATOM, CONTENT, checkAtom, checkJsonFeed, checkNewsSitemap, checkRss, MEDIA } from './rules.ts'

const NOW = '2026-09-02T00:00:00Z'
const LINK = 'https://school.example/{language}/news/{newsId}'
const file = (fileType: NonNullable<NewsEntry['attachments']>[number]['fileType'], name: string) =>
  ({
    fileType,
    fileSize: 1234,
    url: `https://files.example/${name}`,
    thumbnailUrl: `https://files.example/${name}-200.png`,
    mobileScreenImageUrl: `https://files.example/${name}-1024.png`,
    ...(fileType.startsWith('image/') && { imageWidth: 2000, imageHeight: 1000 }),
  }) as NonNullable<NewsEntry['attachments']>[number]

let files: Scratch
let upstream: Upstream
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news())
})
afterAll(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

interface Scene extends AsyncDisposable {
  agent: SyncAgent
  address: string
  /** The service now has this, and the agent has copied it. */
  sync(newsList: NewsEntry[], delNewsIds?: string[]): Promise<void>
  get(ending: string, headers?: Record<string, string>): Promise<Response>
  text(ending: string): Promise<string>
}

/** An agent with news, at eight in the morning of the second of September, school's time. */
async function scene(newsList: NewsEntry[], options: Partial<SyncAgentOptions> = {}): Promise<Scene> {
  const agent = await agentBefore(upstream, options.db ?? (await freshDatabase(files)), {
    clock: handClock(NOW),
    ...options,
    feeds: { newsLink: LINK, ...options.feeds },
  })
  const address = await agent.listen()
  const sync = async (list: NewsEntry[], delNewsIds: string[] = []) => {
    upstream.answer(news(list, delNewsIds))
    const [report] = await agent.syncOnce()
    expect(report).toMatchObject({ applied: {} })
  }
  await sync(newsList)
  const get = (ending: string, headers: Record<string, string> = {}) =>
    // The platform's own cache must not answer for the agent.
    fetch(`${address}/feeds/academy/en-US${ending}`, { headers, cache: 'no-store' })
  const text = async (ending: string) => (await get(ending)).text()
  return { agent, address, sync, get, text, [Symbol.asyncDispose]: () => agent.close() }
}

const oneItem = async (school: Scene) => checkJsonFeed(await school.text('.json'))[0]

describe('one entry', () => {
  const sports = entry('sports day/1', {
    newsTitle: 'Sports Day: "5 < 6" & more',
    newsContent:
      '<h2>Programme</h2><p>Bring <b>water</b> &amp; a hat.</p><script>alert(1)</script><p><a href="/map?a=1&amp;b=2">Map</a></p>',
    mobileScreenImageUrl: 'https://files.example/cover.png',
    attachments: [
      file('application/pdf', '節目 表.pdf'),
      file('image/png', 'track.png'),
      file('audio/mp3', 'song.mp3'),
    ],
  })

  it('stands in every format under one GUID, with its page, date in the school’s zone, body and attachments', async () => {
    await using school = await scene([sports])
    const [rss] = checkRss(await school.text('.rss'))
    const [atom] = checkAtom(await school.text('.atom'))
    const json = await oneItem(school)
    if (!rss || !atom || !json) throw new Error('an entry is missing')
    expect(textOf(rss, 'title')).toBe('Sports Day: "5 < 6" & more')
    expect(textOf(rss, 'link')).toBe('https://school.example/en/news/sports%20day%2F1')
    expect(textOf(rss, 'pubDate')).toBe('Tue, 01 Sep 2026 08:30:00 +0800')
    expect(textOf(rss, `${ATOM}updated`)).toBe('2026-09-01T08:30:00+08:00')
    expect(textOf(rss, `${CONTENT}encoded`)).toContain('<p>Bring <b>water</b> &amp; a hat.</p>')
    expect(textOf(rss, `${CONTENT}encoded`)).toContain('href="https://school.example/map?a=1&amp;b=2"')
    expect(textOf(rss, `${CONTENT}encoded`)).not.toContain('alert')
    // HTML to readers, so that its ampersand is escaped in what XML holds as well.
    expect(textOf(rss, 'description')).toBe('Programme – Bring water &amp; a hat. Map')
    expect(oneOf(rss, 'enclosure').attributes).toEqual({
      url: 'https://files.example/%E7%AF%80%E7%9B%AE%20%E8%A1%A8.pdf',
      length: '1234',
      type: 'application/pdf',
    })
    const types = allOf(rss, `${MEDIA}content`).map(({ attributes }) => attributes.type)
    expect(types).toEqual(['application/pdf', 'image/png', 'audio/mp3'])
    expect(oneOf(rss, `${MEDIA}thumbnail`).attributes.url).toBe('https://files.example/cover.png')

    expect(textOf(atom, `${ATOM}title`)).toBe('Sports Day: "5 < 6" & more')
    expect(textOf(atom, `${ATOM}summary`)).toBe('Programme – Bring water & a hat. Map')
    const links = allOf(atom, `${ATOM}link`).map(({ attributes }) => attributes)
    expect(links.filter(({ rel }) => rel === 'enclosure')).toHaveLength(3)
    const song = { type: 'audio/mp3', length: '1234', href: 'https://files.example/song.mp3' }
    expect(links).toContainEqual({ rel: 'enclosure', ...song })

    expect(json).toMatchObject({
      url: 'https://school.example/en/news/sports%20day%2F1',
      title: 'Sports Day: "5 < 6" & more',
      summary: 'Programme – Bring water & a hat. Map',
      image: 'https://files.example/cover.png',
      date_published: '2026-09-01T08:30:00+08:00',
      date_modified: '2026-09-01T08:30:00+08:00',
    })
    const track = { url: 'https://files.example/track.png', mime_type: 'image/png', size_in_bytes: 1234 }
    expect(json.attachments[1]).toEqual(track)
    expect([textOf(rss, 'guid'), textOf(atom, `${ATOM}id`)]).toEqual(Array(2).fill(json.id))
  })

  it('without a title is named by its first words, and without those by its date', async () => {
    await using school = await scene([
      entry('b', { newsTitle: ' ', newsContent: '<p>Lanterns tonight</p>' }),
      entry('a', { newsTitle: '', newsContent: '' }),
    ])
    const titles = checkRss(await school.text('.rss')).map(item => textOf(item, 'title'))
    expect(titles).toEqual(['Lanterns tonight', '2026-09-01'])
  })

  it('has no link and no sitemap where nobody has said where its page is, and no link where no address can hold its id', async () => {
    await using without = await scene([sports], { feeds: { newsLink: undefined } })
    expect(await oneItem(without)).not.toHaveProperty('url')
    expect(checkRss(await without.text('.rss'))).toHaveLength(1)
    expect(checkAtom(await without.text('.atom'))).toHaveLength(1)
    const sitemap = await without.get('/news-sitemap.xml')
    expect(sitemap.status).toBe(404)
    expect(await sitemap.text()).toContain('--news-link')
    await using odd = await scene([entry('..')])
    expect(await oneItem(odd)).not.toHaveProperty('url')
  })
})

describe('whatever the school has written', () => {
  const HARD = [
    'a ]]> b ]]> <![CDATA[ c',
    '&amp;amp; &#x3C; &nbsp; &lt;b>',
    '開學日通告：九月一日 𠮷野家 🏫👩‍🏫',
    'tab\tline\nreturn\rnull\u0000 bell\u0007 escape\u001b delete\u007f next\u0085 fffe\ufffe half\ud83d',
    '"quotes" \'too\' <script>alert(1)</script>',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "x">]>&e;',
  ]

  // Promise: operate/feed-valid
  it('is well-formed in every format, and reads the same in each', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(']', '>', '&', '<', ';', '"', '\u0000', '\ud800', '學', 'a', '\\') }),
    )
    const random = fc.sample(fc.record({ newsTitle: text, newsContent: text }), 40)
    const hard = HARD.map(text => ({ newsTitle: text, newsContent: `<p>${text}</p>` }))
    await using school = await scene(
      [...hard, ...random].map((texts, index) => entry(`n${index}`, texts)),
      { feeds: { entries: 1000 } },
    )
    // XML itself makes a line end of a return.
    const lines = (text: string) => text.replace(/\r\n?/g, '\n')
    const inJson = checkJsonFeed(await school.text('.json'))
    expect(inJson).toHaveLength(hard.length + random.length)
    const told = inJson.map(({ title, content_html }) => [lines(title), lines(content_html)])
    const inRss = checkRss(await school.text('.rss'))
    expect(inRss.map(item => [textOf(item, 'title'), textOf(item, `${CONTENT}encoded`)])).toEqual(told)
    const inAtom = checkAtom(await school.text('.atom'))
    expect(inAtom.map(item => [textOf(item, `${ATOM}title`), textOf(item, `${ATOM}content`)])).toEqual(told)
    const illegible = ['\u0007', '\u001b', '\u007f', '\ufffe']
    const stored = HARD.map(text => text.toWellFormed().replaceAll('\0', '\ufffd'))
    const legible = stored.map(text => illegible.reduce((left, sign) => left.replaceAll(sign, ''), text))
    expect(inJson.map(({ title }) => title)).toEqual(expect.arrayContaining(legible))
  })

  it('as many entries as wished stand in one feed, and only the newest fifty by default', async () => {
    const many = Array.from({ length: 62 }, (_, index) =>
      entry(`n${index}`, { newsDateTime: `202609010${Math.floor(index / 10)}0${index % 10}00` }),
    )
    const titles = many.map(({ newsTitle }) => newsTitle).reverse()
    await using whole = await scene(many, { feeds: { entries: 61 } })
    for (const read of [
      checkRss(await whole.text('.rss')).map(item => textOf(item, 'title')),
      checkAtom(await whole.text('.atom')).map(item => textOf(item, `${ATOM}title`)),
      checkJsonFeed(await whole.text('.json')).map(({ title }) => title),
    ])
      expect(read).toEqual(titles.slice(0, 61))
    await using some = await scene(many)
    expect(checkRss(await some.text('.rss'))).toHaveLength(50)
  })
})

describe('a GUID', () => {
  const idOf = async (school: Scene) => (await oneItem(school))?.id

  // Promise: operate/feed-guid
  it('stays through an edit, whose time is told', async () => {
    const clock = handClock(NOW)
    await using school = await scene([entry('a')], { clock })
    const before = await oneItem(school)
    clock.set('2026-09-02T03:04:05.678Z')
    await school.sync([entry('a', { newsTitle: 'Edited' })])
    expect(await oneItem(school)).toMatchObject({
      id: before?.id,
      title: 'Edited',
      date_published: before?.date_published,
      date_modified: '2026-09-02T11:04:05+08:00',
    })
    expect(textOf(parseXml(await school.text('.atom')), `${ATOM}updated`)).toBe('2026-09-02T11:04:05+08:00')
  })

  it('is another once an id is used again after its deletion, and once more the next time', async () => {
    await using school = await scene([entry('a')])
    const ids = [await idOf(school)]
    for (const newsTitle of ['Second use', 'Third use']) {
      await school.sync([], ['a'])
      expect(await oneItem(school)).toBeUndefined()
      await school.sync([entry('a', { newsTitle })])
      ids.push(await idOf(school))
    }
    expect(new Set(ids).size).toBe(3)
    await school.sync([entry('a', { newsTitle: 'Edited' })])
    expect(await idOf(school)).toBe(ids[2])
  })

  // Promise: operate/feed-guid
  it('and the whole feed are the same from two agents of one service, and from a store begun anew', async () => {
    const newsList = [entry('a'), entry('b')]
    await using one = await scene(newsList, { publicUrl: 'https://school.example' })
    await using other = await scene(newsList, {
      publicUrl: 'https://school.example',
      clock: handClock('2027-01-01T00:00:00Z'),
    })
    for (const ending of ['.rss', '.atom', '.json'])
      expect(await other.text(ending)).toBe(await one.text(ending))
  })

  it('differs by site, by language and by the name given to the school, in every version of the program alike', async () => {
    const ids = new Set<string | undefined>()
    await using school = await scene([entry('a')], { streams: [ACADEMY, ACADEMY_ZH] })
    ids.add(await idOf(school))
    const chinese = await fetch(`${school.address}/feeds/academy/zh-HK.json`)
    ids.add(checkJsonFeed(await chinese.text())[0]?.id)
    await using named = await scene([entry('a')], { feeds: { identity: 'tern-bay' } })
    ids.add(await idOf(named))
    expect(ids.size).toBe(3)
    // From one version of the program to the next it never changes.
    expect(await idOf(named)).toBe('urn:uuid:a8e65e63-0d85-865b-9b5f-3a6bfbe4395c')
  })

  it('stays the same when a service that moved keeps the name of the old one', async () => {
    await using before = await scene([entry('a')])
    await using moved = await startUpstream(news([entry('a')]))
    await using after = await agentBefore(moved, await freshDatabase(files), {
      feeds: { identity: `${upstream.url}/cms/` },
    })
    await after.syncOnce()
    const feed = await fetch(`${await after.listen()}/feeds/academy/en-US.json`)
    expect(checkJsonFeed(await feed.text())[0]?.id).toBe(await idOf(before))
  })
})

describe('a feed as a whole', () => {
  it('has titles in its language, or those that the school has given it', async () => {
    const streams = [ACADEMY, ACADEMY_ZH]
    const titlesOf = async (feeds: SyncAgentOptions['feeds']) => {
      await using school = await scene([], { streams, feeds })
      const languages = ['en-US', 'zh-HK'].map(async lang => {
        const feed = JSON.parse(await (await fetch(`${school.address}/feeds/academy/${lang}.json`)).text())
        return [feed.language, feed.title, feed.description]
      })
      return await Promise.all(languages)
    }
    expect(await titlesOf({})).toEqual([
      ['en-US', 'School news', 'News from the school, newest first.'],
      ['zh-HK', '學校消息', '學校最新消息。'],
    ])
    expect(
      await titlesOf({
        titles: { academy: 'Tern Bay', 'academy/zh-HK': '燕鷗灣' },
        descriptions: { academy: 'By the water' },
      }),
    ).toEqual([
      ['en-US', 'Tern Bay', 'By the water'],
      ['zh-HK', '燕鷗灣', 'By the water'],
    ])
  })

  it('names its own address as it was asked and the site’s root, whatever odd host name it is asked by', async () => {
    await using school = await scene([entry('a')], { feeds: { newsLink: '/{lang}/n?id={newsId}' } })
    const feed = JSON.parse(await school.text('.json'))
    expect(feed.feed_url).toBe(`${school.address}/feeds/academy/en-US.json`)
    expect(feed.home_page_url).toBe(`${school.address}/`)
    expect(feed.items[0].url).toBe(`${school.address}/en-US/n?id=a`)
    for (const host of ['"><script>', 'a b', '%00', '']) {
      const path = '/feeds/academy/en-US.rss'
      const { status, body } = await rawRequest(school.address, path, { headers: { host } })
      if (status === 400) continue
      expect(checkRss(body.toString())).toHaveLength(1)
      expect(body.toString()).toContain(`href="${school.address}/feeds/`)
    }
  })

  it('names the public address where there is one, whoever is asked for, and is a feed without an entry', async () => {
    const publicUrl = 'https://school.example/agent'
    await using school = await scene([], { publicUrl, feeds: { newsLink: LINK, homeLink: '/{language}/' } })
    const path = '/feeds/academy/en-US.json'
    const { body } = await rawRequest(school.address, path, { headers: { host: 'evil.example' } })
    const feed = JSON.parse(body.toString())
    expect(feed.feed_url).toBe(publicUrl + path)
    expect(feed.home_page_url).toBe('https://school.example/en/')
    expect(checkRss(await school.text('.rss'))).toEqual([])
    expect(checkAtom(await school.text('.atom'))).toEqual([])
    expect(checkJsonFeed(await school.text('.json'))).toEqual([])
    expect(checkNewsSitemap(await school.text('/news-sitemap.xml'))).toEqual([])
  })

  it('is there for the streams that the agent copies alone', async () => {
    await using school = await scene([])
    for (const path of ['academy/zh-HK.rss', 'academy/en-US.txt', 'pre-school/en-US.json']) {
      const answer = await fetch(`${school.address}/feeds/${path}`)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
    }
  })
})

describe('the news sitemap', () => {
  it('has the entries of the last two days with a page, to the second, and lets them go as time goes by', async () => {
    const at = (newsDateTime: string) => entry(newsDateTime, { newsDateTime })
    const clock = handClock(NOW)
    await using school = await scene(
      [
        ...['20260831075959', '20260831080000', '20260902080000', '20260902080001'].map(at),
        entry('..', { newsDateTime: '20260902000000' }),
      ],
      { clock },
    )
    const answer = await school.get('/news-sitemap.xml')
    const newest = {
      url: 'https://school.example/en/news/20260902080000',
      title: 'Title of 20260902080000',
      publishedAt: '2026-09-02T08:00:00+08:00',
    }
    expect(checkNewsSitemap(await answer.text())).toEqual([
      newest,
      expect.objectContaining({ publishedAt: '2026-08-31T08:00:00+08:00' }),
    ])
    // It would stand still, while what it dates does not.
    expect(answer.headers.get('last-modified')).toBeNull()
    clock.set('2026-09-02T00:01:00Z')
    const later = checkNewsSitemap(await school.text('/news-sitemap.xml'))
    expect(later).toEqual([expect.objectContaining({ title: 'Title of 20260902080001' }), newest])
  })

  it('has a thousand at most, and names Traditional Chinese as search engines do', async () => {
    const many = Array.from({ length: 1003 }, (_, index) =>
      entry(`n${index}`, { newsDateTime: '20260902070000' }),
    )
    await using school = await scene(many, { streams: [ACADEMY_ZH] })
    const sitemap = await (await fetch(`${school.address}/feeds/academy/zh-HK/news-sitemap.xml`)).text()
    expect(checkNewsSitemap(sitemap)).toHaveLength(1000)
    expect(sitemap).toContain('<news:language>zh-tw</news:language>')
    expect(sitemap).toContain('https://school.example/zh/news/n')
  })
})

describe('being asked', () => {
  it('has a type of its own for each format, and may be cached', async () => {
    await using school = await scene([entry('a')])
    for (const [ending, type] of [
      ['.rss', 'application/rss+xml; charset=utf-8'],
      ['.atom', 'application/atom+xml; charset=utf-8'],
      ['.json', 'application/feed+json; charset=utf-8'],
      ['/news-sitemap.xml', 'application/xml; charset=utf-8'],
    ] as const) {
      const { status, headers, body } = await rawRequest(school.address, `/feeds/academy/en-US${ending}`)
      expect({ status, headers }).toMatchObject({
        status: 200,
        headers: {
          'content-type': type,
          'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
          'content-length': `${body.length}`,
          'access-control-allow-origin': '*',
          vary: 'accept-encoding',
        },
      })
    }
  })

  it('answers 304 to who has it, by tag or by date, until something changes, and a deletion is a change', async () => {
    const clock = handClock('2026-09-02T00:00:00.500Z')
    await using school = await scene([entry('a'), entry('b')], { clock })
    clock.set('2026-09-02T00:00:00.900Z')
    // Another change in a second that is not over would have the same date.
    expect((await school.get('.rss')).headers.get('last-modified')).toBeNull()
    clock.set('2026-09-02T00:00:01Z')
    const first = await school.get('.rss')
    await first.arrayBuffer()
    const tag = first.headers.get('etag') ?? ''
    const date = first.headers.get('last-modified') ?? ''
    expect(date).toBe('Wed, 02 Sep 2026 00:00:01 GMT')
    const status = async (headers: Record<string, string>) => {
      const answer = await school.get('.rss', headers)
      await answer.arrayBuffer()
      return answer.status
    }
    expect(await status({ 'if-none-match': tag })).toBe(304)
    expect(await status({ 'if-modified-since': date })).toBe(304)
    // The tag decides where there is one.
    expect(await status({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200)
    expect(await status({ 'if-modified-since': 'Wed, 02 Sep 2026 00:00:00 GMT' })).toBe(200)

    clock.set('2026-09-02T01:00:00Z')
    await school.sync([], ['b'])
    clock.set('2026-09-02T02:00:00Z')
    expect(await status({ 'if-none-match': tag })).toBe(200)
    expect(await status({ 'if-modified-since': date })).toBe(200)
    expect(checkRss(await school.text('.rss'))).toHaveLength(1)
  })
})

describe('options that cannot be used are refused by name', () => {
  it.each([
    [{ feeds: { newsLink: '/news' } }, 'feeds: newsLink: "/news" needs {newsId}'],
    [
      { feeds: { newsLink: '/news/{id}' } },
      'feeds: newsLink: {id} is not one of {newsId}, {fileName}, {siteId}',
    ],
    [{ feeds: { newsLink: 'javascript:{newsId}' } }, 'is neither an http(s) address nor a path'],
    [{ feeds: { homeLink: 'school' } }, 'feeds: homeLink: "school" is neither'],
    [{ feeds: { titles: { nursery: 'x' } as never } }, 'feeds: titles: "nursery" is neither a site'],
    [{ feeds: { descriptions: { 'academy/fr': 'x' } as never } }, 'feeds: descriptions: "academy/fr"'],
    [{ feeds: { entries: 1001 } }, 'feeds: entries: 1001 is not between 1 and 1000'],
    [{ feeds: { identity: ' ' } }, 'feeds: identity: is empty'],
    [{ publicUrl: 'school.example' }, 'publicUrl: must be an http or https URL'],
  ] satisfies [Partial<SyncAgentOptions>, string][])('%j', async (options, says) => {
    await expect(agentBefore(upstream, files.path('refused.sqlite'), options)).rejects.toThrow(says)
  })
})
