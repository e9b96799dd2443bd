/** The register as a teacher takes it: by keyboard, saved as one goes, approved; seen by the attendance API at once. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DayRegister } from '../../../console/api/attendance.ts'
import { countText } from '../../../console/ui/language.ts'
import { COUNTS, STRINGS } from '../../../console/ui/pages/attendance/strings.ts'
import { STATUS_NAMES } from '../../../console/ui/parts/words.ts'
import { createAttendanceClient } from '../../../shared/client/index.ts'
import type { AttendanceStatus } from '../../../shared/contract/attendance.ts'
import { LANGUAGES, type Language } from '../../../shared/contract/site.ts'
import { type Console, message, startConsole, undo } from '../../support/console.ts'
import { inTurn } from '../../support/in-turn.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole()
})
afterAll(() => office?.close())

/** Days after the sample's term: nothing is recorded of them. */
const DAYS: Record<Language, string> = { 'en-US': '2027-03-01', 'zh-HK': '2027-03-02' }
const NAMES = {
  'en-US': ['Hoi-ching Sheung', 'Long-hin Ping', 'Imogen Thornbury', 'Tsz-kiu Yim'],
  'zh-HK': ['常海晴', '平朗軒', 'Imogen Thornbury', '嚴子喬'],
} as const

const list = async (date: string) => {
  const keys = { appId: 'sample-school', accessKey: 'sample-access-key' }
  const client = createAttendanceClient({ syncUrl: office.addresses.syncUrl, ...keys })
  return client.attendanceList({ unitId: 1, yearId: 2026, groupName: '1A - Rowing', date })
}
const statuses = async (date: string) =>
  (await list(date)).slice(0, 4).map(({ attendanceEntry }) => attendanceEntry?.status)

const register = async (groupId: number, date: string): Promise<DayRegister['students']> => {
  const answer = await office.call('GET', `/attendance/groups/${groupId}/days/${date}`)
  return ((await answer.json()) as DayRegister).students
}

/** As another teacher does, of the student at that place in group 1. */
async function markElsewhere(date: string, at: number, status: AttendanceStatus): Promise<void> {
  const student = (await register(1, date))[at]
  const mark = { status, note: '', stamp: student?.entry?.stamp }
  const answer = await office.call('PUT', `/attendance/students/${student?.userId}/days/${date}`, mark)
  expect(answer.status).toBe(200)
}

const PUTS = '**/attendance/students/**'

const isPressed = (button: Locator) => expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
const status = (page: Page, lang: Language, student: number, name: AttendanceStatus) =>
  page
    .getByRole('group', { name: `${STRINGS.statusOf[lang]} ${NAMES[lang][student]}` })
    .getByRole('button', { name: STATUS_NAMES[name][lang], exact: true })

describe.each(LANGUAGES)('the register in %s', lang => {
  const inOne = inTurn(lang)
  const date = DAYS[lang]
  const t = (name: keyof typeof STRINGS) => STRINGS[name][lang]

  inOne('is taken by keyboard, completed, approved and taken back', async () => {
    await using tab = await office.page(`attendance/1/${date}`, { lang })
    const { page, complaints } = tab
    // One tab stop, which arrows move through.
    await status(page, lang, 0, 'Present').focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp'])
      await page.keyboard.press(key)
    const focused = () => page.locator('button.status:focus').getAttribute('data-at')
    await expect.poll(focused).toBe('1 0')
    expect(await page.locator('register-table button.status[tabindex="0"]').count()).toBe(1)

    await status(page, lang, 0, 'Present').focus()
    for (const key of ['4', 'u', 'ArrowDown', 'Y']) await page.keyboard.press(key)
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Unexcused', undefined, 'EarlyLeave'])
    await isPressed(status(page, lang, 0, 'Late'))

    // A note, from the keyboard and back; it has more room than a name.
    const width = async (part: string) => (await page.locator(part).nth(1).boundingBox())?.width ?? 0
    expect(await width('register-table .note-field')).toBeGreaterThan(await width('register-table .entry'))
    await status(page, lang, 1, 'Unexcused').focus()
    await page.keyboard.press('n')
    await page.keyboard.type('<img src=x onerror=alert(1)> 4u')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await list(date))[1]?.attendanceEntry?.note)
      .toBe('<img src=x onerror=alert(1)> 4u')
    // The keys of statuses are statuses again, not letters of a note.
    await page.keyboard.press('3')
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Excused', undefined, 'EarlyLeave'])
    await undo(page, t('changed'))
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Unexcused', undefined, 'EarlyLeave'])

    await page.getByRole('button', { name: t('rest') }).click()
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Unexcused', 'Present', 'EarlyLeave'])
    await undo(page, countText(COUNTS.restDone, (await list(date)).length - 3, lang))
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Unexcused', undefined, 'EarlyLeave'])

    const approve = page.getByRole('button', { name: t('approve'), exact: false }).first()
    await page.getByLabel(t('approver')).selectOption({ index: 1 })
    await approve.click()
    const approvers = async () =>
      (await list(date)).flatMap(({ attendanceEntry }) => attendanceEntry?.approvedBy?._id ?? [])
    await expect.poll(approvers).toHaveLength(3)
    await page.getByRole('button', { name: t('takeBack') }).click()
    await expect.poll(approvers).toEqual([])

    await status(page, lang, 3, 'EarlyLeave').focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Unexcused', undefined, undefined])
    await message(page, t('cleared')).waitFor()
    expect(await axeFindings(page)).toEqual([])

    const files = page.locator('register-files')
    await files.getByLabel(t('toDay')).fill('2027-02-01')
    await files.getByText(t('wrongOrder')).waitFor()
    await files.getByLabel(t('toDay')).fill('2027-03-31')
    const downloaded = page.waitForEvent('download')
    await files.getByRole('link', { name: t('csv') }).press('Enter')
    const [head, ...lines] = readFileSync(await (await downloaded).path(), 'utf8').split('\r\n')
    expect(head?.startsWith('\uFEFF')).toBe(true)
    expect(lines[1]).toContain(`,${STATUS_NAMES.Unexcused[lang]},<img src=x onerror=alert(1)> 4u,`)
    expect(complaints).toEqual([])
  })

  inOne('shows what others mark, and keeps a note that is typed meanwhile', async () => {
    await using tab = await office.page(`attendance/2/${date}`, { lang })
    const { page } = tab
    const rows = page.locator('register-table li')
    await rows.nth(1).locator('button.status').first().click()
    await rows.nth(1).locator('.saved').waitFor()

    const isAsked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await page.route('**/attendance/groups/2/days/*', async route => {
      isAsked.resolve()
      await answer.promise
      await route.continue()
    })
    const third = (await register(2, date))[2]
    const path = `/attendance/students/${third?.userId}/days/${date}`
    await office.call('PUT', path, { status: 'Late', note: '', stamp: third?.entry?.stamp })
    await isAsked.promise
    await rows.nth(1).locator('button.status').first().focus()
    await page.keyboard.press('n')
    await page.keyboard.type('at the dentist')
    answer.resolve()
    await isPressed(rows.nth(2).getByRole('button', { name: STATUS_NAMES.Late[lang], exact: true }))
    await expect.poll(() => rows.nth(2).getAttribute('class')).toBe('')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await register(2, date))[1]?.entry?.note).toBe('at the dentist')
    expect(await rows.nth(1).locator('input').inputValue()).toBe('at the dentist')
  })

  inOne('tells of a mark in place of which another teacher’s stands, until it is answered', async () => {
    const day = lang === 'zh-HK' ? '2027-03-10' : '2027-03-11'
    for (const at of [0, 1]) await markElsewhere(day, at, 'Present')
    await using tab = await office.page(`attendance/1/${day}`, { lang })
    const { page } = tab
    await isPressed(status(page, lang, 1, 'Present'))
    // What changes is not heard of here.
    await page.route('**/attendance/groups/**', route => route.abort())
    for (const at of [0, 1]) await markElsewhere(day, at, 'Excused')
    for (const at of [0, 1]) await status(page, lang, at, 'Late').click()
    const now = STATUS_NAMES.Excused[lang]
    const wanted = STATUS_NAMES.Late[lang]
    const said = (at: number) =>
      page.getByRole('status').getByText(
        STRINGS.conflict[lang]
          .replace('{name}', NAMES[lang][at] ?? '')
          .replace('{now}', now)
          .replace('{wanted}', wanted),
      )
    await said(0).waitFor()
    await said(1).waitFor()
    await isPressed(status(page, lang, 0, 'Excused'))
    expect(await axeFindings(page)).toEqual([])
    await page.unroute('**/attendance/groups/**')
    await page.reload()
    await said(0).waitFor()
    const answer = (name: 'setAnyway' | 'leaveIt', at: number) =>
      page.getByRole('button', { name: new RegExp(`^${t(name)} ?[:：] ?${NAMES[lang][at]}$`) })
    await answer('setAnyway', 0).press('Enter')
    await expect.poll(() => statuses(day)).toEqual(['Late', 'Excused', undefined, undefined])
    await said(0).waitFor({ state: 'detached' })
    expect(await page.locator('button.status:focus').count()).toBe(1)
    await answer('leaveIt', 1).press('Enter')
    await said(1).waitFor({ state: 'detached' })
    await page.reload()
    await isPressed(status(page, lang, 1, 'Excused'))
    expect(await said(1).count()).toBe(0)
  })

  inOne('neither approves nor clears a mark that another teacher has changed meanwhile', async () => {
    const day = lang === 'zh-HK' ? '2027-03-22' : '2027-03-23'
    await markElsewhere(day, 0, 'Present')
    await using tab = await office.page(`attendance/1/${day}`, { lang })
    const { page } = tab
    await isPressed(status(page, lang, 0, 'Present'))
    // What changes is not heard of here.
    await page.route(`**/attendance/groups/1/days/${day}`, route => route.abort())
    await markElsewhere(day, 0, 'Late')
    await page.getByLabel(t('approver')).selectOption({ index: 1 })
    const answered = (path: string) => page.waitForResponse(answer => answer.url().includes(path))
    const approval = answered('/approval')
    await page
      .getByRole('button', { name: t('approve') })
      .first()
      .click()
    expect((await approval).status()).toBe(409)
    const clearing = answered('/attendance/students/')
    await status(page, lang, 0, 'Present').focus()
    await page.keyboard.press('Delete')
    expect((await clearing).status()).toBe(409)
    expect((await list(day))[0]?.attendanceEntry).toMatchObject({ status: 'Late' })
    expect((await list(day))[0]?.attendanceEntry).not.toHaveProperty('approvedBy')
    await page.unroute(`**/attendance/groups/1/days/${day}`)
    await page.reload()
    await isPressed(status(page, lang, 0, 'Late'))
  })

  inOne('has the month at a glance, and the way from there to a day', async () => {
    await using tab = await office.page('attendance/1/month/2026-09', { lang })
    const { page, complaints } = tab
    const first = page.locator('table.month tbody tr').first()
    await first.waitFor()
    // Hoi-ching came on every one of the 22 school days of the sample's September or was marked otherwise.
    const marks = await first.locator('.mark').count()
    const sums = await first.locator('td.sum').allTextContents()
    expect(sums.reduce((sum, text) => sum + Number(text), 0)).toBe(marks)
    expect(marks).toBeGreaterThan(15)
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('table.month thead a').nth(2).click()
    await expect.poll(() => page.url()).toMatch(/\/attendance\/1\/2026-09-03$/)
    await page.locator('register-table li').first().waitFor()
    await page
      .getByRole('button', { name: t('before') })
      .or(page.getByRole('link', { name: t('before') }))
      .click()
    await expect.poll(() => page.url()).toMatch(/\/attendance\/1\/2026-09-02$/)
    // A month with few marks: each takes its time to be judged.
    await tab.visit('attendance/1/month/2027-03')
    await page.locator('table.month .mark').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

describe('the month', () => {
  it('shows today when it is opened, however late in the month that is', async () => {
    await using tab = await office.page('overview')
    const { page } = tab
    await page.route('**/attendance/groups/1/months/*', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), today: '2026-09-30' } })
    })
    await tab.visit('attendance/1/month/2026-09')
    const today = page.locator('table.month th.today')
    await today.waitFor()
    const right = async (of: Locator) => {
      const box = await of.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? Infinity)
    }
    const scroll = page.locator('.scroll')
    await expect.poll(() => scroll.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect(await right(today)).toBeLessThanOrEqual((await right(scroll)) + 1)
    // Read again, it stays where its reader is.
    await scroll.evaluate(element => {
      element.scrollLeft = 0
    })
    const isRead = page.waitForResponse('**/attendance/groups/1/months/*')
    await markElsewhere('2026-09-06', 0, 'Late')
    await isRead
    await page.locator('table.month tbody tr').first().locator('td').nth(5).locator('.Late').waitFor()
    expect(await scroll.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0)
  })
})

describe('what a register says of its marks', () => {
  const toasts = (page: Page) => page.locator('console-toasts .toast')

  it('an undo leaves what another teacher has marked since', async () => {
    const date = '2027-03-12'
    await markElsewhere(date, 0, 'Late')
    await using tab = await office.page(`attendance/1/${date}`)
    const { page } = tab
    await status(page, 'en-US', 0, 'Excused').click()
    await message(page, 'Changed').hover()
    await markElsewhere(date, 0, 'Present')
    await isPressed(status(page, 'en-US', 0, 'Present'))
    await undo(page, 'Changed')
    await message(page, 'Somebody has changed it since').waitFor()
    expect(await statuses(date)).toEqual(['Present', undefined, undefined, undefined])
  })

  it('no change is said before it is saved, and the newest alone', async () => {
    const date = '2027-03-15'
    for (const at of [0, 1, 2]) await markElsewhere(date, at, 'Present')
    await using tab = await office.page(`attendance/1/${date}`)
    const { page } = tab
    for (const at of [0, 1]) await status(page, 'en-US', at, 'Late').click()
    await message(page, `Changed: ${NAMES['en-US'][1]} – Late`).waitFor()
    expect(await toasts(page).count()).toBe(1)
    await page.route(PUTS, route => route.abort())
    await status(page, 'en-US', 2, 'Late').click()
    await page.getByText('Not saved').first().waitFor()
    expect(await message(page, NAMES['en-US'][2]).count()).toBe(0)
    await page.unroute(PUTS)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await undo(page, `Changed: ${NAMES['en-US'][2]} – Late`)
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Late', 'Present', undefined])
  })
})

describe('marks that cannot be saved', () => {
  it('are no conflict when the answer alone was lost', async () => {
    const date = '2027-03-16'
    await using tab = await office.page(`attendance/1/${date}`)
    const { page } = tab
    await page.route(PUTS, async route => {
      if (route.request().postDataJSON().status === 'Late') await route.fetch()
      await route.abort()
    })
    for (const at of [0, 1]) await status(page, 'en-US', at, 'Late').click()
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Late', undefined, undefined])
    await page.getByText('2 marks are not saved').waitFor()
    // Another one waits, too.
    await status(page, 'en-US', 1, 'Excused').click()
    await page.unroute(PUTS)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect.poll(() => statuses(date)).toEqual(['Late', 'Excused', undefined, undefined])
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(2)
    expect(await page.getByRole('button', { name: STRINGS.setAnyway['en-US'] }).count()).toBe(0)
  })

  it('are tried again wherever one is in the console, and closing the tab asks before', async () => {
    const date = '2027-03-17'
    await using tab = await office.page(`attendance/1/${date}`)
    const { page } = tab
    await page.route(PUTS, route => route.abort())
    await status(page, 'en-US', 0, 'Late').click()
    await page.getByText('Not saved').first().waitFor()
    await page.locator('a[href="/console/people"]').first().click()
    await page.locator('people-page, people-list').first().waitFor()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.unroute(PUTS)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => statuses(date)).toEqual(['Late', undefined, undefined, undefined])
  })

  // Promise: office/marks
  it('say so, outlive a reload, and are saved when the service is there again', async () => {
    await using tab = await office.page('attendance/1/2027-03-03')
    const { page } = tab
    await page.clock.install()
    await status(page, 'en-US', 0, 'Present').focus()
    await page.route('**/attendance/students/**', route => route.abort())
    await page.keyboard.press('4')
    await page.getByText('Not saved').first().waitFor()
    expect(await statuses('2027-03-03')).toEqual([undefined, undefined, undefined, undefined])
    await page.reload()
    await page.getByText('Not saved').first().waitFor()
    await isPressed(status(page, 'en-US', 0, 'Late'))
    // Its clock stands: in a few seconds it would try again by itself.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByText('Not saved').first().waitFor()
    await page.unroute('**/attendance/students/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect.poll(() => statuses('2027-03-03')).toEqual(['Late', undefined, undefined, undefined])
    await page.getByText('Saved', { exact: true }).first().waitFor()
  })

  it('what is taken back after going on to the next day is that of the day it was made on', async () => {
    await using tab = await office.page('attendance/1/2027-03-08')
    const { page } = tab
    await status(page, 'en-US', 0, 'Late').click()
    await expect.poll(() => statuses('2027-03-08')).toEqual(['Late', undefined, undefined, undefined])
    await status(page, 'en-US', 0, 'Excused').click()
    await expect.poll(() => statuses('2027-03-08')).toEqual(['Excused', undefined, undefined, undefined])
    // However long it takes to go there.
    await message(page, STRINGS.changed['en-US']).hover()
    await page.getByRole('link', { name: STRINGS.after['en-US'] }).press('Enter')
    await expect.poll(() => page.url()).toMatch(/2027-03-09$/)
    await page.getByRole('heading', { name: '9 March' }).waitFor()
    await undo(page, STRINGS.changed['en-US'])
    await expect.poll(() => statuses('2027-03-08')).toEqual(['Late', undefined, undefined, undefined])
    expect(await statuses('2027-03-09')).toEqual([undefined, undefined, undefined, undefined])
  })
})
