/** The trip sign-up in a real browser that behaves as a web view: the app's headers come with the first page and no other. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_TRIPS } from '../../demo/trip/sample-school.ts'
import { type TextName, wordsIn } from '../../demo/trip/strings.ts'
import type { Arrival } from '../../shared/contract/entrance-headers.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { inTurn } from '../support/in-turn.ts'
import { arrivalOf, startTripSchool, type TripSchool } from '../support/trip-school.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const SHEUNG = 2001
const STUDENT = 3001
const STAFF = 1001
const PHONE = { viewport: { width: 390, height: 844 } } satisfies BrowserContextOptions
const NAMES = { 'en-US': ['Hoi-ching Sheung', 'Hoi-yan Sheung'], 'zh-HK': ['常海晴', '常海欣'] } as const

let school: TripSchool
let browser: Browser

beforeAll(async () => {
  ;[school, browser] = await Promise.all([startTripSchool(), sharedBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await school?.[Symbol.asyncDispose]()
})

/** Taps More: the page that was open is gone, its cookies stay. */
async function tapMore(page: Page, userId: number, lang: 'en-US' | 'zh-HK', selected?: Arrival['selected']) {
  const language = lang === 'en-US' ? 'en' : 'zh'
  await page.setExtraHTTPHeaders(arrivalOf(school, userId, language, selected))
  await page.goto(school.url)
  await page.setExtraHTTPHeaders({})
}

const openPhone = (options: BrowserContextOptions = {}) => openWatched(browser, { ...PHONE, ...options })
const signUpOf = (tripId: string, studentRef = 'TB260001') => school.app.signUps.of(tripId, studentRef)
/** When this page has come. */
const headed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const titleOf = (tripId: string, lang: 'en-US' | 'zh-HK') =>
  SAMPLE_TRIPS.find(trip => trip.tripId === tripId)?.texts[lang].title ?? ''
const openTrip = (page: Page, tripId: string, studentRef = 'TB260001') =>
  page.goto(new URL(`trips/${tripId}/${studentRef}`, school.url).href)

/** Also: everything fits the width, and the page says which language it is in. */
async function expectSound(page: Page, lang: 'en-US' | 'zh-HK') {
  expect(await axeFindings(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)
}

describe.each(['en-US', 'zh-HK'] as const)('in %s', lang => {
  const inOne = inTurn(lang)
  const say = wordsIn(lang)
  const button = (page: Page, name: TextName, filling = {}) =>
    page.getByRole('button', { name: say(name, filling) })

  inOne(
    'a guardian finds the selected child first, signs, reads what was signed, and withdraws',
    async () => {
      await using phone = await openPhone()
      const { page, complaints } = phone
      const [elder, younger] = NAMES[lang]
      await tapMore(page, SHEUNG, lang, { userId: 3028, refNo: 'TB260028' })
      await expectSound(page, lang)
      const children = await page.locator('main h2').allInnerTexts()
      expect(children.map(text => text.split(/\s{2,}|\n| (?=1A|晨)/)[0])).toEqual([younger, elder])

      const title = titleOf('tern-island', lang)
      await page.getByRole('link', { name: title }).click()
      await headed(page, title)
      await expectSound(page, lang)
      const note = page.getByRole('textbox', { name: say('note') })
      // A word that no line can break.
      const words = `Swims 100 m 諳泳 ${'x'.repeat(400)}`
      await note.fill(words)
      await button(page, 'sign').click()
      await page.getByRole('alert').getByText(say('errorConsent')).waitFor()
      expect(await page.title()).toContain(say('errorTitle'))
      expect(await note.inputValue()).toBe(words)
      await expectSound(page, lang)

      await page.getByRole('checkbox').check()
      await button(page, 'sign').click()
      await page
        .getByRole('status')
        .getByText(say('signedTitle', { child: elder }))
        .waitFor()
      await expectSound(page, lang)
      for (const text of ['Yuk-lan Sheung 常玉蘭', words])
        await page.getByRole('definition').getByText(text).first().waitFor()
      expect(signUpOf('tern-island')).toMatchObject({ guardianRef: 'GDN-2001', note: words })

      await page.getByText(say('withdraw'), { exact: true }).click()
      await expectSound(page, lang)
      await button(page, 'withdrawConfirm', { child: elder }).click()
      await note.waitFor()
      expect(signUpOf('tern-island')).toBeUndefined()
      // The browser itself reports the answer to the form without the tick.
      expect(complaints.filter(text => !text.includes('422'))).toEqual([])
    },
  )

  inOne('a guardian reads why a full trip and a closed one cannot be signed', async () => {
    await using phone = await openPhone()
    const { page, complaints } = phone
    await tapMore(page, SHEUNG, lang)
    await openTrip(page, 'light-and-sound')
    await page.getByText(say('fullText', { places: 6 })).waitFor()
    await expectSound(page, lang)
    await openTrip(page, 'lighthouse-night')
    await page.getByText(say('onPaper')).waitFor()
    await page.getByText(say('withdrawLate', { telephone: '+852 0000 0818' })).waitFor()
    await expectSound(page, lang)
    expect(complaints).toEqual([])
  })

  inOne('a student sees own trips and who has signed, and nothing to press', async () => {
    await using phone = await openPhone({ colorScheme: 'dark' })
    const { page, complaints } = phone
    await tapMore(page, STUDENT, lang)
    await expectSound(page, lang)
    await page.getByRole('link', { name: titleOf('lighthouse-night', lang) }).click()
    await page.getByText(say('signedTitle', { child: NAMES[lang][0] })).waitFor()
    await expectSound(page, lang)
    await page.getByRole('link', { name: say('allTrips') }).click()
    await page.getByRole('link', { name: titleOf('tern-island', lang) }).click()
    await page.getByText(say('studentNotSigned')).waitFor()
    await expectSound(page, lang)
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each([
    ['a phone', PHONE],
    ['a desk, dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ] as const)('staff read on %s who has signed up, by class', async (_name, options) => {
    await using phone = await openPhone(options)
    const { page, complaints } = phone
    await tapMore(page, STAFF, lang)
    await expectSound(page, lang)
    const title = titleOf('light-and-sound', lang)
    await page.getByRole('link', { name: title }).click()
    await headed(page, title)
    await expectSound(page, lang)
    const tables = page.getByRole('table')
    expect(await tables.count()).toBe(2)
    expect(await tables.first().getByRole('rowheader').count()).toBe(2)
    const row = tables.first().getByRole('row', { name: /TB260003/ })
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Vegetarian',
      expect.stringContaining(say('paperShort')),
    ])
    expect(complaints).toEqual([])
  })
})

const say = wordsIn('en-US')

it('ends the visit by signing out', async () => {
  await using phone = await openPhone()
  const { page } = phone
  await tapMore(page, SHEUNG, 'en-US')
  await page.getByRole('button', { name: say('signOut') }).click()
  await headed(page, say('outTitle'))
  await expectSound(page, 'en-US')
  expect((await openTrip(page, 'tern-island'))?.status()).toBe(401)
  await expectSound(page, 'en-US')
})

it.each([
  ['forced colours', { forcedColors: 'active' }],
  ['the narrowest phone', { viewport: { width: 320, height: 640 } }],
] as const)('stands with %s', async (_name, options) => {
  await using phone = await openPhone(options)
  const { page, complaints } = phone
  await tapMore(page, SHEUNG, 'en-US')
  await expectSound(page, 'en-US')
  await openTrip(page, 'tern-island')
  await expectSound(page, 'en-US')
  expect(complaints).toEqual([])
})
