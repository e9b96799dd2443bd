/** Identifiers that the service gives: other systems keep them, so that none is ever somebody else's. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stampOf } from '../../console/api/stamp.ts'
import { openDataFolder } from '../../service/state/data-folder.ts'
import { APPLICATION_ID, MIGRATIONS } from '../../service/store/migrations.ts'
import { openDatabase } from '../../shared/sqlite/open.ts'
import { heldClock } from '../support/held-clock.ts'
import { pdfFile } from '../support/media-files.ts'
import { type OfficeSchool, startOfficeSchool } from '../support/office.ts'
import { scratch } from '../support/scratch.ts'
import { startSmallSchool } from '../support/small-school.ts'

let school: OfficeSchool
beforeAll(async () => {
  school = await startOfficeSchool()
})
beforeEach(() => school.beginAgain())
afterAll(() => school[Symbol.asyncDispose]())

const PERSON = {
  ...{ role: 'Student', refNo: '', firstName: 'Wren', lastName: 'Aldermoor' },
  ...{ chineseName: '', email: '' },
}
const add = async ({ call }: OfficeSchool, path: string, key: string, record: object): Promise<number> => {
  const { status, body } = await call<Record<string, unknown>>('POST', path, record)
  expect(status).toBe(201)
  return Number(`${body[key]}`.replace('NEWS-', ''))
}
const DAY = '/attendance/students/22/days/2026-09-02'
const record = async ({ call }: OfficeSchool) =>
  Number((await call<{ entryId: number }>('PUT', DAY, { status: 'Late', note: '' })).body.entryId)

type Kind = [what: string, add: (school: OfficeSchool) => Promise<number>, path: (id: number) => string]
const KINDS: Kind[] = [
  ['a person', it => add(it, '/people', 'userId', PERSON), id => `/people/${id}`],
  [
    'a unit',
    it => add(it, '/structures/units', 'unitId', { name: 'Third' }),
    id => `/structures/units/${id}`,
  ],
  ['a year', it => add(it, '/structures/years', 'yearId', { name: 'Next' }), id => `/structures/years/${id}`],
  [
    'a group',
    it => add(it, '/structures/groups', 'groupId', { unitId: 1, yearId: 2026, groupName: '3C' }),
    id => `/structures/groups/${id}`,
  ],
  ['an attendance entry', record, () => `${DAY}?stamp=${stampOf(['Late', '', null])}`],
  ['an access key', it => add(it, '/access-keys', 'keyId', { label: 'Library' }), id => `/access-keys/${id}`],
]

describe.each(KINDS)('the identifier of %s that was deleted', (_, add, path) => {
  // Promise: integrate/ids
  it('is not given again: here, after going back to a snapshot, and where the school is imported', async () => {
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('Before')
    const first = await add(school)
    expect((await school.call('DELETE', path(first))).status).toBe(200)
    const second = await add(school)
    expect(second).toBeGreaterThan(first)
    snapshots.apply(snapshotId)
    const third = await add(school)
    expect(third).toBeGreaterThan(second)

    await school.call('DELETE', path(third))
    const file = school.scratch.path('state.zip')
    await school.service.state.export(file)
    await using other = await startOfficeSchool({ seed: file })
    expect(await add(other)).toBeGreaterThan(third)
    snapshots.delete(snapshotId)
  })
})

it('the number of a message or an entry that a snapshot does not have is not given again', async () => {
  const texts = { 'en-US': { msgTitle: 'Tide', msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } }
  const popup = { sites: ['academy'], displayDate: '20261120080000', onWebsite: true, texts }
  const words = { newsTitle: 'Tide', newsContent: '' }
  const entry = {
    ...{ sites: ['academy'], newsDateTime: '20261120080000', state: 'published' },
    ...{ attachments: [], texts: { 'en-US': words, 'zh-HK': words } },
  }
  const addBoth = async () => [
    await add(school, '/popups', 'popupId', popup),
    await add(school, '/news', 'newsId', entry),
  ]
  const [popupId = 0, news = 0] = await addBoth()
  school.beginAgain()
  expect(await addBoth()).toEqual([popupId + 1, news + 1])
})

it('the name of a medium that was removed is not given to another file, also when its file is gone', async () => {
  using data = scratch()
  const names = []
  for (const time of ['01:00', '01:30', '04:00', '08:00']) {
    const clock = heldClock(`2026-11-20T${time}:00Z`)
    await using opened = await startSmallSchool({ dataDir: data.folder, clock })
    const { media } = opened.service
    const { name } = await media.add(pdfFile(time), { name: 'menu.pdf' })
    media.remove(name)
    names.push(name)
  }
  expect(names).toEqual(['menu.pdf', 'menu-2.pdf', 'menu-3.pdf', 'menu-4.pdf'])
})

it('a school may give the highest number of news: the next one goes on from the others', async () => {
  const words = { newsTitle: 'Tide', newsContent: '' }
  const entry = {
    ...{ sites: ['academy'], newsDateTime: '20261120080000', state: 'published' },
    ...{ attachments: [], texts: { 'en-US': words, 'zh-HK': words } },
  }
  const first = await add(school, '/news', 'newsId', entry)
  await add(school, '/news', 'newsId', { ...entry, newsId: 'NEWS-999999999' })
  const next = [await add(school, '/news', 'newsId', entry), await add(school, '/news', 'newsId', entry)]
  expect(next).toEqual([first + 1, first + 2])
})

it('a school may give the highest number there is: the next one goes on from the others', async () => {
  const userId = Number.MAX_SAFE_INTEGER
  await add(school, '/people', 'userId', { ...PERSON, userId })
  const next = await add(school, '/people', 'userId', PERSON)
  await school.call('DELETE', `/people/${userId}`)
  expect(await add(school, '/people', 'userId', PERSON)).toBe(next + 1)
})

it('a school from which everything was deleted is still empty for an import', async () => {
  using place = scratch()
  const file = school.scratch.path('state.zip')
  await school.service.state.export(file)
  {
    await using emptied = await startOfficeSchool({ dataDir: place.folder, seed: 'empty' })
    await emptied.call('DELETE', `/people/${await add(emptied, '/people', 'userId', PERSON)}`)
  }
  await using data = openDataFolder(place.folder)
  expect(await data.import(file, { replace: false })).toMatchObject({ tables: { person: 5 } })
})

it('a store of an older version keeps what it has, and does not give the number of a revoked key again', async () => {
  using place = scratch()
  const older = openDatabase({
    ...{ path: place.path('service.db'), purpose: 'a store', applicationId: APPLICATION_ID },
    migrations: MIGRATIONS.slice(0, 13),
  })
  older.exec(`
    INSERT INTO school VALUES (1, 'Old', '舊', 'old-app', 0, '');
    INSERT INTO person VALUES (7, 'Student', 'R-1', 'Ilka', 'Thornbury', '', '', NULL);
    INSERT INTO snapshot (name, kind, taken_at, file, holds) VALUES ('Old', 'kept', 1, 'old.db', '{}');`)
  const key = older.prepare("INSERT INTO access_key (label, key_hash, sample) VALUES ('', ?, 0)")
  for (const name of ['first', 'second']) key.run(createHash('sha256').update(name).digest())
  older.exec('DELETE FROM access_key WHERE key_id = 2')
  older.close()

  await using opened = await startOfficeSchool({ dataDir: place.folder })
  expect(opened.service.state.holds()).toMatchObject({ person: 1, access_key: 1 })
  expect(opened.service.state.snapshots.list()).toMatchObject([{ name: 'The beginning' }, { name: 'Old' }])
  expect(await KINDS[5]?.[1](opened)).toBe(3)
  expect(await KINDS[0]?.[1](opened)).toBe(8)
})
