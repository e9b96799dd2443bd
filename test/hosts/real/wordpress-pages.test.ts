/** Pages of real WordPress with the plugin, in Debian's block themes and its classic one: status, head, looks. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { launchBrowser } from '../../support/browser.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  body,
  json,
  reset,
  type Script,
  startUpstream,
  type Upstream,
} from '../../support/scripted-upstream.ts'
import { axeFindings } from '../../support/watched-page.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, news } from '../../sync-agent/support.ts'
import { startWordPress, type WordPress } from './wordpress-site.ts'

const THEMES = ['twentytwentythree', 'twentytwentytwo', 'twentytwentyone']
const HOSTILE = '</title><script>alert("1")</script>'
const WIDE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="900"><rect width="9" height="9"/></svg>'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
/** Between WordPress and the agent; a test can answer in the agent's place. */
let door: Upstream
let wordpress: WordPress
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream((response, request) => {
    if (request.url?.startsWith('/wide')) return body(WIDE, 'image/svg+xml')(response, request)
    news(request.url?.includes('lang=zh-HK') ? chinese() : english())(response, request)
  })
  agent = await agentBefore(upstream, files.path('news.db'), { streams: [ACADEMY, ACADEMY_ZH] })
  const address = await agent.listen()
  await agent.syncOnce()
  toAgent = (response, request) => {
    void fetch(address + request.url).then(async answer => {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(await answer.text())
    })
  }
  door = await startUpstream(toAgent)
  wordpress = await startWordPress({ folder: files.folder, constants: { SCHOOLBELL_AGENT: door.url } })
  await wordpress.run(PAGES)
})
afterAll(async () => {
  await wordpress?.[Symbol.asyncDispose]()
  await door?.close()
  await agent?.close()
  await upstream?.close()
  files?.[Symbol.dispose]()
})
beforeEach(() => door.answer(toAgent))

let toAgent: Script

const PAGES = `
update_option('permalink_structure', '/%postname%/');
foreach (array(
  'news' => '[schoolbell_news limit="2" lang="en-US"] [schoolbell_popup]',
  'news-zh' => '[schoolbell_news limit="2" lang="zh-HK"] [schoolbell_popup lang="zh-HK"]',
  'both' => '[schoolbell_news lang="en-US"] [schoolbell_news lang="zh-HK"]',
  'own' => '[schoolbell_news] [schoolbell_popup]',
  'front' => '<!-- wp:shortcode -->[schoolbell_news site="academy" limit="1"]<!-- /wp:shortcode -->',
  'other' => 'A page without news. [[schoolbell_news]]',
) as $name => $content) $ids[$name] = wp_insert_post(array('post_type' => 'page', 'post_status' => 'publish',
  'post_title' => "Page $name", 'post_name' => $name, 'post_content' => $content));
update_option('show_on_front', 'page');
update_option('page_on_front', $ids['front']);
flush_rewrite_rules();`

const english = () => [
  entry('wide', {
    newsTitle: 'Wide',
    newsDateTime: '20260905080000',
    newsContent: `<p>${'Long'.repeat(90)}</p><img src="${upstream.url}/wide-1.svg" width="3000" alt="Harbour">
      <pre>${'pre '.repeat(90)}</pre><div style="width:3000px">Box</div>
      <table><tr>${`<td>${'cell'.repeat(9)}</td>`.repeat(9)}</tr></table>`,
    mobileScreenImageUrl: `${upstream.url}/wide-cover.svg`,
    thumbnailUrl: `${upstream.url}/wide-thumbnail.svg`,
    attachments: [
      {
        ...{ fileType: 'image/png', fileSize: 9, imageWidth: 3000, imageHeight: 900 },
        url: 'https://files.example/3.png',
        thumbnailUrl: `${upstream.url}/wide-3.svg`,
        mobileScreenImageUrl: `${upstream.url}/wide-3.svg`,
      },
    ],
  }),
  entry('a&b?', {
    newsTitle: HOSTILE,
    newsContent: '<p>"Quoted" &amp; <b>bold</b></p>',
    newsDateTime: '20260904083000',
  }),
  entry('c', { newsDateTime: '20260903080000' }),
]
const chinese = () =>
  [3, 2, 1].map(day => entry(`z${day}`, { newsTitle: `第${day}天`, newsDate: `2026090${day}` }))

const forget = () =>
  wordpress.run(`$wpdb = $GLOBALS['wpdb'];
    $wpdb->query("DELETE FROM {$wpdb->options} WHERE option_name LIKE '%schoolbell_2_%'");`)
/** As if a stored answer had to be asked for again. */
const later = () =>
  wordpress.run(`$wpdb = $GLOBALS['wpdb'];
    $names = $wpdb->get_col("SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '_transient_schoolbell_2_%'");
    foreach ($names as $name) {
      $value = get_option($name);
      if (is_array($value)) { $value['ask_at'] = 0; update_option($name, $value); }
      else { delete_transient(substr($name, strlen('_transient_'))); }
    }`)

async function page(path: string) {
  const answer = await fetch(wordpress.url + path, { redirect: 'manual' })
  const html = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    title: /<title>(.*?)<\/title>/s.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    meta: Object.fromEntries(
      [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
    links: [...html.matchAll(/<a [^>]*href="([^"]*school_news[^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&#038;', '&').replace(wordpress.url, ''),
    ),
  }
}

describe('an entry', () => {
  it('has its own title, description, picture, time, language and address in the head', async () => {
    const { status, title, canonical, meta } = await page('/news/?school_news=wide')
    expect({ status, title }).toEqual({ status: 200, title: 'Wide &#8211; Harbour School' })
    expect(canonical).toBe(`${wordpress.url}/news/?school_news=wide`)
    expect(meta).toMatchObject({
      'og:type': 'article',
      'og:title': 'Wide',
      'og:url': canonical,
      'og:image': `${upstream.url}/wide-cover.svg`,
      'og:locale': 'en_US',
      'og:site_name': 'Harbour School',
      'article:published_time': '2026-09-05T08:00:00+08:00',
    })
    expect(meta.description).toMatch(/^LongLong.*…$/)
    const other = await page('/news-zh/?school_news=z1')
    expect(other.meta).toMatchObject({ 'og:title': '第1天', 'og:locale': 'zh_HK' })
  })

  // Promise: website/wp-escaped
  it('is escaped, whatever its title and identifier', async () => {
    const { title, canonical, meta, html } = await page(`/news/?school_news=${encodeURIComponent('a&b?')}`)
    expect(canonical).toBe(`${wordpress.url}/news/?school_news=a%26b%3F`)
    expect(title).toMatch(/^&lt;\/title&gt;&lt;script&gt;/)
    expect(meta['og:title']).toBe('&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
    expect(meta.description).toBe('&quot;Quoted&quot; &amp; bold')
    expect(html).not.toContain('<script>alert')
  })

  it('is shown by the list that has it, where a page has one for each language', async () => {
    const sections = (html: string) => html.match(/<div class="schoolbell-news" lang="[^"]*">/g)
    expect(sections((await page('/both/')).html)).toHaveLength(2)
    const { status, html, meta } = await page('/both/?school_news=z1')
    expect(status).toBe(200)
    expect(sections(html)).toEqual(['<div class="schoolbell-news" lang="zh-HK">'])
    expect(meta['og:title']).toBe('第1天')
  })

  // Promise: website/wp-gone
  it('is a 404 once the agent has deleted it', async () => {
    expect((await page('/news/?school_news=c')).status).toBe(200)
    await later()
    door.answer(json({ items: [], seq: 1 }))
    expect((await page('/news/?school_news=c')).status).toBe(404)
    await forget()
  })

  // Promise: website/wp-gone
  it('says that it was withdrawn, with a 410, in the words of each list', async () => {
    for (const path of ['/news/', '/both/']) {
      door.answer(json({ items: [], seq: 1, withdrawn: true }))
      const { status, html, headers } = await page(`${path}?school_news=gone`)
      expect({ path, status }).toEqual({ path, status: 410 })
      expect(headers.get('cache-control')).toContain('no-cache')
      expect(html).toContain('This entry has been withdrawn.')
      expect(html.includes('此消息已撤回。')).toBe(path === '/both/')
      expect(html).not.toMatch(/<body class="[^"]*\berror404\b/)
    }
    await forget()
  })

  it('changes no other page', async () => {
    const { status, title, canonical, meta, html } = await page('/other/?school_news=wide')
    expect({ status, title }).toEqual({ status: 200, title: 'Page other &#8211; Harbour School' })
    expect(canonical).toBe(`${wordpress.url}/other/`)
    expect(meta).not.toHaveProperty('og:type')
    expect(html).not.toContain('schoolbell-news.css')
  })
})

it.each(THEMES)('in %s, what does not exist is a 404 with the theme’s own page', async theme => {
  await wordpress.run(`switch_theme('${theme}');`)
  for (const path of ['/news/?school_news=none', '/news/?school_news_after=made-up', '/?school_news=none']) {
    const { status, title, html, meta } = await page(path)
    const expected = { path, status: 404, title: 'Page not found &#8211; Harbour School' }
    expect({ path, status, title }).toEqual(expected)
    expect(html).toMatch(/<body class="[^"]*\berror404\b/)
    expect(html).not.toContain('class="schoolbell-news"')
    expect(meta).not.toHaveProperty('og:type')
  }
})

describe('while the agent has no answer', () => {
  // Promise: website/wp-nothing-stored
  it.each<[string, Script]>([
    ['is gone', reset],
    ['never comes to an end', dripping],
    ['has not copied yet', json({ code: 'NOT_COPIED_YET' }, 503, { 'retry-after': '15' })],
    ['answers with too much', body(`{"items":[],"more":"${'x'.repeat(5 << 20)}"}`, 'application/json')],
    ['is something else', body('<h1>Welcome</h1>', 'text/html')],
  ])('because it %s, a page with nothing stored is a 503', async (_, script) => {
    await forget()
    door.answer(script)
    for (const path of ['/news/?school_news=wide', '/news/']) {
      const { status, headers, html } = await page(path)
      expect({ path, status }).toEqual({ path, status: 503 })
      expect(headers.get('retry-after')).toBe('20')
      expect(headers.get('cache-control')).toContain('no-cache')
      expect(html).toContain('The news cannot be shown at the moment.')
    }
    const front = await page('/')
    expect(front.status).toBe(200)
    expect(front.headers.get('cache-control')).toContain('no-cache')
  })

  it('the last news stands', async () => {
    await forget()
    const paths = ['/news/', '/news/?school_news=wide', '/news-zh/']
    const before = await Promise.all(paths.map(page))
    for (const script of [reset, json({ code: 'NOT_COPIED_YET' }, 503, { 'retry-after': '15' })]) {
      await later()
      door.answer(script)
      const calls = door.requests.length
      for (const [index, path] of paths.entries()) {
        const { status, html } = await page(path)
        expect({ path, status }).toEqual({ path, status: 200 })
        expect(newsIn(html)).toBe(newsIn(before[index]?.html ?? ''))
      }
      // One for each language: the others do not wait.
      expect(door.requests.length - calls).toBe(2)
    }
    await forget()
  })
})

/** A space every tenth of a second: within each moment, there is an answer. */
const dripping: Script = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"items":[')
  const drops = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(drops))
}

const newsIn = (html: string) => /<div class="schoolbell-news".*<\/nav><\/div>/s.exec(html)?.[0]

it('the list goes on by links, in the words of its language', async () => {
  const seen: string[] = []
  let path: string | undefined = '/news-zh/'
  while (path !== undefined) {
    const { status, html, links, canonical } = await page(path)
    expect({ path, status, canonical }).toEqual({ path, status: 200, canonical: wordpress.url + path })
    seen.push(...(html.match(/第\d天(?=<\/a>)/g) ?? []))
    expect(html).toContain('<nav class="schoolbell-pages" aria-label="更多消息">')
    expect(/<meta name='robots' content='[^']*noindex/.test(html)).toBe(path !== '/news-zh/')
    path = links.find(link => link.includes('school_news_after'))
    expect(html).toContain(path ? '較早消息 <span aria-hidden="true">→</span>' : '最新消息')
  }
  expect(seen).toEqual(['第3天', '第2天', '第1天'])
  const { html } = await page('/news/')
  expect(html).toContain('aria-label="More news"')
  expect(html).toContain('Older news <span aria-hidden="true">→</span>')
})

it('without a language of their own, shortcodes take the page’s', async () => {
  const { html } = await page('/own/')
  expect(html).toMatch(/<html lang="en-US"/)
  expect(html).toContain('/widget/popup.js?site=academy" data-lang="en-US"></script>')
  await wordpress.run("update_option('WPLANG', 'zh_HK');")
  const chinese = await page('/own/')
  expect(chinese.html).toMatch(/<html lang="zh-HK"/)
  expect(chinese.html).toContain('<div class="schoolbell-news" lang="zh-HK">')
  expect(chinese.html).toContain('data-lang="zh-HK"></script>')
  expect((await page('/news/')).html).toContain('<div class="schoolbell-news" lang="en-US">')
  await wordpress.run("update_option('WPLANG', '');")
})

it('markup that the policy does not have stays outside, from whatever answers in the agent’s place', async () => {
  const good = '<p style="color:rgb(1, 2, 3)">Good</p><a href="https://school.example/">Link</a>'
  const html = `${good}<script>evil()</script><img src="/wp-login.php?action=logout" alt="relative">
    <p style="position:fixed;background:url(https://evil.example/);width:99999px" onclick="evil()" class="x" id="y">A</p>
    <a href="javascript:alert()">B</a><iframe src="https://evil.example/"></iframe><svg onload="evil()"></svg>
    <form action="https://evil.example/"><input></form></article></div><h1>Late</h1><main>C</main>`
  const item = {
    ...{ newsId: 'h', title: 'T', html, date: '2026-09-01', publishedAt: '"><script>', attachments: [] },
    ...{ coverUrl: 'javascript:evil()', thumbnailUrl: 'data:image/svg+xml,evil' },
  }
  door.answer(json({ items: [item], seq: 1 }))
  const shown = (await page('/news/?school_news=h')).html
  const entryHtml = /<article class="schoolbell-entry".*?<\/article>/s.exec(shown)?.[0] ?? ''
  expect(entryHtml).toContain(good)
  expect(entryHtml).toContain('<h3>Late</h3><div>C</div>')
  expect(entryHtml).not.toMatch(
    /evil|javascript|wp-login|<img|position|99999|onclick|class="x"|id="y"|<form|<main/,
  )
  expect(shown).not.toContain('article:published_time')
  await forget()
})

describe('looks', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  // Promise: website/wp-looks
  it.each(THEMES)(
    'in %s, nothing is wider than its column, on a phone and on a desk, and axe finds nothing',
    async theme => {
      await wordpress.run(`switch_theme('${theme}');`)
      for (const width of [390, 1280])
        for (const path of ['/news/', '/news/?school_news=wide']) {
          const tab = await browser.newPage({ viewport: { width, height: 800 } })
          await tab.goto(wordpress.url + path)
          const measured = await tab.evaluate(async () => {
            const column = document.querySelector('.schoolbell-news') as HTMLElement
            const pictures = [...column.querySelectorAll('img')]
            for (const picture of pictures) picture.loading = 'eager'
            await Promise.all(pictures.map(picture => picture.decode()))
            const { left, right, width } = column.getBoundingClientRect()
            const wider = [...column.querySelectorAll('*')].filter(element => {
              const box = element.getBoundingClientRect()
              return !element.closest('table') && (box.right > right + 1 || box.left < left - 1)
            })
            return {
              pictures: pictures.length,
              areLoaded: pictures.every(({ naturalWidth }) => naturalWidth === 3000),
              isStyled: getComputedStyle(column).getPropertyValue('--schoolbell-line') !== '',
              hasRoom: width > 300,
              wider: wider.map(element => `${element.tagName} ${element.className}`),
              scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
            }
          })
          expect({ path, width, ...measured }).toEqual({
            ...{ path, width, pictures: path === '/news/' ? 1 : 3, areLoaded: true, isStyled: true },
            ...{ hasRoom: true, wider: [], scrolls: false },
          })
          if (width === 390)
            expect({ path, findings: await axeFindings(tab) }).toEqual({ path, findings: [] })
          await tab.close()
        }
    },
  )
})

it('PHP has nothing to say about the plugin', () => {
  expect(wordpress.complaints()).toEqual([])
})
