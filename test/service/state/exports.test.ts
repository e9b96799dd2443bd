/** The whole state taken out and put in place: as a file, as the seed of a new store, and from an older version. */
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createService, type Service } from '../../../console/index.ts'
import { putMedia } from '../../../service/state/import-state.ts'
import { APPLICATION_ID, MIGRATIONS } from '../../../service/store/migrations.ts'
import type { SiteId } from '../../../shared/contract/site.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  ACCESS_KEY,
  entry,
  PRODUCTION_TOKEN,
  SHORT_TOKEN,
  SMALL_SCHOOL,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
  writeSeed,
} from '../../support/small-school.ts'
import { unzip, zipOf } from '../../support/zip.ts'
import { everything, newsOf } from './everything.ts'
import { firstFormOf } from './first-form.ts'

const texts = fc.record({ msgTitle: fc.string(), msgBody: fc.string({ unit: 'grapheme' }) })
const sites = fc.constantFrom<SiteId[]>(['academy'], ['pre-school'], ['academy', 'pre-school'])
/** Something that a school office does. */
const deed: fc.Arbitrary<(service: Service) => void> = fc.oneof(
  fc
    .record({
      sites,
      displayDate: fc.constantFrom('20261118080000', '20261119235959'),
      onWebsite: fc.boolean(),
      texts: fc.record({ 'en-US': texts, 'zh-HK': texts }),
    })
    .map(popup => (service: Service) => void service.popups.put(popup)),
  fc.tuple(fc.constantFrom('N-1', 'N-7', '消息 8'), sites, fc.string({ unit: 'grapheme' })).map(
    ([id, where, title]) =>
      (service: Service) =>
        service.news.put(entry(id, where, '20261117090000', title, title)),
  ),
  fc.constantFrom('N-1', 'N-2', 'N-5').map(id => (service: Service) => void service.news.remove(id)),
  fc.constantFrom('N-4', 'N-1').map(id => (service: Service) => void service.news.restore(id)),
  fc
    .tuple(
      fc.constantFrom(20, 21, 22),
      fc.constantFrom('Excused' as const, 'EarlyLeave' as const),
      fc.string(),
    )
    .map(([userId, status, note]) => (service: Service) => {
      service.attendance.put({ userId, date: '2026-09-02', status, entryDate: '2026-09-02T00:30:00Z', note })
    }),
  fc.constant((service: Service) => void service.sessions.end('staging', STAGING_TOKEN)),
  fc.boolean().map(moreEnabled => (service: Service) => {
    service.app.settings = { moreEnabled, entranceUrl: 'https://app.larkwater.example/' }
  }),
)

const titles = ({ newsList }: { newsList: { newsTitle: string }[] }) =>
  newsList.map(({ newsTitle }) => newsTitle)

/** What is being made on the way to its place. */
const halfDone = ({ folder }: Scratch) => globSync('data/{.work-*/part-*,media/**/.part-*}', { cwd: folder })

describe('an exported state', () => {
  it('gives the same answers of all interfaces wherever it is put in place', async () => {
    await using school = await startSmallSchool()
    await using other = await startSmallSchool({ seed: 'empty' })
    const file = school.scratch.path('state.zip')
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 6, maxLength: 12 }), async deeds => {
        for (const act of deeds) act(school.service)
        const { token } = school.service.sessions.issue({ environment: 'production', userId: 21 })
        await school.service.state.export(file)
        await other.service.state.import(file)
        expect(await everything(other, [token])).toEqual(await everything(school, [token]))
        expect(other.service.app.settings).toEqual(school.service.app.settings)
        expect(other.service.popups.list()).toEqual(school.service.popups.list())
      }),
      { numRuns: 4 },
    )
    expect(readdirSync(school.scratch.folder)).not.toContainEqual(expect.stringMatching(/\.part$/))
  })

  it('may be the seed of a new store; is a database and its media, and holds no key and no token in the clear', async () => {
    await using school = await startSmallSchool()
    const issued = school.service.sessions.issue({ environment: 'staging', userId: 10 }).token
    const created = school.service.accessKeys.create('register').key
    const file = school.scratch.path('state.zip')
    await school.service.state.export(file)
    await using copy = await startSmallSchool({ seed: file })
    expect(copy.service.state.holds()).toEqual(school.service.state.holds())
    expect(copy.service.state.snapshots.list()).toEqual([])
    expect(await everything(copy, [issued])).toEqual(await everything(school, [issued]))

    const parts = await unzip(readFileSync(file))
    const mediaFiles = parts.slice(1)
    expect(parts.map(({ name }) => name)).toEqual([
      'school.db',
      ...mediaFiles.map(() => expect.stringMatching(/^media\/[0-9a-f]{64}\/./)),
    ])
    await using other = await startSmallSchool({ seed: 'empty' })
    expect(await other.service.state.import(file)).toEqual({
      ...{ schema: MIGRATIONS.length, exportedAt: '2026-11-20T01:30:00Z' },
      school: { 'en-US': 'Larkwater School', 'zh-HK': expect.any(String) },
      tables: school.service.state.holds(),
      media: {
        files: mediaFiles.length,
        bytes: mediaFiles.reduce((sum, { bytes }) => sum + bytes.length, 0),
      },
    })
    const text = parts.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('\n')
    for (const secret of [ACCESS_KEY, STAGING_TOKEN, PRODUCTION_TOKEN, SHORT_TOKEN, issued, created])
      expect(text).not.toContain(secret)
    expect(text).toContain('Quillfeather')
  })

  it.each([
    ['as a database', () => [{ name: 'school.db', bytes: firstVersion().serialize() }]],
    ['in the first form', () => firstFormOf(firstVersion())],
  ])('of a first version, %s, is brought up to date', async (_, archive) => {
    using place = scratch()
    writeFileSync(place.path('old.zip'), zipOf(archive()))
    await using school = await startSmallSchool({ seed: place.path('old.zip') })
    expect(titles(await newsOf(school))).toEqual(['Old hall'])
    school.service.news.remove('OLD-1')
    expect((await newsOf(school)).delNewsIds).toEqual(['OLD-1'])
  })
})

function firstVersion(): Database.Database {
  const database = new Database(':memory:')
  MIGRATIONS[0]?.(database)
  database.pragma(`application_id = ${APPLICATION_ID}`)
  database.pragma('user_version = 1')
  database.exec(`
    INSERT INTO school VALUES (1, 'Old', '舊', 'old', 0, '');
    INSERT INTO news VALUES ('OLD-1', '20261101090000', 0, 'Old hall', '<p>x</p>', '舊禮堂', '', NULL);
    INSERT INTO news_site VALUES ('OLD-1', 'academy', 1, 1762000000)`)
  return database
}

it('a service that closes in the middle of an import waits for its end, and leaves nothing of it behind', async () => {
  using place = scratch()
  await using school = await startSmallSchool({ dataDir: place.path('data') })
  const { service } = school
  const file = place.path('state.zip')
  await service.state.export(file)
  let closing: Promise<void> | undefined
  let isOver = false
  const onProgress = () => {
    const isAtMedia = globSync('data/.work-*/part-*/media', { cwd: place.folder }).length > 0
    if (isAtMedia) closing ??= service.close()
  }
  const end = () => {
    isOver = true
  }
  service.state.import(file, onProgress).then(end, end)
  await expect.poll(() => closing !== undefined, { message: 'the import has come to the media' }).toBe(true)
  await closing
  await new Promise(setImmediate)
  expect(isOver).toBe(true)
  expect(globSync('data/.work-*', { cwd: place.folder })).toEqual([])
})

it('media are all in their place before a state that names them is', async () => {
  using place = scratch()
  const paths = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(64, '0')).map(
    hash => `${hash}/a.png`,
  )
  for (const path of paths) {
    mkdirSync(place.path('from', dirname(path)), { recursive: true })
    writeFileSync(place.path('from', path), path)
  }
  await putMedia(paths, place.path('from'), place.path('to'))
  expect(globSync('*/*', { cwd: place.path('to') }).toSorted()).toEqual(paths)
})

describe('an import that is broken off', () => {
  it.each([0.2, 0.6, 0.95])('after %d of it leaves what was, and nothing half done', async share => {
    const { state } = school.service
    await state.reset('empty')
    const before = await everything(school)
    const stop = (done: number, total: number) => {
      if (done > share * total) throw new Error('broken off')
    }
    await expect(state.import(place.path('state.zip'), stop)).rejects.toThrow('broken off')
    expect(await everything(school)).toEqual(before)
    expect(halfDone(place)).toEqual([])
    await state.import(place.path('state.zip'))
    expect((await newsOf(school)).newsList).toHaveLength(3)
  })

  let place: Scratch
  let school: SmallSchool
  beforeAll(async () => {
    place = scratch()
    school = await startSmallSchool({ dataDir: place.path('data') })
    await school.service.state.export(place.path('state.zip'))
    // What the export was made in goes by itself.
    await vi.waitFor(() => expect(halfDone(place)).toEqual([]), { timeout: 30_000, interval: 10 })
  })
  afterAll(async () => {
    await school[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  })
})

it('published keys do not come into a service that others can reach: by a reset, a file, or a file that denies it', async () => {
  using place = scratch()
  const accessKeys = [{ label: 'copied', key: 'sample-access-key' }]
  const seed = writeSeed(place.folder, { ...SMALL_SCHOOL, accessKeys, sample: true })
  await using sample = await startSmallSchool({ seed })
  await sample.service.state.export(place.path('sample.zip'))
  const parts = await unzip(readFileSync(place.path('sample.zip')))
  const database = new Database(Buffer.from(parts[0]?.bytes ?? ''))
  const marked = database.prepare('UPDATE access_key SET sample = 0').run().changes
  expect(marked).toBe(1)
  const denied = [{ name: 'school.db', bytes: database.serialize() }, ...parts.slice(1)]
  database.close()
  writeFileSync(place.path('denied.zip'), zipOf(denied))
  await using service = await createService({
    ...{ seed: 'empty', host: '0.0.0.0', port: 0, publicUrl: 'https://sis.larkwater.example' },
    adminPassword: 'harbour lantern 7',
  })
  await expect(service.state.reset('sample')).rejects.toMatchObject({ code: 'STATE_SAMPLE' })
  for (const file of ['sample.zip', 'denied.zip'])
    await expect(service.state.import(place.path(file))).rejects.toMatchObject({ code: 'STATE_SAMPLE' })
  expect(service.state.holds()).toMatchObject({ access_key: 0, session: 0 })
})

it('a store of the first version is brought up to date with all that is in it', async () => {
  using place = scratch()
  const dataDir = place.path('data')
  await (await createService({ dataDir, seed: 'empty' })).close()
  const file = place.path('data', 'service.db')
  const old = new Database(place.path('old.db'))
  MIGRATIONS[0]?.(old)
  old.pragma(`application_id = ${APPLICATION_ID}`)
  old.pragma('user_version = 1')
  old.exec(`
      INSERT INTO school VALUES (1, 'Old', '舊', 'old-app', 1, 'https://app.larkwater.example/');
      INSERT INTO person VALUES (1, 'Student', 'R-1', 'Ilka', 'Thornbury', '', '', NULL);
      INSERT INTO attendance_entry VALUES (7, 1, '2026-09-01', 'Late', '2026-09-01T00:30:00Z', 'Fog', NULL, NULL);
      INSERT INTO popup VALUES (3, '20261101080000', 1, NULL, NULL, 'Fog', '<p>Fog</p>', '霧', '');
      INSERT INTO popup_site VALUES (3, 'academy');
      INSERT INTO news VALUES ('OLD-1', '20261101090000', 0, 'Old hall', '<p>x</p>', '舊禮堂', '', NULL);
      INSERT INTO news VALUES ('OLD-2', '20261101090000', 1, 'Gone', '', '', '', NULL);
      INSERT INTO news_site VALUES ('OLD-1', 'academy', 1, 1762000000), ('OLD-2', 'academy', 1, 1762000000);`)
  old.close()
  writeFileSync(file, readFileSync(place.path('old.db')))
  for (const rest of globSync('data/service.db-*', { cwd: place.folder })) writeFileSync(place.path(rest), '')

  await using school = await startSmallSchool({ dataDir })
  const { newsList, delNewsIds } = await newsOf(school)
  expect([newsList.map(({ newsId }: { newsId: string }) => newsId), delNewsIds]).toEqual([
    ['OLD-1'],
    ['OLD-2'],
  ])
  expect(school.service.popups.list()).toMatchObject([{ popupId: 3, onWebsite: true }])
  expect(school.service.app.id).toBe('old-app')
})
