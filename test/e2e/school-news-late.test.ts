/** `<school-news>` when answers and changes cross, come too late, too often, or are not what was asked for. */
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { newsItem, sendJson, serveItems } from '../support/news-answers.ts'
import { type NewsVisit, openNewsSite, visitNews } from '../support/news-page.ts'

const { browser, site, visit: visitPage } = await openNewsSite()

const THREE = ['A', 'B', 'C'].map(newsId => newsItem(newsId))
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upsert = (newsId: string, more: object) => ({ kind: 'upsert', entry: newsItem(newsId, more) })
const openAs = ({ news }: NewsVisit, newsId: string) =>
  news.evaluate((news: HTMLElementTagNameMap['school-news'], newsId) => news.open(newsId), newsId)
/** Off the page, and on it again a moment later. */
const takeOff = ({ page }: NewsVisit) =>
  page.evaluate(async () => {
    const news = document.querySelector('school-news') as Element
    news.remove()
    await new Promise(done => setTimeout(done))
    document.querySelector('main')?.append(news)
  })

describe('an element taken off the page and put back', () => {
  it('asks again for the entry, and for what was searched', async () => {
    const answers: (() => void)[] = []
    const served = serveItems(site, THREE)
    served.override = (query, reply) => {
      if (!query.get('newsId') && !query.get('q')) return false
      answers.push(() => sendJson(reply, { items: [newsItem('Y')], seq: 1 }))
      return true
    }
    const visit = await visitPage()
    await visit.rows(3)
    for (const begin of [() => openAs(visit, 'Y'), () => visit.search('walk')]) {
      await begin()
      await expect.poll(() => answers.length).toBe(1)
      await takeOff(visit)
      await expect.poll(() => answers.length).toBe(2)
      for (const answer of answers.splice(0)) answer()
      await visit.page.getByText('Body of Y').waitFor()
      if (await visit.part('back').count()) await visit.part('back').click()
    }
  })
})

describe('an answer that comes late', () => {
  it('is no newer than the change that came before it', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const served = serveItems(site, THREE)
    served.override = (query, reply) => {
      if (query.get('newsId') === 'Z') asked.resolve(reply)
      return query.get('newsId') === 'Z'
    }
    const visit = await visitPage('service="/agent"')
    await visit.rows(3)
    await openAs(visit, 'Z')
    const reply = await asked.promise
    await served.send(upsert('Z', { html: '<p>New</p>', seq: 6 }))
    await visit.part('body').getByText('New').waitFor()
    sendJson(reply, { items: [newsItem('Z', { html: '<p>Old</p>', seq: 5 })], seq: 5 })
    await visit.page.waitForFunction(
      () =>
        document.querySelector('school-news')?.shadowRoot?.querySelector('[part=news]')?.ariaBusy === 'false',
    )
    expect(await visit.part('body').innerText()).toBe('New')
  })

  it('brings back no entry that was deleted meanwhile', async () => {
    const served = serveItems(site, THREE)
    served.override = query => query.get('newsId') === 'Z'
    const visit = await visitPage('service="/agent"')
    await visit.rows(3)
    const asked = visit.page.waitForRequest(/newsId=Z/)
    await openAs(visit, 'Z')
    const request = await asked
    await served.send({ kind: 'deletion', newsId: 'Z' })
    await visit.part('message').waitFor()
    expect(await visit.said()).toBe('This entry has been withdrawn.')
    await expect.poll(() => request.failure()?.errorText).toBe('net::ERR_ABORTED')
  })
})

describe('a change', () => {
  it('that brings a picture which can be had shows it', async () => {
    const broken = { thumbnailUrl: 'media/0/none.png', coverUrl: 'media/0/none.png' }
    const served = serveItems(site, [newsItem('A', broken), newsItem('B', broken)])
    const visit = await visitNews(browser, 'about:blank')
    await visit.page.route('**/media/0/**', route => route.fulfill({ status: 404 }))
    await visit.page.route('**/media/1/**', route =>
      route.fulfill({ contentType: 'image/png', body: PICTURE }),
    )
    const good = { thumbnailUrl: 'media/1/hall.png', coverUrl: 'media/1/hall.png', seq: 2 }
    const small = visit.part('thumbnail').first()
    await visit.page.goto(site.page('service="/agent"'))
    await visit.rows(2)
    await expect.poll(() => small.evaluate(picture => getComputedStyle(picture).visibility)).toBe('hidden')
    await served.send(upsert('A', good))
    await expect.poll(() => small.evaluate(picture => getComputedStyle(picture).visibility)).toBe('visible')
    await visit.open('B')
    await visit.part('cover').waitFor({ state: 'attached' })
    await visit.part('cover').waitFor({ state: 'hidden' })
    await served.send(upsert('B', good))
    await visit.part('cover').waitFor()
  })

  it('of where files lie is not told of, and interrupts nobody who listens', async () => {
    const at = (url: string) => ({ attachments: [{ fileType: 'audio/mp3', fileSize: 9, url }] })
    const served = serveItems(site, [newsItem('A', at('media/0/bell.mp3'))])
    const visit = await visitPage('service="/agent"')
    await visit.open('A')
    const player = visit.part('player')
    await visit.page.route('**/media/**', () => {})
    await served.send(upsert('A', { ...at('media/1/bell.mp3'), seq: 2 }))
    await expect.poll(() => player.getAttribute('src')).toContain('/media/1/')
    await player.evaluate((audio: HTMLAudioElement) => void audio.play().catch(() => {}))
    const body = await visit.part('body').locator('p').elementHandle()
    await served.send(upsert('A', { ...at('media/2/bell.mp3'), coverUrl: 'https://a.example/c.png', seq: 3 }))
    await visit.part('cover').waitFor({ state: 'attached' })
    expect(await player.getAttribute('src')).toContain('/media/1/')
    expect(await visit.said()).toBe('')
    expect(await body?.evaluate(paragraph => paragraph.isConnected)).toBe(true)
    await served.send(upsert('A', { ...at('media/2/bell.mp3'), title: 'A, corrected', seq: 4 }))
    await visit.part('headline').getByText('corrected').waitFor()
    expect(await visit.said()).toBe('This entry has just been updated.')
  })

  it('without an end is cut off', async () => {
    let sent = 0
    serveItems(site, THREE)
    const { answer } = site
    site.answer = (path, reply) => {
      if (!path.includes('/stream')) return answer?.(path, reply)
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: "')
      const piece = 'x'.repeat(64 * 1024)
      const send = () => {
        sent += piece.length
        if (!reply.destroyed && sent < 64 * 1024 * 1024 && reply.write(piece)) setImmediate(send)
      }
      reply.on('drain', send)
      send()
    }
    const visit = await visitNews(browser, 'about:blank')
    const ended = visit.page.waitForEvent('requestfailed', request => request.url().includes('/stream'))
    await visit.page.goto(site.page('service="/agent"'))
    await ended
    expect(sent).toBeLessThan(40 * 1024 * 1024)
    expect(await visit.titles()).toHaveLength(3)
  })
})

describe('a reader', () => {
  it('who asks again is led to what has come, or to the button that asks once more', async () => {
    let isDown = true
    serveItems(site, [newsItem('A', { title: '' })]).override = (_, reply) => {
      if (isDown) reply.writeHead(503).end()
      return isDown
    }
    // By itself it would ask again as well, a while later.
    const visit = await visitPage(undefined, {}, { clock: 'held' })
    await visit.part('button').focus()
    const asked = visit.page.waitForResponse(/v1\/news/)
    await visit.page.keyboard.press('Enter')
    await asked
    await expect.poll(() => visit.focused()).toBe('button: Try again')
    isDown = false
    await visit.page.keyboard.press('Enter')
    // An entry that has no title is called by its day.
    await expect.poll(() => visit.focused()).toBe('link: 1 September 2026')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => visit.focused()).toBe('headline: 1 September 2026')
  })
})
