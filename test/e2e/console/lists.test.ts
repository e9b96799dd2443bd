/** Long lists of the console: who has read on in one stays there, whatever others change, and nobody is missing in a choice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, startConsole } from '../../support/console.ts'
import { pdfFile } from '../../support/media-files.ts'
import { entry } from '../../support/small-school.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole({ seed: 'empty' })
})
afterAll(() => office?.close())

const post = async (path: string, body: unknown) => {
  const { status } = await office.call('POST', path, body)
  expect(status).toBe(201)
}
const person = (userId: number, lastName = 'Lee') => ({
  ...{ userId, role: 'Staff', refNo: `T${userId}`, firstName: `${1000 + userId}`, lastName },
  ...{ chineseName: '', email: '' },
})
const texts = (msgTitle: string) => ({
  'en-US': { msgTitle, msgBody: '' },
  'zh-HK': { msgTitle, msgBody: '' },
})
const moment = (second: number) =>
  `20260101${new Date(second * 1000).toISOString().slice(11, 19).replaceAll(':', '')}`
const popup = (count: number, title = `Message ${count}`) => ({
  ...{ texts: texts(title), sites: ['academy'], onWebsite: true },
  displayDate: moment(count),
})
const news = (count: number, title = `Entry ${count}`) => ({
  ...entry(`N${count}`, ['academy'], moment(count), title, ''),
  state: 'published',
})
const media = (name: string) => office.service.media.add(pdfFile(name), { name })

const LISTS = {
  people: [120, (count: number) => post('/people', person(count)), () => post('/people', person(999, 'Aa'))],
  popups: [
    120,
    (count: number) => post('/popups', popup(count)),
    () => post('/popups', popup(999, 'Newest')),
  ],
  news: [130, (count: number) => post('/news', news(count)), () => post('/news', news(999, 'Newest'))],
  media: [60, (count: number) => media(`${count}.pdf`), () => media('newest.pdf')],
} as const

describe('a list in which somebody has read on', () => {
  it.each(['people', 'popups', 'news', 'media'] as const)(
    'stays as long when another changes something: %s',
    async path => {
      const [most, add, change] = LISTS[path]
      for (let count = 1; count <= most; count += 1) await add(count)
      await using tab = await office.page(path)
      const { page } = tab
      const rows = page.locator('tbody tr')
      await rows.first().waitFor()
      for (let count = await rows.count(); count < most; count = await rows.count()) {
        await page.getByRole('button', { name: 'Show more' }).click()
        await expect.poll(() => rows.count()).toBeGreaterThan(count)
      }
      const last = await rows.last().textContent()
      await change()
      // It comes first, so that the last one is not in the list's first page.
      await rows
        .first()
        .filter({ hasText: /Aa|[Nn]ewest/ })
        .waitFor()
      expect(await rows.count()).toBeGreaterThanOrEqual(most)
      expect(await rows.allTextContents()).toContain(last)
      expect(tab.complaints).toEqual([])
    },
  )

  it('stays as long when another changes something: requests', async () => {
    office.service.requests.clear()
    for (let count = 0; count < 150; count += 1)
      await fetch(`${office.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy&lang=en-US`)
    await using tab = await office.page('requests')
    const rows = tab.page.locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(100)
    await tab.page.getByRole('button', { name: 'Older calls' }).click()
    await expect.poll(() => rows.count()).toBe(150)
    const isLog = (url: URL) => url.pathname === '/console/api/requests'
    const read = tab.page.waitForResponse(response => isLog(new URL(response.url())))
    await office.call('POST', '/requests/settings', { media: true })
    await read
    await tab.page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))))
    expect(await rows.count()).toBe(150)
    expect(tab.complaints).toEqual([])
  })
})

describe('those who can approve', () => {
  it('are all of the staff, and those who came since', async () => {
    for (let count = 200; count <= 260; count += 1) await post('/people', person(count, 'Yip'))
    await post('/structures/units', { unitId: 1, name: 'Primary' })
    await post('/structures/years', { yearId: 2026, name: '2026–27' })
    await post('/structures/groups', { unitId: 1, yearId: 2026, groupName: '1A' })
    const { groups } = await (await office.call('GET', '/structures')).json()
    await post('/people', { ...person(500), role: 'Student' })
    const group = `/structures/groups/${groups[0].groupId}`
    const { stamp } = await (await office.call('GET', group)).json()
    await office.call('PUT', `${group}/students`, { students: [500], stamp })
    await using tab = await office.page(`attendance/${groups[0].groupId}/2026-09-01`)
    const approvers = tab.page.getByLabel('Approved by').locator('option')
    await expect.poll(() => approvers.allTextContents()).toEqual(expect.arrayContaining(['1260 Yip']))
    await post('/people', person(261, 'Yu'))
    await expect.poll(() => approvers.allTextContents()).toEqual(expect.arrayContaining(['1261 Yu']))
    expect(tab.complaints).toEqual([])
  })
})
