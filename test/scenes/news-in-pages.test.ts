/** `<school-news>` in pages as schools have them: translated, behind a password, in one large form, under a fixed header. */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
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

const focused = (part: string) => visitor.until((look, part) => look.focused()?.part.value === part, part)

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

const THIRTY = Array.from({ length: 30 }, (_, index) => newsItem(`N-${30 - index}`, { seq: 30 - index }))
const MANY = 'service="/agent" live="off" limit="30"'

describe('on a page that has a use of its own for keys', () => {
  const HEARD = `<script>
    window.heard = []
    addEventListener('keydown', event => {
      heard.push(event.key)
      if (['s', '/', ' ', 'Enter'].includes(event.key)) event.preventDefault()
    })</script>`
  const heard = () => visitor.run(() => Reflect.get(window, 'heard'))

  it('everything that is typed reaches the search, and Tab and Escape the page', async () => {
    serveItems(site, THREE)
    await open('service="/agent" live="off"', { head: HEARD })
    await rows(3)
    await visitor.tap('[part=input]')
    await visitor.type('sports / arts')
    expect(await visitor.run(look => (look.find('[part=input]') as HTMLInputElement).value)).toBe(
      'sports / arts',
    )
    await visitor.press('Tab')
    expect(await heard()).toEqual(['Tab'])
  })

  it('Enter and space press a title and the way back, and other keys stay the page’s', async () => {
    serveItems(site, THREE)
    await open('service="/agent" live="off"', { head: HEARD })
    await rows(3)
    await visitor.run(look => look.find('[part=link]', 'Birch')?.focus())
    await visitor.press('Enter')
    await focused('headline')
    await visitor.run(look => look.find('[part=back]')?.focus())
    await visitor.press('Space')
    await rows(3)
    await visitor.type('/')
    expect(await heard()).toEqual(['/'])
  })
})

it('on a page with a script against copying, the search is written into', async () => {
  serveItems(site, THREE)
  const head = `<script>
    document.onselectstart = () => false
    document.onmousedown = document.ontouchstart = event => /^(input|textarea|select)$/i.test(event.target.tagName)</script>`
  await open('service="/agent" live="off"', { head })
  await rows(3)
  await visitor.tap('[part=input]')
  await visitor.type('birch')
  expect(await visitor.run(look => (look.find('[part=input]') as HTMLInputElement).value)).toBe('birch')
  const isPrevented = await visitor.run(look =>
    ['mousedown', 'touchstart', 'selectstart'].map(name => {
      const event = new Event(name, { bubbles: true, composed: true, cancelable: true })
      look.find('[part=input]')?.dispatchEvent(event)
      return event.defaultPrevented
    }),
  )
  expect(isPrevented).toEqual([false, false, false])
})

it('where the page’s addEventListener takes functions alone, a Chinese word is searched for when it is complete', async () => {
  const served = serveItems(site, THREE)
  served.override = (query, reply) => {
    if (query.get('q') !== '颱風') return false
    sendJson(reply, { items: [THREE[1]], seq: 1 })
    return true
  }
  const head = `<script>
    window.errors = []
    addEventListener('error', event => errors.push(event.message))
    const add = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (name, fn, options) {
      return add.call(this, name, function () { return fn.apply(this, arguments) }, options)
    }</script>`
  await open('service="/agent" live="off"', { head })
  await rows(3)
  await visitor.tap('[part=input]')
  await visitor.run(look => {
    const input = look.find('[part=input]') as HTMLInputElement
    input.value = '颱風'
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing: true }))
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }))
  })
  await rows(1)
  await visitor.press('Tab')
  expect(await visitor.run(() => Reflect.get(window, 'errors'))).toEqual([])
})

describe('in a page that is one form with a default button', () => {
  /** As ASP.NET writes it. */
  const FORM = `<form id="all" action="/posted" onkeypress="return fireDefault(event)">
    <input type="submit" id="go" value="Go" onclick="posts.push('button')">
    <script>
      window.posts = []
      document.getElementById('all').addEventListener('submit', event => { event.preventDefault(); posts.push('form') })
      function fireDefault(event) {
        if (event.keyCode !== 13) return true
        const at = event.target
        if (at.localName === 'a' && at.href || at.localName === 'textarea') return true
        document.getElementById('go').click()
        event.stopPropagation()
        return false
      }</script>`
  const posts = () => visitor.run(() => Reflect.get(window, 'posts'))

  it.each([
    ['without an address', ''],
    ['with an address', 'hash'],
  ])('Enter searches and opens titles %s, and posts nothing', async (_, hash) => {
    const served = serveItems(site, THREE)
    served.override = (query, reply) => {
      if (!query.get('q')) return false
      sendJson(reply, { items: [THREE[1]], seq: 1 })
      return true
    }
    await open(`service="/agent" live="off" ${hash}`, { around: [FORM, '</form>'] })
    await rows(3)
    await visitor.tap('[part=input]')
    await visitor.type('Birch')
    await visitor.press('Enter')
    await rows(1)
    await visitor.run(look => look.find('[part=link]')?.focus())
    await visitor.press('Enter')
    await focused('headline')
    expect(await posts()).toEqual([])
    await visitor.run(look => look.find('[part=back]')?.focus())
    await visitor.press('Enter')
    await rows(1)
    expect(await posts()).toEqual([])
  })
})

/** Where a part of it is in the window, with what lies on it. */
const placeOf = (selector: string, text = '') =>
  visitor.run(
    (look, [selector, text]) => {
      const element = look.find(selector, text) as HTMLElement
      const { x, y, width, height } = element.getBoundingClientRect()
      const top = look.at(x + width / 2, y + height / 2)
      return { y: Math.round(y), isFree: look.isWithin(top, element) }
    },
    [selector, text] as const,
  )

describe.each([
  ['that scrolls in a box', '<style>body{margin:0}main{overflow:auto;height:100vh}</style>'],
  [
    'that scrolls in a box below a header',
    '<style>body{margin:0;padding-top:90px;overflow:hidden}main{overflow:auto;height:calc(100vh - 90px)}</style>',
  ],
  [
    'under a fixed header',
    '<style>body{margin-top:120px}header{position:fixed;z-index:9;top:0;left:0;width:100%;height:80px;background:#ddd}</style>',
  ],
  [
    'under a fixed header that the page counts',
    '<style>html{scroll-padding-top:100px}body{margin-top:120px}header{position:fixed;z-index:9;top:0;left:0;width:100%;height:80px;background:#ddd}</style>',
  ],
  [
    'under two bars that stay, and scrolls smoothly',
    '<style>html{scroll-behavior:smooth}body{margin:0}header{position:sticky;z-index:9;top:0;height:60px;background:#ddd}nav{position:sticky;z-index:8;top:60px;height:40px;background:#eee}</style>',
  ],
])('on a page %s', (name, head) => {
  it.each([
    ['its button', ''],
    ['the browser’s', 'hash'],
  ])('an entry is seen from its beginning, and %s leads back to the old place and focus', async (_, hash) => {
    serveItems(site, THIRTY)
    const bars = '<header>Harbour Lantern School</header><nav></nav>'
    await open(`${MANY} ${hash}`, { head, around: [bars, '<p style="height:2000px">After</p>'] })
    await rows(30)
    await visitor.run(async look => {
      look.find('[part=link]', 'N-8')?.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    const before = await placeOf('[part=link]', 'N-8')
    await visitor.run(look => look.find('[part=link]', 'N-8')?.click())
    await focused('headline')
    for (const part of ['[part=back]', '[part=headline]'])
      expect(await placeOf(part)).toMatchObject({ isFree: true })
    const { y } = await placeOf('[part=back]')
    if (name.endsWith('counts')) expect(y).toBe(100)
    expect(y).toBeLessThan(130)
    if (hash) await visitor.back()
    else await visitor.run(look => look.find('[part=back]')?.click())
    await rows(30)
    await focused('link')
    expect(await visitor.run(look => look.focused()?.textContent)).toBe('N-8')
    await visitor.until(
      (look, y) => Math.abs((look.focused()?.getBoundingClientRect().y ?? 0) - y) < 5,
      before.y,
    )
  })
})

const BAR =
  'header{position:fixed;z-index:9;top:0;left:0;width:100%;height:100px;background:#ddd}body{margin:0;overflow-x:hidden}'

it.each([
  ['that scrolls', 0, ''],
  ['under a fixed header that it counts', 100, `html{scroll-padding-top:100px}${BAR}`],
  [
    'in a box under a header that the box counts',
    100,
    `main{overflow:auto;height:100vh;scroll-padding-top:100px}${BAR}`,
  ],
])('on a page %s, the whole button of new entries stays in sight', async (_, edge, style) => {
  const { send } = serveItems(site, THIRTY)
  await open(`${LIVE} limit="30"`, {
    head: `<style>${style}</style>`,
    around: ['<header>Lantern</header>', ''],
  })
  await rows(30)
  await visitor.run(look => look.find('[part=link]', 'N-8')?.scrollIntoView({ behavior: 'instant' }))
  await send(change('New', { publishedAt: '2027-01-01T08:00:00+08:00' }))
  await visitor.sees('[part=new]', '1 new entry')
  const { y, isFree } = await placeOf('[part=new]')
  expect(isFree).toBe(true)
  expect(y - edge).toBeGreaterThan(0)
  expect(y - edge).toBeLessThan(20)
})

describe('on a page with Turbo', () => {
  const TURBO = join(import.meta.dirname, 'libraries/node_modules/@hotwired/turbo/dist/turbo.es2017-umd.js')
  const HEAD = '<script src="/turbo.js"></script>'
  const OTHER = '<h2>Term dates</h2>'
  let asked: string[]
  let other: string
  beforeEach(async () => {
    asked = []
    site.scripts['/turbo.js'] = readFileSync(TURBO, 'utf8')
    serveItems(site, THIRTY).override = query => {
      asked.push(query.get('newsId') ?? 'list')
      return false
    }
    other = site.page('', { policy: '', head: HEAD, around: [`${OTHER}<!--`, '-->'] })
    await open(`${MANY} hash`, { head: HEAD, around: ['', '<p style="height:2000px">After</p>'] })
    await rows(30)
  })

  /** @returns where its link was in the window */
  const openEntry = async () => {
    await visitor.run(async look => {
      look.find('[part=link]', 'N-8')?.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    const { y } = await placeOf('[part=link]', 'N-8')
    await visitor.tap('[part=link]', 'N-8')
    await focused('headline')
    return y
  }
  const wasAt = async (y: number) => {
    await focused('link')
    await visitor.until(
      (look, y) =>
        look.focused()?.textContent === 'N-8' &&
        Math.abs((look.focused()?.getBoundingClientRect().y ?? 0) - y) < 5,
      y,
    )
    await rows(30)
  }
  // A browser's own button skips pages that nobody has touched.
  const go = (steps: number) => visitor.run((_, steps) => void setTimeout(() => history.go(steps)), steps)
  const visitOther = async (to = other) => {
    await visitor.run((_, to) => void Reflect.get(window, 'Turbo').visit(to), to)
    await visitor.sees('h2', 'Term dates')
    await visitor.waitsUntilGone('[part=news]')
  }
  const seesList = async () => {
    await rows(30)
    await visitor.waitsUntilGone('h2')
    expect(await visitor.run(() => location.hash)).toBe('')
  }
  const leaveEntry = { 'its button': () => visitor.tap('[part=back]'), 'the browser’s': () => go(-1) }

  it.each(Object.entries(leaveEntry))('%s leads back to the old place, rows and focus', async (_, leave) => {
    for (const _ of ['once', 'again']) {
      const y = await openEntry()
      await leave()
      await wasAt(y)
    }
    expect(asked).toEqual(['list'])
  })

  it.each(Object.entries(leaveEntry))('after %s Turbo goes to another page and back', async (_, leave) => {
    for (const _ of ['once', 'again']) {
      const y = await openEntry()
      await leave()
      await wasAt(y)
      await visitOther()
      await go(-1)
      await seesList()
    }
    await go(1)
    await visitor.sees('h2', 'Term dates')
  })

  it.each(Object.entries(leaveEntry))(
    'from another page back to the entry, then %s to the list',
    async (_, leave) => {
      await openEntry()
      await visitOther()
      await go(-1)
      await visitor.sees('[part=headline]', 'N-8')
      await visitor.waitsUntilGone('h2')
      await leave()
      await seesList()
      await go(1)
      await visitor.sees('[part=headline]', 'N-8')
      await leave()
      await seesList()
    },
  )

  it.each([
    ['without news', () => other],
    [
      'with other news',
      () => site.page('service="/agent" hash hidden', { policy: '', head: HEAD, around: [OTHER, ''] }),
    ],
  ])('two steps at once lead from a page %s to the list', async (_, address) => {
    await openEntry()
    await visitOther(address())
    await go(-2)
    await seesList()
  })

  it('a page that is loaded anew at an entry goes back to the list', async () => {
    await openEntry()
    await visitor.reload()
    await visitor.sees('[part=headline]', 'N-8')
    await go(-1)
    await seesList()
  })
})

describe('what stands in the element', () => {
  const WARNING = `<script>window.warned = []; console.warn = (...all) => warned.push(all.join(' '))</script>`
  const openWith = (markup: string) =>
    visitor.open(site.page('hidden', { policy: '', head: WARNING, around: [markup, ''] }))

  it('because the tag was closed in itself stays on the page, and a developer is told', async () => {
    serveItems(site, THREE)
    await openWith(
      '<div><school-news service="/agent" live="off" debug /><h2 id="next">Term dates</h2> From May.</div>',
    )
    await rows(3)
    expect(await visitor.sees('#next')).toBe('Term dates')
    const [list, next] = [await placeOf('[part=list]'), await placeOf('#next')]
    expect(next.y).toBeGreaterThan(list.y)
    expect(next.isFree).toBe(true)
    expect(await visitor.run(() => Reflect.get(window, 'warned'))).toEqual([
      expect.stringContaining('write <school-news></school-news>'),
    ])
  })

  it('for the time without news goes when news is there', async () => {
    serveItems(site, THREE)
    await openWith(
      '<school-news service="/agent" live="off" debug>Loading… <noscript><p>Needs scripts.</p></noscript></school-news>',
    )
    await rows(3)
    expect(
      await visitor.run(look => (look.find('school-news') as HTMLElement).innerText.includes('Loading')),
    ).toBe(false)
    expect(await visitor.run(() => Reflect.get(window, 'warned'))).toEqual([])
  })
})
