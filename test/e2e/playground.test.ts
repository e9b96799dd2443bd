/** The playground, as a web editor uses it: in a real browser, with the demo's service and the built widget behind it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { WORDS } from '../../demo/site/playground/strings.ts'
import { createContentClient } from '../../shared/client/index.ts'
import type { Language } from '../../shared/contract/site.ts'
import { run } from '../support/command.ts'
import { openDemoSite } from '../support/demo-site.ts'
import { axeFindings, openWatched, type WatchedPage } from '../support/watched-page.ts'

const { demo, browser } = await openDemoSite()

const PATHS: Record<Language, string> = { 'en-US': '/en/playground', 'zh-HK': '/zh/playground' }
const PHONE = { viewport: { width: 390, height: 844 } }
const en = (name: keyof typeof WORDS) => WORDS[name]['en-US']

async function openPlayground(
  options: Parameters<typeof openWatched>[1] & { lang?: Language } = {},
): Promise<WatchedPage> {
  const { lang = 'en-US', ...context } = options
  const visit = await openWatched(browser, { reducedMotion: 'reduce', ...context })
  await visit.page.goto(demo.siteUrl + PATHS[lang])
  await ready(visit.page)
  return visit
}

const ready = (page: Page) => page.locator('form[data-ready]').waitFor()
const dialog = (page: Page) => page.locator('school-popup').getByRole('dialog')
const title = (page: Page) => page.getByLabel(en('msgTitle'), { exact: true })
const body = (page: Page) => page.getByLabel(en('msgBody'))
const tag = (page: Page) => page.locator('#tag').innerText()
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })

async function show(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Show the message|顯示訊息)$/ }).click()
  await dialog(page).waitFor()
}

async function close(page: Page): Promise<void> {
  while (await dialog(page).isVisible()) await dialog(page).getByRole('button').last().click()
}

/** How a part of the dialog is drawn. */
const drawn = (page: Page, part: string, property: string) =>
  dialog(page).evaluate(
    (element, [name, wanted]) => {
      const node = element.matches(`[part~=${name}]`) ? element : element.querySelector(`[part~=${name}]`)
      return node ? getComputedStyle(node).getPropertyValue(wanted ?? '') : ''
    },
    [part, property],
  )

describe('a web editor', () => {
  it('takes a preset, edits it, and sees it as a visitor would', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await page.getByRole('button', { name: 'Event to confirm' }).click()
    expect(await title(page).inputValue()).toBe('Lantern evening on the steps')
    await title(page).fill('Lantern evening, one hour later')
    await body(page).fill('<p>Bring <strong>two</strong> lanterns.</p>')
    await page.getByLabel(en('displayDate')).fill('2026-12-04T18:30')
    await page.getByRole('radio', { name: 'No. 10', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'Accept' }).check({ force: true })
    await show(page)
    const shown = dialog(page)
    expect(await shown.getByRole('heading').first().innerText()).toBe('Lantern evening, one hour later')
    expect(await shown.locator('strong').innerText()).toBe('two')
    expect(await shown.getByText('December 4, 2026').isVisible()).toBe(true)
    expect(await shown.getByRole('img').getAttribute('src')).toContain('typhoon-10')
    await shown.getByRole('button', { name: 'Accept' }).click()
    await shown.waitFor({ state: 'hidden' })
    await show(page)
    expect(visit.complaints).toEqual([])
  })

  it('presses Enter in the title to see the message, and Escape to go on where the cursor was', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await page.getByRole('button', { name: 'Plain news' }).press('Enter')
    await title(page).press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await title(page).evaluate(field => field === document.activeElement)).toBe(true)
  })

  it('is told that a message needs a title, and stands in the field that lacks it', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await title(page).fill('  ')
    await page.getByRole('button', { name: en('show') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: en('saidNoTitle') })
      .waitFor()
    expect(await title(page).evaluate(field => field === document.activeElement)).toBe(true)
    expect(await dialog(page).isVisible()).toBe(false)
  })

  it('changes the language, and finds the other text of the same message', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await title(page).fill('Closed today')
    await choose(page, '中文')
    expect(await title(page).inputValue()).toBe('八號烈風或暴風信號生效：全校停課')
    await show(page)
    expect(await dialog(page).getByRole('button').last().innerText()).toBe('接受')
    expect(await dialog(page).getByText('惡劣天氣', { exact: true }).isVisible()).toBe(true)
    await close(page)
    await choose(page, 'English')
    expect(await title(page).inputValue()).toBe('Closed today')
    expect(visit.complaints).toEqual([])
  })

  it('changes the theme, and the dialog changes its face', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    const faces: string[] = []
    for (const theme of ['noTheme', 'paper', 'signal', 'pebble'] as const) {
      await page.getByRole('radio', { name: en(theme) }).check({ force: true })
      // The one before stays until the next has come.
      await page.waitForFunction(
        wanted =>
          [...document.styleSheets]
            .flatMap(({ href }) => /themes\/(\w+)\.css$/.exec(href ?? '')?.[1] ?? [])
            .join() === wanted,
        theme === 'noTheme' ? '' : theme,
      )
      await show(page)
      faces.push(
        [await drawn(page, 'dialog', 'font-family'), await drawn(page, 'title', 'font-weight')].join(),
      )
      await close(page)
    }
    expect(new Set(faces).size).toBe(4)
    await page.getByRole('radio', { name: en('noTheme') }).check({ force: true })
    await show(page)
    expect(await drawn(page, 'dialog', 'font-family')).toBe(faces[0]?.replace(/,[^,]*$/, ''))
    expect(visit.complaints).toEqual([])
  })

  it('sees the message by night, and as the device has it again', async () => {
    await using visit = await openPlayground({ colorScheme: 'light' })
    const { page } = visit
    const surface = async () => {
      await show(page)
      const colour = await drawn(page, 'dialog', 'background-color')
      await close(page)
      return colour
    }
    await page.getByRole('radio', { name: en('paper') }).check({ force: true })
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ href }) => href?.endsWith('paper.css')),
    )
    expect(await surface()).toBe('rgb(253, 249, 240)')
    await choose(page, en('schemeDark'))
    expect(await surface()).toBe('rgb(34, 28, 23)')
    await page.getByRole('radio', { name: en('noTheme') }).check({ force: true })
    const night = await surface()
    await choose(page, en('schemeSystem'))
    const day = await surface()
    expect(day).not.toBe(night)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await surface()).toBe(night)
  })

  it('tries several messages in a row, adds one and takes one away', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await page.getByRole('button', { name: 'Several messages' }).click()
    expect(await page.locator('#messages label').count()).toBe(3)
    await page.getByRole('button', { name: en('add') }).click()
    await title(page).fill('The fourth')
    await page.getByRole('radio', { name: /^2\./ }).check()
    await page.getByRole('button', { name: en('remove') }).click()
    await show(page)
    expect(await dialog(page).getByText('1 of 3').isVisible()).toBe(true)
    await dialog(page).getByRole('button').last().click()
    await dialog(page).getByText('2 of 3').waitFor()
    await dialog(page).getByRole('button').last().click()
    await dialog(page).getByRole('heading', { name: 'The fourth' }).waitFor()
    await close(page)
    expect(visit.complaints).toEqual([])
  })

  it('loads what the service says at this moment, in both languages', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    const put = demo.service.popups.put({
      sites: ['academy'],
      displayDate: '20990101000000',
      onWebsite: true,
      iconId: '2',
      texts: {
        'en-US': { msgTitle: 'Newest of all', msgBody: '<p>Rain.</p>' },
        'zh-HK': { msgTitle: '最新一則', msgBody: '<p>雨。</p>' },
      },
    })
    await page.getByRole('button', { name: en('fromService') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: en('saidService') })
      .waitFor()
    demo.service.popups.withdraw(put)
    expect(await title(page).inputValue()).toBe('Newest of all')
    expect(await page.getByLabel(en('displayDate')).inputValue()).toBe('2099-01-01T00:00')
    expect(await page.getByRole('radio', { name: 'Black rain', exact: true }).isChecked()).toBe(true)
    await choose(page, '中文')
    expect(await title(page).inputValue()).toBe('最新一則')
    expect(visit.complaints).toEqual([])
  })

  it('keeps the text when the service does not answer', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await title(page).fill('Mine')
    await page.route('**/popupmsg/check*', route => route.fulfill({ body: '<h1>It works</h1>' }))
    await page.getByRole('button', { name: en('fromService') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: en('saidNoService') })
      .waitFor()
    expect(await title(page).inputValue()).toBe('Mine')
  })

  it('loses nothing by a reload, and starts anew with Reset, which can be undone', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await title(page).fill('Typed by hand “here”')
    await choose(page, '中文')
    await body(page).fill('<p>親手輸入</p>')
    await page.getByRole('radio', { name: en('signal') }).check({ force: true })
    await page.getByLabel(en('refresh')).fill('60')
    const before = await tag(page)
    await page.reload()
    await ready(page)
    expect(await body(page).inputValue()).toBe('<p>親手輸入</p>')
    await choose(page, 'English')
    expect(await title(page).inputValue()).toBe('Typed by hand “here”')
    expect(await tag(page)).toBe(before)
    await page.getByRole('button', { name: en('reset') }).click()
    expect(await title(page).inputValue()).toBe('Typhoon Signal No. 8: all classes suspended')
    expect(await tag(page)).not.toContain('signal')
    await page.getByRole('button', { name: en('undo') }).click()
    expect(await title(page).inputValue()).toBe('Typed by hand “here”')
    expect(await tag(page)).toBe(before)
  })

  it('gets typed text back that a preset has taken the place of', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    const undo = page.getByRole('button', { name: en('undo') })
    await page.getByRole('button', { name: 'Black rain' }).click()
    expect(await undo.isVisible()).toBe(false)
    await title(page).fill('An hour’s work')
    await page.getByRole('button', { name: 'Plain news' }).click()
    expect(await title(page).inputValue()).toBe('Office hours in the holiday')
    await undo.click()
    expect(await title(page).inputValue()).toBe('An hour’s work')
  })
})

describe('what is copied', () => {
  it('shows the service’s messages on a page that has nothing else', async () => {
    await using visit = await openPlayground({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visit
    await page.getByRole('radio', { name: en('signal') }).check({ force: true })
    await page.getByLabel(en('tagLang')).selectOption('zh-HK')
    await page.getByLabel(en('remember')).selectOption('session')
    await page.getByRole('button', { name: en('copy') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: en('saidCopied') })
      .waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await tag(page))
    await page.getByLabel(en('remember')).selectOption('always')
    expect(await page.locator('#copied').innerText()).toBe('')

    await using school = await pageMadeOf(copied)
    await page.goto(school.url)
    await dialog(page).waitFor()
    const client = createContentClient({ serviceUrl: demo.addresses.serviceUrl })
    const [newest] = (await client.popups({ siteId: 'academy', lang: 'zh-HK' })).messages
    expect(await dialog(page).getByRole('heading').first().innerText()).toBe(newest?.msgTitle)
    expect(await drawn(page, 'title', 'font-weight')).toBe('800')
    expect(visit.complaints).toEqual([])
  })

  it('is what `schoolbell widget tag` prints, and follows each choice', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    const service = demo.addresses.serviceUrl
    const printed = async (...options: string[]) =>
      (await run(['widget', 'tag', '--service-url', service, '--site', 'academy', ...options])).output.trim()
    expect(await tag(page)).toBe(await printed())
    await page.getByLabel(en('tagLang')).selectOption('zh-HK')
    expect(await tag(page)).toBe(await printed('--lang', 'zh-HK'))
    await page.getByLabel(en('tagLang')).selectOption('')
    await page.getByLabel(en('service')).fill('https://information.school.example/a"b?c=1&d=<2>')
    await page.getByLabel(en('siteId')).selectOption('pre-school')
    await page.getByLabel(en('folder')).fill('https://cdn.school.example/popup')
    await page.getByLabel(en('iconBase')).fill('/pictures')
    await page.getByLabel(en('refresh')).fill('9')
    expect(await page.getByLabel(en('refresh')).getAttribute('aria-invalid')).toBe('true')
    expect(await tag(page)).not.toContain('data-refresh')
    await page.getByLabel(en('refresh')).fill('30')
    await page.getByLabel(en('debug')).check()
    await page.getByRole('radio', { name: en('pebble') }).check({ force: true })
    const made = await tag(page)
    // Read as a page reads it, but in a template, where nothing is loaded.
    const reader = await page.context().newPage()
    await reader.setContent(`<template>${made}</template>`)
    const read = await reader.evaluate(() =>
      [...(document.querySelector('template')?.content.children ?? [])].map(element => [
        element.localName,
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      ]),
    )
    expect(read).toEqual([
      ['link', { rel: 'stylesheet', href: 'https://cdn.school.example/popup/themes/pebble.css' }],
      [
        'script',
        {
          async: '',
          fetchpriority: 'high',
          src: 'https://cdn.school.example/popup/popup.js',
          'data-service': 'https://information.school.example/a"b?c=1&d=<2>',
          'data-site-id': 'pre-school',
          'data-refresh': '30',
          'data-icon-base': '/pictures',
          'data-debug': '',
        },
      ],
    ])
    expect(visit.complaints).toEqual([])
  })

  it('can be copied by hand where the browser does not let a page write to the clipboard', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: en('copy') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: en('saidSelected') })
      .waitFor()
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe(await tag(page))
  })
})

describe('hostile HTML', () => {
  it('typed into the body does nothing, and its harmless words are shown', async () => {
    await using visit = await openPlayground()
    const { page } = visit
    const name = await page.title()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.getByRole('button', { name: 'Hostile HTML' }).click()
    const preset = await body(page).inputValue()
    expect(preset).toContain('<script>')
    await body(page).fill(
      `${preset}<img src="https://elsewhere.invalid:1/" onerror="document.title='taken over'"><math><a xlink:href="javascript:alert(1)">m</a></math>`,
    )
    await page.route('https://elsewhere.invalid:1/**', route => route.fulfill({ status: 200, body: '' }))
    await show(page)
    expect(await dialog(page).getByText('This is all that is left of it.').isVisible()).toBe(true)
    const left = await dialog(page)
      .locator('[part~=body]')
      .evaluate(part =>
        [...part.querySelectorAll('*')]
          .filter(
            element =>
              /^(script|style|svg|math|iframe|form|input)$/.test(element.localName) ||
              [...element.attributes].some(({ name, value }) => /^on|javascript:/.test(`${name}${value}`)),
          )
          .map(element => element.outerHTML),
      )
    expect(left).toEqual([])
    expect(await page.title()).toBe(name)
    expect(asked.filter(url => url.includes('elsewhere.invalid/'))).toEqual([])
    await close(page)
    await page.reload()
    await ready(page)
    expect(await page.title()).toBe(name)
    expect(visit.complaints.filter(line => !line.includes('elsewhere.invalid:1'))).toEqual([])
  })
})

it.each([
  ['en-US', 'desktop, light', {}],
  ['zh-HK', 'phone, dark', { ...PHONE, colorScheme: 'dark' }],
] as const)(
  'has nothing that axe finds, nor a page wider than its window: %s, %s',
  async (lang, _name, options) => {
    await using visit = await openPlayground({ lang, ...options })
    const { page } = visit
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    expect(await axeFindings(page)).toEqual([])
    await page.locator('[data-preset=several]').click()
    await page.locator('#add').click()
    await page.locator('[data-preset=long]').click()
    expect(await axeFindings(page)).toEqual([])
    await show(page)
    expect(await axeFindings(page)).toEqual([])
    const { wide, window } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      window: innerWidth,
    }))
    expect(wide).toBeLessThanOrEqual(window)
    expect(visit.complaints).toEqual([])
  },
)

describe('on a phone', () => {
  it('the button that shows the message is in reach from everywhere in the form', async () => {
    await using visit = await openPlayground(PHONE)
    const { page } = visit
    for (const field of [
      page.getByRole('button', { name: 'Plain news' }),
      title(page),
      page.getByLabel(en('siteId')),
    ]) {
      await field.scrollIntoViewIfNeeded()
      const box = await page.getByRole('button', { name: en('show') }).boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await show(page)
    expect(visit.complaints).toEqual([])
  })
})

async function pageMadeOf(markup: string): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(async (request, reply) => {
    const path = request.url ?? '/'
    if (path === '/')
      return reply
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<!doctype html><html lang="en"><title>Harbour Lantern School</title><link rel="icon" href="data:,">${markup}<h1>Welcome</h1></html>`,
        )
    const file = await fetch(demo.siteUrl + path)
    reply
      .writeHead(file.status, { 'content-type': file.headers.get('content-type') ?? '' })
      .end(Buffer.from(await file.arrayBuffer()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
