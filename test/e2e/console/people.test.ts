/** Two people at work on one person of the school: neither overwrites the other without knowing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Console, startConsole } from '../../support/console.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole({ seed: 'empty' })
})
afterAll(() => office?.close())

const PERSON = {
  ...{ role: 'Staff', refNo: 'T-1', firstName: 'Kit', lastName: 'Lee', chineseName: '', email: '' },
}

it.each([
  ['Keep mine', 'Mine'],
  ['Take theirs', 'Theirs'],
])('who saves over another’s change is asked: %s', async (choice, kept) => {
  const { userId, stamp } = await (await office.call('POST', '/people', { ...PERSON, refNo: choice })).json()
  const path = `/people/${userId}`
  await using visit = await office.page(`people/${userId}`)
  const { page } = visit
  const name = page.locator('input[name=firstName]')
  await name.fill('Mine')
  expect(
    (await office.call('PUT', path, { ...PERSON, refNo: choice, firstName: 'Theirs', stamp })).status,
  ).toBe(200)
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.locator('console-conflict tbody tr')
  await row.getByText('Theirs', { exact: true }).waitFor()
  expect((await (await office.call('GET', path)).json()).firstName).toBe('Theirs')
  await page.getByRole('button', { name: choice }).click()
  await expect.poll(async () => (await (await office.call('GET', path)).json()).firstName).toBe(kept)
  await expect.poll(() => row.count()).toBe(0)
  expect(await name.inputValue()).toBe(kept)
  // What is saved next is based on that.
  await name.fill('Later')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await (await office.call('GET', path)).json()).firstName).toBe('Later')
  expect(visit.complaints.filter(line => !line.includes('409'))).toEqual([])
})
