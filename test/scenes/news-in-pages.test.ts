/** `<school-news>` in pages as schools have them: translated, behind a password, in one large form, under a fixed header. */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newsItem, type ServedItems, sendJson, serveItems } from '../support/news-answers.ts'
import { type NewsPage, type NewsPageOptions, serveNewsPage } from '../support/news-page.ts'
import { serve } from '../support/serve.ts'
import { translatePage } from '../support/translator.ts'
import { DESKTOP, openVisitor, type Visitor } from '../support/visitor/visitor.ts'

let site: NewsPage
let visitor: Visitor
beforeAll(async () => {
  ;[site, visitor] = await Promise.all([serveNewsPage(), openVisitor({ reducedMotion: true })])
})
beforeEach(() => visitor.resize(DESKTOP))
afterAll(async () => {
  await visitor?.close()
  await site?.[Symbol.asyncDispose]()
})

const LIVE = 'service="/agent"'
const open = (attributes = LIVE, options: NewsPageOptions = {}) =>
  visitor.open(site.page(attributes, { policy: '', lang: 'en-GB', ...options }))
const rows = (count: number) =>
  visitor.until((look, count) => look.all('[part=item]').length === count, count)
/** Of each such part the text, without what a translator has put before it. */
const texts = (selector: string) =>
  visitor.run(
    (look, selector) =>
      look.all(selector).map(element => element.textContent?.replace(/\[xx\] ?/g, '').trim()),
    selector,
  )
const eventually = (selector: string, wanted: string[]) =>
  visitor.until(
    (look, [selector, wanted]) =>
      JSON.stringify(
        look.all(selector).map(element => element.textContent?.replace(/\[xx\] ?/g, '').trim()),
      ) === wanted,
    [selector, JSON.stringify(wanted)] as const,
  )

const THREE = ['Alder', 'Birch', 'Cedar'].map(newsId => newsItem(newsId, { title: `${newsId} walk` }))
const change = (newsId: string, more: object) => ({
  kind: 'upsert',
  entry: newsItem(newsId, { seq: 7, ...more }),
})

describe('on a page that a browser translates', () => {
  const translated = async (attributes = LIVE, options = {}) => {
    await open(attributes, options)
    await rows(3)
    await visitor.run(translatePage as () => void)
    await visitor.sees('[part=link]', '[xx] Alder walk')
  }

  it('entries that are opened one after the other have their own title, date, text and files', async () => {
    const file = (name: string) => ({
      fileType: 'application/pdf',
      fileSize: 1200,
      url: `https://files.example/${name}`,
    })
    serveItems(site, [
      newsItem('Alder', { title: 'Alder walk', date: '2026-09-03', attachments: [file('alder.pdf')] }),
      newsItem('Birch', { title: 'Birch walk', date: '2026-09-02', attachments: [file('birch.pdf')] }),
      newsItem('Cedar', { title: '', date: '2026-09-01' }),
    ])
    await translated('service="/agent" live="off"')
    for (const [title, date, text, files] of [
      ['Alder walk', '3 September 2026', 'Body of Alder', ['alder.pdf']],
      ['Birch walk', '2 September 2026', 'Body of Birch', ['birch.pdf']],
      ['1 September 2026', '1 September 2026', 'Body of Cedar', []],
      ['Alder walk', '3 September 2026', 'Body of Alder', ['alder.pdf']],
    ] as const) {
      await visitor.tap('[part=link]', title)
      await visitor.sees('[part=headline]', '[xx]')
      await eventually('[part=headline]', [title])
      await eventually('[part=entry] [part=date]', [date])
      await eventually('[part=body]', [text])
      await eventually('[part=file-name]', [...files])
      await visitor.tap('[part=back]')
      await rows(3)
    }
    // A file is saved under its name.
    expect(
      await visitor.run(look => look.all('[part=file-name]').some(name => name.querySelector('font'))),
    ).toBe(false)
  })

  it('an open entry changes as a whole, and leaves as a whole', async () => {
    const { send } = serveItems(site, THREE)
    await translated()
    await visitor.tap('[part=link]', 'Birch walk')
    await visitor.sees('[part=body]', '[xx] Body of Birch')
    await send(change('Birch', { title: 'Birch ride', html: '<p>By <b>bicycle</b></p>', date: '2026-09-30' }))
    await eventually('[part=headline]', ['Birch ride'])
    await eventually('[part=body]', ['By bicycle'])
    await eventually('[part=entry] [part=date]', ['30 September 2026'])
    await eventually('[role=status]', ['This entry has just been updated.'])
    await send({ kind: 'deletion', newsId: 'Birch' })
    await eventually('[part=message]', ['This entry has been withdrawn.'])
    await eventually('[part=body]', [])
    await visitor.tap('[part=back]')
    await eventually('[part=link]', ['Alder walk', 'Cedar walk'])
  })

  it('a changed row shows its change, a deleted one that it is gone, and new ones are counted', async () => {
    const { send } = serveItems(site, THREE)
    await translated()
    await send(
      change('Alder', {
        title: 'Alder ride',
        html: '<p>By bicycle</p>',
        date: '2026-09-30',
        attachments: [{ fileType: 'application/pdf', fileSize: 9, url: 'https://files.example/a.pdf' }],
      }),
    )
    await eventually('[part=link]', ['Alder ride', 'Birch walk', 'Cedar walk'])
    await eventually('[part=teaser]', ['By bicycle', 'Body of Birch', 'Body of Cedar'])
    await eventually('[part=item] [part=date]', ['30 September 2026', '1 September 2026', '1 September 2026'])
    await send({ kind: 'deletion', newsId: 'Cedar' })
    await eventually('.muted', ['This entry has been withdrawn.'])
    for (const [newsId, label] of [
      ['Dogwood', '1 new entry'],
      ['Elm', '2 new entries'],
    ] as const) {
      await send(change(newsId, { title: newsId, publishedAt: '2027-01-01T08:00:00+08:00' }))
      await eventually('[part=new]', [label])
      await eventually('[role=status]', [label])
    }
    await visitor.tap('[part=new]')
    await eventually('[part=link]', ['Elm', 'Dogwood', 'Birch walk', 'Alder ride'])
    await eventually('[part=teaser]', ['Body of Elm', 'Body of Dogwood', 'Body of Birch', 'By bicycle'])
  })

  it('each search shows its own titles, words and number, and the list comes back whole', async () => {
    const found = (title: string, snippet: string) => ({ found: { title, snippet } })
    const served = serveItems(site, THREE)
    served.override = (query, reply) => {
      const q = query.get('q')
      if (!q) return false
      const items = {
        walk: THREE.map(item => ({
          ...item,
          ...found(`${item.newsId} <mark>walk</mark>`, `A <mark>walk</mark> to ${item.newsId}`),
        })),
        alder: [{ ...THREE[0], ...found('<mark>Alder</mark> walk', 'Plain') }],
      }[q]
      sendJson(reply, { items: items ?? [], seq: 1 })
      return true
    }
    await translated('service="/agent" live="off"')
    await visitor.run(look => look.find('[part=input]')?.focus())
    const search = async (text: string) => {
      await visitor.run((look, text) => {
        ;(look.find('[part=input]') as HTMLInputElement).value = text
      }, text)
      await visitor.press('Enter')
    }
    await search('walk')
    await eventually('[part=summary]', ['3 entries found'])
    await eventually('[part=link] mark', ['walk', 'walk', 'walk'])
    await eventually(
      '[part=teaser]',
      ['Alder', 'Birch', 'Cedar'].map(name => `A walk to ${name}`),
    )
    await search('alder')
    await eventually('[part=summary]', ['1 entry found'])
    await eventually('[part=link]', ['Alder walk'])
    await eventually('[part=link] mark', ['Alder'])
    await eventually('[part=teaser]', ['Plain'])
    await search('oak')
    await eventually('[part=message] p', ['Nothing found for “oak”.'])
    await search('elm')
    await eventually('[part=message] p', ['Nothing found for “elm”.'])
    await visitor.tap('[part=button]')
    await eventually('[part=link]', ['Alder walk', 'Birch walk', 'Cedar walk'])
    await eventually('[part=teaser]', ['Body of Alder', 'Body of Birch', 'Body of Cedar'])
  })

  it('the words of the page follow its language', async () => {
    serveItems(site, THREE, { next: 'n' })
    await translated('service="/agent" live="off"')
    await eventually('[part=more]', ['More news'])
    await visitor.run(look => {
      ;(look.find('school-news') as HTMLElement).lang = 'zh-HK'
    })
    await eventually('[part=more]', ['更多消息'])
    expect(await texts('[part=item] [part=date]')).toEqual(Array(3).fill('2026年9月1日'))
    await visitor.tap('[part=link]', 'Alder walk')
    await eventually('[part=back]', ['所有消息'])
  })
})

describe('behind a sign-in', () => {
  const isSignedIn = (reply: ServerResponse) => /signed=in/.test(reply.req.headers.cookie ?? '')
  /** The cookie of a former page. */
  const signIn = async () => {
    site.answer = (_path, reply) =>
      reply
        .writeHead(200, { 'set-cookie': 'signed=in; path=/', 'content-type': 'text/plain' })
        .end('signed in')
    await visitor.open(`${site.origin}/agent/sign-in`)
  }

  it('on the page’s own host, news and its changes come as the page does', async () => {
    await signIn()
    const served: ServedItems = serveItems(site, THREE)
    const { answer } = site
    site.answer = (path, reply) => (isSignedIn(reply) ? answer?.(path, reply) : reply.writeHead(401).end())
    await open()
    await rows(3)
    await served.send(change('Alder', { title: 'Alder ride' }))
    await visitor.sees('[part=link]', 'Alder ride')
  })

  it('another host is told nothing of it', async () => {
    const cookies: (string | undefined)[] = []
    await using agent = await serve(({ headers, url }, reply) => {
      cookies.push(headers.cookie)
      reply.setHeader('access-control-allow-origin', '*')
      if (url?.includes('/stream'))
        reply
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write(`data: ${JSON.stringify(change('Alder', { title: 'Alder ride' }))}\n\n`)
      else sendJson(reply, { items: THREE, seq: 1 })
    })
    await signIn()
    await open(`service="${agent.origin}"`)
    await visitor.sees('[part=link]', 'Alder ride')
    expect(cookies.filter(Boolean)).toEqual([])
    expect(cookies.length).toBeGreaterThan(1)
  })
})
