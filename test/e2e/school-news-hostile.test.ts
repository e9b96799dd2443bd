/** What an agent that lies, or an entry that means harm, could do to a visitor of `<school-news>`: nothing. */
import { describe, expect, it } from 'vitest'
import { ALLOWED_TAGS, GLOBAL_ATTRIBUTES, TAG_ATTRIBUTES } from '../../shared/html/policy.ts'
import { HOSTILE_BODIES } from '../support/corpus/hostile/index.ts'
import { newsItem, sendJson } from '../support/news-answers.ts'
import { openNewsSite, visitNews } from '../support/news-page.ts'

const { browser, site, visit: visitPage } = await openNewsSite()

const lie = (items: unknown) => {
  site.answer = (_path, reply) => sendJson(reply, { items, seq: 1 })
}

/** Of each kind some: how they are cleaned is the popup's way as well, which is shown all of them (test/scenes/popup-hostile.test.ts). */
const BODIES = Object.values(HOSTILE_BODIES).flatMap(bodies => bodies.filter((_, index) => index % 10 === 0))

describe.each([
  // Nothing is prevented, and everything is reported.
  ['whose strict policy only reports', true],
  ['under a strict policy', false],
])('on a page %s', (_, onlyReports) => {
  // Promise: website/news-hostile
  it('hostile markup does nothing, in bodies, titles and snippets', async () => {
    lie(
      BODIES.map((html, index) =>
        newsItem(`N-${index}`, { html, title: html.slice(0, 2_000), found: { title: html, snippet: html } }),
      ),
    )
    const visit = await visitNews(browser, 'about:blank')
    await visit.page.addInitScript(() => {
      const ran: string[] = []
      for (const name of ['pwned', 'alert', 'confirm', 'prompt', 'print', 'open'])
        Object.assign(window, { [name]: () => ran.push(name) })
      Object.assign(window, { ran })
    })
    const asked: string[] = []
    await visit.page.route(
      url => url.hostname !== '127.0.0.1',
      route => {
        const { hostname } = new URL(route.request().url())
        if (hostname !== 'pictures.example') asked.push(route.request().url())
        return route.abort()
      },
    )
    const url = site.page('service="/agent" live="off" limit="100"', { onlyReports })
    await visit.page.goto(url)
    await visit.rows(BODIES.length)
    const left = await visit.page.evaluate(showEach, {
      tags: ALLOWED_TAGS,
      attributes: [...GLOBAL_ATTRIBUTES, ...Object.values(TAG_ATTRIBUTES).flat()],
      ids: BODIES.map((_, index) => `N-${index}`),
    })
    expect(left).toEqual([])
    await visit.search('anything')
    await visit.part('summary').waitFor()
    const found = await visit
      .part('list')
      .locator('[part=link] *, [part=teaser] *')
      .evaluateAll(elements => elements.map(({ localName }) => localName).filter(name => name !== 'mark'))
    expect(found).toEqual([])
    expect(await visit.page.evaluate('ran')).toEqual([])
    expect(asked).toEqual([])
    expect(visit.page.url()).toBe(url)
    expect(visit.complaints.filter(line => /exception|policy/.test(line))).toEqual([])
  })
})

/** Runs in the page: opens each entry, and tells what in its text should not be there. */
async function showEach({ tags, attributes, ids }: { tags: string[]; attributes: string[]; ids: string[] }) {
  const news = document.querySelector('school-news') as HTMLElementTagNameMap['school-news']
  const faults: string[] = []
  for (const id of ids) {
    news.open(id)
    await news.updateComplete
    const body = news.shadowRoot?.querySelector('[part=body]') as HTMLElement
    for (const element of body.querySelectorAll<HTMLElement>('*')) {
      const { localName } = element
      if (!tags.includes(localName)) faults.push(`${id}: <${localName}>`)
      for (const { name, value } of element.attributes) {
        if (/^on|^(id|class|name|srcdoc|srcset|action)$/.test(name) && value !== 'wide')
          faults.push(`${id}: ${name}="${value}"`)
        if (
          !attributes.includes(name) &&
          !/^(rel|target|class|tabindex|loading|referrerpolicy|aria-level)$/.test(name)
        )
          faults.push(`${id}: ${name}`)
      }
      if (
        element instanceof HTMLAnchorElement &&
        element.href &&
        !/^(https?|mailto|tel|):$/.test(element.protocol)
      )
        faults.push(`${id}: links to ${element.href}`)
    }
    if (document.querySelectorAll('body *').length > 3) faults.push(`${id}: left something on the page`)
  }
  news.close()
  return faults
}

// Promise: website/news-hostile
it('addresses that run, carry or ask something are left out, and so is what is no entry', async () => {
  const url = 'javascript:pwned()'
  const attachment = (address: string, more: object = {}) => ({
    fileType: 'application/pdf',
    fileSize: 1,
    url: address,
    ...more,
  })
  lie([
    newsItem('N-1', {
      coverUrl: url,
      thumbnailUrl: 'data:image/svg+xml,<svg onload="pwned()">',
      attachments: [
        attachment(url),
        attachment('data:text/html,x'),
        attachment('mailto:office@school.example'),
        attachment('https://files.example/%E0%A4%A'),
        attachment('https://files.example/a.png', {
          fileType: 'image/png',
          mobileScreenImageUrl: 'http://192.0.2.1/admin?reboot',
          imageWidth: -5,
          imageHeight: '"><script>',
        }),
        null,
        7,
      ],
    }),
    newsItem('__proto__', { attachments: { length: 1e9 } }),
    { newsId: 'half' },
    newsItem('odd date', { date: '2026-13-45"><script>' }),
    null,
    'text',
    [],
  ])
  const visit = await visitPage()
  await visit.rows(2)
  expect(await visit.part('thumbnail').count()).toBe(0)
  await visit.open('N-1')
  await visit.part('files').waitFor()
  expect(await visit.part('cover').count()).toBe(0)
  const links = await visit.part('file').evaluateAll(links => links.map(link => link.getAttribute('href')))
  expect(links).toEqual(['https://files.example/%E0%A4%A', 'https://files.example/a.png'])
  expect(visit.complaints).toEqual([])
})

it('an answer without an end is given up, and so is one that never begins', async () => {
  let sent = 0
  site.answer = (_path, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    const piece = Buffer.alloc(256 * 1024, ' ')
    const send = () => {
      sent += piece.length
      if (!reply.destroyed && reply.write(piece)) setImmediate(send)
    }
    reply.on('drain', send)
    send()
  }
  const visit = await visitPage(undefined, {}, { clock: 'held' })
  await visit.part('message').waitFor()
  expect(sent).toBeGreaterThan(8 * 1024 * 1024)
  expect(sent).toBeLessThan(80 * 1024 * 1024)
  site.answer = () => {}
  const silent = await visitPage(undefined, {}, { clock: 'held' })
  await silent.part('skeleton').waitFor()
  await silent.page.clock.runFor(9_000)
  await silent.part('message').waitFor()
})

// Promise: website/policy
it('beside the popup, whichever comes first, both work under one policy', async () => {
  lie([newsItem('N-1', { html: '<p>Body of <b>one</b></p>' })])
  const popup = '<script type="module" src="/widget/school-popup.js"></script>'
  for (const head of [popup, '']) {
    const visit = await visitPage(undefined, { head, around: ['', head ? '' : popup] })
    await visit.open('N-1')
    expect(await visit.part('body').innerHTML()).toContain('<b>one</b>')
    await visit.page.evaluate(async () => {
      await customElements.whenDefined('school-popup')
      const popup = document.createElement('school-popup')
      document.body.append(popup)
      popup.preview([{ msgTitle: 'Typhoon', msgBody: '<p><b>Stay</b></p>', displayDate: '20260901080500' }])
    })
    expect(await visit.page.locator('school-popup b').innerText()).toBe('Stay')
    expect(visit.complaints).toEqual([])
  }
})
