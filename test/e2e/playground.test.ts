/** The playground, as a web editor uses it: in a real browser, with the demo's service and the built widget behind it. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WORDS } from '../../demo/site/playground/strings.ts'
import { createContentClient } from '../../shared/client/index.ts'
import type { Language } from '../../shared/contract/site.ts'
import { run } from '../support/command.ts'
import { openDemoSite } from '../support/demo-site.ts'
import { serve } from '../support/serve.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const { demo, browser } = await openDemoSite()

const PATHS: Record<Language, string> = { 'en-US': '/en/playground', 'zh-HK': '/zh/playground' }
const PHONE = { viewport: { width: 390, height: 844 } }
const en = (name: keyof typeof WORDS) => WORDS[name]['en-US']

/** The page for one test, which fails where a careful visitor's browser would complain. */
async function openPlayground({
  lang = 'en-US',
  ...context
}: BrowserContextOptions & { lang?: Language } = {}): Promise<Page> {
  const { page, complaints, ...visit } = await openWatched(browser, { reducedMotion: 'reduce', ...context })
  onTestFinished(async () => {
    await visit[Symbol.asyncDispose]()
    // But where a test lets a picture be broken.
    expect(complaints.filter(line => !line.includes('elsewhere.invalid:1'))).toEqual([])
  })
  await page.goto(demo.siteUrl + PATHS[lang])
  await ready(page)
  return page
}

const ready = (page: Page) => page.locator('form[data-ready]').waitFor()
const dialog = (page: Page) => page.locator('school-popup').getByRole('dialog')
const title = (page: Page) => page.getByLabel(en('msgTitle'), { exact: true })
const isFocused = (field: Element) => field === document.activeElement
const body = (page: Page) => page.getByLabel(en('msgBody'))
const tag = (page: Page) => page.locator('#tag').innerText()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const said = (page: Page, name: keyof typeof WORDS) =>
  page
    .getByRole('status')
    .filter({ hasText: en(name) })
    .waitFor()
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
    const page = await openPlayground()
    await press(page, 'Event to confirm')
    expect(await title(page).inputValue()).toBe('Lantern evening on the steps')
    await title(page).fill('Lantern evening, one hour later')
    await body(page).fill('<p>Bring <strong>two</strong> lanterns.</p>')
    await page.getByLabel(en('displayDate')).fill('2026-12-04T18:30')
    await page.getByRole('radio', { name: 'No. 10', exact: true }).check({ force: true })
    await choose(page, 'Accept')
    await show(page)
    const shown = dialog(page)
    expect(await shown.getByRole('heading').first().innerText()).toBe('Lantern evening, one hour later')
    expect(await shown.locator('strong').innerText()).toBe('two')
    expect(await shown.getByText('December 4, 2026').isVisible()).toBe(true)
    expect(await shown.getByRole('img').getAttribute('src')).toContain('typhoon-10')
    await shown.getByRole('button', { name: 'Accept' }).click()
    await shown.waitFor({ state: 'hidden' })
    await show(page)
  })

  it('presses Enter in the title to see the message, and Escape to go on there; without a title is told so', async () => {
    const page = await openPlayground()
    await page.getByRole('button', { name: 'Plain news' }).press('Enter')
    await title(page).press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await title(page).evaluate(isFocused)).toBe(true)
    await title(page).fill('  ')
    await press(page, en('show'))
    await said(page, 'saidNoTitle')
    expect(await title(page).evaluate(isFocused)).toBe(true)
    expect(await dialog(page).isVisible()).toBe(false)
  })

  it('changes the theme, and the dialog changes its face', async () => {
    const page = await openPlayground()
    const faces: string[] = []
    for (const theme of ['noTheme', 'paper', 'signal', 'pebble'] as const) {
      await choose(page, en(theme))
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
    await choose(page, en('noTheme'))
    await show(page)
    expect(await drawn(page, 'dialog', 'font-family')).toBe(faces[0]?.replace(/,[^,]*$/, ''))
  })

  it('sees the message by night, and as the device has it again', async () => {
    const page = await openPlayground({ colorScheme: 'light' })
    const surface = async () => {
      await show(page)
      const colour = await drawn(page, 'dialog', 'background-color')
      await close(page)
      return colour
    }
    await choose(page, en('schemeDark'))
    const night = await surface()
    await choose(page, en('schemeSystem'))
    const day = await surface()
    expect(day).not.toBe(night)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await surface()).toBe(night)
  })

  it('tries several messages in a row, adds one and takes one away', async () => {
    const page = await openPlayground()
    await press(page, 'Several messages')
    expect(await page.locator('#messages label').count()).toBe(3)
    await press(page, en('add'))
    await title(page).fill('The fourth')
    await page.getByRole('radio', { name: /^2\./ }).check()
    await press(page, en('remove'))
    await show(page)
    expect(await dialog(page).getByText('1 of 3').isVisible()).toBe(true)
    await dialog(page).getByRole('button').last().click()
    await dialog(page).getByText('2 of 3').waitFor()
    await dialog(page).getByRole('button').last().click()
    await dialog(page).getByRole('heading', { name: 'The fourth' }).waitFor()
    await close(page)
  })

  it('loads what the service says at this moment, in both languages, and keeps the text when it does not answer', async () => {
    const page = await openPlayground()
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
    await press(page, en('fromService'))
    await said(page, 'saidService')
    demo.service.popups.withdraw(put)
    expect(await title(page).inputValue()).toBe('Newest of all')
    expect(await page.getByLabel(en('displayDate')).inputValue()).toBe('2099-01-01T00:00')
    expect(await page.getByRole('radio', { name: 'Black rain', exact: true }).isChecked()).toBe(true)
    await choose(page, '中文')
    expect(await title(page).inputValue()).toBe('最新一則')
    await page.route('**/popupmsg/check*', route => route.fulfill({ body: '<h1>It works</h1>' }))
    await press(page, en('fromService'))
    await said(page, 'saidNoService')
    expect(await title(page).inputValue()).toBe('最新一則')
  })

  it('loses nothing by a reload, and gets back what Reset or a preset has taken the place of', async () => {
    const page = await openPlayground()
    await title(page).fill('Typed by hand “here”')
    await choose(page, '中文')
    await body(page).fill('<p>親手輸入</p>')
    await choose(page, en('signal'))
    await page.getByLabel(en('refresh')).fill('60')
    const before = await tag(page)
    await page.reload()
    await ready(page)
    expect(await body(page).inputValue()).toBe('<p>親手輸入</p>')
    await choose(page, 'English')
    expect(await title(page).inputValue()).toBe('Typed by hand “here”')
    expect(await tag(page)).toBe(before)
    await press(page, en('reset'))
    expect(await title(page).inputValue()).toBe('Typhoon Signal No. 8: all classes suspended')
    expect(await tag(page)).not.toContain('signal')
    await press(page, en('undo'))
    expect(await title(page).inputValue()).toBe('Typed by hand “here”')
    expect(await tag(page)).toBe(before)
    await press(page, 'Plain news')
    expect(await title(page).inputValue()).toBe('Office hours in the holiday')
    await press(page, en('undo'))
    expect(await title(page).inputValue()).toBe('Typed by hand “here”')
    // What nobody has typed need not come back.
    await press(page, 'Plain news')
    await press(page, 'Black rain')
    expect(await page.getByRole('button', { name: en('undo') }).isVisible()).toBe(false)
  })
})

describe('what is copied', () => {
  it('shows the service’s messages on a page that has nothing else', async () => {
    const page = await openPlayground({ permissions: ['clipboard-read', 'clipboard-write'] })
    await choose(page, en('signal'))
    await page.getByLabel(en('tagLang')).selectOption('zh-HK')
    await page.getByLabel(en('remember')).selectOption('session')
    await press(page, en('copy'))
    await said(page, 'saidCopied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await tag(page))
    await page.getByLabel(en('remember')).selectOption('always')
    expect(await page.locator('#copied').innerText()).toBe('')

    await using school = await pageMadeOf(copied)
    await page.goto(school.origin)
    await dialog(page).waitFor()
    const client = createContentClient({ serviceUrl: demo.addresses.serviceUrl })
    const [newest] = (await client.popups({ siteId: 'academy', lang: 'zh-HK' })).messages
    expect(await dialog(page).getByRole('heading').first().innerText()).toBe(newest?.msgTitle)
    expect(await drawn(page, 'title', 'font-weight')).toBe('800')
  })

  it('is what `schoolbell widget tag` prints, and follows each choice', async () => {
    const page = await openPlayground()
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
    await choose(page, en('pebble'))
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
          src: 'https://cdn.school.example/popup/popup.js?site=pre-school',
          'data-service': 'https://information.school.example/a"b?c=1&d=<2>',
          'data-refresh': '30',
          'data-icon-base': '/pictures',
          'data-debug': '',
        },
      ],
    ])
  })

  it('can be copied by hand where the browser does not let a page write to the clipboard', async () => {
    const page = await openPlayground()
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await press(page, en('copy'))
    await said(page, 'saidSelected')
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe(await tag(page))
  })
})

it('hostile HTML typed into the body does nothing, and its harmless words are shown', async () => {
  const page = await openPlayground()
  const name = await page.title()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await press(page, 'Hostile HTML')
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
})

it.each([
  ['en-US', 'desktop, light', {}],
  ['zh-HK', 'phone, dark', { ...PHONE, colorScheme: 'dark' }],
] as const)(
  'has nothing that axe finds, nor a page wider than its window: %s, %s',
  async (lang, _name, options) => {
    const page = await openPlayground({ lang, ...options })
    expect(await page.locator('html').getAttribute('lang')).toBe(lang.replace('en-US', 'en-HK'))
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
  },
)

it('on a phone the button that shows the message is in reach from everywhere in the form', async () => {
  const page = await openPlayground(PHONE)
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
})

/** Another server's page with this markup; the files that it names are the demo's. */
const pageMadeOf = (markup: string) =>
  serve(async (request, reply) => {
    const path = request.url ?? '/'
    if (path === '/')
      return reply
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<!doctype html><html lang="en"><title>Harbour Lantern School</title><link rel="icon" href="data:,">${markup}<h1>Welcome</h1></html>`,
        )
    const file = await fetch(demo.siteUrl + path)
    return reply
      .writeHead(file.status, { 'content-type': file.headers.get('content-type') ?? '' })
      .end(Buffer.from(await file.arrayBuffer()))
  })
