/** What the doctor finds on live pages: one that is right, and pages with one thing wrong each. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ExamineLivePageOptions, examineLivePage, type Finding } from '../../../sync-agent/index.ts'
import { nobodyListens } from '../../support/nobody.ts'
import {
  body,
  failure,
  hang,
  json,
  type Script,
  startUpstream,
  success,
} from '../../support/scripted-upstream.ts'
import { entry, handClock, news, queryOf } from '../support.ts'

const clock = handClock('2026-09-01T04:00:00Z')
const SCRIPT = 'void 0'
const POPUP = '<script async src="/school/widget/popup.js?site=academy"></script>'
const NEWS =
  '<script type="module" src="/school/widget/school-news.js"></script><school-news service="/school"></school-news>'
const page = (tags: string, head = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${tags}</body></html>`
const html = (text: string, headers: Record<string, string> = {}): Script => {
  return response => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text)
}

/** By the beginning of the address; the first that fits. */
type Site = Record<string, Script>
const RIGHT: Site = {
  '/school/widget/': body(SCRIPT, 'text/javascript; charset=utf-8'),
  '/school/cms/api/v1/popupmsg/check': success([]),
  '/school/v1/news': json({ items: [{ newsId: 'N-1' }] }),
}
const by =
  (site: Site): Script =>
  (response, request) => {
    const found = Object.keys(site).find(path => request.url?.startsWith(path))
    const answer = found === undefined ? body('', 'text/html', 404) : site[found]
    answer?.(response, request)
  }

/** A service whose newest change is that of this entry. */
const serviceWith =
  (list: unknown[], deleted: string[], changed: string): Script =>
  (response, request) => {
    const isSince = (queryOf({ url: request.url ?? '' }).get('lastSyncTime') ?? '') < changed
    news(isSince ? list : [], isSince ? deleted : [])(response, request)
  }
const EARLIER = '20260901090000'
const CURRENT = serviceWith([entry('N-1', { newsDateTime: EARLIER })], [], EARLIER)

interface Scene {
  landing: Script
  site?: Site
  service?: Script
  options?: Partial<ExamineLivePageOptions>
}

async function look({ landing, site = {}, service = CURRENT, options }: Scene): Promise<Finding[]> {
  await using host = await startUpstream(by({ ...RIGHT, ...site, '/': landing }))
  await using upstream = await startUpstream(service)
  const [siteUrl, serviceUrl] = [`${host.url}/`, `${upstream.url}/cms`]
  return await examineLivePage({ siteUrl, serviceUrl, zone: 'Asia/Hong_Kong', clock, ...options })
}

const whatIsWrong = async (scene: Scene) =>
  (await look(scene))
    .filter(({ result }) => result !== 'ok')
    .map(finding => Object.values(finding).join(': '))

// Promise: website/doctor-page
it('finds nothing where all is right', async () => {
  const findings = await look({ landing: html(page(POPUP + NEWS)) })
  expect(findings.map(({ check, result }) => [check, result])).toEqual([
    ['live page', 'ok'],
    ['popup tag', 'ok'],
    ['popup script', 'ok'],
    ['popup policy', 'ok'],
    ['popup messages', 'ok'],
    ['news tag', 'ok'],
    ['news script', 'ok'],
    ['news policy', 'ok'],
    ['news on the page', 'ok'],
  ])
})

describe('the page', () => {
  it('is followed through redirects, which are told', async () => {
    const landing: Script = (response, request) =>
      request.url === '/'
        ? response.writeHead(301, { location: '/home/' }).end()
        : html(page(POPUP))(response, request)
    const [opened, ...others] = await look({ landing })
    expect(opened?.detail).toMatch(/^HTTP 200, after a redirect to http:.*\/home\/$/)
    expect(others.filter(({ result }) => result !== 'ok')).toEqual([])
  })

  // Promise: website/doctor-page
  it.each<[string, Script, RegExp]>([
    [
      'leads in a circle',
      response => response.writeHead(302, { location: '/' }).end(),
      /redirects 5 times and goes on; give the address at its end/,
    ],
    ['is not there', body('', 'text/html', 404), /HTTP 404; give the address of a page/],
    ['is XHTML', body(page(POPUP), 'application/xhtml+xml'), /needs a page of type text\/html/],
    [
      'has no tag',
      html(page('<p>Welcome</p>')),
      /neither the popup’s tag nor <school-news>; paste the tags.html of schoolbell init, or what/,
    ],
    ['has it in a comment alone', html(page(`<!-- ${POPUP} -->`)), /neither/],
    ['has it for browsers without scripts alone', html(page(`<noscript>${POPUP}</noscript>`)), /neither/],
    ['is very large', html(page(POPUP + ' '.repeat(9_000_000))), /is larger than 8 MB.*; make it smaller/],
    ['does not answer', hang, /no complete response/],
  ])('one that %s', async (_what, landing, words) => {
    const [wrong = '', ...more] = await whatIsWrong({ landing, options: { timeoutMs: 500 } })
    expect(wrong).toMatch(/: failed: /)
    expect(wrong).toMatch(words)
    expect(more).toEqual([])
  })

  it('one that nobody serves, and a look that is given up', async () => {
    using nobody = await nobodyListens()
    expect(await whatIsWrong({ landing: hang, options: { siteUrl: nobody.origin } })).toEqual([
      expect.stringContaining('ECONNREFUSED'),
    ])
    await expect(
      examineLivePage(
        { siteUrl: nobody.origin, serviceUrl: nobody.origin, zone: 'Asia/Hong_Kong', clock },
        AbortSignal.abort(),
      ),
    ).rejects.toThrow()
  })

  it('may hold news that the site writes itself', async () => {
    const landing = html(page(`${POPUP}<ul class="schoolbell-list"></ul>`))
    expect(await whatIsWrong({ landing })).toEqual([expect.stringMatching(/^news on the page: cannot tell/)])
  })
})

describe('tags and scripts', () => {
  it.each<[string, string, Site, string]>([
    [
      'a popup without news is fine, news without popup is told',
      NEWS,
      {},
      'popup tag: warning: is not on this page',
    ],
    [
      'a site that there is not',
      POPUP.replace('=academy', '=acadmy'),
      {},
      'popup tag: failed: names the site "acadmy"; it must be',
    ],
    [
      'an element without its script',
      `${POPUP}<school-news service="/school"></school-news>`,
      {},
      'news tag: failed: its script school-news.js is not',
    ],
    [
      'a script that is not there',
      POPUP.replace('/widget/', '/gone/'),
      { '/school/gone': body('', 'text/html', 404) },
      'popup script: failed: /school/gone/popup.js HTTP 404; check the address',
    ],
    [
      'a script of the wrong type',
      POPUP,
      { '/school/widget/': body('<p>', 'text/html') },
      'popup script: failed: /school/widget/popup.js is text/html; it must be',
    ],
    [
      'other bytes than the tag wants',
      POPUP.replace(' src', ' integrity="sha384-AAAA" src'),
      {},
      'popup script: failed: /school/widget/popup.js differs from the tag’s integrity',
    ],
  ])('%s', async (_what, tags, site, words) => {
    const wrong = await whatIsWrong({ landing: html(page(tags)), site })
    expect(wrong).toEqual([expect.stringContaining(words)])
  })

  it('the bytes that the tag wants', async () => {
    const digest = createHash('sha384').update(SCRIPT).digest('base64')
    const tag = POPUP.replace(' src', ` integrity="sha384-${digest}" src`)
    expect(await whatIsWrong({ landing: html(page(tag)) })).toEqual([])
  })

  it('an http script or service on an https page', async () => {
    const tag =
      '<script src="http://cdn.school.example/popup.js?site=academy" data-service="http://info.school.example/cms"></script>'
    const secure: typeof fetch = async () =>
      new Response(page(tag), { headers: { 'content-type': 'text/html' } })
    const options = { siteUrl: 'https://school.example/', fetch: secure }
    expect(await whatIsWrong({ landing: hang, options })).toEqual([
      expect.stringMatching(/^popup script: failed: .* http address on an https page/),
      expect.stringMatching(/^popup messages: failed: .* http address on an https page/),
    ])
  })
})

describe('the page’s policy', () => {
  const wrongUnder = (policy: string, tags = POPUP) =>
    whatIsWrong({ landing: html(page(tags), { 'content-security-policy': policy }) })
  const DOCUMENTED =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; media-src 'self' https:; require-trusted-types-for 'script'; trusted-types lit-html dompurify"

  it.each([
    ['the documented one', DOCUMENTED],
    ['one for other things', "frame-ancestors 'self'"],
    ['a list of hosts', 'default-src http: https:'],
    ['one with a port', 'default-src http://127.0.0.1:* https:'],
  ])('%s lets all work', async (_what, policy) => {
    expect(await wrongUnder(policy, POPUP + NEWS)).toEqual([])
  })

  it('a nonce of the page on the tag is enough for its script', async () => {
    const policy = DOCUMENTED.replace("script-src 'self'", "script-src 'nonce-Zm9n' 'strict-dynamic'")
    expect(await wrongUnder(policy, POPUP.replace(' src', ' nonce="Zm9n" src'))).toEqual([])
    expect(await wrongUnder(policy)).toEqual([expect.stringContaining('give the tag the page’s nonce')])
  })

  it.each([
    ["script-src 'self'", 'script-src https://cdn.example', "failed: add 'self' to script-src"],
    ["script-src 'self'", 'script-src http://127.0.0.1:*/other/', "failed: add 'self' to script-src"],
    ["connect-src 'self'", "connect-src 'none'", "failed: add 'self' to connect-src"],
    ["connect-src 'self'", '', "failed: add 'self' to default-src"],
    ["img-src 'self' https:", 'img-src https:', "warning: add 'self' to img-src: icons"],
    ["img-src 'self' https:", "img-src 'self'", 'warning: add https: to img-src: pictures'],
    ['lit-html dompurify', 'dompurify', 'failed: add lit-html to trusted-types'],
    ['lit-html dompurify', 'lit-html', 'warning: add dompurify to trusted-types'],
  ])('%s as "%s"', async (part, instead, words) => {
    expect(await wrongUnder(DOCUMENTED.replace(part, instead))).toEqual(
      [`popup policy: ${words}`].map(text => expect.stringContaining(text)),
    )
  })

  it('in a meta element, and a second one in the header, count', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`
    expect(await whatIsWrong({ landing: html(page(POPUP, meta)) })).toEqual([
      expect.stringContaining("add 'self' to connect-src"),
    ])
    expect(await wrongUnder(`${DOCUMENTED}, script-src 'none'`)).toEqual([
      expect.stringContaining("add 'self' to script-src"),
    ])
  })
})

describe('what the tags call', () => {
  it.each<[string, Script, RegExp]>([
    [
      'a page of another program',
      html('<p>'),
      /HTTP 200: a proxy or another program answers, not the service; check the address/,
    ],
    [
      'a web server with nobody behind it',
      body('', 'text/html', 502),
      /HTTP 502: a proxy or another program answers, not the service; check that the service or the agent runs/,
    ],
    ['a refusal', failure('D20004', 'siteID does not exist'), /D20004 siteID does not exist/],
    ['an envelope without messages', success({}), /content is not an array/],
  ])('%s in the place of messages', async (_what, answer, words) => {
    const site = { '/school/cms/api/v1/popupmsg/check': answer }
    const wrong = await whatIsWrong({ landing: html(page(POPUP)), site })
    expect(wrong).toEqual([expect.stringMatching(/^popup messages: failed: /)])
    expect(wrong[0]).toMatch(words)
  })

  // Promise: operate/doctor-cache
  it('messages of a cache in front of an agent that is gone', async () => {
    const wrong = await whatIsWrong({
      landing: html(page(POPUP)),
      site: { '/school/livez': body('Bad Gateway', 'text/html', 502) },
    })
    expect(wrong).toEqual([
      'popup messages: failed: come from a cache; behind it nobody answers (HTTP 502): start the agent',
    ])
  })

  it.each([
    ['no origin', {}, 1],
    ['another origin', { 'access-control-allow-origin': 'https://other.example' }, 1],
    ['any origin', { 'access-control-allow-origin': '*' }, 0],
  ])('a service elsewhere that allows %s', async (_what, headers, faults) => {
    await using elsewhere = await startUpstream(success([], headers))
    const tag = POPUP.replace(' src', ` data-service="${elsewhere.url}/cms" src`)
    const wrong = await whatIsWrong({ landing: html(page(tag)) })
    expect(wrong).toHaveLength(faults)
    for (const fault of wrong) expect(fault).toMatch(/may not be read by this page; allow its origin/)
    expect(elsewhere.requests[0]?.url).toBe('/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US')
  })

  it('is asked in the language of the page, in which it is read', async () => {
    await using elsewhere = await startUpstream(success([], { 'access-control-allow-origin': '*' }))
    const tag = POPUP.replace(' src', ` data-service="${elsewhere.url}/cms" src`)
    await look({ landing: html(page(tag).replace('lang="en"', 'lang="zh-Hant"')) })
    expect(elsewhere.requests[0]?.url).toContain('lang=zh-HK')
  })
})

describe('the news', () => {
  const landing = html(page(POPUP + NEWS))
  const lacking = { '/school/v1/news': json({ items: [] }) }
  const DELETED = serviceWith([], ['N-1'], EARLIER)

  it.each<[string, Partial<Scene>, string]>([
    [
      'an entry that is missing',
      { site: lacking },
      'failed: lacks entry N-1; look at schoolbell sync status',
    ],
    ['an entry that was deleted', { service: DELETED }, 'failed: still has entry N-1, which was deleted'],
    [
      'one that changed a moment ago',
      { site: lacking, service: serviceWith([entry('N-1')], [], '20260901115930') },
      'warning: lacks entry N-1; it changed a moment ago',
    ],
    [
      'an agent that is away',
      { site: { '/school/v1/news': body('', 'text/html', 502) } },
      'failed: /school/v1/news answers HTTP 502 without news',
    ],
    [
      'an agent that does not copy this news',
      {
        site: {
          '/school/v1/news': json({ detail: 'this agent has no such news; it has pre-school/en-US' }, 400),
        },
      },
      'failed: /school/v1/news answers HTTP 400: this agent has no such news; it has pre-school/en-US; correct the tag, or let the agent copy academy/en-US too (--site, --lang)',
    ],
    ['a service without news', { service: news() }, 'cannot tell: the service lists no news'],
  ])('%s', async (_what, scene, words) => {
    expect(await whatIsWrong({ landing, ...scene })).toEqual([
      expect.stringContaining(`news on the page: ${words}`),
    ])
  })

  it('that was deleted is gone', async () => {
    expect(await whatIsWrong({ landing, site: lacking, service: DELETED })).toEqual([])
  })

  it('from a folder', async () => {
    const inFolder = html(page(NEWS.replace('service="/school"', 'files="/files"') + POPUP))
    const listOf = (items: unknown[]) => ({ '/files/news/academy/en-US/index.json': json({ items }) })
    const wrongWith = (items: unknown[]) => whatIsWrong({ landing: inFolder, site: listOf(items) })
    expect(await wrongWith([{ newsId: 'N-1', date: '2026-09-01' }])).toEqual([])
    expect(await wrongWith([{ newsId: 'N-0', date: '2026-08-01' }])).toEqual([
      expect.stringContaining('failed: lacks entry N-1'),
    ])
    // On one of the next pages.
    expect(await wrongWith([{ newsId: 'N-2', date: '2026-09-02' }])).toEqual([
      expect.stringContaining('cannot tell'),
    ])
  })
})
