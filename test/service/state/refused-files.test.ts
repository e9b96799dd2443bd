/** A file that is no state to be trusted: it is refused with the reason, and nothing is changed. */
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { unpack } from '../../../service/state/unpack.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'
import { unzip, type ZipPart, zipOf } from '../../support/zip.ts'
import { everything } from './everything.ts'
import { inFirstForm } from './first-form.ts'

// One service for all: none of them may change it.
let place: Scratch
let school: SmallSchool
let parts: ZipPart[]
let firstForm: ZipPart[]
/** Another connection to the store: SQLite tells it whether anything was written since. */
let store: Database.Database
const stored = () => [store.pragma('data_version'), globSync('data/media/**', { cwd: place.folder }).length]
const halfDone = () => globSync('data/{.work-*/part-*,media/**/.part-*}', { cwd: place.folder })
beforeAll(async () => {
  place = scratch()
  school = await startSmallSchool({ dataDir: place.path('data') })
  store = new Database(place.path('data', 'service.db'))
  await school.service.state.export(place.path('exported.zip'))
  const exported = readFileSync(place.path('exported.zip'))
  parts = await unzip(exported)
  firstForm = await inFirstForm(exported)
  // What the export was made in goes by itself.
  await vi.waitFor(() => expect(halfDone()).toEqual([]), { timeout: 30_000, interval: 10 })
})
afterAll(async () => {
  store.close()
  await school[Symbol.asyncDispose]()
  place[Symbol.dispose]()
})

async function expectRefusal(zip: Buffer, says: string) {
  const before = stored()
  writeFileSync(place.path('changed.zip'), zip)
  const refusal = await school.service.state.import(place.path('changed.zip')).catch(error => error.message)
  expect(refusal).toContain('changed.zip: ')
  expect(refusal).toContain(says)
  expect(stored()).toEqual(before)
  expect(halfDone()).toEqual([])
}

const inFolder = (parts: readonly ZipPart[], folder: string) =>
  parts.map(part => ({ ...part, name: `${folder}/${part.name}` }))

it.each<[what: string, again: (parts: ZipPart[]) => ZipPart[]]>([
  ['as it was', parts => parts],
  ['in another order, with folders', parts => [{ name: 'media/', bytes: '' }, ...parts.toReversed()]],
  [
    'on a Mac, in a folder',
    parts => [
      { name: 'school/', bytes: '' },
      ...inFolder(parts, 'school'),
      { name: 'school/.DS_Store', bytes: 'x' },
      { name: '__MACOSX/school/._school.db', bytes: 'x' },
      ...parts.map(({ name }) => ({
        name: `__MACOSX/school/${name.replace(/([^/]+)$/, '._$1')}`,
        bytes: 'x',
      })),
      ...parts.map(({ name }) => ({ name: `school/${name.replace(/([^/]+)$/, '._$1')}`, bytes: 'x' })),
    ],
  ],
  [
    'with names in another alphabet and with back slashes',
    parts =>
      parts.map(part => ({
        ...part,
        name: part.name.replace(/^(media)\/(.*)\/[^/]+\.(\w+)$/, '$1\\$2\\-----.$3'),
      })),
  ],
  ['packed more', parts => parts.map(part => ({ ...part, deflate: true }))],
])('an archive that was made again %s is read', async (_what, again) => {
  await using other = await startSmallSchool({ seed: 'empty' })
  writeFileSync(place.path('same.zip'), zipOf(again(parts)))
  await other.service.state.import(place.path('same.zip'))
  expect(await everything(other)).toEqual(await everything(school))
})

it('an archive of the first form is read', async () => {
  await using other = await startSmallSchool({ seed: 'empty' })
  writeFileSync(place.path('first.zip'), zipOf(firstForm))
  await other.service.state.import(place.path('first.zip'))
  expect(await everything(other)).toEqual(await everything(school))
})

it('nothing but the rows is taken of a database: no trigger, view or table of its own', async () => {
  await using other = await startSmallSchool({ seed: 'empty' })
  const changed = withSql(`
    CREATE TABLE stranger (x); CREATE VIEW seen AS SELECT * FROM news;
    CREATE TRIGGER spoil AFTER INSERT ON news BEGIN DELETE FROM person; END;
    CREATE TRIGGER spoil_more AFTER UPDATE ON session BEGIN DELETE FROM session; END`)(parts)
  writeFileSync(place.path('more.zip'), zipOf(changed as ZipPart[]))
  await other.service.state.import(place.path('more.zip'))
  expect(await everything(other)).toEqual(await everything(school))
  expect(other.service.state.holds()).toEqual(school.service.state.holds())
})

const HASH = '0'.repeat(64)
type Change = (parts: ZipPart[]) => ZipPart[] | Buffer
const withMore =
  (...more: ZipPart[]): Change =>
  parts => [...parts, ...more]
const without =
  (end: string): Change =>
  parts =>
    parts.filter(({ name }) => !name.endsWith(end))
const change =
  (end: string, edit: (bytes: Buffer) => Buffer | string): Change =>
  parts =>
    parts.map(part =>
      part.name.endsWith(end) ? { ...part, bytes: edit(Buffer.from(part.bytes as string)) } : part,
    )
const filled =
  (end: string, size: number, by: string | number): Change =>
  parts =>
    parts.map(part =>
      part.name.endsWith(end) ? { ...part, bytes: Buffer.alloc(size, by), deflate: true } : part,
    )
const withSql = (sql: string): Change =>
  change('school.db', bytes => {
    const database = new Database(bytes)
    try {
      database.unsafeMode()
      database.pragma('foreign_keys = OFF')
      database.exec(sql)
      return database.serialize()
    } finally {
      database.close()
    }
  })

it.each<[what: string, change: Change, says: string]>([
  [
    'a name that leads out of the folder',
    withMore({ name: '../../evil', bytes: '' }),
    'invalid relative path',
  ],
  ['an absolute name', withMore({ name: '/etc/evil', bytes: '' }), 'absolute path'],
  ['a name of another system', withMore({ name: 'C:/evil', bytes: '' }), 'absolute path'],
  ['back slashes that lead out', withMore({ name: '..\\..\\evil', bytes: '' }), 'invalid relative path'],
  ['a state twice', withMore({ name: 'old/school.db', bytes: '' }), 'holds two states'],
  ['no database', without('school.db'), 'is no state of schoolbell'],
  ['a medium too few', without('letter.pdf'), 'letter.pdf: is missing'],
  ['a medium that was changed', change('letter.pdf', () => 'changed'), 'is not what its hash says'],
  [
    'a path that leads out of the media',
    withSql("UPDATE media SET path = '../../evil.png' WHERE file_type = 'image/png'"),
    'has a path that no medium',
  ],
  [
    'a path to the folder above',
    withSql(`UPDATE media SET screen_path = '${HASH}/../evil.png'`),
    'has a path that no medium',
  ],
  [
    'a page that would be served as a picture',
    withSql("UPDATE media SET path = replace(path, '.png', '.html')"),
    'has a path that no medium',
  ],
  [
    'an entrance that is a script',
    withSql("UPDATE school SET entrance_url = 'javascript:alert(1)'"),
    'entrance_url must begin with',
  ],
  [
    'a moment that cannot be: popup starts_at',
    withSql('UPDATE popup SET starts_at = 9000000000000000'),
    'table popup: starts_at ',
  ],
  [
    'a moment that cannot be: news publish_at',
    withSql('UPDATE news SET publish_at = -1'),
    'table news: publish_at ',
  ],
  [
    'a moment that cannot be: news_site changed_at',
    withSql('UPDATE news_site SET changed_at = 300000000000'),
    'table news_site: changed_at ',
  ],
  [
    'a moment that cannot be: access_key created_at',
    withSql('UPDATE access_key SET created_at = 9000000000000000'),
    'table access_key: created_at ',
  ],
  [
    'a moment that cannot be: session expire_at',
    withSql("UPDATE session SET expire_at = 'soon'"),
    'table session: expire_at ',
  ],
  [
    'a moment that cannot be: attendance_entry date',
    withSql("UPDATE attendance_entry SET date = '2026-02-30' WHERE entry_id = 1"),
    'table attendance_entry: date ',
  ],
  [
    'a moment that cannot be: popup display_date',
    withSql("UPDATE popup SET display_date = '20261399000000'"),
    'table popup: display_date ',
  ],
  ['a database that grows a thousand times', filled('school.db', 34_000_000, 0), 'grows more than 200 times'],
  [
    'files that lie upon one another',
    parts => {
      const sameAs = parts.find(({ name }) => name.endsWith('bell.mp3'))?.name ?? ''
      const more = Array.from({ length: 60 }, (_, at) => ({
        name: `media/${HASH}/${at}.png`,
        bytes: '',
        sameAs,
      }))
      return [...parts, ...more]
    },
    'lie upon one another',
  ],
  [
    'a byte that is another than the one packed',
    parts => {
      const zip = zipOf(parts)
      const at = zip.indexOf('Larkwater School')
      expect(at).toBeGreaterThan(0)
      zip[at] = 0x6c
      return zip
    },
    'is damaged: its checksum is another',
  ],
  ['a database that is none', change('school.db', () => 'news'), 'is no SQLite database'],
  [
    'half a database',
    change('school.db', bytes => bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096)),
    'school.db: is',
  ],
  [
    'a page that holds something else',
    change('school.db', bytes => Buffer.from(bytes).fill(0xa5, bytes.length - 4096)),
    'or a damaged one (database disk image is malformed)',
  ],
  [
    'a damaged page that no row needs',
    change('school.db', bytes => {
      const database = new Database(bytes)
      const select = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'news_by_date'")
      const page = Number(select.pluck().get())
      database.close()
      return Buffer.from(bytes).fill(0xa5, (page - 1) * 4096 + 1, page * 4096)
    }),
    'school.db: is damaged (',
  ],
  ['a table too few', withSql('DROP TABLE news_words'), 'has no STRICT table news_words'],
  [
    'a table without types',
    withSql('DROP TABLE news_words; CREATE TABLE news_words (news_id, words)'),
    'has no STRICT table news_words',
  ],
  [
    'a view in the place of a table',
    withSql('DROP TABLE news_words; CREATE VIEW news_words AS SELECT news_id, title_en AS words FROM news'),
    'has no STRICT table news_words',
  ],
  ['a column too few', withSql('ALTER TABLE popup DROP COLUMN icon_id'), 'table popup: no such column'],
  [
    'two schools',
    withSql(`
      CREATE TABLE other (only INTEGER, name_en TEXT, name_zh TEXT, app_id TEXT, more_enabled INTEGER, entrance_url TEXT) STRICT;
      INSERT INTO other SELECT * FROM school UNION ALL SELECT 2, 'Two', '', 'two', 0, '';
      DROP TABLE school; ALTER TABLE other RENAME TO school`),
    'CHECK constraint failed',
  ],
  ['no school', withSql('DELETE FROM school'), 'must hold one school'],
  ['a session of nobody', withSql('UPDATE session SET user_id = 999'), 'not in person'],
  ['the mark of another program', withSql('PRAGMA application_id = 1'), 'is no state of schoolbell'],
  ['a newer version', withSql('PRAGMA user_version = 999'), 'newer schoolbell (schema 999'],
  [
    'no zip file around it',
    () => Buffer.from('{}'),
    'changed.zip: the file is no .zip file, or a damaged one',
  ],
  [
    'no end',
    parts => zipOf(parts).subarray(0, 4000),
    'changed.zip: the file is no .zip file, or a damaged one',
  ],
])('a file that has %s is refused, and everything stays as it was', async (_what, change, says) => {
  const changed = change(parts)
  await expectRefusal(Buffer.isBuffer(changed) ? changed : zipOf(changed), says)
})

const edited = (end: string, from: string, to: string): Change =>
  change(end, bytes => {
    expect(`${bytes}`).toContain(from)
    return `${bytes}`.replace(from, to)
  })

it.each<[what: string, change: Change, says: string]>([
  ['a table too few', without('tables/unit.jsonl'), 'unit.jsonl: is missing'],
  ['another form', edited('schoolbell.json', 'schoolbell-state', 'other'), 'is not what a state begins with'],
  ['a newer version', edited('schoolbell.json', '"schema":', '"schema":9'), 'newer schoolbell'],
  ['a line without an end', filled('tables/news.jsonl', 17_000_000, 'a'), 'has a line of more than'],
  [
    'a line of brackets without end',
    filled('tables/unit.jsonl', 5_000_000, '['),
    'unit.jsonl line 1: is nested more than 64 levels deep',
  ],
  ['a row that is no JSON', change('tables/unit.jsonl', bytes => `${bytes}{`), 'unit.jsonl line 3'],
  [
    'a row that is no object',
    change('tables/unit.jsonl', bytes => `${bytes}null`),
    'line 3: NOT NULL constraint failed',
  ],
  [
    'a text for a number',
    edited('tables/unit.jsonl', '"unit_id":1', '"unit_id":"x"'),
    'unit.jsonl line 1: datatype mismatch',
  ],
  ['a list for a text', edited('tables/unit.jsonl', '"name":"Academy"', '"name":[]'), 'unit.jsonl line 1'],
  ['two schools', change('tables/school.jsonl', bytes => `${bytes}${bytes}`), 'constraint failed'],
  ['a session of nobody', edited('tables/session.jsonl', '"user_id":30', '"user_id":999'), 'not in person'],
])(
  'one of the first form that has %s is refused, and everything stays as it was',
  async (_what, change, says) => {
    await expectRefusal(zipOf(change(firstForm) as ZipPart[]), says)
  },
)

it.each([
  [{ entries: 5 }, 'more than 5'],
  [{ fileBytes: 100 }, 'larger than is taken in'],
  [{ totalBytes: 1000 }, 'larger than is taken in'],
])('a file that holds more than may be (%j) is refused before it is unpacked', async (limit, says) => {
  using own = scratch()
  writeFileSync(own.path('large.zip'), zipOf(parts))
  const limits = { entries: 1e6, fileBytes: 1e9, totalBytes: 1e9, ratio: 200, ...limit }
  await expect(unpack({ file: own.path('large.zip'), into: own.folder, limits })).rejects.toThrow(says)
  expect(readdirSync(own.folder)).toEqual(['large.zip'])
})
