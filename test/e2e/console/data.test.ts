/** The data page as a person uses it: a snapshot, a mistake, the way back; a file out and in again; a new beginning. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { STRINGS } from '../../../console/ui/pages/data/strings.ts'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { type Console, startConsole, undo } from '../../support/console.ts'
import { inTurn } from '../../support/in-turn.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console
let place: Scratch
beforeAll(async () => {
  place = scratch()
  office = await startConsole()
})
afterAll(async () => {
  await office.close()
  place[Symbol.dispose]()
})

const titles = async () => {
  const url = `${office.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy`
  const { content } = await (await fetch(url)).json()
  return content.map(({ msgTitle }: { msgTitle: string }) => msgTitle)
}

describe.each(LANGUAGES)('the data page, %s', lang => {
  const inOne = inTurn(lang)
  const words = (name: keyof typeof STRINGS) => STRINGS[name][lang]

  inOne('keeps a snapshot, goes back to it, and undoes what it did', async () => {
    await using visit = await office.page('data', { lang, ...(lang === 'zh-HK' && { width: 390 }) })
    const { page } = visit
    const before = await titles()
    expect(before.length).toBeGreaterThan(0)

    await page.getByRole('button', { name: words('take') }).click()
    await page.getByText(words('nameMissing')).waitFor()
    const name = `<b>${lang}</b><img src=x onerror=alert(1)>`
    await page.getByLabel(words('name')).fill(name)
    await page.reload()
    await expect.poll(() => page.getByLabel(words('name')).inputValue()).toBe(name)
    await page.getByRole('button', { name: words('take') }).click()
    // Not those that were kept before each way back, which name it too.
    const row = page.getByRole('row').filter({ hasText: name, hasNotText: /Before|之前/ })
    await row.waitFor()
    // By the keyboard: rows that come before it move what a pointer is about to press.
    const goBack = () => row.getByRole('button', { name: words('goBack') }).press('Enter')

    // It asks, names what goes, and stays where it is for whoever presses again.
    const wipe = page.getByRole('button', { name: words('toEmpty') })
    await wipe.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words('askText').split('{what}')[0] ?? '').waitFor()
    expect(await axeFindings(page)).toEqual([])
    // Nothing is lost by Enter at once.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await titles()).toEqual(before)
    const place = () => wipe.evaluate(button => button.getBoundingClientRect().top + scrollY)
    const placeBefore = await place()
    await wipe.click()
    await dialog.getByRole('button', { name: words('askGo'), exact: true }).click()
    await expect.poll(titles).toEqual([])
    await page
      .getByRole('row', { name: /Before|之前/ })
      .first()
      .waitFor()
    expect(await place()).toBe(placeBefore)
    await goBack()
    await expect.poll(titles).toEqual(before)
    await undo(page, words('wentBack').trim())
    await expect.poll(titles).toEqual([])
    await goBack()
    await expect.poll(titles).toEqual(before)

    const { snapshots } = office.service.state
    const kept = () => snapshots.list().flatMap(({ kind, name }) => (kind === 'kept' ? name : []))
    await row.getByRole('button', { name: words('remove') }).press('Enter')
    await expect.poll(kept).toEqual([])
    await undo(page, words('removed').trim())
    await expect.poll(kept).toEqual([name])
    for (const { snapshotId } of snapshots.list()) snapshots.delete(snapshotId)
    expect(await axeFindings(page)).toEqual([])
    expect(visit.complaints).toEqual([])
  })

  inOne('hands out a file, shows what one holds, and puts it in place when told to', async () => {
    await using visit = await office.page('data', { lang, scheme: 'dark' })
    const { page } = visit
    const before = await titles()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText(words('download'), { exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^schoolbell-\d{4}-\d\d-\d\d\.zip$/)
    const file = place.path(`${lang}.zip`)
    await download.saveAs(file)
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')

    await office.service.state.reset('empty')
    const choose = page.locator('console-file-drop input[type=file]')
    const buffer = Buffer.from('no zip')
    await choose.setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer })
    await page.getByText(words('refused')).waitFor()
    await choose.setInputFiles(file)
    await page.getByRole('heading', { name: words('preview') }).waitFor()
    expect(await titles()).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: words('cancel') }).click()
    await choose.setInputFiles(file)
    await page.getByRole('button', { name: words('replace') }).click()
    await expect.poll(titles).toEqual(before)
    await undo(page, words('replaced'))
    await expect.poll(titles).toEqual([])
    await office.service.state.reset('sample')
    // The refusal that was looked for.
    expect(visit.complaints.filter(text => !text.includes('422'))).toEqual([])
  })
})
