/** `<school-news>` while the school publishes, edits and deletes, and while its agent comes and goes. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { type NewsVisit, openNewsSite, visitNews } from '../support/news-page.ts'
import { entryOf, type NewsSchool, startNewsSchool } from '../support/news-school.ts'
import { axeFindings } from '../support/watched-page.ts'

const { browser, site } = await openNewsSite()

async function newsSchool(): Promise<NewsSchool> {
  const school = await startNewsSchool()
  onTestFinished(() => school[Symbol.asyncDispose]())
  return school
}

/** Opens a page whose list is there and whose connection is open. */
async function follow(school: NewsSchool, attributes = '', options = {}): Promise<NewsVisit> {
  const visit = await visitNews(browser, 'about:blank', options)
  const connected = visit.page.waitForResponse(response => response.url().includes('/v1/changes/stream'))
  await visit.page.goto(site.page(`service="${school.address}" ${attributes}`))
  await connected
  return visit
}

/** Lets the page's time pass, a second at a time, so that what it asks is answered before it gives up. */
async function passTime({ page }: NewsVisit, until: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await page.clock.runFor(1_000)
    await page.evaluate(() => fetch('/style.css').then(reply => reply.text()))
  }
  await over
}

/** Where the top of each row is on the screen. */
const places = (visit: NewsVisit) =>
  visit.part('item').evaluateAll(rows => rows.map(row => Math.round(row.getBoundingClientRect().top)))

describe('while somebody reads the list', () => {
  it('an edit stands in its row, and a deletion leaves its row empty until the list is seen anew', async () => {
    const school = await newsSchool()
    // In one column, where no neighbour keeps a row's height.
    const visit = await follow(school, '', { viewport: { width: 600, height: 900 } })
    await visit.rows(10)
    await visit.part('link').getByText('Harbour walk 27').focus()
    const before = await places(visit)
    await school.publish(entryOf('T-26', 'Harbour walk XXVI', '海港長征', { newsDateTime: '20260826090000' }))
    await visit.part('link').getByText('Harbour walk XXVI').waitFor()
    await school.remove('T-27')
    await visit.part('item').getByText('This entry has been withdrawn.').waitFor()
    expect(await places(visit)).toEqual(before)
    expect(await visit.titles()).not.toContain('Harbour walk 27')
    await expect.poll(() => visit.focused()).toContain('This entry has been withdrawn.')
    expect(await axeFindings(visit.page)).toEqual([])
    await visit.open('Regatta results')
    await visit.part('back').click()
    await visit.rows(9)
    expect(visit.complaints).toEqual([])
  })

  it('the first entry of all comes by itself', async () => {
    const school = await newsSchool()
    for (let day = 1; day <= 30; day++) school.service.news.remove(`T-${`${day}`.padStart(2, '0')}`)
    await school.agent.syncOnce()
    const visit = await follow(school)
    expect(await visit.part('message').innerText()).toBe('No news yet.')
    await school.publish(entryOf('N-1', 'School opens', '開學'))
    await visit.rows(1)
    expect(visit.complaints).toEqual([])
  })
})

it('while somebody reads an entry, an edit stands in it and is told of, and a deletion leaves a way back', async () => {
  const school = await newsSchool()
  const visit = await follow(school)
  await visit.open('Regatta results')
  const topOf = () => visit.part('headline').evaluate(title => title.getBoundingClientRect().top)
  const place = await topOf()
  const title = 'Regatta results, corrected'
  await school.publish(entryOf('T-28', title, '划艇賽果（更正）', { newsDateTime: '20260828090000' }))
  await visit.part('headline').getByText(title).waitFor()
  expect(await topOf()).toBe(place)
  expect(await visit.said()).toBe('This entry has just been updated.')
  await expect.poll(() => visit.focused()).toBe(`headline: ${title}`)
  await school.remove('T-28')
  await visit.part('message').waitFor()
  expect(await visit.part('headline').count()).toBe(0)
  expect(await visit.said()).toBe('This entry has been withdrawn.')
  await expect.poll(() => visit.focused()).toBe('back: All news')
  expect(await axeFindings(visit.page)).toEqual([])
  await visit.page.keyboard.press('Enter')
  await visit.rows(9)
  expect(visit.complaints).toEqual([])
})

describe('when the agent is down', () => {
  // Promise: website/news-away
  it('a sentence says so, and a button asks again', async () => {
    const school = await newsSchool()
    await school.stopAgent()
    const url = site.page(`service="${school.address}"`, { lang: 'zh-HK' })
    const reader = await visitNews(browser, url)
    await reader.part('message').waitFor()
    expect(await reader.part('message').locator('p').innerText()).toBe('未能載入消息。')
    expect(await axeFindings(reader.page)).toEqual([])
    // By itself it would ask again as well, a while later.
    const visit = await visitNews(browser, url, { clock: 'held' })
    await visit.part('message').waitFor()
    await school.startAgent()
    await visit.part('button').getByText('再試一次').click()
    await visit.rows(10)
    await expect.poll(() => visit.focused()).toMatch(/^link: .+30$/)
    const complaints = [...reader.complaints, ...visit.complaints]
    expect(complaints.filter(line => /exception|policy/.test(line))).toEqual([])
  })

  // Promise: website/news-away
  it('what was there stays, pages that do not come can be asked for again, and it finds back by itself', async () => {
    const school = await newsSchool()
    const visit = await visitNews(browser, 'about:blank', { clock: true })
    const stream = () => visit.page.waitForRequest(request => request.url().includes('/v1/changes/stream'))
    const connected = stream()
    await visit.page.goto(site.page(`service="${school.address}"`))
    await connected
    await visit.rows(10)
    await school.stopAgent()
    await visit.part('more').click()
    await visit.part('note').getByText('The news could not be loaded.').waitFor()
    expect(await visit.part('more').innerText()).toBe('Try again')
    await visit.search('harbour')
    await visit.part('button').waitFor()
    await visit.search('')
    await visit.rows(10)
    await passTime(visit, visit.part('note').getByText('Cannot update now').waitFor())
    expect(await visit.titles()).toHaveLength(10)
    const again = stream()
    await school.startAgent()
    await school.publish(entryOf('N-1', 'Agent is back', '代理程式恢復'))
    await passTime(visit, again)
    await visit.part('new').getByText('1 new entry').waitFor()
    await visit.part('more').click()
    await visit.rows(20)
    expect(await visit.part('note').count()).toBe(0)
  })
})

it('a page that nobody looks at and an element that has gone hold no connection, and go on when they are back', async () => {
  const school = await newsSchool()
  const visit = await follow(school)
  await visit.rows(10)
  const ended = () => visit.page.waitForEvent('requestfailed', request => request.url().includes('/stream'))
  const show = (isHidden: boolean) =>
    visit.page.evaluate(isHidden => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const hidden = ended()
  await show(true)
  await hidden
  await school.publish(entryOf('N-1', 'Meanwhile', '其間'))
  await school.remove('T-30')
  expect(await visit.part('new').count()).toBe(0)
  await show(false)
  await visit.part('new').getByText('1 new entry').waitFor()
  await visit.part('item').getByText('This entry has been withdrawn.').waitFor()
  await visit.part('new').click()
  await visit.part('link').getByText('Meanwhile').waitFor()
  const gone = ended()
  const element = await visit.news.elementHandle()
  await element?.evaluate(news => news.remove())
  await gone
  const again = visit.page.waitForResponse(response => response.url().includes('/stream'))
  await element?.evaluate(news => document.querySelector('main')?.append(news))
  await again
  await school.publish(entryOf('N-2', 'Back again', '重返'))
  await visit.part('new').waitFor()
  expect(visit.complaints).toEqual([])
})
