import { mkdirSync, writeFileSync } from 'node:fs'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Draft } from '../../demo/site/playground/presets.ts'
import { createSite, type SiteOptions } from '../../demo/site/site.ts'
import { PopupMessage } from '../../shared/contract/popup.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { rawRequest } from '../support/raw-request.ts'
import { requestLimits } from '../support/request-limits.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import {
  body,
  hang,
  json,
  reset,
  type Script,
  startUpstream,
  type Upstream,
} from '../support/scripted-upstream.ts'

const MEDIA = 'http://127.0.0.1:4010'
const SERVICE = 'http://127.0.0.1:4010/cms'

const entry = (changes: Record<string, unknown> = {}) => ({
  newsId: 'N-1',
  siteId: 'academy',
  lang: 'en-US',
  title: 'Lantern evening',
  html: '<p>The whole school sings from the steps.</p>',
  date: '2026-11-21',
  publishedAt: '2026-11-21T08:00:00+08:00',
  attachments: [],
  seq: 1,
  ...changes,
})
const listOf = (items: unknown[], next?: string) => json({ items, seq: 1, ...(next && { next }) })
const refused = (status: number) => json({ type: 'about:blank', status, title: 'No' }, status)

interface Started extends AsyncDisposable {
  url: string
  agent: Upstream
  get(path: string, headers?: Record<string, string>): Promise<Response>
  text(path: string): Promise<string>
}

let widget: Scratch
let shared: Started
beforeAll(async () => {
  widget = builtWidget()
  shared = await startSite(reset)
})
afterAll(async () => {
  await shared?.[Symbol.asyncDispose]()
  widget?.[Symbol.dispose]()
})

function builtWidget(): Scratch {
  const folder = scratch()
  mkdirSync(folder.path('icons'))
  writeFileSync(folder.path('popup.js'), '/* loader */')
  writeFileSync(folder.path('school-popup.js'), 'export {}')
  writeFileSync(folder.path('icons', 'event.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}

/** A site for a test of its own. */
async function startSite(script: Script, options: Partial<SiteOptions> = {}): Promise<Started> {
  const agent = await startUpstream(script)
  const site = await createSite({
    port: 0,
    agentUrl: agent.url,
    serviceUrl: SERVICE,
    mediaOrigins: [MEDIA],
    widgetDir: widget.folder,
    ...options,
  })
  const url = await site.listen()
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers, redirect: 'manual' })
  return {
    ...{ url, agent, get, text: async path => (await get(path)).text() },
    async [Symbol.asyncDispose]() {
      await site.close()
      await agent.close()
    },
  }
}

/** The site of all tests, whose agent answers with this from now on. */
function siteWith(script: Script): Started {
  shared.agent.answer(script)
  shared.agent.requests.length = 0
  return shared
}

async function opened(site: Started, path: string) {
  const answer = await site.get(path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const langOf = (page: string) => /<html lang="([^"]*)"/.exec(page)?.[1]

describe('the front page', () => {
  it('greets each reader in the language the browser asks for', async () => {
    const site = siteWith(listOf([]))
    const landing = async (path: string, wish?: string) =>
      (await site.get(path, wish === undefined ? {} : { 'accept-language': wish })).headers.get('location')
    expect(await landing('/', 'zh-HK,zh;q=0.9,en;q=0.8')).toBe('/zh/')
    expect(await landing('/', 'fr-FR, zh-Hant;q=0.4, en;q=0.3')).toBe('/zh/')
    for (const wish of ['en-GB,en;q=0.9', 'zh;q=0', 'de', '*', ';;q=x,,', undefined])
      expect(await landing('/', wish), wish).toBe('/en/')
    expect(await landing('/playground', 'zh-HK')).toBe('/zh/playground')
    expect(await landing('/playground')).toBe('/en/playground')
    expect((await site.get('/')).headers.get('vary')).toBe('accept-language')
    const missing = await site.get('/nothing', { 'accept-language': 'zh-TW' })
    expect(langOf(await missing.text())).toBe('zh-HK')
  })

  it.each([
    ['/en/', 'en-US', 'Tern Bay Academy', '21 November 2026', '/zh/'],
    ['/zh/', 'zh-HK', '燕鷗灣書院', '2026年11月21日', '/en/'],
  ])('at %s speaks %s throughout', async (path, lang, school, day, other) => {
    const site = siteWith(listOf([entry()]))
    const { status, headers, text: page } = await opened(site, path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const inHongKong = lang.replace('en-US', 'en-HK')
    expect(headers.get('content-language')).toBe(inHongKong)
    expect(langOf(page)).toBe(inHongKong)
    expect(page).toContain(`<title>${school}`)
    expect(page).toContain(`<time datetime="2026-11-21">${day}</time>`)
    expect(page).toContain(`class="language" href="${other}"`)
    // For developers: the terminal names these.
    expect(page).not.toMatch(/playground|live-news/)
    expect(site.agent.requests.map(({ url }) => url)).toEqual([
      `/v1/news?siteId=academy&lang=${lang}&limit=5`,
    ])
  })

  it('asks for popup messages in its own language with one script tag', async () => {
    await using site = await startSite(listOf([]), { siteId: 'pre-school' })
    expect(await site.text('/zh/')).toContain(
      `<script async fetchpriority="high" src="/widget/popup.js" data-service="${SERVICE}" data-site-id="pre-school" data-lang="zh-HK"></script>`,
    )
    expect(site.agent.requests[0]?.url).toContain('siteId=pre-school')
  })

  it('shows the news’s picture, title and first words, cut between words', async () => {
    const html = `<h2>Programme</h2><p>${'lanterns along the pier '.repeat(20)}</p><table><tr><td>five sharp</td></tr></table>`
    const site = siteWith(listOf([entry({ html, coverUrl: `${MEDIA}/media/a/screen.jpg` })]))
    const page = await site.text('/en/')
    expect(page).toContain(`<img class="cover" src="${MEDIA}/media/a/screen.jpg"`)
    expect(page).toContain('href="/en/news/N-1">Lantern evening</a>')
    expect(page).toMatch(/<p class="teaser">lanterns along the pier [a-z ]+[a-z]…<\/p>/)
    expect(page).not.toContain('five sharp')
    expect(page).not.toContain('Programme')
  })

  it('says a kind sentence when nothing has been posted', async () => {
    const site = siteWith(listOf([]))
    expect(await site.text('/en/')).toContain('There is no news yet.')
    expect(await site.text('/zh/')).toContain('暫時未有消息')
  })
})

it('waits for the head of a request for seconds, and for all of it for a minute', async () => {
  const site = siteWith(listOf([]))
  expect(await requestLimits(site.url)).toEqual({ headMs: 20_000, wholeMs: 60_000 })
})

describe('without the agent', () => {
  const silences: [string, Script][] = [
    ['breaks the connection', reset],
    ['never answers', hang],
    ['answers 500', refused(500)],
    ['answers with a page', body('<h1>It works</h1>', 'text/html')],
    ['answers with another shape', json({ news: [] })],
    ['redirects elsewhere', json({}, 302, { location: 'http://127.0.0.1:1/' })],
  ]

  it.each(silences)('an agent that %s leaves every page standing', async (_, script) => {
    const site = siteWith(script)
    const paths = ['/en/', '/zh/news', '/en/news/N-1']
    const [landing, list, detail] = await Promise.all(
      paths.map(async path => {
        const { status, headers, text } = await opened(site, path)
        return { status, retryAfter: headers.get('retry-after'), text }
      }),
    )
    const text = expect.stringContaining('The news cannot be shown')
    expect(landing).toMatchObject({ status: 200, text })
    expect(list).toMatchObject({ status: 200, text: expect.stringContaining('暫時未能顯示最新消息') })
    expect(detail).toEqual({ status: 503, retryAfter: '30', text })
  })

  it('feeds are unavailable for a while', async () => {
    const site = siteWith(reset)
    for (const ending of ['.rss', '.json', '/news-sitemap.xml']) {
      const { status, headers } = await site.get(`/feeds/academy/en-US${ending}`)
      expect([status, headers.get('retry-after')]).toEqual([503, '30'])
    }
  })

  it('one entry that is not news is left out, the others stay', async () => {
    const site = siteWith(listOf([{ newsId: 7 }, entry(), null, entry({ newsId: 'N-2', date: 'soon' })]))
    const page = await site.text('/en/news')
    expect(page.match(/<li class="card/g)).toHaveLength(1)
    expect(page).toContain('Lantern evening')
  })
})

describe('the playground', () => {
  it('stands without the agent, and shows no message of the school’s own', async () => {
    const site = siteWith(reset)
    const page = await site.text('/en/playground')
    expect(page).toContain('<h1>Popup playground</h1>')
    expect(page).toContain('class="language" href="/zh/playground"')
    expect(page).not.toContain('/widget/popup.js"')
    expect(page).toContain(`data-service="${SERVICE}"`)
  })

  it('has a message of each kind in both languages, none of which the contract refuses', async () => {
    const site = siteWith(listOf([]))
    const presets: Record<string, Draft[]> = await (await site.get('/playground/presets.json')).json()
    const page = await site.text('/en/playground')
    const offered = [...page.matchAll(/data-preset="(\w+)"/g)].map(([, name]) => name)
    expect(offered).toEqual(Object.keys(presets))
    for (const { texts, ...rest } of Object.values(presets).flat())
      for (const lang of LANGUAGES)
        expect(Check(PopupMessage, { ...texts[lang], ...rest, displayDate: '20261121080000' })).toBe(true)
  })
})

describe('the list of news', () => {
  it('leads from page to page and back, in either language', async () => {
    const site = siteWith((response, request) => {
      const cursor = new URL(request.url ?? '', 'http://agent').searchParams.get('cursor')
      const script = cursor === 'a+b/c=' ? listOf([entry({ title: 'Older' })]) : listOf([entry()], 'a+b/c=')
      script(response, request)
    })
    const first = await site.text('/en/news')
    const next = /rel="next" href="([^"]*)"/.exec(first)?.[1] ?? ''
    expect(next).toBe('/en/news?after=a%2Bb%2Fc%3D')
    expect(first).not.toContain('Newest news')

    const second = await site.text(next)
    expect(second).toContain('>Older</a>')
    expect(second).not.toContain('rel="next"')
    expect(second).toContain('class="button" href="/en/news"')
    expect(second).toContain('class="language" href="/zh/news?after=a%2Bb%2Fc%3D"')
  })

  it('answers a cursor that the agent refuses with the newest page', async () => {
    const site = siteWith(refused(400))
    const answer = await site.get('/en/news?after=old-bookmark')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/en/news')
  })

  it('takes no harm from an address that says nothing, or says it twice', async () => {
    for (const query of ['?after=', '?after=a&after=b', '?page=2', '?after%5B%5D=x']) {
      const site = siteWith(listOf([entry()]))
      expect((await site.get(`/en/news${query}`)).status, query).toBe(200)
      expect(site.agent.requests[0]?.url, query).not.toContain('cursor')
    }
  })
})

describe('one entry', () => {
  it('is shown whole: body, headings in order, attachments with type, name and size', async () => {
    const file = (fileType: string, name: string, fileSize: number) => ({
      fileType,
      fileSize,
      url: `${MEDIA}/media/${name}`,
      thumbnailUrl: `${MEDIA}/media/t.png`,
      mobileScreenImageUrl: `${MEDIA}/media/s.png`,
    })
    const site = siteWith(
      json(
        entry({
          html: '<h1>Bring</h1><p style="text-align: center">See you</p><h5>Home</h5><table><tr><td>5 pm</td></tr></table>',
          attachments: [
            file('application/pdf', '%E7%AF%80%E7%9B%AE.pdf', 248_123),
            file('audio/mpeg', 'carol.mp3', 1_248_000),
            file('video/mp4', 'lights.mp4', 900),
            { ...file('image/jpeg', 'steps.jpg', 52_000), imageWidth: 1024, imageHeight: 683 },
            { fileType: 'application/msword', url: `${MEDIA}/media/rules.doc` },
          ],
        }),
      ),
    )
    const page = await site.text('/zh/news/N-1')
    expect(site.agent.requests[0]?.url).toBe('/v1/news/N-1?siteId=academy&lang=zh-HK')
    expect(page).toContain('<h1>Lantern evening</h1>')
    expect(page).toContain('<h2>Bring</h2><p class="to-centre">See you</p><h3>Home</h3>')
    expect(page).toContain('aria-label="表格" tabindex="0"><table>')
    expect(page).toContain('節目.pdf</strong> <small>PDF 文件 · 248 kB')
    expect(page).toContain('carol.mp3</strong> <small>MP3 音訊檔 · 1.2 MB')
    expect(page).toContain(`<audio controls preload="none" src="${MEDIA}/media/carol.mp3"`)
    expect(page).toContain(`<video controls preload="none" playsinline src="${MEDIA}/media/lights.mp4"`)
    expect(page).toContain(`<img src="${MEDIA}/media/s.png" width="1024" height="683"`)
    expect(page).toContain('rules.doc</strong> <small>application/msword</small>')
    expect(page).not.toContain('style=')
  })

  it('shows a picture once that is cover, attachment and part of the text', async () => {
    const url = `${MEDIA}/media/steps.jpg?size=1&of=2`
    const screen = `${MEDIA}/media/steps-1024.jpg`
    const picture = {
      fileType: 'image/jpeg',
      fileSize: 1,
      url,
      thumbnailUrl: url,
      mobileScreenImageUrl: screen,
    }
    const inText = `<p><img src="${url.replace('&', '&amp;')}" alt="The steps"></p>`
    const seen = async (html: string) => {
      const site = siteWith(json(entry({ html, coverUrl: screen, attachments: [picture] })))
      return (await site.text('/en/news/N-1')).match(/<img [^>]*src="[^"]*steps[^"]*"/g)
    }
    expect(await seen(inText)).toEqual([expect.stringContaining('of=2')])
    expect(await seen('<p>No picture here.</p>')).toEqual([expect.stringContaining('entry-cover')])
  })

  it('keeps its place when the language is switched, whatever its id', async () => {
    const newsId = '校/2026 ?#'
    const site = siteWith(json(entry({ newsId })))
    const path = encodeURIComponent(newsId)
    const { status, text } = await opened(site, `/en/news/${path}`)
    expect(status).toBe(200)
    expect(text).toContain(`class="language" href="/zh/news/${path}"`)
    expect(site.agent.requests[0]?.url).toBe(`/v1/news/${path}?siteId=academy&lang=en-US`)
  })
})

describe('feeds', () => {
  it.each([
    ['/en/', 'en-US', 'Tern Bay Academy · News', 'News feed (RSS)'],
    ['/zh/news', 'zh-HK', '燕鷗灣書院 · 學校消息', '訂閱消息（RSS）'],
  ])('are found from %s by readers of feeds and by people', async (path, lang, title, words) => {
    const site = siteWith(listOf([]))
    const page = await site.text(path)
    for (const [type, ending] of [
      ['application/rss+xml', '.rss'],
      ['application/atom+xml', '.atom'],
      ['application/feed+json', '.json'],
    ])
      expect(page).toContain(
        `<link rel="alternate" type="${type}" title="${title}" href="/feeds/academy/${lang}${ending}">`,
      )
    expect(page).toContain(`<a href="/feeds/academy/${lang}.rss" type="application/rss+xml">${words}</a>`)
  })

  it('are the agent’s own, asked for under the site’s name, and nothing else of it', async () => {
    const site = siteWith((response, { headers }) => {
      response.writeHead(headers['if-none-match'] ? 304 : 200, {
        'content-type': 'application/rss+xml; charset=utf-8',
        etag: '"a"',
        'x-agent': 'secret',
      })
      response.end(headers['if-none-match'] ? undefined : headers.host)
    })
    const answer = await site.get('/feeds/academy/zh-HK.rss')
    expect(await answer.text()).toBe(new URL(site.url).host)
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(answer.headers.get('x-agent')).toBeNull()
    expect(site.agent.requests.at(-1)?.url).toBe('/feeds/academy/zh-HK.rss')
    const again = await rawRequest(site.url, '/feeds/academy/zh-HK.rss', {
      headers: { 'if-none-match': '"a"' },
    })
    expect(again.status).toBe(304)
  })
})

describe('what was written elsewhere', () => {
  const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>'

  it('is text in a title, on every page', async () => {
    const script: Script = (response, request) =>
      (request.url?.startsWith('/v1/news/')
        ? json(entry({ title: HOSTILE }))
        : listOf([entry({ title: HOSTILE })]))(response, request)
    const site = siteWith(script)
    for (const path of ['/en/', '/zh/news', '/en/news/N-1']) {
      const page = await site.text(path)
      expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img')
      expect(page).not.toContain('<script>alert')
      expect(page).not.toContain('<img src=x')
    }
  })

  it('is harmless in a body, even when the agent did not clean it', async () => {
    const html = `<p onclick="alert(1)" style="position:fixed;color:red">Kept</p><script>alert(1)</script><iframe src="https://evil.example"></iframe>
      <a href="javascript:alert(1)">link</a><img src="data:image/svg+xml,x" alt="a drawing"><form action="/x"><input></form><h2 title="<table x">T</h2>`
    const site = siteWith(json(entry({ html, title: 'Plain' })))
    const page =
      (await site.text('/en/news/N-1')).split('<div class="body">')[1]?.split('</article>')[0] ?? ''
    expect(page).toContain('<p>Kept</p>')
    expect(page).toContain('a drawing')
    expect(page).not.toMatch(/onclick|style=|<script|<iframe|javascript:|data:|<form|<input|<table/)
  })

  it('names no address that a browser would run, and no picture that the page’s policy would refuse', async () => {
    const urls = ['javascript:alert(1)', 'data:text/html,x', 'https://elsewhere.example/a.mp3']
    const attachments = urls.map(url => ({
      ...{ fileType: 'audio/mpeg', fileSize: 1, url, mobileScreenImageUrl: url },
    }))
    const coverUrl = 'http://127.0.0.1:9/cover.jpg'
    const site = siteWith(json(entry({ coverUrl, attachments: [...attachments, 'no attachment'] })))
    const page = await site.text('/en/news/N-1')
    expect(page).not.toMatch(/javascript:|data:text|cover\.jpg|<audio/)
    expect(page.match(/class="file"/g)).toHaveLength(1)
    expect(page).toContain('href="https://elsewhere.example/a.mp3"')
  })

  it('an address in the request comes back as text', async () => {
    const site = siteWith(listOf([entry()], '"><script>x</script>'))
    expect(await site.text('/en/news?after="><script>x</script>')).not.toContain('<script>x')
  })
})

describe('the search in the news', () => {
  it('asks the agent, lists what was found with its words, and goes on with them', async () => {
    const site = siteWith(listOf([entry({ title: 'Lantern "walk"' })], 'CURSOR'))
    const page = await site.text('/en/news?q=+lantern+%22x%22+')
    const asked = new URL(site.agent.requests[0]?.url ?? '', site.url).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({ q: 'lantern "x"', limit: '12' })
    expect(page).toContain('value="lantern &quot;x&quot;"')
    expect(page).toContain('News with “lantern &quot;x&quot;”</h2>')
    expect(page).toContain('>Lantern &quot;walk&quot;</a>')
    expect(page).toContain('href="/en/news?q=lantern+%22x%22&amp;after=CURSOR"')
    expect(page).toContain('<meta name="robots" content="noindex">')
    // The other language searches for the same.
    expect(page).toContain('href="/zh/news?q=lantern+%22x%22"')
    expect(await site.text('/en/news?q=+')).not.toContain('News with')
  })

  it('says that nothing was found, also when the agent refuses the words', async () => {
    for (const script of [listOf([]), refused(400)]) {
      const site = siteWith(script)
      const page = await site.text('/zh/news?q=zzz')
      expect(page).toContain('找不到相關消息')
      expect(page).toContain('href="/zh/news"')
    }
  })
})

describe('an address that leads nowhere', () => {
  it.each([
    ['/en/nothing', 'en-US', 'Page not found'],
    ['/zh/nothing', 'zh-HK', '找不到此頁'],
    ['/en/news/N-404', 'en-US', 'Page not found'],
    ['/zh/news/..', 'zh-HK', '找不到此頁'],
    ['/zh/%E0%A4%A', 'zh-HK', '找不到此頁'],
    ['/widget/none.js', 'en-US', 'Page not found'],
    ['/assets/../site.ts', 'en-US', 'Page not found'],
    ['/widget/..%2f..%2fetc/passwd', 'en-US', 'Page not found'],
    ['/english', 'en-US', 'Page not found'],
  ])('%s gets a 404 page in %s', async (path, lang, title) => {
    const site = siteWith(refused(404))
    const answer = await rawRequest(site.url, path)
    const page = answer.body.toString()
    expect(answer.status).toBe(404)
    expect(langOf(page)).toBe(lang.replace('en-US', 'en-HK'))
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it.each([
    ['en', 'This entry has been withdrawn'],
    ['zh', '此消息已撤回'],
  ])('is told from one whose entry was withdrawn, in %s', async (prefix, title) => {
    const site = siteWith(refused(410))
    const { status, text } = await opened(site, `/${prefix}/news/N-1`)
    expect(status).toBe(410)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain('<meta name="robots" content="noindex">')
  })
})

describe('every answer', () => {
  it.each([
    ...['/', '/en/', '/zh/news', '/en/news/N-1', '/en/none', '/en/playground', '/playground/presets.json'],
    ...['/assets/site.css', '/site.js', '/widget/popup.js'],
  ])('at %s carries the strict policy', async path => {
    const site = siteWith(path.includes('N-1') ? json(entry()) : listOf([]))
    const { headers } = await site.get(path)
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' https: ${MEDIA}`,
      `media-src ${MEDIA}`,
      "font-src 'self'",
      `connect-src 'self' ${new URL(SERVICE).origin}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html dompurify',
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  })

  it('has nothing inline and nothing from elsewhere on the page', async () => {
    const site = siteWith(listOf([entry()]))
    for (const path of ['/en/', '/zh/news', '/zh/none', '/zh/playground']) {
      const page = await site.text(path)
      expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)/)
      const loaded = [...page.matchAll(/<(?:img|script|source|link)[^>]*? (?:src|srcset|href)="([^"]*)"/g)]
      expect(loaded.length).toBeGreaterThan(3)
      // But for the popup messages, which the page asks the service for ahead of its script.
      const check = `${SERVICE}/api/v1/popupmsg/check?`
      for (const [, address = ''] of loaded) expect(address.replace(check, '/')).toMatch(/^\//)
    }
  })

  it('keeps the addresses behind the site to itself', async () => {
    const site = siteWith(refused(500))
    for (const path of ['/en/', '/en/news/N-1']) {
      const { headers, text } = await opened(site, path)
      const said = JSON.stringify([...headers]) + text
      expect(said).not.toContain(site.agent.url)
      expect(said).not.toMatch(/access-?key|session-?token|sample-|node_modules|at Object\./i)
    }
  })
})

describe('files', () => {
  it.each([
    ['/assets/site.css', 'text/css; charset=utf-8'],
    ['/assets/favicon.svg', 'image/svg+xml'],
    ['/assets/playground.css', 'text/css; charset=utf-8'],
    ['/assets/noto-serif-display.woff2', 'font/woff2'],
    ['/site.js', 'text/javascript; charset=utf-8'],
    ['/assets/playground/playground.js', 'text/javascript; charset=utf-8'],
    ['/playground/presets.json', 'application/json; charset=utf-8'],
    ['/widget/popup.js', 'text/javascript; charset=utf-8'],
    ['/widget/icons/event.svg', 'image/svg+xml'],
  ])('%s is %s', async (path, type) => {
    const site = siteWith(listOf([]))
    const answer = await site.get(path)
    expect(answer.status).toBe(200)
    // Both names mean JavaScript to every browser.
    expect(answer.headers.get('content-type')?.replace('application/javascript', 'text/javascript')).toBe(
      type,
    )
  })

  it('every file that a page names is there', async () => {
    const site = siteWith(listOf([entry()]))
    const paths = ['/en/', '/zh/none', '/assets/site.css']
    const pages = await Promise.all(paths.map(path => site.text(path)))
    const named = new Set(
      pages.flatMap(page => page.match(/(?<=")\/(?:assets\/|widget\/|site\.js)[^"]*/g) ?? []),
    )
    expect(named.size).toBeGreaterThan(9)
    for (const path of named) expect([path, (await site.get(path)).status]).toEqual([path, 200])
  })
})
