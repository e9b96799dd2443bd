/** Nothing good is held back because something beside it is odd: such an entry is published, and the store says what was odd. */
import { describe, expect, it } from 'vitest'
import type { SyncAgent } from '../../sync-agent/index.ts'
import { openStore } from '../../sync-agent/store/open.ts'
import type { Upstream } from '../support/scripted-upstream.ts'
import { ACADEMY, agentBefore, beforeEachTest, entry, getJson, news, servedIds } from './support.ts'

let db: string
let upstream: Upstream
beforeEachTest(scene => {
  ;({ db, upstream } = scene)
})

async function remarks() {
  const store = await openStore(db)
  const all = await store.remarks()
  await store.close()
  return all.map(({ siteId, lang, ...remark }) => {
    expect({ siteId, lang }).toEqual(ACADEMY)
    return remark
  })
}

interface Served {
  date: string
  publishedAt: string
  coverUrl?: string
  thumbnailUrl?: string
  attachments: object[]
}

/** One entry as the agent serves it after one cycle, and the remarks on it. */
async function published(raw: object, options = {}): Promise<{ item: Served; remarks: object[] }> {
  upstream.answer(news([raw]))
  await using agent = await agentBefore(upstream, db, options)
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 1, quarantined: 0 } }])
  const { items } = (await getJson(`${await agent.listen()}/v1/news`)) as { items: [Served] }
  return {
    item: items[0],
    remarks: (await remarks()).map(({ newsId, ...remark }) => remark),
  }
}

const pdf = {
  fileType: 'application/pdf',
  fileSize: 48_213,
  url: 'https://files.example/programme.pdf',
  thumbnailUrl: 'https://files.example/programme-200.png',
  mobileScreenImageUrl: 'https://files.example/programme-1024.png',
}
const picture = {
  fileType: 'image/jpeg',
  fileSize: 10,
  url: 'https://files.example/hall.jpg',
  thumbnailUrl: 'https://files.example/hall-200.jpg',
  mobileScreenImageUrl: 'https://files.example/hall-1024.jpg',
  imageWidth: 1600,
  imageHeight: 900,
  imageDateTime: '2026-09-01T02:03:04.000Z',
}
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const kept = 'kept: not a type of the interface'
const octets = 'application/octet-stream'
const noNumber = 'left out: not a whole number from'
const noAddress = 'left out: not an http(s) address'

/** @param shown undefined: the attachment is left out @param remark path below the attachment, what came, what was done */
type Variant = [what: string, came: unknown, shown: object | undefined, remark?: [string, unknown, string]]
// Decision: an attachment that does not follow the interface
const VARIANTS: Variant[] = [
  ['a .docx', { ...pdf, fileType: word }, { ...pdf, fileType: word }, ['/fileType', word, kept]],
  [
    'image/jpg',
    { ...picture, fileType: 'image/jpg' },
    picture,
    ['/fileType', 'image/jpg', 'read as image/jpeg'],
  ],
  [
    'a type in capitals',
    { ...picture, fileType: 'IMAGE/JPEG' },
    picture,
    ['/fileType', 'IMAGE/JPEG', 'read as image/jpeg'],
  ],
  [
    'a type with a parameter',
    { ...pdf, fileType: 'application/pdf; charset=binary' },
    pdf,
    ['/fileType', 'application/pdf; charset=binary', 'read as application/pdf'],
  ],
  [
    'image/webp',
    { ...picture, fileType: 'image/webp' },
    { ...picture, fileType: 'image/webp' },
    ['/fileType', 'image/webp', kept],
  ],
  [
    'no type',
    { ...pdf, fileType: null },
    { ...pdf, fileType: octets },
    ['/fileType', undefined, `${octets} is used: it has no type`],
  ],
  [
    'a type that is none',
    { ...pdf, fileType: 'PDF\u0001' },
    { ...pdf, fileType: octets },
    ['/fileType', 'PDF\u0001', `${octets} is used: not a MIME type`],
  ],
  ['no imageWidth', { ...picture, imageWidth: undefined }, { ...picture, imageWidth: undefined }],
  [
    'an imageWidth of 0',
    { ...picture, imageWidth: 0 },
    { ...picture, imageWidth: undefined },
    ['/imageWidth', 0, `${noNumber} 1`],
  ],
  [
    'an imageHeight in a text',
    { ...picture, imageHeight: '900' },
    picture,
    ['/imageHeight', '900', 'read as 900'],
  ],
  [
    'an imageDateTime that is a number',
    { ...picture, imageDateTime: 5 },
    { ...picture, imageDateTime: undefined },
    ['/imageDateTime', 5, 'left out: not a text'],
  ],
  ['imageWidth of a PDF', { ...pdf, imageWidth: 0 }, pdf],
  ['thumbnailUrl null', { ...pdf, thumbnailUrl: null }, { ...pdf, thumbnailUrl: undefined }],
  [
    'an empty mobileScreenImageUrl',
    { ...pdf, mobileScreenImageUrl: '' },
    { ...pdf, mobileScreenImageUrl: undefined },
  ],
  [
    'a thumbnailUrl that would run',
    { ...pdf, thumbnailUrl: 'javascript:alert(1)' },
    { ...pdf, thumbnailUrl: undefined },
    ['/thumbnailUrl', 'javascript:alert(1)', noAddress],
  ],
  ['fileSize "10"', { ...picture, fileSize: '10' }, picture, ['/fileSize', '10', 'read as 10']],
  ['no fileSize', { ...pdf, fileSize: undefined }, { ...pdf, fileSize: undefined }],
  [
    'fileSize "10 kB"',
    { ...pdf, fileSize: '10 kB' },
    { ...pdf, fileSize: undefined },
    ['/fileSize', '10 kB', `${noNumber} 0`],
  ],
  [
    'a negative fileSize',
    { ...pdf, fileSize: -1 },
    { ...pdf, fileSize: undefined },
    ['/fileSize', -1, `${noNumber} 0`],
  ],
  ['no url', { ...picture, url: undefined }, undefined, ['/url', undefined, `attachment ${noAddress}`]],
  [
    'a url without a scheme',
    { ...pdf, url: '/a.pdf' },
    undefined,
    ['/url', '/a.pdf', `attachment ${noAddress}`],
  ],
  [
    'a url of another scheme',
    { ...pdf, url: 'ftp://a/b' },
    undefined,
    ['/url', 'ftp://a/b', `attachment ${noAddress}`],
  ],
  ['a text', 'hall.jpg', undefined, ['', 'hall.jpg', 'left out: not an attachment']],
  ['null', null, undefined],
  ['an unknown field', { ...pdf, checksum: 'x' }, pdf],
]

describe('an attachment beside a good one', () => {
  it.each(VARIANTS)('%s', async (_what, came, shown, remark) => {
    const { item, remarks } = await published({ ...entry('a'), attachments: [came, pdf] })
    expect(item.attachments).toEqual([...(shown ? [shown] : []), pdf])
    const [path, what, done] = remark ?? []
    const json = what === undefined ? {} : { came: JSON.stringify(what) }
    expect(remarks).toEqual(remark ? [{ path: `/attachments/0${path}`, ...json, done }] : [])
  })

  it('attachments that are no list are left out', async () => {
    const { item, remarks } = await published({ ...entry('a'), attachments: 'none' })
    expect(item.attachments).toEqual([])
    expect(remarks).toEqual([{ path: '/attachments', came: '"none"', done: 'left out: not a list' }])
  })

  it('is in the feeds with what is known of it', async () => {
    const bare = { fileType: word, url: 'https://files.example/a.docx' }
    upstream.answer(news([{ ...entry('a'), attachments: [bare] }]))
    await using agent = await agentBefore(upstream, db)
    await agent.syncOnce()
    const address = await agent.listen()
    const feed = async (ending: string) => (await fetch(`${address}/feeds/academy/en-US.${ending}`)).text()
    const url = 'https://files.example/a.docx'
    expect(await feed('rss')).toContain(`<enclosure url="${url}" length="0" type="${word}"/>`)
    expect(await feed('rss')).toContain(`<media:content url="${url}" type="${word}" medium="document"/>`)
    expect(await feed('atom')).toContain(`<link rel="enclosure" type="${word}" href="${url}"/>`)
    expect(JSON.parse(await feed('json')).items[0].attachments).toEqual([{ url, mime_type: word }])
  })
})

describe('a cover', () => {
  it.each([
    ['', undefined],
    [null, undefined],
    ['https://files.example/c.jpg', 'https://files.example/c.jpg'],
  ])('%j is no remark', async (address, shown) => {
    const { item, remarks } = await published({
      ...entry('a'),
      thumbnailUrl: address,
      mobileScreenImageUrl: address,
    })
    expect([item.coverUrl, item.thumbnailUrl]).toEqual([shown, shown])
    expect(remarks).toEqual([])
  })

  it('with an odd address is left out', async () => {
    const { item, remarks } = await published({
      ...entry('a'),
      mobileScreenImageUrl: ' data:,x',
      thumbnailUrl: 7,
    })
    expect([item.coverUrl, item.thumbnailUrl]).toEqual([undefined, undefined])
    expect(remarks).toEqual([
      { path: '/mobileScreenImageUrl', came: '" data:,x"', done: noAddress },
      { path: '/thumbnailUrl', came: '7', done: noAddress },
    ])
  })
})

describe('a time', () => {
  const at = (newsDate: unknown, newsDateTime: unknown) => ({ ...entry('a'), newsDate, newsDateTime })

  // Decision: the forms of `newsDate` and `newsDateTime`
  it.each<[date: unknown, time: unknown, publishedAt: string, done: (string | undefined)[]]>([
    ['20260901', '20260901083000', '2026-09-01T08:30:00', []],
    ['2026-09-01', '202609010830', '2026-09-01T08:30:00', ['read as 20260901', 'read as 20260901083000']],
    ['20260901', '2026-09-01T08:30', '2026-09-01T08:30:00', ['read as 20260901083000']],
    ['20260901', '2026-09-01 08:30:00.25', '2026-09-01T08:30:00', ['read as 20260901083000']],
    ['20260901', '2026-09-01T00:30:00Z', '2026-09-01T08:30:00', ['read as 20260901083000']],
    ['20260901', '2026-08-31T17:30:00-07:00', '2026-09-01T08:30:00', ['read as 20260901083000']],
    ['20260901', '2026-08-31 17:30:00 -0700', '2026-09-01T08:30:00', ['read as 20260901083000']],
    ['20260901', '20260901T003000Z', '2026-09-01T08:30:00', ['read as 20260901083000']],
    ['2026-08-31T16:30:00Z', '20260901083000', '2026-09-01T08:30:00', ['read as 20260901']],
    [20260901, 20260901083000, '2026-09-01T08:30:00', ['read as 20260901', 'read as 20260901083000']],
    ['20260901', '20260901', '2026-09-01T00:00:00', ['read as 20260901000000']],
    ['20260901', undefined, '2026-09-01T00:00:00', ['made from newsDate: 20260901000000']],
    ['20260901', 'soon', '2026-09-01T00:00:00', ['made from newsDate: 20260901000000']],
    ['20260901', '20260901250000', '2026-09-01T00:00:00', ['made from newsDate: 20260901000000']],
    [
      '2026-09-01T08:30',
      null,
      '2026-09-01T08:30:00',
      ['read as 20260901', 'made from newsDate: 20260901083000'],
    ],
    [undefined, '20260901083000', '2026-09-01T08:30:00', ['made from newsDateTime: 20260901']],
    ['20260230', '20260901083000', '2026-09-01T08:30:00', ['made from newsDateTime: 20260901']],
    ['2026-02-30', '20260901083000', '2026-09-01T08:30:00', ['made from newsDateTime: 20260901']],
  ])('newsDate %j and newsDateTime %j', async (date, time, publishedAt, done) => {
    const { item, remarks } = await published(at(date, time))
    expect(item).toMatchObject({ date: '2026-09-01', publishedAt: `${publishedAt}+08:00` })
    expect(remarks.map(remark => Reflect.get(remark, 'done'))).toEqual(done)
  })

  it('with a zone is converted to the school’s', async () => {
    const { item } = await published(at('2026-08-31T23:30:00Z', '2026-08-31T23:30:00Z'), {
      zone: 'Europe/London',
    })
    expect(item).toMatchObject({ date: '2026-09-01', publishedAt: '2026-09-01T00:30:00+01:00' })
  })
})

// Decision: the type of `newsId`
it('an identifier that is a number is its text, also to be deleted', async () => {
  upstream.answer(
    news([
      { ...entry(''), newsId: 7 },
      { ...entry(''), newsId: -0 },
    ]),
  )
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  const address = await agent.listen()
  expect(await servedIds(address)).toEqual(['7', '0'])
  expect(await remarks()).toContainEqual({ newsId: '7', path: '/newsId', came: '7', done: 'read as a text' })
  upstream.answer(news([], [7]))
  await agent.syncOnce()
  expect(await servedIds(address)).toEqual(['0'])
})

describe('what cannot be published at all is put aside', () => {
  it.each<[what: object, path: string, reason: string]>([
    [{ newsId: undefined }, '/newsId', 'is missing'],
    [{ newsId: '' }, '/newsId', 'must not be empty'],
    [{ newsId: 2 ** 60 }, '/newsId', 'must be a string'],
    [{ newsTitle: null }, '/newsTitle', 'is missing'],
    [{ newsTitle: 7 }, '/newsTitle', 'must be a string'],
    [{ newsContent: undefined }, '/newsContent', 'is missing'],
    [{ newsContent: null }, '/newsContent', 'is missing'],
    [{ newsDate: undefined, newsDateTime: undefined }, '/newsDateTime', 'is missing'],
    [{ newsDate: 'soon', newsDateTime: undefined }, '/newsDate', 'must be a time that exists'],
    [
      { newsDate: '20261301', newsDateTime: '2026-02-30T08:00Z' },
      '/newsDateTime',
      'must be a time that exists',
    ],
  ])('%j', async (odd, path, reason) => {
    upstream.answer(news([{ ...entry('a'), ...odd }, entry('b')]))
    await using agent = await agentBefore(upstream, db)
    expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 1, quarantined: 1 } }])
    expect(await agent.quarantine.list()).toMatchObject([{ path, reason: expect.stringContaining(reason) }])
    expect(await remarks()).toEqual([])
  })

  it('but an empty title and an empty content are published', async () => {
    expect((await published({ ...entry('a'), newsTitle: '', newsContent: '' })).remarks).toEqual([])
  })
})

describe('remarks', () => {
  const odd = (newsId: string) => ({ ...entry(newsId), attachments: [{ ...pdf, fileSize: '48213' }, 7] })
  const facts = async (agent: SyncAgent) => {
    const [stream] = (await agent.status()).streams
    const metrics = await (await fetch(`${await agent.listen()}/metrics`)).text()
    const name = 'schoolbell_sync_remarked_entries{site_id="academy",lang="en-US"}'
    expect(metrics.split('\n')).toContain(`${name} ${stream?.remarked}`)
    return { remarked: stream?.remarked, quarantined: stream?.quarantined }
  }

  it('are counted by entry, and gone when the entry comes clean or is deleted', async () => {
    upstream.answer(news([odd('a'), odd('b'), entry('c')]))
    await using agent = await agentBefore(upstream, db)
    await agent.syncOnce()
    expect(await facts(agent)).toEqual({ remarked: 2, quarantined: 0 })
    expect((await remarks()).map(({ newsId, path }) => newsId + path)).toEqual([
      ...['b/attachments/0/fileSize', 'b/attachments/1'],
      ...['a/attachments/0/fileSize', 'a/attachments/1'],
    ])
    upstream.answer(news([entry('a')], ['b']))
    await agent.syncOnce()
    expect(await remarks()).toEqual([])
  })

  it('stay with the last good version of an entry that can no longer be published', async () => {
    upstream.answer(news([odd('a')]))
    await using agent = await agentBefore(upstream, db)
    await agent.syncOnce()
    upstream.answer(news([{ ...odd('a'), newsContent: null }]))
    await agent.syncOnce()
    expect(await facts(agent)).toEqual({ remarked: 1, quarantined: 1 })
  })

  it('are kept of an answer of thousands, too', async () => {
    upstream.answer(news(Array.from({ length: 1_200 }, (_, index) => odd(`${index}`))))
    await using agent = await agentBefore(upstream, db)
    await agent.syncOnce()
    expect(await facts(agent)).toEqual({ remarked: 1_200, quarantined: 0 })
  })

  it('are short and plain, however long and hostile what came', async () => {
    const fileType = `\u009b2J${'x'.repeat(10_000)}`
    const { remarks } = await published({
      ...entry('a'),
      attachments: [{ ...pdf, fileType }, ...Array.from({ length: 500 }, () => 'x')],
    })
    expect(remarks).toHaveLength(100)
    expect(remarks[0]).toMatchObject({ came: expect.stringMatching(/^"[^\p{Cc}]{98}…$/u) })
  })
})
