/** A file that is no state to be trusted: it is refused with the reason, and nothing is changed. */
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { unpack } from '../../../service/state/unpack.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { APP_ID, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'
import { unzip, type ZipPart, zipOf } from '../../support/zip.ts'
import { everything } from './everything.ts'

// One service for all: none of them may change it.
let place: Scratch
let school: SmallSchool
let parts: ZipPart[]
/** Another connection to the store: SQLite tells it whether anything was written since. */
let store: Database.Database
const stored = () => [store.pragma('data_version'), globSync('data/media/**', { cwd: place.folder }).length]
const halfDone = () => globSync('data/{.work-*/part-*,media/**/.part-*}', { cwd: place.folder })
beforeAll(async () => {
  place = scratch()
  school = await startSmallSchool({ dataDir: place.path('data') })
  store = new Database(place.path('data', 'service.db'))
  await school.service.state.export(place.path('exported.zip'))
  parts = await unzip(readFileSync(place.path('exported.zip')))
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
  await expect(school.service.state.import(place.path('changed.zip'))).rejects.toThrow(says)
  expect(stored()).toEqual(before)
  expect(halfDone()).toEqual([])
}

it('a file would be taken in if nothing were wrong with it', async () => {
  await using other = await startSmallSchool({ seed: 'empty' })
  writeFileSync(place.path('same.zip'), zipOf(parts))
  await other.service.state.import(place.path('same.zip'))
  expect(await everything(other)).toEqual(await everything(school))
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
  (end: string, edit: (text: string) => string): Change =>
  parts =>
    parts.map(part =>
      part.name.endsWith(end) ? { ...part, bytes: edit(`${Buffer.from(part.bytes)}`) } : part,
    )
const filled =
  (end: string, size: number, by: string | number): Change =>
  parts =>
    parts.map(part =>
      part.name.endsWith(end) ? { ...part, bytes: Buffer.alloc(size, by), deflate: true } : part,
    )

/** With more rows, which the manifest counts. */
const withRows =
  (table: string, count: number, rowAt: (at: number) => object): Change =>
  parts => {
    const rows = Array.from({ length: count }, (_, at) => `${JSON.stringify(rowAt(at))}\n`).join('')
    const counted = change('schoolbell.json', text => {
      const manifest = JSON.parse(text)
      manifest.tables[table] += count
      return JSON.stringify(manifest)
    })
    return counted(change(`tables/${table}.jsonl`, text => text + rows)(parts) as ZipPart[])
  }

it.each<[what: string, change: Change, says: string]>([
  [
    'a name that leads out of the folder',
    withMore({ name: '../../evil', bytes: '' }),
    'invalid relative path',
  ],
  ['an absolute name', withMore({ name: '/etc/evil', bytes: '' }), 'absolute path'],
  ['a name of another system', withMore({ name: 'C:/evil', bytes: '' }), 'absolute path'],
  ['a back slash in a name', withMore({ name: `media\\${HASH}\\x.png`, bytes: '' }), 'invalid characters'],
  ['dots hidden in a name', withMore({ name: `media/${HASH}/%2e%2e`, bytes: '' }), 'is no name of a file'],
  [
    'a slash hidden in a name',
    withMore({ name: `media/${HASH}/..%2fx.png`, bytes: '' }),
    'is no name of a file',
  ],
  ['a file of no state', withMore({ name: 'media/run.sh', bytes: '' }), 'is no file of a state'],
  ['a link', withMore({ name: `media/${HASH}/x.png`, bytes: '/etc/passwd', mode: 0o120777 }), 'is a link'],
  ['a name twice', withMore({ name: 'tables/unit.jsonl', bytes: '' }), 'is there twice'],
  [
    'a name twice for systems that fold',
    withMore({ name: 'SCHOOLBELL.json', bytes: '{}' }),
    'is there twice',
  ],
  ['a table that is none', withMore({ name: 'tables/console_session.jsonl', bytes: '' }), 'is no table'],
  [
    'a medium that nothing names',
    withMore({ name: `media/${HASH}/x.png`, bytes: 'x' }),
    'is named by nothing',
  ],
  ['a table too few', without('tables/unit.jsonl'), 'unit.jsonl: is missing'],
  ['no first file', without('schoolbell.json'), 'is no state of schoolbell'],
  ['a medium too few', without('letter.pdf'), 'letter.pdf: is missing'],
  ['a medium that was changed', change('letter.pdf', () => 'changed'), 'is not what its hash says'],
  [
    'a page that would be served as a picture',
    change('media.jsonl', text => text.replace('gate.png', 'gate.html')),
    'must end in .png',
  ],
  [
    'a table that grows a thousand times',
    filled('tables/news.jsonl', 34_000_000, 0),
    'grows more than 200 times',
  ],
  ['a line without an end', filled('tables/news.jsonl', 17_000_000, 'a'), 'has a line of more than'],
  [
    'a line of brackets without end',
    filled('tables/unit.jsonl', 5_000_000, '['),
    'unit.jsonl line 1: is nested more than 64 levels deep',
  ],
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
    'fewer rows than it says',
    change('tables/news.jsonl', text => text.split('\n').slice(1).join('\n')),
    'has 4 rows',
  ],
  ['a row that is no JSON', change('tables/unit.jsonl', text => `${text}{`), 'line 3: is not JSON'],
  ['two schools', change('tables/school.jsonl', text => text + text), 'constraint failed'],
  [
    'a unit below zero',
    withRows('unit', 1, () => ({ unit_id: -2, name: 'Cellar' })),
    'unit.jsonl: -2 /unit_id must not be negative',
  ],
  [
    'an identifier after which there is none',
    withRows('highest_deleted', 1, () => ({ table_name: 'person', id: Number.MAX_SAFE_INTEGER })),
    'highest_deleted.jsonl: person /id leaves no number for the next one',
  ],
  [
    'a group of more students than one may have',
    withRows('group_student', 2001, at => ({ group_id: 1, position: 1000 + at, user_id: 20 })),
    'group_student.jsonl: 1 must have at most 2000 students',
  ],
  [
    'a guardian of more children than one may have',
    withRows('guardian_child', 101, at => ({ guardian: 10, position: 1000 + at, child: 20 })),
    'guardian_child.jsonl: 10 must have at most 100 children',
  ],
  ['another form', change('schoolbell.json', text => text.replace('schoolbell-state', 'other')), '/format'],
  [
    'a newer version',
    change('schoolbell.json', text => text.replace(/"schema": \d+/, '"schema": 999')),
    'newer',
  ],
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

it.each<[table: string, from: string, to: string, says: string]>([
  ['unit', '"name"', '"x":1,"name"', '"x" is no column'],
  ['unit', '"name"', '"__proto__"', 'is no column'],
  ['unit', '"unit_id":1', '"unit_id":"1"', '"unit_id" must be a whole number'],
  ['unit', '"unit_id":1', '"unit_id":1e300', '"unit_id" must be'],
  ['unit', '"unit_id":2', '"unit_id":1', 'UNIQUE constraint failed'],
  ['unit', 'Academy', '\\ud800', '"name" must be a text'],
  ['unit', '"Academy"', '" "', 'unit.jsonl: 1 /name must not be empty'],
  ['session', '"user_id":30', '"user_id":999', 'not in person'],
  ['session', '2026-12-31T00:00:00Z', 'never', '/expire_at'],
  ['news_site', '"academy"', '"nursery"', '"nursery" is no website'],
  ['news', '20261101090000', '20261301090000', '/newsDateTime'],
  ['attendance_entry', '"Late"', '"Asleep"', '/status'],
  ['attendance_entry', '2026-09-01', '2026-02-30', '/date'],
  ['attendance_entry', '"note":"', `"note":"${'x'.repeat(1001)}`, '/note must have at most 1000 characters'],
  ['person', '"Guardian"', '"Owner"', '/role'],
  [
    'person',
    '"first_name":"',
    `"first_name":"${'x'.repeat(201)}`,
    '/firstName must have at most 200 characters',
  ],
  ['person', '"email":"', '"email":"no where ', '/email must be an e-mail address'],
  ['popup', '"on_website":1', '"on_website":7', '"on_website" must be 0 or 1'],
  ['popup', '"ends_at":null', '"ends_at":253402300800', '/ends_at must be in the years 1970 to 9999'],
  [
    'popup',
    '"starts_at":null,"ends_at":null',
    '"starts_at":1790000000,"ends_at":1789999999',
    '/ends_at must be later than starts_at',
  ],
  ['access_key', '"key_hash":"', '"key_hash":"AAAA', '/key_hash'],
  ['access_key', '"last_used_at":null', '"last_used_at":9007199254740991', '/last_used_at'],
  ['access_key', '"label":"', `"label":"${'x'.repeat(101)}`, '/label must have at most 100 characters'],
  ['media', '"file_size":', '"file_size":-', '/file_size'],
  ['media', '"image_width":1', '"image_width":-1', '/imageWidth'],
  ['student_group', '1A - Rowing', 'x'.repeat(201), '/group_name must have at most 200 characters'],
  ['student_group', '1A - Rowing', '..', '/group_name'],
  [
    'school',
    'http://127.0.0.1:4030/',
    'javascript:alert(1)',
    'school.jsonl: 1 /entrance_url must begin with',
  ],
  ['school', 'http://127.0.0.1:4030/', '', '/entrance_url'],
  ['school', `"app_id":"${APP_ID}"`, '"app_id":""', '/app_id'],
  ['school', '"app_id":"', '"app_id":"\\u0000', '/app_id'],
])(
  'a row of %s in which %j is %j is refused, and everything stays as it was',
  async (table, from, to, says) => {
    const changed = change(`tables/${table}.jsonl`, text => {
      expect(text).toContain(from)
      return text.replace(from, to)
    })
    await expectRefusal(zipOf(changed(parts) as ZipPart[]), says)
  },
)

it.each([
  [{ entries: 10 }, 'more than 10'],
  [{ fileBytes: 100 }, 'larger than is taken in'],
  [{ totalBytes: 1000 }, 'larger than is taken in'],
])('a file that holds more than may be (%j) is refused before it is unpacked', async (limit, says) => {
  using own = scratch()
  writeFileSync(own.path('large.zip'), zipOf(parts))
  const limits = { entries: 1e6, fileBytes: 1e9, totalBytes: 1e9, ratio: 200, ...limit }
  await expect(unpack({ file: own.path('large.zip'), into: own.folder, limits })).rejects.toThrow(says)
  expect(readdirSync(own.folder)).toEqual(['large.zip'])
})
