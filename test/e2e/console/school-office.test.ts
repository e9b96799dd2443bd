/** The school office at work: structures, people, tokens, keys and the app, each change seen and taken back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { STRINGS as KEYS } from '../../../console/ui/pages/access-keys/strings.ts'
import {
  STRINGS as APP,
  FAULTS as APP_FAULTS,
  WARNINGS,
} from '../../../console/ui/pages/app-settings/strings.ts'
import { STRINGS as PEOPLE } from '../../../console/ui/pages/people/strings.ts'
import { STRINGS as STRUCTURES } from '../../../console/ui/pages/structures/strings.ts'
import { WORDS } from '../../../console/ui/parts/words.ts'
import { createAttendanceClient, createSessionClient } from '../../../shared/client/index.ts'
import { LANGUAGES, type Language } from '../../../shared/contract/site.ts'
import { type Console, message, startConsole, undo } from '../../support/console.ts'
import { inTurn } from '../../support/in-turn.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole()
})
afterAll(() => office?.close())

const SCRIPT = '<img src=x onerror=alert(1)>'
const APP_ID = 'sample-school'

const list = async (
  place: { unitId: number; yearId: number; groupName: string },
  accessKey = 'sample-access-key',
) => {
  const client = createAttendanceClient({ syncUrl: office.addresses.syncUrl, appId: APP_ID, accessKey })
  const items = await client.attendanceList({ ...place, date: '2026-09-01' })
  return items.map(({ firstName }) => firstName)
}
/** Names of a group's students, or the status of the refusal. */
const seen = (...asked: Parameters<typeof list>) =>
  list(...asked).catch(({ status }: { status: number }) => status)
const whose = (token: string) =>
  createSessionClient({ sessionUrl: office.addresses.sessionUrls.production, appId: APP_ID })
    .resolve(token)
    .then(
      ({ firstName }) => firstName,
      ({ status }: { status: number }) => status,
    )
/** What is typed and not sent yet: a reload loses nothing. */
async function reload(page: Page, typed: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain(typed)
  await page.reload()
}
const button = (page: Page, name: string) => page.getByRole('button', { name }).first()

describe.each(LANGUAGES)('in %s', lang => {
  const inOne = inTurn(lang)
  /** What the other language's walk does not touch. */
  const unitId = { 'en-US': 71, 'zh-HK': 72 }[lang]
  const t = <Name extends string>(strings: Record<Name, Record<Language, string>>, name: Name) =>
    strings[name][lang]

  inOne('structures are made, put in order, changed, deleted and brought back', async () => {
    await using tab = await office.page('structures', { lang })
    const { page, complaints } = tab
    await page.getByLabel(t(STRUCTURES, 'unitId')).fill(`${unitId}`)
    await page.getByLabel(t(STRUCTURES, 'unitName')).fill(SCRIPT)
    await button(page, t(STRUCTURES, 'newUnit')).click()
    await page.getByRole('cell', { name: SCRIPT }).first().waitFor()
    // A row where somebody points stays what it is when another comes before it.
    const row = await page.getByRole('row').filter({ hasText: SCRIPT }).first().elementHandle()
    await office.call('POST', '/structures/units', { name: `Before ${unitId}`, unitId: unitId - 10 })
    await page.getByRole('cell', { name: `Before ${unitId}`, exact: true }).waitFor()
    expect(await row?.textContent()).toContain(SCRIPT)
    await page.getByRole('button', { name: `${t(STRUCTURES, 'rename')} Before ${unitId}` }).click()
    await page.locator('td').getByLabel(t(STRUCTURES, 'unitName')).fill(`After ${unitId}`)
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: `After ${unitId}`, exact: true }).waitFor()
    await page.getByLabel(t(STRUCTURES, 'groupName')).fill('3C / Kites')
    await page.locator('form.foot select[name=unitId]').selectOption(`${unitId}`)
    await page.locator('form.foot select[name=yearId]').selectOption('2026–27')
    await button(page, t(STRUCTURES, 'newGroup')).click()
    const place = { unitId, yearId: 2026, groupName: '3C / Kites' }
    await expect.poll(() => seen(place)).toEqual([])
    await message(page, `${t(STRUCTURES, 'added')}: 3C / Kites`).waitFor()
    await page.getByRole('link', { name: '3C / Kites' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('link', { name: '3C / Kites' }).click()
    for (const name of ['Imogen', 'Rohan']) {
      await page.getByLabel(t(STRUCTURES, 'addStudent')).fill(name)
      await page.locator('person-picker button').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: new RegExp(name) }).waitFor()
      await message(page, t(STRUCTURES, 'putIn')).filter({ hasText: name }).waitFor()
    }
    await expect.poll(() => seen(place)).toEqual(['Imogen', 'Rohan'])
    await page.getByRole('button', { name: `${t(STRUCTURES, 'up')} Rohan` }).click()
    await expect.poll(() => seen(place)).toEqual(['Rohan', 'Imogen'])
    await undo(page, t(STRUCTURES, 'moved'))
    await expect.poll(() => seen(place)).toEqual(['Imogen', 'Rohan'])

    await page.getByLabel(t(STRUCTURES, 'groupName')).fill('..')
    await button(page, t(WORDS, 'save')).click()
    await page.getByRole('alert').filter({ hasText: '..' }).waitFor()
    await page.getByLabel(t(STRUCTURES, 'groupName')).fill('3D - Kites')
    await button(page, t(WORDS, 'save')).click()
    const renamed = { ...place, groupName: '3D - Kites' }
    await expect.poll(() => seen(renamed)).toEqual(['Imogen', 'Rohan'])
    await message(page, `${t(STRUCTURES, 'saved')}: 3D - Kites`).waitFor()
    await page.getByRole('heading', { level: 1, name: '3D - Kites' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await button(page, t(STRUCTURES, 'deleteGroup')).click()
    await expect.poll(() => seen(renamed)).toBe(404)
    await undo(page, t(STRUCTURES, 'deleted'))
    await expect.poll(() => seen(renamed)).toEqual(['Imogen', 'Rohan'])
    await page.getByRole('row').filter({ hasText: SCRIPT }).getByRole('link').first().waitFor()
    // The one refusal that the walk asked for.
    expect(complaints.filter(text => !text.includes('422'))).toEqual([])
  })

  inOne(
    'people are entered with their children, found, given a token, deleted and brought back',
    async () => {
      await using tab = await office.page('people/new', { lang })
      const { page, complaints } = tab
      const name = lang === 'en-US' ? 'Elspeth' : 'Bronwen'
      await page.getByLabel(t(PEOPLE, 'firstName')).fill(name)
      await page.getByLabel(t(PEOPLE, 'lastName')).fill(SCRIPT)
      await page.getByLabel(WORDS.role[lang]).selectOption('Guardian')
      await page.getByLabel(t(PEOPLE, 'addChild')).fill('Rohan')
      await page.locator('person-picker li button').first().click()
      await page.getByLabel(t(PEOPLE, 'email')).fill('nowhere')
      await button(page, t(PEOPLE, 'save')).click()
      await page.getByRole('alert').first().waitFor()
      await page.getByLabel(t(PEOPLE, 'email')).fill(`${name}@families.example`)
      await reload(page, 'families.example')
      await button(page, t(PEOPLE, 'save')).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await expect.poll(() => page.url()).toMatch(/\/people\/\d+$/)

      await page.getByLabel(t(PEOPLE, 'environment')).selectOption('production')
      await button(page, t(PEOPLE, 'issue')).click()
      const token = (await page.locator('issue-session console-copy code').first().textContent()) ?? ''
      expect(await whose(token)).toBe(name)
      expect(await axeFindings(page)).toEqual([])
      await button(page, t(PEOPLE, 'haveIt')).click()
      await page.getByText(token).waitFor({ state: 'detached' })
      await page
        .locator('table.list')
        .getByRole('button', { name: t(PEOPLE, 'end') })
        .click()
      await expect.poll(() => whose(token)).toBe(401)
      await undo(page, t(PEOPLE, 'ended'))
      await expect.poll(() => whose(token)).toBe(name)

      await button(page, t(PEOPLE, 'delete')).click()
      await expect.poll(() => whose(token)).toBe(401)
      await message(page, t(PEOPLE, 'deleted')).hover()
      await page.getByLabel(t(PEOPLE, 'search')).fill(name)
      await page.getByText(t(PEOPLE, 'nobodyText')).waitFor()
      await undo(page, t(PEOPLE, 'deleted'))
      await expect.poll(() => whose(token)).toBe(name)
      await page.getByRole('link', { name: new RegExp(name) }).waitFor()
      expect(await axeFindings(page)).toEqual([])

      await page.getByRole('link', { name: t(PEOPLE, 'sessionsView'), exact: true }).click()
      await page.getByRole('row').filter({ hasText: name }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect(complaints.filter(text => !text.includes('422'))).toEqual([])
    },
  )

  inOne('a key is made, shown once, used, revoked and brought back', async () => {
    await using tab = await office.page('access-keys', { lang })
    const { page, complaints } = tab
    const rowing = { unitId: 1, yearId: 2026, groupName: '2B / Science' }
    await button(page, t(KEYS, 'create')).click()
    await page.getByText(t(KEYS, 'labelMissing')).waitFor()
    await page.getByLabel(t(KEYS, 'label')).fill(SCRIPT)
    await button(page, t(KEYS, 'create')).click()
    const key = (await page.locator('.once console-copy code').first().textContent()) ?? ''
    expect(await list(rowing, key)).toHaveLength(13)
    await page.getByText(t(KEYS, 'enough')).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await button(page, t(KEYS, 'haveIt')).click()
    await page.getByText(key).waitFor({ state: 'detached' })
    await page.reload()

    const revoke = page.getByRole('button', { name: `${t(KEYS, 'revoke')} ${SCRIPT}` })
    await revoke.click()
    await expect.poll(() => seen(rowing, key)).toBe(401)
    await undo(page, t(KEYS, 'revoked'))
    await expect.poll(() => seen(rowing, key)).toHaveLength(13)
    await revoke.click()
    await expect.poll(() => seen(rowing, key)).toBe(401)
    expect(complaints).toEqual([])
  })

  inOne('the app’s More item is set, with a word on what phones cannot open', async () => {
    await using tab = await office.page('app-settings', { lang })
    const { page, complaints } = tab
    const url = page.getByLabel(t(APP, 'entranceUrl'))
    await url.fill('javascript:alert(1)')
    await page.getByText(APP_FAULTS['not-http'][lang]).waitFor()
    await button(page, t(APP, 'save')).click()
    await url.fill('http://app.ternbay.example/entrance')
    await page.getByText(WARNINGS['not-encrypted'][lang]).waitFor()
    expect(office.service.app.settings.entranceUrl).toBe('http://127.0.0.1:4030/')
    await url.fill('https://app.ternbay.example/entrance')
    await page.getByText(WARNINGS['not-encrypted'][lang]).waitFor({ state: 'detached' })
    expect(await axeFindings(page)).toEqual([])
    await button(page, t(APP, 'save')).click()
    await expect
      .poll(() => office.service.app.settings.entranceUrl)
      .toBe('https://app.ternbay.example/entrance')
    await undo(page, t(APP, 'saved'))
    await expect.poll(() => office.service.app.settings.entranceUrl).toBe('http://127.0.0.1:4030/')
    await expect.poll(() => url.inputValue()).toBe('http://127.0.0.1:4030/')
    expect(complaints).toEqual([])
  })
})
