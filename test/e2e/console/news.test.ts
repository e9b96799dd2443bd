/** News as a school secretary writes them: with pictures and files, in both languages, seen by the websites, taken back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentClient } from '../../../shared/client/index.ts'
import { type Console, startConsole, undo } from '../../support/console.ts'
import { mp3File, pdfFile, photograph } from '../../support/media-files.ts'
import { entry } from '../../support/small-school.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole({ mediaLimits: { freeBytes: 0 } })
})
afterAll(() => office?.close())

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** A message that goes by itself. */
const said = (page: Page, text: string) => page.locator('console-toasts .toast').getByText(text)
const press = (page: Page, place: string, name: string) =>
  page.locator(`${place} wa-button`, { hasText: name }).click()
const files = (page: Page) => page.locator('console-attachments ol .titles a')
const dropZone = (page: Page) => page.locator('console-attachments console-file-drop .drop')

/** What a website has of an entry. */
const onWebsite = async (
  newsId: string,
  lang: 'en-US' | 'zh-HK' = 'en-US',
  siteId: 'academy' | 'pre-school' = 'academy',
) => {
  const client = createContentClient({ serviceUrl: office.addresses.serviceUrl })
  const { newsList, delNewsIds } = await client.news({ siteId, lang, lastSyncTime: '19700101000000' })
  return { entry: newsList.find(each => each.newsId === newsId), isDeleted: delNewsIds.includes(newsId) }
}

interface DroppedFile {
  name: string
  type: string
  bytes: Buffer
}

/** As a file manager drops them: real files in a real drag. */
async function drop(page: Page, dropped: DroppedFile[]): Promise<void> {
  const sent = dropped.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  const transfer = await page.evaluateHandle(list => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, sent)
  const zone = dropZone(page)
  for (const event of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(event, { dataTransfer: transfer })
}

describe('the time of an entry on the websites', () => {
  it('is entered in the school’s time and shown in the list', async () => {
    const { news, clock } = office.service
    clock.freeze()
    clock.set('2031-07-01T00:30:00Z')
    news.put(entry('PLAN-1', ['academy'], '20310701083000', 'Lantern walk', ''))
    await using visit = await office.page('news/PLAN-1')
    const { page, complaints } = visit
    await page.getByRole('group', { name: 'Time on the websites' }).getByText('Asia/Hong_Kong').waitFor()
    await page.getByLabel('Publish at (optional)', { exact: true }).fill('2031-07-01T09:00')
    await page.getByLabel('Unpublish at (optional)').fill('2031-07-02T09:00')
    await page.keyboard.press('Control+s')
    await said(page, 'Saved. It will be published on Academy from 1 July 2031').waitFor()
    const stored = { publishAt: '20310701090000', unpublishAt: '20310702090000', state: 'planned' }
    expect(news.get('PLAN-1')).toMatchObject(stored)
    expect(await onWebsite('PLAN-1')).toEqual({ entry: undefined, isDeleted: true })
    await page.locator('console-page-header a').click()
    await page.getByRole('button', { name: 'Planned 1' }).click()
    await page.getByRole('row', { name: 'Lantern walk' }).getByText('From 1 July 2031').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
    clock.reset()
    news.remove('PLAN-1')
  })
})

describe('a secretary', () => {
  it('writes an entry with files dropped in, publishes, changes, unpublishes and deletes it', async () => {
    await using visit = await office.page('news')
    const { page, complaints } = visit
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const listed = (names: string[]) => expect.poll(() => files(page).allTextContents()).toEqual(names)
    const title = page.getByLabel('Title (English)')
    const publish = page.getByRole('switch', { name: 'Publish on the websites' })
    await page.locator('tr[data-id]').first().waitFor()
    await press(page, '', 'New entry')
    await heading(page).getByText('New entry').waitFor()

    await title.fill('Boat club one')
    await page.getByLabel('Title (Chinese)').fill('划艇學會one')
    await page.getByRole('textbox', { name: 'Text (English)' }).click()
    await page.keyboard.type('We row at dawn.')
    await page.getByRole('textbox', { name: 'Text (Chinese)' }).click()
    await page.keyboard.insertText('清晨划艇。')

    await drop(page, [
      { name: 'dawn-one.jpg', type: 'image/jpeg', bytes: await photograph('jpeg', { noise: 61 }) },
      { name: 'notes-one.pdf', type: 'application/pdf', bytes: pdfFile('Notes one') },
      { name: 'bell-one.mp3', type: 'audio/mpeg', bytes: mp3File(61) },
      { name: 'letter.docx', type: '', bytes: Buffer.from('PK\x03\x04 and so on') },
    ])
    await page.getByText('Save it as PDF').waitFor()
    expect(await page.locator('console-attachments wa-button', { hasText: 'Try again' }).count()).toBe(0)
    // As chosen, whichever was done first.
    await listed(['dawn-one.jpg', 'notes-one.pdf', 'bell-one.mp3'])
    await press(page, 'console-attachments', 'Dismiss')
    await press(page, 'console-attachments', 'Use as cover')
    await page.locator('wa-button', { hasText: 'Remove cover' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    // The order by keyboard, then by dragging.
    await button('Move up: bell-one.mp3').focus()
    await page.keyboard.press('Enter')
    await listed(['dawn-one.jpg', 'bell-one.mp3', 'notes-one.pdf'])
    const rows = page.locator('console-attachments ol > li')
    await rows.nth(2).locator('.grip').dragTo(rows.nth(0))
    await listed(['notes-one.pdf', 'dawn-one.jpg', 'bell-one.mp3'])
    await button('Remove: bell-one.mp3').click()
    await expect.poll(() => files(page).count()).toBe(2)
    await page.locator('console-toasts .toast').getByText('Undo').click()
    await expect.poll(() => files(page).count()).toBe(3)

    // What is typed and sent outlives the page.
    await page.reload()
    await page.getByText('Restored what you were typing').waitFor()
    await expect.poll(() => title.inputValue()).toBe('Boat club one')
    await listed(['notes-one.pdf', 'dawn-one.jpg', 'bell-one.mp3'])

    await press(page, '', 'Preview')
    const frame = page.frameLocator('console-news-preview iframe')
    await frame.getByText('We row at dawn.').waitFor()
    await frame.locator('school-news [part=cover]').waitFor()
    expect(await frame.locator('[part=file-name]').allTextContents()).toEqual([
      'notes-one.pdf',
      'dawn-one.jpg',
      'bell-one.mp3',
    ])
    await page.getByRole('group', { name: 'Language of the preview' }).getByText('繁體中文').click()
    await frame.getByText('清晨划艇。').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await press(page, 'console-news-preview', 'Close')

    await publish.check()
    await press(page, 'console-save-bar', 'Save and publish')
    await said(page, 'Published on: Academy, Pre-school.').waitFor()
    await expect.poll(() => page.url()).toMatch(/\/console\/news\/NEWS-\d+$/)
    const newsId = decodeURIComponent(page.url().split('/').at(-1) ?? '')
    const english = (await onWebsite(newsId)).entry
    expect(english).toMatchObject({ newsTitle: 'Boat club one', newsContent: '<p>We row at dawn.</p>' })
    const types = ['application/pdf', 'image/jpeg', 'audio/mpeg']
    expect(english?.attachments?.map(({ fileType }) => fileType)).toEqual(types)
    expect(english?.thumbnailUrl).toContain('dawn-one')
    expect((await onWebsite(newsId, 'zh-HK', 'pre-school')).entry?.newsContent).toBe('<p>清晨划艇。</p>')

    await title.fill('Boat club one, corrected')
    await page.keyboard.press('Control+s')
    await said(page, 'Saved. Websites show it so').waitFor()
    expect((await onWebsite(newsId)).entry?.newsTitle).toBe('Boat club one, corrected')
    await publish.uncheck()
    await press(page, 'console-save-bar', 'Save and unpublish')
    await page.getByText('Draft, on no website').waitFor()
    expect(await onWebsite(newsId)).toEqual({ entry: undefined, isDeleted: true })
    await title.fill('Half written')
    await undo(page, 'was taken off the websites')
    await expect.poll(async () => (await onWebsite(newsId)).isDeleted).toBe(false)
    expect((await onWebsite(newsId)).entry?.newsTitle).toBe('Boat club one, corrected')
    expect(await title.inputValue()).toBe('Half written')
    await expect.poll(() => publish.isChecked()).toBe(true)

    // A file that is taken out is a change as well: leaving asks, and the list marks it.
    await page.locator('console-attachments').getByRole('button', { name: 'Remove' }).first().click()
    await page.locator('console-page-header a').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.locator(`tr[data-id="${newsId}"]`).getByText('Changes not saved').waitFor()
    await page.locator(`tr[data-id="${newsId}"] a`).click()
    await page.getByText('Restored what you were typing').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Changes not saved').waitFor({ state: 'detached' })

    await press(page, 'console-page-header', 'Delete')
    await said(page, 'was deleted').waitFor()
    expect((await onWebsite(newsId)).isDeleted).toBe(true)
    await undo(page, 'was deleted')
    await expect.poll(async () => (await onWebsite(newsId)).isDeleted).toBe(false)

    await page.getByRole('searchbox', { name: 'Search titles and texts' }).fill('dawn club one')
    await expect.poll(() => page.locator('tr[data-id]').count()).toBe(1)
    expect(await page.locator('tr[data-id]').getAttribute('data-id')).toBe(newsId)
    expect(complaints.filter(complaint => !complaint.includes('415'))).toEqual([])
  })

  it('works on a phone in the dark, in Chinese', async () => {
    await using visit = await office.page('news', { lang: 'zh-HK', width: 390, scheme: 'dark' })
    const { page, complaints } = visit
    for (const path of ['news', 'news/NEWS-4170']) {
      await visit.visit(path)
      await page
        .locator(path === 'news' ? 'tr[data-id]' : 'console-rich-text [data-tool]')
        .first()
        .waitFor({ state: 'attached' })
      expect(await axeFindings(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
    expect(complaints).toEqual([])
  })

  it('who saves over another’s change is asked, and neither is lost', async () => {
    const newsId = 'CONFLICT'
    office.service.news.put(entry(newsId, ['academy'], '20261120090000', 'As it was', '原文'))
    await using visit = await office.page(`news/${newsId}`)
    const { page } = visit
    await page.getByLabel('Title (English)').fill('As I want it')
    office.service.news.put(entry(newsId, ['academy'], '20261120090000', 'As she wants it', '另一版本'))
    await press(page, 'console-save-bar', 'Save')
    await page.getByText('Somebody else saved this entry').waitFor()
    // Both stand side by side where they differ.
    for (const name of ['As I want it', 'As she wants it', '另一版本'])
      await page.getByRole('cell', { name, exact: true }).waitFor()
    expect(office.service.news.get(newsId)?.texts['en-US'].newsTitle).toBe('As she wants it')
    await press(page, '', 'Keep mine')
    await said(page, 'Saved. Websites show it so').waitFor()
    expect(office.service.news.get(newsId)?.texts['en-US'].newsTitle).toBe('As I want it')
    // What is told stands above the bar that saves, on a desk and on a phone.
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const gap = async () => {
        const bar = await page.locator('console-save-bar').boundingBox()
        const toast = await page.locator('console-toasts .toast').last().boundingBox()
        return bar && toast && bar.y - (toast.y + toast.height)
      }
      await expect.poll(gap).toBeGreaterThan(0)
    }
  })
})

describe('news in the console', () => {
  it('run no script, whatever stands in them', async () => {
    const hostile =
      '<img src=x onerror="window.ran=1"><script>window.ran=1</script><a href="javascript:window.ran=1">go</a>'
    office.service.news.put(
      entry('HOSTILE', ['academy'], '20261231235959', hostile, `"><svg onload="window.ran=1">${hostile}`),
    )
    await using visit = await office.page('news')
    const { page } = visit
    await page.locator('tr[data-id=HOSTILE]').getByRole('link').click()
    await page.locator('console-attachments').waitFor()
    const bytes = Buffer.from('<svg onload="window.ran=1">')
    await drop(page, [{ name: '<img src=x onerror=window.ran=1>.png', type: 'image/png', bytes }])
    await page.getByText('This is an SVG drawing').waitFor()
    await press(page, '', 'Preview')
    const frame = page.frameLocator('console-news-preview iframe')
    await frame.getByText('go').first().click()
    expect(
      await frame.locator('school-news').locator('script, [onerror], [onload], a[href^=javascript]').count(),
    ).toBe(0)
    const ran = () => Reflect.get(window, 'ran')
    const both = [await page.evaluate(ran), await frame.locator('body').evaluate(ran)]
    expect(both).toEqual([undefined, undefined])
    office.service.news.remove('HOSTILE')
  })

  it('take a file once more that did not get through, and forget one that is given up', async () => {
    await using visit = await office.page('news/new')
    const { page } = visit
    await page.locator('console-attachments').waitFor()
    await page.route('**/console/api/media?name=weak.pdf', route => route.abort())
    const held = Promise.withResolvers<void>()
    await page.route('**/console/api/media?name=slow.pdf', () => held.promise)
    await drop(page, [
      { name: 'weak.pdf', type: 'application/pdf', bytes: pdfFile('weak') },
      { name: 'slow.pdf', type: 'application/pdf', bytes: pdfFile('slow') },
    ])
    await page.getByText('The service could not be reached.').waitFor()
    // Neither publishing nor saving goes past files that are under way.
    await page.getByLabel('Title (English)').fill('Files')
    await press(page, 'console-save-bar', 'Save')
    await page.getByText('Files are still on their way').waitFor()
    await press(page, 'console-attachments', 'Cancel')
    await page.unroute('**/console/api/media?name=weak.pdf')
    await press(page, 'console-attachments', 'Try again')
    await expect.poll(() => files(page).allTextContents()).toEqual(['weak.pdf'])
    await expect.poll(() => page.locator('console-attachments .uploading').count()).toBe(0)
    expect(office.service.media.get('slow.pdf')).toBeUndefined()
    held.resolve()
    await press(page, 'console-save-bar', 'Save')
    await page.getByText('Draft, on no website').waitFor()
  })

  it('show the name of a file that was chosen beside the one that its content has here already', async () => {
    await office.service.media.add(pdfFile('timetable'), { name: 'timetable.pdf' })
    await using visit = await office.page('news/new')
    const { page } = visit
    const attach = (name: string) =>
      drop(page, [{ name, type: 'application/pdf', bytes: pdfFile('timetable') }])
    const row = page.locator('console-attachments ol > li')
    await page.locator('console-attachments').waitFor()
    await attach('timetable.pdf')
    await expect.poll(() => files(page).allTextContents()).toEqual(['timetable.pdf'])
    expect(await row.getByText('Your file').count()).toBe(0)
    await attach('plan of June.pdf')
    await row.getByText('Your file: plan of June.pdf').waitFor()
    expect(await files(page).allTextContents()).toEqual(['timetable.pdf'])
    expect(await axeFindings(page)).toEqual([])
  })

  it('leave files that can be deleted when nothing uses them', async () => {
    const name = 'left-over.pdf'
    await office.service.media.add(pdfFile(name), { name })
    await using visit = await office.page('media')
    const { page } = visit
    const row = (name: string) => page.locator(`tr[data-id="${name}"]`)
    await row(name).locator('wa-button', { hasText: 'Where is it used?' }).click()
    await row(name).getByText('Used nowhere').waitFor()
    await row(name).locator('wa-button', { hasText: 'Delete' }).click()
    await expect.poll(() => office.service.media.get(name)).toBeUndefined()
    await expect.poll(() => row(name).count()).toBe(0)
    await page.locator('console-toasts .toast').getByText('Undo').click()
    await row(name).waitFor()
    await page.getByRole('searchbox').fill('regatta.jpg')
    await expect.poll(() => page.locator('tr[data-id]').count()).toBe(1)
    await row('regatta.jpg').locator('wa-button', { hasText: 'Delete' }).click()
    await row('regatta.jpg').getByText('In use, so it cannot be deleted').waitFor()
    expect(await row('regatta.jpg').locator('a[href^="/console/news/"]').count()).toBeGreaterThan(0)
    expect(await axeFindings(page)).toEqual([])
  })

  it('say what to do where there are none, show what a colleague does, and take a picture that is here already', async () => {
    await using visit = await office.page('news')
    const { page } = visit
    await page.getByRole('searchbox').fill('no such words')
    await page.getByText('Nothing fits this search').waitFor()
    await press(page, '', 'Show all')
    await page.locator('tr[data-id]').first().waitFor()
    const theirs = entry('COLLEAGUE', ['academy'], '20261231120000', 'From the next desk', '')
    await office.call('POST', '/news', { ...theirs, state: 'published' })
    await page.getByRole('link', { name: 'From the next desk' }).waitFor()
    await press(page, '', 'New entry')
    await press(page, 'console-news-cover', 'Pictures already here')
    await page.getByRole('searchbox', { name: 'Find a picture' }).fill('REGATTA')
    await expect.poll(() => page.locator('console-media-picker .tile').count()).toBe(1)
    await page.getByRole('button', { name: 'regatta.jpg' }).click()
    await page.locator('console-news-cover').getByText('regatta.jpg').waitFor()
    // The two languages take the whole width, as what stands below them.
    await page.setViewportSize({ width: 1440, height: 900 })
    const right = async (name: string) => {
      const box = await page.locator(name).boundingBox()
      return box && box.x + box.width
    }
    const beyond = async () =>
      ((await right('console-texts .card')) ?? 0) -
      ((await right('.card[aria-labelledby=attachments]')) ?? Number.NaN)
    await expect.poll(beyond).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  })
})
