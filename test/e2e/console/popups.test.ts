/** The console's page for popup messages, walked as the school office would. */
import type { Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEMPLATES } from '../../../console/ui/pages/popups/templates.ts'
import { STRINGS as EDITING } from '../../../console/ui/parts/editing/strings.ts'
import type { StoredPopup } from '../../../service/office/popups.ts'
import { createContentClient } from '../../../shared/client/index.ts'
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import { type Console, type ConsolePage, startConsole, undo } from '../../support/console.ts'
import { HOSTILE_BODIES } from '../../support/corpus/hostile/index.ts'
import { pdfFile, photograph } from '../../support/media-files.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { writeSeed } from '../../support/small-school.ts'
import { axeFindings } from '../../support/watched-page.ts'
import { serveWidgetPage, type WidgetPage } from '../../support/widget-page.ts'

let place: Scratch
let school: Console
let website: WidgetPage
beforeAll(async () => {
  place = scratch()
  website = await serveWidgetPage()
  school = await startConsole({ seed: writeSeed(place.folder), mediaLimits: { freeBytes: 0 } })
})
afterAll(async () => {
  await school?.close()
  await website?.close()
  place?.[Symbol.dispose]()
})

const answered = async (siteId: SiteId, lang: Language) =>
  (await createContentClient({ serviceUrl: school.addresses.serviceUrl }).popups({ siteId, lang })).messages

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

function stored(title: string): StoredPopup {
  const found = school.service.popups.list().find(({ texts }) => texts['en-US'].msgTitle === title)
  if (!found) throw new Error(`no message called ${title}`)
  return found
}

/** A message made without the console. */
function put(msgTitle: string, msgBody = '<p>Text.</p>', more: Partial<StoredPopup> = {}): number {
  return school.service.popups.put({
    sites: ['academy'],
    displayDate: '20261120100000',
    onWebsite: true,
    texts: { 'en-US': { msgTitle, msgBody }, 'zh-HK': { msgTitle: '中文標題', msgBody: '<p>內容。</p>' } },
    ...more,
  })
}

/** What the console says, in passing. */
const told = (page: Page, text: string) =>
  page.locator('console-toasts p').filter({ hasText: text }).first().waitFor()

/** A dialog's closing is told with the next frame, which may come after it was opened again, for another question. */
const staysAfterClose = (dialog: Locator) =>
  dialog.evaluate((element: HTMLDialogElement) => {
    element.dispatchEvent(new Event('close'))
    return element.open
  })

const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** A message made without the console, in its editor, and gone when the test is over. */
async function edit(msgTitle: string, msgBody?: string, more?: Partial<StoredPopup>) {
  const popupId = put(msgTitle, msgBody, more)
  const visit = await school.page(`popups/${popupId}`)
  await openEditor(visit.page)
  return {
    ...visit,
    popupId,
    message: () => school.service.popups.get(popupId),
    english: () => school.service.popups.get(popupId)?.texts['en-US'],
    async [Symbol.asyncDispose]() {
      await visit[Symbol.asyncDispose]()
      school.service.popups.remove(popupId)
    },
  }
}

/** The editor of a message, once its text can be written. */
async function openEditor(page: Page): Promise<void> {
  await page.locator('popup-editor [contenteditable]').first().waitFor({ state: 'attached' })
}

/** The message waits until something of its frame can be seen, as everywhere. Then the page is at its top again. */
async function previewFrame(page: Page): Promise<Frame> {
  const preview = page.locator('console-preview iframe')
  const frame = await (await preview.elementHandle())?.contentFrame()
  if (!frame) throw new Error('no frame')
  await preview.scrollIntoViewIfNeeded()
  await frame.getByRole('dialog').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  return frame
}

describe('a message of the school office', () => {
  // Promise: office/undo
  it('is composed, seen on the website, changed, taken off, deleted, and each of it undone', async () => {
    await using visit = await school.page('popups')
    const { page } = visit
    await page.getByRole('link', { name: 'New message' }).first().click()
    await openEditor(page)
    // What is missing is asked for before anything is sent.
    await field(page, 'Academy').uncheck()
    await field(page, 'Pre-school').uncheck()
    const before = school.service.popups.list()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a title in one of the languages.').first().waitFor()
    await page.getByText('Choose at least one website.').first().waitFor()
    expect(school.service.popups.list()).toEqual(before)

    await field(page, 'Academy').check()
    await field(page, 'Title (English)').fill('Regatta moved')
    await field(page, 'Message (English)').click()
    await page.keyboard.type('The regatta is on ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Sunday')
    await field(page, 'Title (Chinese)').fill('划艇賽改期')
    // By a Chinese input method: letter by letter until it is chosen.
    await field(page, 'Message (Chinese)').click()
    const keyboard = await page.context().newCDPSession(page)
    for (const text of ['ting', 'ting k', '停課']) {
      const [selectionStart, selectionEnd] = [text.length, text.length]
      await keyboard.send('Input.imeSetComposition', { text, selectionStart, selectionEnd })
    }
    await keyboard.send('Input.insertText', { text: '停課一天' })
    await page.getByRole('radio', { name: 'Event' }).check()
    await page.getByRole('radio', { name: '“Accept” must be pressed' }).check()
    await page.getByRole('switch', { name: 'Send popup message to website' }).check()
    await page.keyboard.press('Control+s')
    // Whoever types on while it is saved loses nothing of it.
    await field(page, 'Title (Chinese)').pressSequentially('!')
    await told(page, 'Saved. It is now shown on: Academy.')
    const { popupId } = stored('Regatta moved')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/console/popups/${popupId}`)

    expect(await answered('academy', 'en-US')).toContainEqual({
      msgTitle: 'Regatta moved',
      msgBody: '<p>The regatta is on <strong>Sunday</strong></p>',
      displayDate: expect.stringMatching(/^\d{12}00$/),
      iconId: '10',
      needConfirm: 'Accept',
    })
    expect(await answered('academy', 'zh-HK')).toContainEqual(
      expect.objectContaining({ msgTitle: '划艇賽改期', msgBody: '<p>停課一天</p>' }),
    )
    const elsewhere = await answered('pre-school', 'en-US')
    expect(elsewhere.map(({ msgTitle }) => msgTitle)).not.toContain('Regatta moved')
    await seenOnTheWebsite(page, 'Regatta moved')

    expect(await field(page, 'Title (Chinese)').inputValue()).toBe('!划艇賽改期')
    await field(page, 'Title (English)').fill('Regatta at noon')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await answered('academy', 'en-US')).map(({ msgTitle }) => msgTitle))
      .toContain('Regatta at noon')
    // Saved, and nothing typed beyond that.
    await page.getByText(EDITING.isChanged['en-US'], { exact: true }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Popup messages' }).last().click()
    const row = rowOf(page, 'Regatta at noon')
    await row.getByRole('switch').click()
    await told(page, 'is no longer on the website')
    expect(stored('Regatta at noon').onWebsite).toBe(false)
    // The switch that was pressed has the focus: it is no text that has an undo of its own.
    await page.keyboard.press('Control+z')
    await expect.poll(() => stored('Regatta at noon').onWebsite).toBe(true)
    await row.getByRole('button', { name: 'Delete' }).click()
    await told(page, 'was deleted')
    await expect.poll(() => row.count()).toBe(0)
    expect(school.service.popups.get(popupId)?.deleted).toBe(true)
    await undo(page, 'was deleted')
    await row.waitFor()
    expect(school.service.popups.get(popupId)?.deleted).toBe(false)
    expect(visit.complaints).toEqual([])
    school.service.popups.remove(popupId)
  })

  // Promise: office/accessible
  it('is reached by everybody: no finding of axe in list and editor, in Chinese, on a desk and a phone', async () => {
    const popupId = put('Reached by everybody')
    await using visit = await school.page('popups', { lang: 'zh-HK' })
    const { page } = visit
    await page.locator('popup-list tbody tr').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await rowOf(page, '中文標題').getByRole('link').first().click()
    await openEditor(page)
    await previewFrame(page)
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('tab').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('tab').first().press('ArrowRight')
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toMatch('英文')
    expect(visit.complaints).toEqual([])
    school.service.popups.remove(popupId)
  })

  /** By the script tag that a school pastes, in a browser that knows nothing of the console. */
  async function seenOnTheWebsite(console: Page, title: string): Promise<void> {
    const page = await console.context().browser()?.newPage({ locale: 'en-US' })
    if (!page) throw new Error('no browser')
    const body = `<script async src="/widget/popup.js" data-service="${school.addresses.serviceUrl}" data-site-id="academy"></script>`
    await page.goto(website.page({ policy: '', body }))
    // Others come before it. Each is closed once: a second press would close the one behind it.
    for (const { msgTitle } of await answered('academy', 'en-US')) {
      await page.locator('school-popup [part=title]').getByText(msgTitle, { exact: true }).waitFor()
      if (msgTitle === title) break
      await page.getByRole('dialog').getByRole('button').last().click()
    }
    await page.close()
  }
})

describe('two people at one message', () => {
  // Promise: office/conflict
  it('see each other’s work, and neither overwrites the other without knowing', async () => {
    await using visit = await edit('Choir')
    const { page, popupId } = visit
    const title = field(page, 'Title (English)')

    // Nothing of ours would be lost: theirs is shown.
    await school.call('POST', `/popups/${popupId}/website`, { onWebsite: false })
    await page.getByText('Not on any website').waitFor()

    await title.fill('Choir: mine')
    const current = await (await school.call('GET', `/popups/${popupId}`)).json()
    const text = { msgTitle: 'Choir: theirs', msgBody: '<p>Text.</p>' }
    await school.call('PUT', `/popups/${popupId}`, { ...current, texts: { ...current.texts, 'en-US': text } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody else saved this message while you were writing.').waitFor()
    expect(await page.getByRole('cell').allTextContents()).toEqual(['Choir: mine', 'Choir: theirs'])
    expect(await axeFindings(page)).toEqual([])
    expect(stored('Choir: theirs').popupId).toBe(popupId)

    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => title.inputValue()).toBe('Choir: theirs')
    await undo(page, EDITING.tookTheirs['en-US'])
    await expect.poll(() => title.inputValue()).toBe('Choir: mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => visit.english()?.msgTitle).toBe('Choir: mine')
    // What is saved while another save is on its way is not sent.
    await told(page, 'Saved.')

    await title.fill('Choir: kept')
    await school.call('DELETE', `/popups/${popupId}`)
    await page.keyboard.press('Control+s')
    await page.getByText('Somebody else deleted this message while you were writing.').waitFor()
    await page.getByRole('button', { name: 'Save mine as a new message' }).click()
    await expect.poll(() => stored('Choir: kept').popupId).not.toBe(popupId)
    expect(visit.complaints.filter(line => !/409/.test(line))).toEqual([])
    school.service.popups.remove(stored('Choir: kept').popupId)
  })
})

describe('the list', () => {
  it('keeps a row where somebody points, says what is so, not what was wanted, and links to the website that shows it', async () => {
    const [first, second] = [put('Pointed at'), put('Planned for later', '', { startsAt: '29990101000000' })]
    const link = (page: Page | Locator) => page.getByRole('link', { name: 'View on website' })
    await using visit = await school.page('popups')
    const { page } = visit
    const row = await rowOf(page, 'Pointed at').elementHandle()
    const third = put('Newer', '', { displayDate: '20291231235900' })
    await school.call('POST', `/popups/${third}/website`, { onWebsite: false })
    await rowOf(page, 'Newer').waitFor()
    expect(await row?.textContent()).toContain('Pointed at')

    await page.route('**/website', route => route.fulfill({ status: 503, json: { title: 'Not now' } }))
    await rowOf(page, 'Pointed at').getByRole('switch').click()
    await told(page, 'That did not work')
    await expect.poll(() => rowOf(page, 'Pointed at').getByRole('switch').isChecked()).toBe(true)
    expect(await link(page).count()).toBe(0)

    expect(() => {
      school.service.console.websites = { academy: { homeLink: 'javascript:1', newsLink: '' } }
    }).toThrow('academy')
    const homeLink = 'https://academy.example/{language}/'
    school.service.console.websites = { academy: { homeLink, newsLink: `${homeLink}news/{newsId}` } }
    await page.reload()
    const shown = 'https://academy.example/en/'
    await expect.poll(() => link(rowOf(page, 'Pointed at')).getAttribute('href')).toBe(shown)
    expect(await link(rowOf(page, 'Planned for later')).count()).toBe(0)
    await rowOf(page, 'Pointed at').getByRole('link', { name: 'Pointed at', exact: true }).click()
    await expect.poll(() => link(page).getAttribute('href')).toBe(shown)
    await visit.visit('news')
    const news = (id: string) => link(page).and(page.locator(`[data-id="${id}"] a`))
    await expect.poll(() => news('N-3').getAttribute('href')).toBe(`${shown}news/N-3`)
    // Only on the website that is not known.
    expect(await news('N-5').count()).toBe(0)
    expect(visit.complaints.filter(line => !line.includes('503'))).toEqual([])
    school.service.console.websites = {}
    for (const id of [first, second, third]) school.service.popups.remove(id)
  })
})

describe('what is being typed', () => {
  // Promise: office/draft
  it('is there again after a reload, and gone when it is discarded', async () => {
    await using visit = await edit('Kept')
    const { page } = visit
    await field(page, 'Message (English)').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' And more')
    await page.reload()
    await page.getByText('Restored what you were typing.').waitFor()
    await expect.poll(() => field(page, 'Message (English)').textContent()).toContain('And more')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await openEditor(page)
    await expect.poll(() => field(page, 'Message (English)').textContent()).toBe('Text.')
    expect(await page.getByText('Restored what you were typing.').count()).toBe(0)
    await field(page, 'Title (English)').fill('Thrown away')
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await field(page, 'Title (English)').fill('Saved by oneself')
    await page.keyboard.press('Control+s')
    await told(page, 'Saved. It is now shown on: Academy.')
    // What was thrown away before comes back as one's own work, not as that of somebody else.
    await undo(page, 'What you had typed was discarded.')
    await expect.poll(() => field(page, 'Title (English)').inputValue()).toBe('Thrown away')
    await page.keyboard.press('Control+s')
    await expect.poll(() => visit.english()?.msgTitle).toBe('Thrown away')

    await visit.visit('popups/new')
    await openEditor(page)
    await field(page, 'Title (English)').fill('Not saved yet')
    const toList = page.getByRole('link', { name: 'Popup messages' }).first()
    await toList.click()
    // Enter at once stays.
    const stay = leaving(page).locator('wa-button', { hasText: 'Stay' })
    await expect.poll(() => stay.evaluate(button => button.matches(':focus'))).toBe(true)
    await leaving(page).getByRole('button', { name: 'Leave' }).click()
    await page.getByText('Not saved yet: “Not saved yet”').waitFor()
    await page.getByRole('link', { name: 'Go on' }).click()
    await openEditor(page)
    await expect.poll(() => field(page, 'Title (English)').inputValue()).toBe('Not saved yet')
    expect(visit.complaints).toEqual([])

    // Another tab has a draft of its own.
    const other = await visit.context.newPage()
    await other.goto(page.url())
    await openEditor(other)
    expect(await field(other, 'Title (English)').inputValue()).toBe('')
    await field(other, 'Title (English)').fill('Of the other tab')
    await page.reload()
    await openEditor(page)
    await expect.poll(() => field(page, 'Title (English)').inputValue()).toBe('Not saved yet')
    await page.getByRole('button', { name: 'Discard' }).click()
    await other.reload()
    await openEditor(other)
    await expect.poll(() => field(other, 'Title (English)').inputValue()).toBe('Of the other tab')
  })

  it('is asked about when it is left, a switch alone as well, and marked in the list', async () => {
    const popupId = put('Left', '<p>Text.</p>', { onWebsite: false })
    await using visit = await school.page('popups')
    const { page } = visit
    await rowOf(page, 'Left').getByRole('link', { name: 'Left', exact: true }).click()
    await openEditor(page)
    const toList = page.getByRole('link', { name: 'Popup messages' }).last()
    const save = page.locator('console-save-bar wa-button')
    expect(await save.textContent()).toBe('Save')
    await page.getByRole('switch').check()
    await expect.poll(() => save.textContent()).toBe('Save and send')

    await toList.click()
    await leaving(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await leaving(page).waitFor({ state: 'hidden' })
    expect(page.url()).toMatch(new RegExp(`/popups/${popupId}$`))
    await page.goBack()
    await leaving(page).getByRole('button', { name: 'Stay' }).click()
    await expect.poll(() => page.url()).toMatch(new RegExp(`/popups/${popupId}$`))
    expect(await page.getByRole('switch').isChecked()).toBe(true)
    await page.goBack()
    await leaving(page).getByRole('button', { name: 'Leave' }).click()
    await rowOf(page, 'Left').getByText(EDITING.isChanged['en-US']).waitFor()
    expect(stored('Left').onWebsite).toBe(false)

    await page.goForward()
    await openEditor(page)
    await save.getByText('Save and send').click()
    await told(page, 'Saved. It is now shown on: Academy.')
    await expect.poll(() => save.textContent()).toBe('Save')
    await page.getByRole('switch').uncheck()
    await save.getByText('Save and take down').click()
    await told(page, '“Left” is no longer on the website.')
    expect(stored('Left').onWebsite).toBe(false)
    await undo(page, '“Left” is no longer on the website.')
    await expect.poll(() => stored('Left').onWebsite).toBe(true)
    // Nothing is left to ask for.
    await toList.click()
    await rowOf(page, 'Left').waitFor()
    expect(await page.getByText(EDITING.isChanged['en-US']).count()).toBe(0)

    // The browser asks in its own words before a tab is closed.
    await rowOf(page, 'Left').getByRole('link', { name: 'Left', exact: true }).click()
    await openEditor(page)
    await field(page, 'Pre-school').check()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    expect(visit.complaints).toEqual([])
    school.service.popups.remove(popupId)
  })
})

describe('severe weather', () => {
  it('is answered from a template, and one template takes the place of another one until that is undone', async () => {
    await using visit = await school.page('popups/new')
    const { page } = visit
    await openEditor(page)
    expect(await axeFindings(page)).toEqual([])
    const title = TEMPLATES[2]?.texts['en-US'].msgTitle ?? ''
    await page.getByRole('button', { name: 'No. 8 southwest' }).click()
    await expect.poll(() => field(page, 'Title (English)').inputValue()).toBe(title)
    await page.getByRole('button', { name: 'Classes resume' }).click()
    await expect
      .poll(() => field(page, 'Title (English)').inputValue())
      .toBe('Severe weather is over: when classes resume')
    await undo(page, 'The template replaced your text.')
    await expect.poll(() => field(page, 'Title (English)').inputValue()).toBe(title)
    await page.getByRole('switch').check()
    await page.keyboard.press('Control+s')
    await told(page, 'Saved. It is now shown on: Academy, Pre-school.')
    const signal = stored(title)
    expect(signal).toMatchObject({ iconId: '6', needConfirm: 'Accept' })
    expect(signal.texts['zh-HK'].msgBody).toContain('全校停課')
    const titles = async () => (await answered('pre-school', 'en-US')).map(({ msgTitle }) => msgTitle)
    await expect.poll(titles).toContain(title)

    await visit.visit(`popups/new/${signal.popupId}`)
    await openEditor(page)
    expect(await page.getByRole('button', { name: 'No. 8 southwest' }).count()).toBe(0)
    expect(visit.complaints).toEqual([])
    school.service.popups.remove(signal.popupId)
  })
})

describe('the time of a message on the website', () => {
  it('is entered by keyboard in the school’s time, refused when it ends first, and marked in the list; a copy is of now and not sent', async () => {
    const { clock } = school.service
    clock.freeze()
    clock.set('2031-07-01T00:30:00Z')
    const looks = { iconId: '5', needConfirm: 'Accept' } as const
    await using visit = await edit('Fair on Sunday', undefined, looks)
    const { page, popupId } = visit
    await page.getByRole('group', { name: 'Time on the website' }).getByText('Asia/Hong_Kong').waitFor()
    const [start, end] = [field(page, 'Start (optional)'), field(page, 'End (optional)')]
    // From the last part of the date, its picker, into the next field.
    const isActive = (input: Locator) =>
      input.evaluate(element => (element.getRootNode() as ShadowRoot).activeElement === element)
    const date = field(page, 'Date and time')
    await date.focus()
    while (await isActive(date)) await page.keyboard.press('Tab')
    await page.keyboard.type('07012031')
    expect(await isActive(start)).toBe(true)
    await page.keyboard.press('Control+s')
    await page.getByText('Enter the whole date and time').first().waitFor()
    await start.fill('2031-07-01T09:00')
    await end.fill('2031-07-01T08:59')
    await page.keyboard.press('Control+s')
    await page.getByText('The end must be later than the start.').first().waitFor()
    expect(visit.message()).not.toHaveProperty('startsAt')
    await end.fill('2031-07-01T17:00')
    await page.getByText('The end must be later than the start.').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await told(page, 'Saved. It will be shown on Academy from 1 July 2031 at 9:00')
    expect(visit.message()).toMatchObject({
      ...{ startsAt: '20310701090000', endsAt: '20310701170000', state: 'planned' },
    })

    await page.getByRole('link', { name: 'Popup messages' }).last().click()
    await rowOf(page, 'Fair on Sunday').getByText('From 1 July 2031').waitFor()
    await page.getByRole('button', { name: 'Planned 1' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    clock.set('2031-07-01T09:00:00Z')
    await school.call('POST', `/popups/${popupId}/website`, { onWebsite: true })
    await page.getByRole('button', { name: 'Ended 1' }).click()
    await rowOf(page, 'Fair on Sunday').getByText('Ended 1 July 2031').waitFor()
    expect(await axeFindings(page)).toEqual([])

    // Now is what the service's clock says, not the browser's.
    clock.set('2032-07-01T00:30:00Z')
    await rowOf(page, 'Fair on Sunday').getByRole('link', { name: 'Duplicate' }).click()
    await openEditor(page)
    await expect.poll(() => page.getByRole('radio', { name: 'No. 8 southeast' }).isChecked()).toBe(true)
    await field(page, 'Title (English)').fill('Fair once more')
    await page.keyboard.press('Control+s')
    await told(page, 'Saved. It is not on any website yet.')
    const copy = stored('Fair once more')
    expect(copy).toMatchObject({ ...looks, onWebsite: false, displayDate: '20320701083000' })
    expect(copy).not.toHaveProperty('startsAt')
    school.service.popups.remove(copy.popupId)
    expect(visit.complaints).toEqual([])
    clock.reset()
  })
})

describe('the preview', () => {
  // Promise: office/preview
  it('is the real widget, shows what is being typed, and takes no focus from who types', async () => {
    await using visit = await edit('Shown as typed', '<p><img src="media:gate" alt="The gate"> Hello.</p>', {
      needConfirm: 'confirm',
    })
    const { page } = visit
    const frame = await previewFrame(page)
    expect(await frame.evaluate(() => self.origin)).toBe('null')
    const title = field(page, 'Title (English)')
    await title.focus()
    await title.pressSequentially(' at once')
    await frame.getByRole('heading', { name: 'Shown as typed at once' }).waitFor()
    expect(await frame.locator('[part="date"]').textContent()).toMatch(/^20 November 2026 at 10:00\sam$/)
    expect(await title.evaluate(element => element.matches(':focus'))).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.locator('console-preview').scrollIntoViewIfNeeded()
    await expect
      .poll(() => frame.getByAltText('The gate').evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBe(1)

    const choose = (group: string, name: string) =>
      page
        .getByRole('group', { name: `${group} of the preview` })
        .getByRole('button', { name })
        .click()
    await choose('Language', '繁體中文')
    await frame.getByRole('heading', { name: '中文標題' }).waitFor()
    await choose('Size', 'Phone')
    await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(390)
    await choose('Brightness', 'Dark')
    await expect
      .poll(() =>
        page.locator('console-preview iframe').evaluate(element => getComputedStyle(element).colorScheme),
      )
      .toBe('dark')

    await frame.getByRole('button', { name: '確認' }).evaluate(button => (button as HTMLElement).click())
    await page.getByRole('button', { name: 'Show again' }).click()
    await frame.getByRole('heading', { name: '中文標題' }).waitFor()
    expect(visit.complaints).toEqual([])

    // It takes drafts from the console alone.
    await frame.evaluate(() => {
      const message = { msgTitle: 'From elsewhere', msgBody: '', displayDate: '20261120100000' }
      const heard = new Promise(resolve => addEventListener('message', resolve, { once: true }))
      window.postMessage({ kind: 'schoolbell-preview', draft: message, lang: 'en-US' }, '*')
      return heard.then(() => undefined)
    })
    await choose('Size', 'Desktop')
    expect(await frame.getByRole('heading').textContent()).toBe('中文標題')
  })
})

describe('the text of a message', () => {
  it('is marked up by keyboard alone, with links that a website shows', async () => {
    await using visit = await edit('Marked up', '')
    const { page } = visit
    const text = field(page, 'Message (English)')
    const bar = page.getByRole('toolbar', { name: 'Formatting: Message (English)' })
    const undoTyping = bar.getByRole('button', { name: 'Undo' })
    await expect.poll(() => undoTyping.getAttribute('aria-disabled')).toBe('true')
    await text.click()
    await page.keyboard.type('Ferry')
    await expect.poll(() => undoTyping.getAttribute('aria-disabled')).toBe(null)
    const isBack = () => expect.poll(() => text.evaluate(element => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Enter')
    await isBack()
    // One stop for Tab, the arrow keys inside it, and what is on is told.
    const pressed = bar.getByRole('button', { pressed: true }).first()
    await expect.poll(() => pressed.getAttribute('aria-label')).toBe('Heading H2')
    await expect.poll(() => bar.locator('[tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await isBack()
    await page.keyboard.press('Enter')
    await page.keyboard.type('See ')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Address').fill('javascript:pwned()')
    await page.keyboard.press('Enter')
    await page.getByText('Enter an address that starts with https://').waitFor()
    await page.getByLabel('Address').fill('office@larkwater.example')
    await page.getByLabel('Text to show').fill('the office')
    await page.keyboard.press('Enter')
    await isBack()
    await page.getByRole('button', { name: 'Table' }).first().click()
    await isBack()
    await page.keyboard.type('Pier')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Time')
    await page.keyboard.press('Control+s')
    await expect
      .poll(() => visit.english()?.msgBody)
      .toBe(
        '<h2>Ferry</h2>\n<p>See <a href="mailto:office@larkwater.example">the office</a></p>\n' +
          `<table><thead><tr><th>Pier</th><th>Time</th><th></th></tr></thead><tbody>${'<tr><td></td><td></td><td></td></tr>'.repeat(2)}</tbody></table>`,
      )
    expect(visit.complaints).toEqual([])
  })

  it('shows a picture that is uploaded, with what it shows, which can be said otherwise later', async () => {
    await using visit = await edit('Illustrated', '<p>The gate:</p>')
    const { page } = visit
    const text = field(page, 'Message (English)')
    await text.click()
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Picture' }).first().click()
    expect(await staysAfterClose(page.getByRole('dialog'))).toBe(true)
    const chooser = page.locator('console-media-picker input[type=file]')
    await chooser.setInputFiles({ name: 'gate.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
    await page.getByText('This is not a picture.').waitFor()
    await chooser.setInputFiles({
      name: 'lower gate.jpg',
      mimeType: 'image/jpeg',
      buffer: await photograph('jpeg', { width: 1600, height: 900 }),
    })
    const description = page.getByLabel('Description')
    // It is asked for, unless there is nothing to say.
    await description.waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Describe the picture, or say that it is decoration').waitFor()
    await expect.poll(() => description.evaluate(element => element.matches(':focus'))).toBe(true)
    await page.keyboard.type('The lower gate')
    await page.keyboard.press('Enter')
    await text.getByAltText('The lower gate').waitFor()
    const saved = (alt: string) =>
      expect
        .poll(() => visit.english()?.msgBody)
        .toBe(`<p>The gate:<img src="media:lower-gate.jpg" alt="${alt}"></p>`)
    await page.keyboard.press('Control+s')
    await saved('The lower gate')
    const [message] = (await answered('academy', 'en-US')).filter(
      ({ msgTitle }) => msgTitle === 'Illustrated',
    )
    expect(message?.msgBody).toContain(`<img width="1024" height="576" src="${school.addresses.base}/media/`)

    // By keyboard: the picture, the bar, its last tool.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(() => description.inputValue()).toBe('The lower gate')
    await page.getByLabel('Decoration only').check()
    expect(await staysAfterClose(page.getByRole('dialog'))).toBe(true)
    expect(await description.isDisabled()).toBe(true)
    expect(visit.complaints).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Set description' }).click()
    await page.keyboard.press('Control+s')
    await saved('')
    // And by pointing at it.
    await text.locator('img.picture').dblclick()
    await page.getByLabel('Decoration only').uncheck()
    await description.fill('The gate by the lake')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await saved('The gate by the lake')
  })

  it('begins where a reader does, takes each tool back by itself, and has what a table needs in a row below', async () => {
    await using visit = await edit('Stepped', '<p>First</p><p>Last</p>')
    const { page } = visit
    const text = field(page, 'Message (English)')
    const bar = page.getByRole('toolbar', { name: 'Formatting: Message (English)' })
    const tool = (name: string) => bar.getByRole('button', { name, exact: true })
    const paragraphs = () => text.locator('p').allTextContents()
    await text.focus()
    await page.keyboard.type('The ')
    expect(await paragraphs()).toEqual(['The First', 'Last'])
    // As quickly as a hand does it, and still two steps.
    await tool('Bulleted list').click()
    await tool('Numbered list').click()
    await text.locator('ol').waitFor()
    await page.keyboard.press('Control+z')
    await text.locator('ul').waitFor()
    await page.keyboard.press('Control+z')
    await text.locator('ul').waitFor({ state: 'detached' })
    expect(await paragraphs()).toEqual(['The First', 'Last'])

    await tool('Table').click()
    const [below, above] = [await tool('Row below').boundingBox(), await tool('Table').boundingBox()]
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
    for (const heading of ['Pier', 'Time', 'Place']) {
      await page.keyboard.type(heading)
      await page.keyboard.press('Tab')
    }
    expect(await axeFindings(page)).toEqual([])
    await tool('Delete table').click()
    await tool('Row below').waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })

  it('pasted from Word has its lists, one within the other, and what a website shows, and nothing else', async () => {
    const popupId = put('Pasted', '')
    await using visit = await school.page('popups')
    const { page } = visit
    await watchPwned(page)
    await visit.visit(`popups/${popupId}`)
    await openEditor(page)
    const paste = async (language: string, pasted: string) => {
      await field(page, `Message (${language})`).click()
      await page.keyboard.press('Control+a')
      await field(page, `Message (${language})`).evaluate((element, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', pasted)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, pasted)
    }
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>` +
      `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span ` +
      `style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
    await paste(
      'English',
      `<html><body><!--StartFragment--><p class=MsoNormal>Bring:</p>${item(1, '·', 'a <b>towel</b>')}${item(2, 'o', 'a dry one')}${item(1, '·', 'shoes')}<p class=MsoNormal>Then:</p>${item(1, '1.', 'change')}${item(1, '2.', 'row')}<!--EndFragment--></body></html>`,
    )
    await paste(
      'Chinese',
      '<html><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment-->' +
        '<p class=MsoNormal style="mso-margin-top-alt:auto"><b>Open day<o:p></o:p></b> ' +
        '<a href="media:letter">letter</a><img src="media:gate"><img src=x onerror=pwned()><script>pwned()</script></p>' +
        '<p class=MsoNormal align=center style="text-align:center">At ten</p><!--EndFragment--></body></html>',
    )
    await page.keyboard.press('Control+s')
    await told(page, 'Saved.')
    const { texts } = stored('Pasted')
    expect(texts['en-US'].msgBody.replaceAll('\n', '')).toBe(
      '<p>Bring:</p><ul><li>a <strong>towel</strong><ul><li>a dry one</li></ul></li><li>shoes</li></ul>' +
        '<p>Then:</p><ol><li>change</li><li>row</li></ol>',
    )
    expect(texts['zh-HK'].msgBody).toBe(
      '<p><strong>Open day</strong> <a href="media:letter">letter</a><img src="media:gate"></p>\n<p style="text-align: center;">At ten</p>',
    )
    expect(await isPwned(page)).toBe(false)
    expect(visit.complaints).toEqual([])
    school.service.popups.remove(popupId)
  })

  it('that the editor cannot hold is shown as HTML and stays as it is until somebody says otherwise, as an icon without a picture', async () => {
    const body = '<p class="notice">Red <font color="red">alert</font></p>'
    await using visit = await edit('Held', body, { iconId: '1' })
    const { page } = visit
    const source = page.getByLabel('Message (English), as HTML')
    await expect.poll(() => source.inputValue()).toBe(body)
    await page.getByText('class on <p>').waitFor()
    await field(page, 'Title (English)').fill('Held on')
    await page.keyboard.press('Control+s')
    await expect.poll(() => visit.english()?.msgTitle).toBe('Held on')
    expect(visit.message()).toMatchObject({ iconId: '1', texts: { 'en-US': { msgBody: body } } })

    await page.getByRole('radio', { name: 'Number 1: has no picture' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('radio', { name: 'Black rain' }).isChecked()).toBe(true)
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Control+s']) await page.keyboard.press(key)
    await expect.poll(() => visit.message()?.iconId).toBe(undefined)

    await page.getByRole('button', { name: 'Edit as text anyway' }).click()
    await page.getByText('Nothing is changed until you type.').waitFor()
    await field(page, 'Message (English)').click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await page.getByRole('button', { name: 'Back to the HTML' }).click()
    await expect.poll(() => source.inputValue()).toBe(body)
    expect(visit.complaints).toEqual([])
  })
})

/** Whatever runs would call it. */
const watchPwned = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { pwned: () => Object.assign(window, { wasPwned: true }) })
  })
const isPwned = (frame: Page | Frame) => frame.evaluate(() => Reflect.get(window, 'wasPwned') === true)

describe('script and hostile HTML', () => {
  const SCRIPT = '<img src=x onerror=pwned()><script>pwned()</script>'

  // Promise: office/hostile
  it('in every field is text in the console, and nothing at all for a visitor', async () => {
    await using visit = await school.page('popups')
    const { page } = visit
    await watchPwned(page)
    await visit.visit('popups/new')
    await openEditor(page)
    await field(page, 'Title (English)').fill(SCRIPT)
    await field(page, 'Title (Chinese)').fill(SCRIPT)
    for (const language of ['English', 'Chinese']) {
      const editor = page.getByRole('group', { name: language, exact: true })
      await editor.getByRole('button', { name: 'HTML' }).click()
      await page.getByLabel(`Message (${language}), as HTML`).fill(`<p onclick="pwned()">Hello</p>${SCRIPT}`)
      await editor.getByText('<script> with everything in it').waitFor()
      await editor.getByText('onclick on <p>').waitFor()
    }
    await page.getByRole('switch').check()
    await page.keyboard.press('Control+s')
    await told(page, 'Saved.')
    await page.getByText('Shown on: Academy, Pre-school', { exact: true }).waitFor()
    const frame = await previewFrame(page)
    await frame.getByRole('heading', { name: SCRIPT }).waitFor()
    await expect.poll(() => frame.locator('[part=body]').innerText()).toBe('Hello')
    expect([await isPwned(page), await isPwned(frame)]).toEqual([false, false])
    // It is kept as it was written, and consumers are told that it is not to be trusted.
    const kept = (await answered('academy', 'en-US')).find(({ msgTitle }) => msgTitle === SCRIPT)
    expect(kept?.msgBody).toContain('<script>pwned()</script>')

    await page.getByRole('link', { name: 'Popup messages' }).first().click()
    await rowOf(page, SCRIPT).getByRole('button', { name: 'Delete' }).click()
    await told(page, `“${SCRIPT}” was deleted.`)
    expect(await isPwned(page)).toBe(false)
    expect(visit.complaints).toEqual([])
  })
})

describe('in the editor', () => {
  let visit: ConsolePage
  const asked: string[] = []
  beforeAll(async () => {
    const popupId = put('Hostile')
    visit = await school.page('popups')
    await watchPwned(visit.page)
    await visit.visit(`popups/${popupId}`)
    await openEditor(visit.page)
    visit.page.on('request', request => asked.push(request.url()))
    visit.page.on('dialog', dialog => {
      asked.push(`dialog ${dialog.message()}`)
      return dialog.dismiss()
    })
  })
  afterAll(() => visit?.[Symbol.asyncDispose]())

  it.each(Object.entries(HOSTILE_BODIES))(
    '%s does nothing, and is left as it was written',
    async (_, bodies) => {
      asked.length = 0
      const changed = await visit.page
        .locator('console-rich-text')
        .first()
        .evaluate(async (element, bodies) => {
          const editor = element as HTMLElement & { html: string; updateComplete: Promise<unknown> }
          const changed: string[] = []
          for (const body of bodies) {
            editor.html = body
            await editor.updateComplete
            if (editor.html !== body) changed.push(body)
          }
          return changed
        }, bodies)
      expect(changed).toEqual([])
      expect(await isPwned(visit.page)).toBe(false)
      const others = asked.filter(url => !url.startsWith(`${school.addresses.base}/console/`))
      // Pictures that the policy allows are refused by the console's own.
      expect(others.filter(url => new URL(url).hostname !== 'pictures.example')).toEqual([])
    },
  )
})
