import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../../support/raw-request.ts'
import { scratch } from '../../support/scratch.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

const place = scratch()
const dataDir = join(place.folder, 'store')
let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool({ dataDir })
})
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  place[Symbol.dispose]()
})

const ask = (siteId = 'academy', of = school) =>
  rawRequest(of.addresses.base, `/cms/api/v1/popupmsg/check?siteId=${siteId}&lang=en-US`)
const titles = async (siteId = 'academy', of = school) => {
  const { content } = JSON.parse((await ask(siteId, of)).body.toString())
  return content.map(({ msgTitle }: { msgTitle: string }) => msgTitle)
}
const etag = async () => (await ask()).headers.etag
const draft = (msgTitle: string) => ({
  sites: ['academy' as const],
  displayDate: '20261120093000',
  onWebsite: true,
  texts: { 'en-US': { msgTitle, msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } },
})

describe('popups that are kept as bytes', () => {
  it('are the same bytes but for the txID, and the length is right', async () => {
    const [first, second] = [await ask(), await ask()]
    expect(first.headers['content-length']).toBe(`${first.body.length}`)
    const without = (body: Buffer) => body.toString().replace(/"txID":"[\w-]{36}"/, '')
    expect(without(first.body)).toBe(without(second.body))
    expect(first.body.equals(second.body)).toBe(false)
  })

  it('are new at once after what this service writes', async () => {
    const { popups } = school.service
    const before = await etag()
    const popupId = popups.put(draft('Boat race'))
    expect(await titles()).toContain('Boat race')
    popups.put({ ...draft('Boat race at ten'), popupId })
    expect(await titles()).toContain('Boat race at ten')
    expect(await etag()).not.toBe(before)
    popups.withdraw(popupId)
    expect(await titles()).not.toContain('Boat race at ten')
    expect(await etag()).toBe(before)
  })

  it('are new at once after what another program writes into the file', async () => {
    expect(await titles()).toContain('Library closed')
    // SQLite tells connections apart, not programs.
    const other = new Database(join(dataDir, 'service.db'))
    other.exec("UPDATE popup SET title_en = 'Library open' WHERE title_en = 'Library closed'")
    other.close()
    expect(await titles()).toContain('Library open')
  })

  it('take the fault of the laboratory and its clock’s time all the same', async () => {
    school.service.clock.skewHeader(60_000)
    expect((await ask()).headers.date).toBe('Fri, 20 Nov 2026 01:31:00 GMT')
    school.service.clock.reset()
    school.service.faults.add({
      endpoint: 'popups',
      when: { calls: 1 },
      fault: { kind: 'content-type', type: 'text/csv' },
    })
    expect((await ask()).headers['content-type']).toBe('text/csv')
    expect((await ask()).headers['content-type']).toBe('application/json; charset=utf-8')
  })
})
