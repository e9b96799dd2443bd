/** The trip sign-up in a real browser that behaves as a web view: the app's headers come with the first page and no other. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEXTS, type TextName, wordsIn } from '../../demo/trip/strings.ts'
import type { Arrival } from '../../shared/contract/entrance-headers.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { inTurn } from '../support/in-turn.ts'
import { arrivalOf, startTripSchool, TRIP_NOW, type TripSchool } from '../support/trip-school.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const SHEUNG = 2001
const PING = 2002
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
const signUpOf = (tripId: string, studentRef = 'TB260001') =>
  school.app.records.signUps.of(tripId, studentRef)
/** When this page has come. */
const headed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const titleOf = (tripId: string, lang: 'en-US' | 'zh-HK') =>
  school.app.records.trips.get(tripId)?.texts[lang].title ?? ''
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

      const title = titleOf('first-regatta', lang)
      await page.getByRole('link', { name: title }).click()
      await headed(page, title)
      await expectSound(page, lang)
      const note = page.getByRole('textbox', { name: say('note') })
      // An address of a letter, say, which no line can break.
      const words = `Swims 100 m 諳泳 ${'x'.repeat(400)}`
      await note.fill(words)
      await button(page, 'sign').click()
      await page.getByRole('alert').getByText(say('errorConsent')).waitFor()
      expect(await page.title()).toContain(say('errorTitle'))
      expect(await note.inputValue()).toBe(words)
      await expectSound(page, lang)

      await page.getByRole('checkbox').check()
      await button(page, 'sign').click()
      await page.getByRole('status').getByText(say('justSigned')).waitFor()
      await expectSound(page, lang)
      const consent = say('consent', { child: elder, title })
      for (const text of ['Yuk-lan Sheung 常玉蘭', consent, words])
        await page.getByRole('definition').getByText(text).first().waitFor()
      expect(signUpOf('first-regatta')).toMatchObject({ guardianRef: 'GDN-2001', consent })
      // Back is the page of what was amiss, loaded again: no problem stands any more.
      for (const again of [() => page.goBack(), () => page.reload()]) {
        await again()
        await page.getByText(say('signedTitle', { child: elder })).waitFor()
        expect(await page.getByRole('alert').count()).toBe(0)
      }

      await page.getByText(say('withdraw'), { exact: true }).click()
      await expectSound(page, lang)
      await button(page, 'withdrawConfirm', { child: elder }).click()
      await page
        .getByRole('status')
        .getByText(say('justWithdrawn', { child: elder }))
        .waitFor()
      expect(signUpOf('first-regatta')).toBeUndefined()
      expect(complaints).toEqual([])
    },
  )

  inOne('a guardian reads why a full trip and a closed one cannot be signed', async () => {
    await using phone = await openPhone()
    const { page, complaints } = phone
    await tapMore(page, SHEUNG, lang)
    await openTrip(page, 'light-and-sound')
    await page.getByText(say('fullText', { places: 12 })).waitFor()
    await expectSound(page, lang)
    await openTrip(page, 'lighthouse-night')
    await page.getByText(say('withdrawLate', { telephone: '+852 0000 0818' })).waitFor()
    await expectSound(page, lang)
    await tapMore(page, PING, lang)
    await openTrip(page, 'lighthouse-night', 'TB260002')
    await page.getByText(say('onPaper')).waitFor()
    expect(await page.getByRole('button', { name: say('sign') }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  inOne('a student sees own trips and who has signed, and nothing to press', async () => {
    await using phone = await openPhone({ colorScheme: 'dark' })
    const { page, complaints } = phone
    await tapMore(page, STUDENT, lang)
    await expectSound(page, lang)
    await page.getByRole('link', { name: titleOf('lighthouse-night', lang) }).click()
    await page.getByText(say('studentSigned')).waitFor()
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
    expect(await tables.first().getByRole('rowheader').count()).toBe(3)
    const row = tables.first().getByRole('row', { name: /Imogen Thornbury/ })
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Vegetarian',
      expect.stringMatching(/^Adaeze Thornbury/),
    ])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: say('csv') }).click()
    expect((await download).suggestedFilename()).toBe('light-and-sound.csv')
    expect(complaints).toEqual([])
  })

  inOne('a visit that ends while the form is open: what was typed is there again', async () => {
    await using phone = await openPhone()
    const { page } = phone
    const words = 'Carries an inhaler 哮喘藥'
    await tapMore(page, SHEUNG, lang)
    await openTrip(page, 'tern-island')
    await page.getByRole('textbox').fill(words)
    await page.getByRole('checkbox').check()
    school.clock.set('2026-11-20T10:00:00Z')
    try {
      await button(page, 'sign').click()
      await headed(page, say('endedTitle'))
      await page.getByText(say('endedSigning')).waitFor()
      expect(await page.locator('.own-words').innerText()).toContain(words)
      await expectSound(page, lang)

      await tapMore(page, PING, lang)
      expect(await page.getByText(say('continueTitle')).count()).toBe(0)
      await tapMore(page, SHEUNG, lang)
      await expectSound(page, lang)
      const goOn = page.getByRole('region', { name: say('continueTitle') })
      await goOn.getByRole('link').click()
      await page.getByText(say('draftNote')).waitFor()
      expect(await page.getByRole('textbox').inputValue()).toBe(words)
      expect(await page.getByRole('checkbox').isChecked()).toBe(false)
      await page.getByRole('checkbox').check()
      await button(page, 'sign').click()
      await page.getByText(say('justSigned')).waitFor()
      const { signUps, drafts } = school.app.records
      expect(signUpOf('tern-island')?.note).toBe(words)
      expect(drafts.of('GDN-2001')).toEqual([])
      signUps.withdraw({ tripId: 'tern-island', studentRef: 'TB260001', guardianRef: 'GDN-2001' })
    } finally {
      school.clock.set(TRIP_NOW)
    }
  })

  inOne('without the app a friendly page says where to open it, in the other language as well', async () => {
    await using phone = await openPhone({ locale: lang })
    const { page } = phone
    const answer = await page.goto(school.url)
    expect(answer?.status()).toBe(401)
    await headed(page, say('doorTitle'))
    for (const each of ['en-US', 'zh-HK'] as const) await page.getByText(TEXTS.doorText[each]).waitFor()
    await page.getByText('schoolbell open-extension').waitFor()
    expect(await page.getByRole('link', { name: say('tryConsoleLink') }).getAttribute('href')).toBe(
      school.service.console.url,
    )
    await expectSound(page, lang)
  })
})

const say = wordsIn('en-US')

it('changes the language on the page, and ends the visit by signing out', async () => {
  await using phone = await openPhone()
  const { page } = phone
  await tapMore(page, SHEUNG, 'en-US')
  await openTrip(page, 'tern-island')
  await page.getByRole('textbox').fill('Hay fever')
  await page.getByRole('button', { name: '中文' }).click()
  await headed(page, '燕鷗島觀鳥考察')
  expect(await page.getByRole('textbox').inputValue()).toBe('Hay fever')
  await expectSound(page, 'zh-HK')
  // Enter in a form presses a button of it: the one that sends, not the one that changes the language.
  await page.getByRole('checkbox').press('Enter')
  await page.getByRole('alert').getByText(TEXTS.errorConsent['zh-HK']).waitFor()
  expect(await page.getByRole('textbox').inputValue()).toBe('Hay fever')
  await page.getByRole('link', { name: '所有活動' }).click()
  await headed(page, TEXTS.app['zh-HK'])
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('button', { name: say('signOut') }).click()
  await headed(page, say('outTitle'))
  await expectSound(page, 'en-US')
  await page.goBack()
  await openTrip(page, 'tern-island')
  await headed(page, say('doorTitle'))
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
