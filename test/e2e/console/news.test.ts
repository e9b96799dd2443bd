/** News as a school secretary writes them: with pictures and files, in both languages, seen by the websites, taken back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentClient } from '../../../shared/client/index.ts'
import { type Console, startConsole, undo } from '../../support/console.ts'
import { inTurn } from '../../support/in-turn.ts'
import { mp3File, pdfFile, photograph } from '../../support/media-files.ts'
import { entry } from '../../support/small-school.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole({ mediaLimits: { freeBytes: 0 } })
})
afterAll(() => office?.close())

const WORDS = {
  'en-US': {
    newEntry: 'New entry',
    english: 'Title (English)',
    chinese: 'Title (Chinese)',
    bodyEnglish: 'Text (English)',
    bodyChinese: 'Text (Chinese)',
    word: 'Save it as PDF',
    again: 'Try again',
    dismiss: 'Dismiss',
    useAsCover: 'Use as cover',
    removeCover: 'Remove cover',
    up: 'Move up',
    remove: 'Remove',
    undo: 'Undo',
    restored: 'Restored what you were typing',
    send: 'Publish on the websites',
    publish: 'Save and publish',
    published: 'Published on: Academy, Pre-school.',
    preview: 'Preview',
    close: 'Close',
    save: 'Save',
    saved: 'Saved. Websites show it so',
    unpublish: 'Save and unpublish',
    unpublished: 'was taken off the websites',
    leave: 'Leave',
    changed: 'Changes not saved',
    discard: 'Discard',
    draft: 'Draft, on no website',
    deleteIt: 'Delete',
    deleted: 'was deleted',
    search: 'Search titles and texts',
    keepMine: 'Keep mine',
    conflict: 'Somebody else saved this entry',
  },
  'zh-HK': {
    newEntry: '新增消息',
    english: '標題（英文）',
    chinese: '標題（中文）',
    bodyEnglish: '內容（英文）',
    bodyChinese: '內容（中文）',
    word: '請另存為 PDF',
    again: '再試一次',
    dismiss: '關閉',
    useAsCover: '設為封面',
    removeCover: '移除封面',
    up: '上移',
    remove: '移除',
    undo: '復原',
    restored: '已還原你未儲存的內容',
    send: '在網站發布',
    publish: '儲存並發布',
    published: '已發布於：書院、幼稚園。',
    preview: '預覽',
    close: '關閉',
    save: '儲存',
    saved: '已儲存，網站下次更新時便會顯示',
    unpublish: '儲存並撤回',
    unpublished: '已從網站撤回',
    leave: '離開',
    changed: '有未儲存的更改',
    discard: '捨棄',
    draft: '草稿，未在任何網站顯示',
    deleteIt: '刪除',
    deleted: '已刪除',
    search: '搜尋標題及內容',
    keepMine: '保留我的版本',
    conflict: '有人已儲存此消息',
  },
} as const

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** A message that goes by itself. */
const said = (page: Page, text: string) => page.locator('console-toasts .toast').getByText(text)
const files = (page: Page) => page.locator('console-attachments ol .facts a')
const dropZone = (page: Page) => page.locator('console-attachments console-file-drop .field')

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
  it('is entered in the school’s time, refused when it ends first, and shown in the list', async () => {
    const { news, clock } = office.service
    clock.freeze()
    clock.set('2031-07-01T00:30:00Z')
    news.put(entry('PLAN-1', ['academy'], '20310701083000', 'Lantern walk', ''))
    await using visit = await office.page('news/PLAN-1')
    const { page, complaints } = visit
    await page.getByRole('group', { name: 'Time on the websites' }).getByText('Asia/Hong_Kong').waitFor()
    await page.getByLabel('Publish at (optional)', { exact: true }).fill('2031-07-01T09:00')
    await page.getByLabel('Unpublish at (optional)').fill('2031-07-01T09:00')
    await page.keyboard.press('Control+s')
    await page.getByText('The end must be later than the start.').first().waitFor()
    await page.getByLabel('Unpublish at (optional)').fill('2031-07-02T09:00')
    await page.keyboard.press('Control+s')
    await said(page, 'Saved. It will be published on Academy at Jul 1, 2031').waitFor()
    const stored = { publishAt: '20310701090000', unpublishAt: '20310702090000', state: 'planned' }
    expect(news.get('PLAN-1')).toMatchObject(stored)
    expect(await onWebsite('PLAN-1')).toEqual({ entry: undefined, isDeleted: true })
    expect(await axeFindings(page)).toEqual([])

    await visit.visit('news')
    await page.getByRole('button', { name: 'Planned 1' }).click()
    await page.getByRole('row', { name: 'Lantern walk' }).getByText('From Jul 1, 2031').waitFor()
    clock.set('2031-07-01T01:00:00Z')
    await visit.visit('news/PLAN-1')
    await page.getByText('On: Academy · Until Jul 2, 2031, 9:00').waitFor()
    await visit.visit('news')
    clock.set('2031-07-02T01:00:00Z')
    await page.getByRole('button', { name: 'Unpublished' }).click()
    await page.getByRole('row', { name: 'Lantern walk' }).getByText('Since Jul 2, 2031').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
    clock.reset()
    news.remove('PLAN-1')
  })
})

describe.each(['en-US', 'zh-HK'] as const)('a secretary who reads %s', lang => {
  const inOne = inTurn(lang)
  const words = WORDS[lang]
  const mark = lang === 'en-US' ? 'one' : 'two'

  inOne('writes an entry with files dropped in, publishes, changes, unpublishes and deletes it', async () => {
    await using visit = await office.page('news', { lang })
    const { page, complaints } = visit
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.locator('tr[data-news]').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.locator('wa-button', { hasText: words.newEntry }).click()
    await heading(page).getByText(words.newEntry).waitFor()

    await page.getByLabel(words.english).fill(`Boat club ${mark}`)
    await page.getByLabel(words.chinese).fill(`划艇學會${mark}`)
    await page.getByRole('textbox', { name: words.bodyEnglish }).click()
    await page.keyboard.type('We row at dawn.')
    await page.getByRole('textbox', { name: words.bodyChinese }).click()
    await page.keyboard.insertText('清晨划艇。')

    const noise = lang === 'en-US' ? 61 : 62
    await drop(page, [
      {
        name: `dawn-${mark}.jpg`,
        type: 'image/jpeg',
        bytes: await photograph('jpeg', { width: 600, height: 400, noise }),
      },
      { name: `notes-${mark}.pdf`, type: 'application/pdf', bytes: pdfFile(`Notes ${mark}`) },
      { name: `bell-${mark}.mp3`, type: 'audio/mpeg', bytes: mp3File(noise) },
      { name: 'letter.docx', type: '', bytes: Buffer.from('PK\x03\x04 and so on') },
    ])
    await page.getByText(words.word).waitFor()
    expect(await page.locator('console-attachments wa-button', { hasText: words.again }).count()).toBe(0)
    // As chosen, whichever was done first.
    await expect
      .poll(() => files(page).allTextContents())
      .toEqual([`dawn-${mark}.jpg`, `notes-${mark}.pdf`, `bell-${mark}.mp3`])
    await page.locator('console-attachments wa-button', { hasText: words.dismiss }).click()
    await page.locator('console-attachments wa-button', { hasText: words.useAsCover }).click()
    await page.locator('wa-button', { hasText: words.removeCover }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    // The order by keyboard, then by dragging.
    await button(`${words.up}: bell-${mark}.mp3`).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => files(page).allTextContents())
      .toEqual([`dawn-${mark}.jpg`, `bell-${mark}.mp3`, `notes-${mark}.pdf`])
    const rows = page.locator('console-attachments ol > li')
    await rows.nth(2).locator('.grip').dragTo(rows.nth(0))
    await expect
      .poll(() => files(page).allTextContents())
      .toEqual([`notes-${mark}.pdf`, `dawn-${mark}.jpg`, `bell-${mark}.mp3`])
    await button(`${words.remove}: bell-${mark}.mp3`).click()
    await expect.poll(() => files(page).count()).toBe(2)
    await page.locator('console-toasts .toast').getByText(words.undo).click()
    await expect.poll(() => files(page).count()).toBe(3)

    // What is typed and sent outlives the page.
    await page.reload()
    await page.getByText(words.restored).waitFor()
    await expect.poll(() => page.getByLabel(words.english).inputValue()).toBe(`Boat club ${mark}`)
    await expect
      .poll(() => files(page).allTextContents())
      .toEqual([`notes-${mark}.pdf`, `dawn-${mark}.jpg`, `bell-${mark}.mp3`])

    await page.locator('wa-button', { hasText: words.preview }).click()
    const frame = page.frameLocator('console-news-preview iframe')
    await frame.getByText(lang === 'en-US' ? 'We row at dawn.' : '清晨划艇。').waitFor()
    await expect.poll(() => frame.locator('img').count()).toBe(4)
    await page.locator('console-news-preview wa-button', { hasText: words.close }).click()

    await page.getByRole('switch', { name: words.send }).check()
    await page.locator('console-save-bar wa-button', { hasText: words.publish }).click()
    await said(page, words.published).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/console\/news\/NEWS-\d+$/)
    const newsId = decodeURIComponent(page.url().split('/').at(-1) ?? '')
    const english = (await onWebsite(newsId)).entry
    expect(english).toMatchObject({ newsTitle: `Boat club ${mark}`, newsContent: '<p>We row at dawn.</p>' })
    expect(english?.attachments?.map(({ fileType }) => fileType)).toEqual([
      'application/pdf',
      'image/jpeg',
      'audio/mpeg',
    ])
    expect(english?.thumbnailUrl).toContain(`dawn-${mark}`)
    expect((await onWebsite(newsId, 'zh-HK', 'pre-school')).entry?.newsContent).toBe('<p>清晨划艇。</p>')

    await page.getByLabel(words.english).fill(`Boat club ${mark}, corrected`)
    await page.keyboard.press('Control+s')
    await said(page, words.saved).waitFor()
    expect((await onWebsite(newsId)).entry?.newsTitle).toBe(`Boat club ${mark}, corrected`)
    await page.getByRole('switch', { name: words.send }).uncheck()
    await page.locator('console-save-bar wa-button', { hasText: words.unpublish }).click()
    await page.getByText(words.draft).waitFor()
    expect(await onWebsite(newsId)).toEqual({ entry: undefined, isDeleted: true })
    await page.getByLabel(words.english).fill('Half written')
    await undo(page, words.unpublished)
    await expect.poll(async () => (await onWebsite(newsId)).isDeleted).toBe(false)
    expect((await onWebsite(newsId)).entry?.newsTitle).toBe(`Boat club ${mark}, corrected`)
    expect(await page.getByLabel(words.english).inputValue()).toBe('Half written')
    await expect.poll(() => page.getByRole('switch', { name: words.send }).isChecked()).toBe(true)

    // A file that is taken out is a change as well: leaving asks, and the list marks it.
    await page.locator('console-attachments').getByRole('button', { name: words.remove }).first().click()
    await page.locator('console-page-header a').click()
    await page.getByRole('dialog').getByRole('button', { name: words.leave }).click()
    await page.locator(`tr[data-news="${newsId}"]`).getByText(words.changed).waitFor()
    await page.locator(`tr[data-news="${newsId}"] a`).click()
    await page.getByText(words.restored).waitFor()
    await page.getByRole('button', { name: words.discard }).click()
    await page.getByText(words.changed).waitFor({ state: 'detached' })

    await page.locator('console-page-header wa-button', { hasText: words.deleteIt }).click()
    await said(page, words.deleted).waitFor()
    expect((await onWebsite(newsId)).isDeleted).toBe(true)
    await undo(page, words.deleted)
    await expect.poll(async () => (await onWebsite(newsId)).isDeleted).toBe(false)

    await page
      .getByRole('searchbox', { name: words.search })
      .fill(lang === 'en-US' ? 'dawn club one' : '清晨 學會two')
    await expect.poll(() => page.locator('tr[data-news]').count()).toBe(1)
    expect(await page.locator('tr[data-news]').getAttribute('data-news')).toBe(newsId)
    expect(complaints.filter(complaint => !complaint.includes('415'))).toEqual([])
  })

  inOne('works on a phone in the dark', async () => {
    await using visit = await office.page('news', { lang, width: 390, scheme: 'dark' })
    const { page, complaints } = visit
    for (const path of ['news', 'news/NEWS-4170']) {
      await visit.visit(path)
      await page
        .locator(path === 'news' ? 'tr[data-news]' : 'console-rich-text [data-tool]')
        .first()
        .waitFor({ state: 'attached' })
      expect(await axeFindings(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
    expect(complaints).toEqual([])
  })

  inOne('who saves over another’s change is asked, and neither is lost', async () => {
    const newsId = `CONFLICT-${mark}`
    office.service.news.put(entry(newsId, ['academy'], '20261120090000', 'As it was', '原文'))
    await using visit = await office.page(`news/${newsId}`, { lang })
    const { page } = visit
    await page.getByLabel(words.english).fill('As I want it')
    office.service.news.put(entry(newsId, ['academy'], '20261120090000', 'As she wants it', '另一版本'))
    await page.locator('console-save-bar wa-button', { hasText: words.save }).click()
    await page.getByText(words.conflict).waitFor()
    // Both stand side by side where they differ.
    for (const name of ['As I want it', 'As she wants it', '另一版本'])
      await page.getByRole('cell', { name, exact: true }).waitFor()
    expect(office.service.news.get(newsId)?.texts['en-US'].newsTitle).toBe('As she wants it')
    await page.locator('wa-button', { hasText: words.keepMine }).click()
    await said(page, words.saved).waitFor()
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
    await page.locator('tr[data-news=HOSTILE]').getByRole('link').click()
    await page.locator('console-attachments').waitFor()
    await drop(page, [
      {
        name: '<img src=x onerror=window.ran=1>.png',
        type: 'image/png',
        bytes: Buffer.from('<svg onload="window.ran=1">'),
      },
    ])
    await page.getByText('This is an SVG drawing').waitFor()
    await page.locator('wa-button', { hasText: 'Preview' }).click()
    const frame = page.frameLocator('console-news-preview iframe')
    await frame.getByText('go').first().click()
    expect(await frame.locator('script, [onerror], [onload], a[href^=javascript]').count()).toBe(0)
    const ran = () => Reflect.get(window, 'ran')
    expect([await page.evaluate(ran), await frame.locator('body').evaluate(ran)]).toEqual([
      undefined,
      undefined,
    ])
    office.service.news.remove('HOSTILE')
  })

  it('take a file once more that did not get through, and forget one that is given up', async () => {
    await using visit = await office.page('news/new')
    const { page } = visit
    await page.locator('console-attachments').waitFor()
    await page.route('**/console/api/media?name=weak.pdf', route => route.abort())
    let held: (() => void) | undefined
    await page.route(
      '**/console/api/media?name=slow.pdf',
      () =>
        new Promise<void>(resolve => {
          held = resolve
        }),
    )
    await drop(page, [
      { name: 'weak.pdf', type: 'application/pdf', bytes: pdfFile('weak') },
      { name: 'slow.pdf', type: 'application/pdf', bytes: pdfFile('slow') },
    ])
    await page.getByText('The service could not be reached.').waitFor()
    // Neither publishing nor saving goes past files that are under way.
    await page.getByLabel('Title (English)').fill('Files')
    await page.locator('console-save-bar wa-button', { hasText: 'Save' }).click()
    await page.getByText('Files are still on their way').waitFor()
    await page.locator('console-attachments wa-button', { hasText: 'Cancel' }).click()
    await page.unroute('**/console/api/media?name=weak.pdf')
    await page.locator('console-attachments wa-button', { hasText: 'Try again' }).click()
    await expect.poll(() => files(page).allTextContents()).toEqual(['weak.pdf'])
    await expect.poll(() => page.locator('console-attachments .uploading').count()).toBe(0)
    expect(office.service.media.get('slow.pdf')).toBeUndefined()
    held?.()
    await page.locator('console-save-bar wa-button', { hasText: 'Save' }).click()
    await page.getByText('Draft, on no website').waitFor()
  })

  it('show what a colleague does meanwhile', async () => {
    await using visit = await office.page('news')
    const { page } = visit
    await page.locator('tr[data-news]').first().waitFor()
    const answer = await office.call('POST', '/news', {
      ...entry('COLLEAGUE', ['academy'], '20261231120000', 'From the next desk', '同事'),
      state: 'published',
    })
    expect(answer.status).toBe(201)
    await page.getByRole('link', { name: 'From the next desk' }).waitFor()
  })

  it.each([
    ['en-US', 'Delete', 'In use, so it cannot be deleted', 'Where is it used?', 'Used nowhere', 'Undo'],
    ['zh-HK', '刪除', '使用中，不能刪除', '用於何處？', '未被使用', '復原'],
  ] as const)(
    'leave files that can be deleted when nothing uses them, in %s',
    async (lang, remove, inUse, where, nowhere, takeBack) => {
      const name = `left-over-${lang}.pdf`
      await office.service.media.add(pdfFile(name), { name })
      await using visit = await office.page('media', { lang })
      const { page } = visit
      const row = (name: string) => page.locator(`tr[data-medium="${name}"]`)
      await row(name).locator('wa-button', { hasText: where }).click()
      await row(name).getByText(nowhere).waitFor()
      await row(name).locator('wa-button', { hasText: remove }).click()
      await expect.poll(() => office.service.media.get(name)).toBeUndefined()
      await expect.poll(() => row(name).count()).toBe(0)
      await page.locator('console-toasts .toast').getByText(takeBack).click()
      await row(name).waitFor()
      await page.getByRole('searchbox').fill('regatta.jpg')
      await expect.poll(() => page.locator('tr[data-medium]').count()).toBe(1)
      await row('regatta.jpg').locator('wa-button', { hasText: remove }).click()
      await row('regatta.jpg').getByText(inUse).waitFor()
      expect(await row('regatta.jpg').locator('a[href^="/console/news/"]').count()).toBeGreaterThan(0)
      expect(await axeFindings(page)).toEqual([])
    },
  )

  it('say what to do where there are none, and take a picture that is here already', async () => {
    await using visit = await office.page('news')
    const { page } = visit
    await page.getByRole('searchbox').fill('no such words')
    await page.getByText('Nothing fits this search').waitFor()
    await page.locator('wa-button', { hasText: 'Show all' }).click()
    await page.locator('tr[data-news]').first().waitFor()
    await visit.visit('news/new')
    await page.locator('console-news-cover wa-button', { hasText: 'Pictures already here' }).click()
    await page.getByRole('searchbox', { name: 'Find a picture' }).fill('REGATTA')
    await expect.poll(() => page.locator('console-media-picker .picture').count()).toBe(1)
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
