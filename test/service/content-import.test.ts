/** Messages and news of one service, taken over the interface into the store of another. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../console/index.ts'
import { type ContentImported, importContent } from '../../service/content-import/import-content.ts'
import { createBareService } from '../../service/service.ts'
import { createContentClient } from '../../shared/client/content.ts'
import { limitedFetch } from '../../shared/client/limited-fetch.ts'
import { LANGUAGES, SITE_IDS } from '../../shared/contract/site.ts'
import { createGuardedFetch } from '../../sync-agent/outlets/guarded-fetch.ts'
import { pdfFile, photograph } from '../support/media-files.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { body, failure, startUpstream, success } from '../support/scripted-upstream.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let place: Scratch
beforeAll(() => {
  place = scratch()
})
afterAll(() => place[Symbol.dispose]())

interface Import {
  dataDir: string
  from: string
  hosts?: string[]
  privateHosts?: string[]
  maxBytes?: number
  signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

async function take({
  dataDir,
  from,
  hosts,
  privateHosts,
  maxBytes = 1_000_000,
  signal,
  onProgress,
}: Import): Promise<ContentImported> {
  await using service = await createBareService({ dataDir, seed: 'empty' })
  const { host } = new URL(from)
  const allowed = hosts ?? [host]
  const guarded = createGuardedFetch({ hosts: allowed, privateHosts: privateHosts ?? [host] })
  return await importContent({
    service,
    client: createContentClient({ serviceUrl: from }),
    receive: (url, limits, read) =>
      limitedFetch(url, {}, { fetch: guarded, timeoutMs: 60_000, ...limits }, read),
    ...{ hosts: allowed, maxBytes, zone: 'Asia/Hong_Kong' },
    notes: `${dataDir}/imported-files.jsonl`,
    signal: signal ?? new AbortController().signal,
    ...(onProgress && { onProgress }),
  })
}

/** What websites get, without what belongs to the service that sends it. */
async function shown(serviceUrl: string) {
  const client = createContentClient({ serviceUrl })
  const neutral = (html: string) => html.replaceAll(/(["'])https?:\/\/127[^"']*\1/g, '"file"')
  const streams = SITE_IDS.flatMap(siteId => LANGUAGES.map(lang => ({ siteId, lang })))
  return await Promise.all(
    streams.map(async stream => {
      const { messages } = await client.popups(stream)
      const { newsList } = await client.news({ ...stream, lastSyncTime: '19700101000000' })
      return {
        popups: messages.map(message => ({ ...message, msgBody: neutral(message.msgBody) })),
        news: newsList.map(
          ({ newsContent, attachments, mobileScreenImageUrl, thumbnailUrl: _, ...entry }) => ({
            ...entry,
            newsContent: neutral(newsContent),
            hasCover: mobileScreenImageUrl !== undefined,
            attachments: attachments.map(({ fileType, imageWidth }) => ({ fileType, imageWidth })),
          }),
        ),
      }
    }),
  )
}

async function shownOf(dataDir: string) {
  await using service = await startService({ dataDir })
  return await shown(service.serviceUrl)
}

describe('a school', () => {
  let school: SmallSchool
  beforeAll(async () => {
    school = await startSmallSchool()
  })
  afterAll(() => school?.[Symbol.asyncDispose]())

  it('is taken whole: both websites and languages, pictures and files; a second time changes nothing', async () => {
    const { serviceUrl } = school.addresses
    const dataDir = place.path('whole')
    const first = await take({ dataDir, from: serviceUrl })
    expect(first).toMatchObject({ popups: { added: 2 }, news: { added: 4 }, notTaken: [] })
    expect(first.files.received).toBeGreaterThanOrEqual(4)
    expect(await shownOf(dataDir)).toEqual(await shown(serviceUrl))

    const again = await take({ dataDir, from: serviceUrl })
    expect(again).toMatchObject({
      popups: { added: 0, changed: 0, unchanged: 2 },
      news: { added: 0, changed: 0, unchanged: 4 },
      files: { received: 0 },
    })
    expect(await shownOf(dataDir)).toEqual(await shown(serviceUrl))
  })

  it('interrupted in the middle goes on the next time, and nothing is there twice', async () => {
    const { serviceUrl } = school.addresses
    const dataDir = place.path('interrupted')
    const stop = new AbortController()
    const onProgress = (done: number, total: number) => done > total / 2 && stop.abort()
    const broken = take({ dataDir, from: serviceUrl, signal: stop.signal, onProgress })
    await expect(broken).rejects.toMatchObject({ name: 'AbortError' })
    const rest = await take({ dataDir, from: serviceUrl })
    expect(rest.popups.unchanged).toBeGreaterThan(0)
    expect(rest.news.unchanged).toBeGreaterThan(0)
    expect(rest.news.added).toBeGreaterThan(0)
    expect(rest.files.known).toBeGreaterThan(0)
    expect(await shownOf(dataDir)).toEqual(await shown(serviceUrl))
  })
})

describe('a service with odd content', () => {
  const message = (more: object = {}) => ({
    ...{ msgTitle: 'Closed', msgBody: '<p>Closed.</p>', displayDate: '20261120080000' },
    ...more,
  })
  const entry = (newsId: string, more: object = {}) => ({
    ...{ newsId, newsTitle: newsId, newsContent: '<p>Text</p>', newsDate: '20261120' },
    ...{ newsDateTime: '20261120080000', attachments: [] },
    ...more,
  })
  const attachment = (url: string, fileType = 'application/pdf') => ({
    ...{ fileType, fileSize: 10, url, thumbnailUrl: url, mobileScreenImageUrl: url },
  })

  /** Of one website; with files below /files/. */
  async function startOdd(content: (base: string) => { popups?: unknown[]; news?: unknown[] }) {
    const [picture, other] = await Promise.all([photograph('png'), photograph('jpeg', { noise: 9 })])
    const upstream = await startUpstream((response, request) => {
      const url = new URL(request.url ?? '', upstream.url)
      if (request.url === '/files/picture?id=1&w=9') response.writeHead(200).end(other)
      else if (url.pathname === '/files/plan.pdf') response.writeHead(200).end(pdfFile())
      else if (url.pathname === '/files/gate.png') response.writeHead(200).end(picture)
      else if (url.pathname === '/files/page.pdf') body('<html>No</html>', 'text/html')(response, request)
      else if (url.pathname === '/files/large.pdf')
        response.writeHead(200, { 'content-length': '9000000' }).end()
      else if (url.pathname.startsWith('/files/')) response.writeHead(404).end()
      else if (url.searchParams.get('siteId') !== 'academy')
        failure('D20004', 'siteID does not exist')(response, request)
      else {
        const { popups = [], news = [] } = content(upstream.url)
        const answer = url.pathname.includes('popupmsg') ? popups : { newsList: news, delNewsIds: [] }
        success(answer)(response, request)
      }
    })
    return upstream
  }

  it('keeps what can be kept and says what was not taken, and why', async () => {
    await using upstream = await startOdd(base => ({
      popups: [
        message({ msgBody: `<p><img src="${base}/files/gate.png" alt=""></p>` }),
        message({ displayDate: '20261320080000' }),
      ],
      news: [
        entry('good', {
          newsContent: `<a href='${base}/files/plan.pdf'>Plan</a> <a href="${base}/files/">All</a> <img src="${base}/files/picture?id=1&amp;w=9"> <img src="https://elsewhere.example/a.png"> <a href="https://elsewhere.example/b.pdf">B</a>`,
          attachments: [
            attachment(`${base}/files/plan.pdf?key=secret`),
            attachment(`${base}/files/none.pdf?key=secret`),
            attachment(`${base}/files/page.pdf`),
            attachment(`${base}/files/large.pdf`),
            attachment('http://127.0.0.1:9/inside.pdf'),
            attachment('https://elsewhere.example/plan.pdf'),
          ],
        }),
        entry('a,b'),
        { newsId: 'untitled' },
      ],
    }))
    const dataDir = place.path('odd')
    const { notTaken, missing, ...counts } = await take({
      dataDir,
      from: upstream.url,
      hosts: [new URL(upstream.url).host, '127.0.0.1:9'],
    })
    expect(missing).toEqual(['pre-school'])
    expect(counts).toMatchObject({ popups: { added: 1 }, news: { added: 1 }, files: { received: 4 } })
    const reasons = Object.fromEntries(notTaken.map(({ what, why }) => [what.replace(upstream.url, ''), why]))
    expect(reasons).toEqual({
      'popup message of academy in en-US': expect.stringContaining('no date that exists'),
      'popup message of academy in zh-HK': expect.stringContaining('no date that exists'),
      'news entry untitled of academy in en-US': '/newsTitle is missing',
      'news entry untitled of academy in zh-HK': '/newsTitle is missing',
      '/files/none.pdf': 'the answer has HTTP status 404',
      '/files/page.pdf': expect.stringContaining('page'),
      '/files/large.pdf': expect.stringContaining('larger than 1000000 bytes'),
      'http://127.0.0.1:9/inside.pdf': expect.stringContaining('127.0.0.1 is not a public address'),
      'https://elsewhere.example/plan.pdf': 'elsewhere.example is not an allowed host',
      'https://elsewhere.example/a.png': 'elsewhere.example is not an allowed host',
      'news entry a,b': expect.stringContaining('/newsId must have no comma'),
    })

    await using service = await startService({ dataDir })
    const good = service.news.get('good')
    expect(good).toMatchObject({ sites: ['academy'], attachments: [expect.stringContaining('plan')] })
    const [plan] = good?.attachments ?? []
    expect(good?.texts['en-US'].newsContent).toBe(
      `<a href='media:${plan}'>Plan</a> <a href="${upstream.url}/files/">All</a> <img src="media:picture.jpg"> <img src="https://elsewhere.example/a.png"> <a href="https://elsewhere.example/b.pdf">B</a>`,
    )
    expect(service.popups.list()[0]?.texts['en-US'].msgBody).toMatch(/^<p><img src="media:gate[^"]*"/)
  })

  it('that sends a file without an end is left when the file is too large, and nothing holds the program', async () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const part = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1024 * 1024)])
    const endless = Readable.from(
      (function* parts() {
        for (;;) yield part
      })(),
    )
    await using upstream = await startUpstream((response, request) => {
      const { url = '' } = request
      if (url.startsWith('/film')) endless.pipe(response.once('close', leave))
      else if (url.includes('popupmsg')) success([])(response, request)
      else {
        const address = `${upstream.url.replace('//', '//user:secret@')}/film`
        const newsContent = `<img src="${upstream.url}/film?key=secret"><img src="${address}">`
        success({ newsList: [entry('film', { newsContent })], delNewsIds: [] })(response, request)
      }
    })
    const dataDir = place.path('endless')
    const { notTaken } = await take({ dataDir, from: upstream.url, maxBytes: 1024 ** 3 })
    expect(notTaken).toEqual([
      { what: `${upstream.url}/film`, why: 'The file is larger than 25 MB, the most for its type' },
      { what: `${upstream.url}/film`, why: 'has a user name or a password' },
    ])
    await left
  })

  it('that changes an entry changes it here; what it deletes stays', async () => {
    let news: unknown[] = [entry('one'), entry('two')]
    await using upstream = await startOdd(() => ({ news }))
    const dataDir = place.path('changed')
    await take({ dataDir, from: upstream.url })
    news = [entry('one', { newsTitle: 'One, again' })]
    expect((await take({ dataDir, from: upstream.url })).news).toEqual({ added: 0, changed: 1, unchanged: 0 })
    await using service = await startService({ dataDir })
    expect(service.news.get('one')?.texts['zh-HK'].newsTitle).toBe('One, again')
    expect(service.news.get('two')).toMatchObject({ state: 'published' })
  })

  it('that has neither website is an error, and nothing is taken', async () => {
    await using upstream = await startUpstream(failure('D20004', 'siteID does not exist'))
    await expect(take({ dataDir: place.path('none'), from: upstream.url })).rejects.toMatchObject({
      returnCode: 'D20004',
    })
  })
})
