/** The one plain tag of a sync agent, whose script has the messages with it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'
import { KNOWING_TAG, openSites, type WidgetPage } from '../support/widget-page.ts'
import { message } from '../support/widget-visit.ts'

let site: WidgetPage
let visitor: Visitor
beforeAll(async () => {
  visitor = await openVisitor({ reducedMotion: true })
  await visitor.resize(PHONE)
})
afterAll(() => visitor?.close())
const freshSite = openSites()
beforeEach(async () => {
  site = await freshSite()
  site.scripts['/unload.js'] = "addEventListener('unload', () => {})"
})

const visit = (options: Parameters<WidgetPage['page']>[0] = {}) =>
  visitor.open(site.page({ body: KNOWING_TAG, ...options }))
const titled = (title: string) => visitor.sees('[part=title]', title)
const online = () => visitor.run(() => void dispatchEvent(new Event('online')))
const questions = () => site.asked.map(({ search }) => search)

// Promise: website/page-language, operate/script
it('shows a message in the language of the page, and asks for none', async () => {
  site.answer = { 'en-US': [message('Typhoon')], 'zh-HK': [message('颱風')] }
  await visit({ lang: 'zh-HK' })
  await titled('颱風')
  expect(questions()).toEqual([])
  expect(await visitor.run(() => Reflect.get(window, 'violations'))).toEqual([])
})

// Promise: website/nothing
it('knows that there is nothing to show, and asks when there may be news', async () => {
  site.answer = { 'en-US': [], 'zh-HK': [] }
  await visit()
  await visitor.until(() => document.readyState === 'complete')
  expect(questions()).toEqual([])
  expect(site.fetched).toEqual(['popup.js?site=academy'])
  site.answer = { 'en-US': [message('Typhoon')] }
  await online()
  await titled('Typhoon')
  expect(questions()).toEqual(['?siteId=academy&lang=en-US'])
})

it('asks in a language whose messages the agent did not have', async () => {
  site.answer = { 'en-US': [] }
  await visit({ lang: 'zh-HK' })
  await expect.poll(questions).toEqual(['?siteId=academy&lang=zh-HK'])
})

it('asks for its own site, whatever else is said', async () => {
  site.answer = {}
  await visit({
    body: '<script async src="/widget/popup.js?site=pre-school" data-site-id="academy"></script>',
  })
  await expect.poll(questions).toEqual(['?siteId=pre-school&lang=en-US'])
})

it('shows the message of now to who comes back, though the browser takes the old script again', async () => {
  site.answer = { 'en-US': [] }
  // Without a page kept as a whole, which is asked when it is seen again.
  await visit({ head: '<script src="/unload.js"></script>' })
  await visitor.until(() => document.readyState === 'complete')
  await visitor.open(site.page({ body: '' }))
  await visitor.until(() => document.readyState === 'complete')
  site.answer = { 'en-US': [message('Typhoon')] }
  await visitor.back()
  await titled('Typhoon')
})
