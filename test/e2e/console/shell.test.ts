/** The console around its pages, as a person goes about in it: signing in, finding one's way, and what may go wrong. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../../console/index.ts'
import {
  type Console,
  callConsole,
  consoleBuild,
  message,
  NOBODY,
  startConsole,
} from '../../support/console.ts'
import { pdfFile } from '../../support/media-files.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console

beforeAll(async () => {
  office = await startConsole()
})

afterAll(() => office?.close())

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Of the app settings; the sign-in has a text box as well, which is there before it. */
const entrance = (page: Page) => page.getByLabel('More: Entrance Page URL')
const WORDS = {
  'en-US': { menu: 'Open menu', signIn: 'Sign in', lost: 'Page not found' },
  'zh-HK': { menu: '開啟選單', signIn: '登入', lost: '找不到頁面' },
} as const

/** What the overview shows once it has it. */
const overviewShown = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()

/** What has the focus, through every shadow root. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.textContent?.trim() ?? ''
  })

describe('signing in', () => {
  it('by the link from the terminal, which leaves no trace in the address, the history or, signed out, on the screen', async () => {
    await using visit = await office.page('', { signedOut: true })
    const { page } = visit
    await heading(page).getByText('Sign in').waitFor()
    await page.goto(office.service.console.signInLink())
    await heading(page).getByText('Overview').waitFor()
    await expect.poll(() => page.url()).toBe(office.service.console.url)
    await page.goBack()
    expect(page.url()).not.toContain('sign-in')
    await page.reload()
    await page.getByText('Tern Bay Academy').waitFor()
    expect(visit.complaints).toEqual([])
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(page).getByText('Sign in').waitFor()
    await expect.poll(() => focused(page)).toBe('Sign in')
    expect(await page.getByText('Tern Bay Academy').count()).toBe(0)
    await page.reload()
    await heading(page).getByText('Sign in').waitFor()
  })

  it('by a used link says what that may mean, and takes a fresh one pasted', async () => {
    await using visit = await office.page('', { signedOut: true })
    const { page } = visit
    const link = office.service.console.signInLink()
    const token = new URL(link).hash.replace('#sign-in=', '')
    await callConsole(office.addresses.base, NOBODY, 'POST', '/sign-in', { token })
    await page.goto(link)
    await page.reload()
    await page.goto(link)
    await page.getByRole('alert').getByText('somebody else may have').waitFor()
    await page.getByRole('textbox').fill(office.service.console.signInLink())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page).getByText('Overview').waitFor()
  })

  it('by the administrator’s password, where there is one', async () => {
    const adminPassword = 'harbour-lantern-tide'
    await using guarded = await createService({ port: 0, seed: 'empty', adminPassword, ...consoleBuild() })
    await guarded.listen()
    await using visit = await office.page('', { signedOut: true })
    const { page } = visit
    await page.goto(guarded.console.url)
    const field = page.getByLabel('Administrator’s password')
    await field.fill('not-the-password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('This is not the password').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await field.fill(adminPassword)
    await page.keyboard.press('Enter')
    await heading(page).getByText('Overview').waitFor()
    await overviewShown(page)
    expect(await page.getByText('invented sample school').count()).toBe(0)
  })

  it('in one tab is enough for the others, and out of a session that is over is out as well', async () => {
    await using visit = await office.page('', { signedOut: true })
    const { page, context } = visit
    await heading(page).getByText('Sign in').waitFor()
    const other = await context.newPage()
    await other.goto(office.service.console.signInLink())
    await heading(page).getByText('Overview').waitFor()
    // What is still asked for would be refused, and a way in offered over the page.
    for (const tab of [page, other]) await overviewShown(tab)
    // As by time: nobody is told.
    await context.clearCookies()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(page).getByText('Sign in').waitFor()
  })
})

describe('for everybody', () => {
  // Promise: office/accessible
  it.each([
    ['en-US', 'light', 1280],
    ['zh-HK', 'dark', 390],
  ] as const)('there is nothing that axe finds: %s, %s, %d wide', async (lang, scheme, width) => {
    const words = WORDS[lang]
    await using visit = await office.page('', { lang, scheme, width })
    const { page, complaints } = visit
    await overviewShown(page)
    expect(await axeFindings(page)).toEqual([])
    if (width < 800) {
      await page.getByRole('button', { name: words.menu }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    await visit.visit('nowhere/at/all')
    await page.getByRole('heading', { name: words.lost }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
    await using stranger = await office.page('', { lang, scheme, width, signedOut: true })
    await heading(stranger.page).getByText(words.signIn).waitFor()
    expect(await axeFindings(stranger.page)).toEqual([])
    expect(stranger.complaints).toEqual([])
    // Nothing stands out beyond the screen.
    for (const { page } of [visit, stranger])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  it('pages are gone to by keyboard, past the header, named in the title, and left by the browser’s back', async () => {
    await using visit = await office.page()
    const { page } = visit
    await overviewShown(page)
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    const place = () =>
      page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement
        return active?.id === 'main' ? 'at main' : active?.closest('main') ? 'inside' : 'elsewhere'
      })
    await expect.poll(place).toBe('at main')
    await page.keyboard.press('Tab')
    await expect.poll(place).toBe('inside')
    await page.getByRole('navigation').getByRole('link', { name: 'Access keys' }).focus()
    await page.keyboard.press('Enter')
    await heading(page).getByText('Access keys').waitFor()
    expect(page.url()).toMatch(/\/console\/access-keys$/)
    await expect.poll(() => focused(page)).toBe('Access keys')
    await expect.poll(() => page.title()).toContain('Access keys')
    await page.goBack()
    await heading(page).getByText('Overview').waitFor()
    await expect.poll(() => page.title()).toContain('Overview')
    await page.goForward()
    await heading(page).getByText('Access keys').waitFor()
    await page.reload()
    await heading(page).getByText('Access keys').waitFor()
    expect(visit.complaints).toEqual([])
  })
})

describe('the header', () => {
  it('changes the language of everything at once and for good, and the colours before anything is painted', async () => {
    await using visit = await office.page()
    const { page } = visit
    await heading(page).waitFor()
    const classes = () => page.locator('html').getAttribute('class')
    await page.getByRole('button', { name: '繁' }).click()
    await heading(page).getByText('概覽').waitFor()
    await page.getByRole('link', { name: '燕鷗灣書院' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-HK')
    await expect.poll(() => page.title()).toBe('概覽 – 燕鷗灣書院')
    expect(await classes()).toContain('wa-light')
    await page.getByRole('button', { name: '深色' }).click()
    expect(await classes()).toContain('wa-dark')
    // Without the console's own scripts there is only what runs before the first paint.
    await page.route('**/console/assets/*.js', route => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    expect(await classes()).toBe('wa-dark')
    await page.unroute('**/console/assets/*.js')
    await page.reload()
    await heading(page).getByText('概覽').waitFor()
    await page.getByRole('button', { name: '跟隨裝置' }).click()
    expect(await classes()).toContain('wa-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(classes).toContain('wa-dark')
    // What is chosen is seen where colours are the reader's own.
    await page.emulateMedia({ forcedColors: 'active' })
    const differ = async (chosen: string, other: string) => {
      const [one, two] = await Promise.all(
        [chosen, other].map(which =>
          page
            .locator(which)
            .first()
            .evaluate(button => getComputedStyle(button).backgroundColor),
        ),
      )
      return one !== two
    }
    const at = (attribute: string) => [`${attribute}=true]`, `${attribute}=false]`] as const
    expect(await differ(...at('header button[aria-pressed'))).toBe(true)
    await visit.visit('simulator')
    await page.locator('wa-radio').first().waitFor()
    await expect.poll(() => differ(...at('wa-radio[aria-checked'))).toBe(true)
  })

  it('shows what another tab chooses, and names the document in the language that is read, signed out as well', async () => {
    await using visit = await office.page('', { signedOut: true })
    const { page, context } = visit
    await page.goto(office.service.console.signInLink())
    await overviewShown(page)
    const other = await context.newPage()
    await other.goto(office.service.console.url)
    await overviewShown(other)
    await other.getByRole('button', { name: 'Dark', exact: true }).click()
    const chosen = page.getByRole('group', { name: 'Colours' }).locator('[aria-pressed=true]')
    await expect.poll(() => chosen.getAttribute('title')).toBe('Dark')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Sign in')
    await page.getByRole('button', { name: '繁' }).click()
    await expect.poll(() => page.title()).toBe('登入')
  })

  it('opens a menu on a phone, which Escape, a choice, and a click beside it close', async () => {
    await using visit = await office.page('', { width: 390 })
    const { page } = visit
    const menu = page.getByRole('dialog', { name: 'Main menu' })
    const button = page.getByRole('button', { name: 'Open menu' })
    await button.click()
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('Open menu')
    await button.click()
    await page.mouse.click(380, 400)
    await menu.waitFor({ state: 'hidden' })
    await button.click()
    await menu.getByRole('link', { name: 'Access keys' }).click()
    await heading(page).getByText('Access keys').waitFor()
    await menu.waitFor({ state: 'hidden' })
    // The terminal sends people to the simulator: nothing of the menu is folded away.
    await button.click()
    await menu.getByRole('link', { name: 'App simulator' }).waitFor()
    const log = menu.getByRole('link', { name: 'Request log' })
    await log.click()
    await heading(page).getByText('Request log').waitFor()
    await menu.waitFor({ state: 'hidden' })
    expect(visit.complaints).toEqual([])
  })
})

describe('a list', () => {
  it.each([
    ['popups', 'Popup messages'],
    ['news', 'All news'],
  ])('is where it was when one comes back from a record: %s', async (path, link) => {
    await using visit = await office.page(path)
    const { page } = visit
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const scrolled = () => page.evaluate(() => scrollY)
    const backs = [
      () => page.goBack(),
      () => page.getByRole('main').getByRole('link', { name: link }).click(),
    ]
    for (const back of backs) {
      await rows.last().getByRole('link').first().scrollIntoViewIfNeeded()
      const before = await scrolled()
      expect(before).toBeGreaterThan(100)
      await rows.last().getByRole('link').first().click()
      await page.getByRole('textbox').first().waitFor()
      await expect.poll(scrolled).toBe(0)
      await back()
      await rows.last().waitFor()
      await expect.poll(scrolled).toBe(before)
    }
    // By the menu one begins at the top.
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await expect.poll(scrolled).toBe(0)
    await page.goBack()
    await expect.poll(scrolled).toBeGreaterThan(100)
  })

  it('says how many there are of each kind only as long as it is not searched', async () => {
    await using visit = await office.page('news')
    const { page } = visit
    const all = page.getByRole('group', { name: 'State' }).getByRole('button').first()
    const shown = async () => (await all.textContent())?.replace(/\s+/g, ' ').trim()
    await page.locator('tbody tr').first().waitFor()
    expect(await shown()).toMatch(/^All \d+$/)
    await page.getByRole('searchbox').fill('swim')
    await expect.poll(shown).toBe('All')
    await page.getByRole('searchbox').fill('')
    await expect.poll(shown).toMatch(/^All \d+$/)
  })
})

describe('what may go wrong', () => {
  // Promise: office/draft
  it('a lost connection is said, takes nothing that was typed, as a reload does not, and comes back by itself', async () => {
    await using visit = await office.page('app-settings')
    const { page, context } = visit
    const field = entrance(page)
    const before = await field.inputValue()
    await field.fill('https://typed.example/entrance')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No connection to the service').waitFor()
    await context.setOffline(false)
    await page.getByText('Connected again').first().waitFor()
    await page.getByText('No connection to the service').waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('https://typed.example/entrance')
    await page.reload()
    await page.getByText('Restored what you were typing').waitFor()
    expect(await field.inputValue()).toBe('https://typed.example/entrance')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => field.inputValue()).toBe(before)
    // A page that is gone to without a connection is there as soon as there is one.
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'News' }).click()
    await page.getByText('The service cannot be reached').waitFor()
    await context.setOffline(false)
    await page.getByRole('searchbox').waitFor()
    await heading(page).getByText('News').waitFor()
  })

  it('a page that is gone to without a connection, and was on the screen before, loads as soon as there is one', async () => {
    await using visit = await office.page('requests')
    const { page, context } = visit
    const menu = page.getByRole('navigation')
    await menu.getByRole('link', { name: 'News' }).click()
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    for (const [name, shown] of [
      ['Request log', page.getByRole('button', { name: 'Pause' })],
      ['News', rows.first()],
    ] as const) {
      await context.setOffline(true)
      await menu.getByRole('link', { name }).click()
      await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
      await context.setOffline(false)
      await page.getByRole('alert').waitFor({ state: 'hidden' })
      await shown.waitFor()
    }
  })

  it('a save that did not reach the service is no fault any more when there is a connection', async () => {
    const { popupId } = office.service.popups.list().at(-1) ?? {}
    await using visit = await office.page(`popups/${popupId}`)
    const { page, context } = visit
    await page.getByLabel('Title (English)', { exact: true }).fill('Typed without a connection')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const fault = page.locator('console-save-bar').getByText('That did not work')
    await fault.waitFor()
    await context.setOffline(false)
    await page.getByText('Connected again').first().waitFor()
    await fault.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => office.service.popups.get(popupId ?? 0)?.texts['en-US'].msgTitle)
      .toBe('Typed without a connection')
  })

  it.each([390, 780, 1000, 1280])(
    'a lost connection hides nothing, and nothing hides it, further down a page of %i pixels',
    async width => {
      await using visit = await office.page('news', { width })
      const { page, context } = visit
      await page.locator('tbody tr').first().waitFor()
      await page.evaluate(() => scrollTo(0, 600))
      await context.setOffline(true)
      await page.evaluate(() => fetch('/console/api/access').catch(() => {}))
      await page.getByRole('group', { name: 'State' }).getByRole('button').last().dispatchEvent('click')
      const offline = page.getByRole('status').filter({ hasText: 'No connection to the service' })
      await offline.waitFor()
      const isOnTop = (locator: typeof offline) =>
        locator.evaluate(element => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          const root = element.getRootNode() as ShadowRoot
          const at = (y: number) => root.elementFromPoint((left + right) / 2, y)
          return [at(top + 1), at(bottom - 1)].every(found => found && element.contains(found))
        })
      expect(await isOnTop(offline)).toBe(true)
      const text = await offline.evaluate(element => [element.scrollWidth, element.clientWidth])
      expect(text[0]).toBe(text[1])
      const first = page.getByRole('navigation').getByRole('link').first()
      if (await first.isVisible()) expect(await isOnTop(first)).toBe(true)
    },
  )

  it('who is signed out elsewhere signs in again over the page, which is as it was', async () => {
    await using visit = await office.page('', { signedOut: true })
    const { page } = visit
    await page.goto(office.service.console.signInLink().replace('/console/', '/console/app-settings'))
    const field = entrance(page)
    await field.fill('https://kept.example/entrance')
    office.service.console.signOutEverywhere()
    // For the tests after this one.
    await office.signInAgain()
    // What cannot be saved now is saved as soon as somebody has signed in. The dialogue may stand before it already.
    await page.getByRole('button', { name: 'Save', includeHidden: true }).dispatchEvent('click')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    // A browser lets the second one through, whatever a page says.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('textbox').fill(office.service.console.signInLink())
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('https://kept.example/entrance')
    await expect
      .poll(async () => (await office.call('GET', '/app-settings')).text())
      .toContain('https://kept.example/entrance')
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  })

  it('a page that there is not, that cannot be loaded, or that fails within says so and keeps the rest', async () => {
    await using visit = await office.page('popupz/12')
    const { page } = visit
    await page.getByText('There is no page at this address').waitFor()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await heading(page).getByText('Overview').waitFor()

    const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
    await page.route('**/console/assets/access-keys-page*.js', route => route.abort())
    await goTo('Access keys')
    await page.getByText('This page does not work').waitFor()
    await page.unroute('**/console/assets/access-keys-page*.js')
    await page.getByRole('button', { name: 'Load again' }).click()
    await heading(page).getByText('Access keys').waitFor()

    await page.route('**/console/api/overview', route => route.fulfill({ json: { counts: 'none' } }))
    await goTo('Overview')
    await heading(page).getByText('This page does not work').waitFor()
    await goTo('Access keys')
    await heading(page).getByText('Access keys').waitFor()
  })
})

describe('what was done', () => {
  /** A message as pages give it. */
  const say = (page: Page) =>
    page.evaluate(() => {
      const toasts = document.querySelector('console-shell')?.shadowRoot?.querySelector('console-toasts')
      const say: (text: string, undo: () => void) => void = Reflect.get(toasts ?? {}, 'say')
      say.call(toasts, 'The message was deleted', () => Reflect.set(window, 'undone', true))
    })

  it('is undone by Ctrl+Z outside of a text; it goes after ten seconds, but not while one points at it or has the focus in it', async () => {
    await using visit = await office.page('app-settings')
    const { page } = visit
    await entrance(page).waitFor()
    await say(page)
    const undone = () => page.evaluate(() => Reflect.get(window, 'undone') === true)
    await entrance(page).press('Control+z')
    expect(await undone()).toBe(false)
    expect(await axeFindings(page)).toEqual([])
    await heading(page).focus()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone').first().waitFor()
    expect(await undone()).toBe(true)

    // Stopped: a clock that is only installed goes on by itself.
    const beginning = Date.now()
    await page.clock.install({ time: beginning })
    await page.clock.pauseAt(beginning + 60_000)
    await say(page)
    const undo = page.getByRole('button', { name: 'Undo' })
    const isThereAfter = async (ms: number) => {
      await page.clock.runFor(ms)
      return undo.isVisible()
    }
    expect(await isThereAfter(9_900)).toBe(true)
    await undo.hover({ force: true })
    const isPointedAt = () => undo.evaluate(button => button.matches(':hover'))
    await expect.poll(isPointedAt).toBe(true)
    expect(await isThereAfter(60_000)).toBe(true)
    await undo.focus()
    await page.mouse.move(0, 0)
    await expect.poll(isPointedAt).toBe(false)
    expect(await isThereAfter(60_000)).toBe(true)
    await heading(page).focus()
    expect(await isThereAfter(10_100)).toBe(false)
  })

  it.each([
    ['popups', 'popup-list'],
    ['news', 'console-news-list'],
    ['media', 'console-media-page'],
  ])('is not called undone when the service refuses that: %s', async (path, list) => {
    await using visit = await office.page(path)
    const { page } = visit
    const name = 'unused.pdf'
    if (path === 'media') {
      await office.service.media.add(pdfFile(name), { name })
      await page.locator(list).getByText(name).first().waitFor()
    }
    const row = path === 'media' ? page.locator(`tr[data-id="${name}"]`) : page.locator(`${list} tbody tr`)
    // The newest is wanted by other tests.
    await row.last().getByRole('button', { name: 'Delete' }).click()
    const detail = 'a colleague has it open'
    await page.route('**/undo', route => route.fulfill({ status: 409, json: { title: 'Conflict', detail } }))
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Could not be undone.').getByText(detail).waitFor()
    expect(await page.getByText('Undone', { exact: true }).count()).toBe(0)
    expect(visit.complaints.filter(line => !line.includes('409'))).toEqual([])
  })
})

describe('signing out', () => {
  it.each([
    ['everywhere', 'Sign out everywhere'],
    ['of this browser', 'Sign out'],
  ])('that does not work is said, and nobody believes to be out: %s', async (_where, name) => {
    await using visit = await office.page('')
    const { page } = visit
    await page.route('**/sign-out*', route => route.fulfill({ status: 503, json: { title: 'Not now' } }))
    await page.getByRole('button', { name, exact: true }).click()
    await message(page, 'That did not work').waitFor()
    await page.getByRole('button', { name, exact: true }).waitFor()
    expect(visit.complaints.filter(line => !line.includes('503'))).toEqual([])
  })
})

describe('what is not as in real life', () => {
  it('is marked on every page, leads to where it ends, and the overview names it, with the websites and who asks', async () => {
    const { service, addresses } = office
    const homeLink = 'https://www.school.example/{language}/'
    service.console.websites = { academy: { homeLink, newsLink: `${homeLink}news/{newsId}` } }
    await using visit = await office.page('media')
    const { page } = visit
    await heading(page).getByText('Files').waitFor()
    const mark = page.locator('header').getByRole('link', { name: /fault|Clock/ })
    expect(await mark.count()).toBe(0)
    service.faults.add({ endpoint: 'news', when: 'until-cleared', fault: { kind: 'code', code: 'D20003' } })
    await expect.poll(() => mark.innerText()).toBe('1 fault is on')
    service.clock.set('2026-12-24T00:00:00Z')
    await expect.poll(() => mark.innerText()).toBe('1 fault is on; Clock moved')

    const agentAsks = () =>
      fetch(`${addresses.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=20260101000000`, {
        headers: { 'user-agent': 'schoolbell-sync-agent' },
      })
    await agentAsks()
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    const changed = page.locator('[data-changed]')
    await expect.poll(() => changed.count()).toBe(2)
    expect(await changed.first().textContent()).toContain('1 fault is on')
    expect(await changed.last().textContent()).toContain('24 December 2026')
    const card = (name: string) => page.getByRole('region', { name })
    await card('On the website now').getByRole('link', { name: 'Typhoon Signal No. 8' }).waitFor()
    const website = card('Websites and sync agent').getByRole('link', { name: 'View on website' })
    expect(await website.getAttribute('href')).toBe('https://www.school.example/en/')
    await card('Websites and sync agent').getByText('D20003').waitFor()
    await card('Last calls').getByText('200 D20003').waitFor()
    // As it comes.
    await fetch(`${addresses.serviceUrl}/api/v1/popupmsg/check?siteId=elsewhere`)
    await card('Last calls').getByText('D20004').waitFor()
    expect(await axeFindings(page)).toEqual([])

    const figure = page.getByRole('link', { name: /\d+ access keys?/ })
    const before = Number.parseInt(await figure.innerText(), 10)
    await office.call('POST', '/access-keys', { label: 'timetable' })
    await figure.getByText(`${before + 1}`).waitFor()

    service.faults.clear()
    await agentAsks()
    await card('Websites and sync agent').getByText('Working').waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await mark.click()
    await heading(page).getByText('Laboratory').waitFor()
    service.console.websites = {}
    service.faults.clear()
    service.clock.reset()
    await expect.poll(() => mark.count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })
})

describe('markup made of text', () => {
  it('loses what could run, whoever parses it, and no script comes of a text', async () => {
    await using visit = await office.page()
    const { page } = visit
    await heading(page).waitFor()
    const left = await page.evaluate(() => {
      const box = document.createElement('div')
      box.innerHTML =
        '<img src="x:" onerror="run()"><b>text</b><script>run()</script><a href="javascript:run()">a</a>'
      const script = document.createElement('script')
      const refused = (act: () => unknown) => {
        try {
          act()
          return false
        } catch {
          return true
        }
      }
      return {
        markup: box.innerHTML,
        refused: [
          () => Object.assign(script, { text: 'run()' }),
          () => Object.assign(script, { src: '/console/assets/x.js' }),
          () => setTimeout('run()' as unknown as () => void),
          () => Reflect.get(window, 'trustedTypes').createPolicy('other', {}),
        ].map(refused),
      }
    })
    expect(left.markup).toBe('<img><b>text</b><a>a</a>')
    expect(left.refused).toEqual([true, true, true, true])
  })
})

describe('another website in the same browser', () => {
  it('on another port of this machine, which is the same site to a cookie, reads nothing and signs nobody out', async () => {
    let stolen = ''
    const website = createServer(({ url, headers }, response) => {
      if (url === '/console/') stolen = headers.cookie ?? ''
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>another website</title>')
    }).listen(0, '127.0.0.1')
    await once(website, 'listening')
    await using visit = await office.page()
    const { page } = visit
    await heading(page).waitFor()
    await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`)
    const came = await page.evaluate(async base => {
      const outcome = (call: Promise<unknown>) => call.then(String, () => 'refused')
      const target = `${base}/console/api/sign-out-everywhere`
      const write = (options: RequestInit) =>
        outcome(
          fetch(target, { method: 'POST', credentials: 'include', ...options }).then(({ type }) => type),
        )
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'text/plain', action: target, target: 'answer' })
      const answer = document.createElement('iframe')
      answer.name = 'answer'
      document.body.append(form, answer)
      const answered = new Promise(resolve => {
        answer.onload = resolve
      })
      form.submit()
      await answered
      return [
        await write({ mode: 'no-cors' }),
        await write({ mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{}' }),
        await write({ headers: { 'content-type': 'application/json' }, body: '{}' }),
        await outcome(fetch(`${base}/console/api/overview`, { credentials: 'include' })),
      ]
    }, office.addresses.base)
    // What cannot be read at all, or is refused by the browser; that nothing came of it is said below.
    expect(came).toEqual(Array(4).fill('refused'))
    // Its own server is sent the console's cookie, as every port of this machine is.
    await page.evaluate(() => fetch('/console/'))
    expect(stolen).toContain(office.session.cookie)
    const program = await fetch(`${office.addresses.base}/console/api/overview`, {
      headers: { cookie: stolen },
    })
    expect(program.status).toBe(401)
    await visit.visit('')
    await heading(page).getByText('Overview').waitFor()
    website.close()
  })
})
