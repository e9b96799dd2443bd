/** The whole state: taken out, put back, kept, begun anew; and what is refused on the way in. */
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, type Service, StateError, startService } from '../../console/index.ts'
import { putMedia } from '../../service/state/put-media.ts'
import { unpack } from '../../service/state/unpack.ts'
import { APPLICATION_ID, MIGRATIONS } from '../../service/store/migrations.ts'
import type { SiteId } from '../../shared/contract/site.ts'
import { heldClock } from '../support/held-clock.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import {
  ACCESS_KEY,
  APP_ID,
  entry,
  NOW,
  PRODUCTION_TOKEN,
  SHORT_TOKEN,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
} from '../support/small-school.ts'
import { until } from '../support/until.ts'
import { unzip, type ZipPart, zipOf } from '../support/zip.ts'

interface Asked {
  addresses: { base: string; serviceUrl: string; syncUrl: string; sessionUrls: Record<string, string> }
}

/** What every interface answers, without what differs by answer and by service. */
async function everything({ addresses }: Asked, tokens: readonly string[] = []): Promise<unknown> {
  const { base, serviceUrl, syncUrl, sessionUrls } = addresses
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers })
    const text = (await answer.text()).replaceAll(base, '').replace(/"txID":"[^"]*",/, '')
    // Whoever asks as often is told to wait where others are told no.
    if (answer.status === 401 || answer.status === 429) return [url.replace(base, ''), 'refused']
    return [url.replace(base, ''), answer.status, text]
  }
  const asked: Promise<unknown>[] = []
  for (const site of ['academy', 'pre-school'])
    for (const lang of ['en-US', 'zh-HK']) {
      asked.push(ask(`${serviceUrl}/api/v1/popupmsg/check?siteId=${site}&lang=${lang}`))
      // Of all time: what a replaced state changes counts as changed when it is replaced (state/websites.test.ts).
      asked.push(
        ask(
          `${serviceUrl}/api/v1/news/check?siteId=${site}&lang=${lang}&lastSyncTime=19700101000000&newsIDs=N-4,N-1`,
        ),
      )
    }
  for (const [group, date] of [
    ['1A%20-%20Rowing', '2026-09-01'],
    ['1A%20-%20Rowing', '2026-09-02'],
    ['2B%2FChoir%20%26%20Strings', '2026-09-01'],
  ]) {
    const list = `${syncUrl}/units/1/years/2026/groups/${group}/attendance-lists/${date}`
    asked.push(ask(list, { 'x-app-id': APP_ID, 'x-access-key': ACCESS_KEY }))
  }
  for (const sessionUrl of Object.values(sessionUrls))
    for (const token of [STAGING_TOKEN, PRODUCTION_TOKEN, SHORT_TOKEN, ...tokens])
      asked.push(
        ask(`${sessionUrl}/v2/grd/external-session`, { 'x-app-id': APP_ID, 'x-session-token': token }),
      )
  const answers = await Promise.all(asked)
  const media = new Set([...JSON.stringify(answers).matchAll(/\/media\/[^\\" ]+/g)].map(([path]) => path))
  return [...answers, ...(await Promise.all([...media].map(path => ask(`${base}${path}`))))]
}

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

describe('an exported state', () => {
  it('gives the same answers of all interfaces wherever it is put in place', async () => {
    await using school = await startSmallSchool()
    await using other = await startSmallSchool({ seed: 'empty' })
    const file = school.scratch.path('state.zip')
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async deeds => {
        for (const act of deeds) act(school.service)
        const { token } = school.service.sessions.issue({ environment: 'production', userId: 21 })
        await school.service.state.export(file)
        await other.service.state.import(file)
        expect(await everything(other, [token])).toEqual(await everything(school, [token]))
        expect(other.service.app.settings).toEqual(school.service.app.settings)
        expect(other.service.popups.list()).toEqual(school.service.popups.list())
      }),
      { numRuns: 12 },
    )
    expect(readdirSync(school.scratch.folder)).not.toContainEqual(expect.stringMatching(/\.part$/))
  })

  it('may be the seed of a new store, and holds what every other table does as well', async () => {
    await using sample = await startService()
    using place = scratch()
    sample.news.remove('NEWS-4171')
    await sample.state.export(place.path('state.zip'))
    await using copy = await startService({ seed: place.path('state.zip') })
    expect(copy.state.holds()).toEqual(sample.state.holds())
    expect(copy.state.snapshots.list()).toEqual([])
    const answer = async ({ serviceUrl, base }: { serviceUrl: string; base: string }) =>
      (
        await (
          await fetch(`${serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`)
        ).text()
      )
        .replaceAll(base, '')
        .replace(/"txID":"[^"]*"/, '')
    expect(await answer(copy)).toBe(await answer(sample))
  })

  it('holds no key and no token in the clear', async () => {
    await using school = await startSmallSchool()
    const issued = school.service.sessions.issue({ environment: 'staging', userId: 10 }).token
    const created = school.service.accessKeys.create('register').key
    const parts = await exported(school)
    const text = parts.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('\n')
    for (const secret of [ACCESS_KEY, STAGING_TOKEN, PRODUCTION_TOKEN, SHORT_TOKEN, issued, created])
      expect(text).not.toContain(secret)
    expect(text).toContain('Quillfeather')
  })

  it('says in its first file what it is', async () => {
    await using school = await startSmallSchool()
    const [first] = await exported(school)
    expect(first?.name).toBe('schoolbell.json')
    expect(JSON.parse(`${first?.bytes}`)).toMatchObject({
      format: 'schoolbell-state',
      schema: MIGRATIONS.length,
      exportedAt: '2026-11-20T01:30:00Z',
      school: { 'en-US': 'Larkwater School' },
      tables: { news: 5, popup: 3 },
    })
  })

  it('of a first version is brought up to date', async () => {
    using place = scratch()
    writeFileSync(place.path('old.zip'), zipOf(firstVersionArchive()))
    await using school = await startSmallSchool({ seed: place.path('old.zip') })
    const { newsList } = await newsOf(school)
    expect(newsList.map(({ newsTitle }: { newsTitle: string }) => newsTitle)).toEqual(['Old hall'])
    school.service.news.remove('OLD-1')
    expect((await newsOf(school)).delNewsIds).toEqual(['OLD-1'])
  })
})

/** What is being made on the way to its place. */
const halfDone = ({ folder }: Scratch) => globSync('data/{.work-*/part-*,media/**/.part-*}', { cwd: folder })

async function exported({ service, scratch: place }: SmallSchool): Promise<ZipPart[]> {
  await service.state.export(place.path('exported.zip'))
  return await unzip(readFileSync(place.path('exported.zip')))
}

async function newsOf({ addresses }: Asked) {
  const url = `${addresses.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`
  return (await (await fetch(url)).json()).content
}

/** As the first version would have written it: of its own tables and columns. */
function firstVersionArchive(): ZipPart[] {
  const school = { only: 1, name_en: 'Old', name_zh: '舊', app_id: 'old', more_enabled: 0, entrance_url: '' }
  const news = {
    ...{
      news_id: 'OLD-1',
      news_date_time: '20261101090000',
      deleted: 0,
      title_en: 'Old hall',
      body_en: '<p>x</p>',
    },
    ...{ title_zh: '舊禮堂', body_zh: '', cover: null },
  }
  const site = { news_id: 'OLD-1', site: 'academy', shown: 1, changed_at: 1_762_000_000 }
  const rows: Record<string, object[]> = { school: [school], news: [news], news_site: [site] }
  const database = new Database(':memory:')
  MIGRATIONS[0]?.(database)
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
  database.close()
  const counts = Object.fromEntries(tables.map(name => [name, rows[name]?.length ?? 0]))
  const manifest = {
    ...{ format: 'schoolbell-state', version: 1, schema: 1, exportedAt: '2026-11-01T00:00:00Z' },
    ...{ school: { 'en-US': 'Old', 'zh-HK': '舊' }, tables: counts, media: { files: 0, bytes: 0 } },
  }
  return [
    { name: 'schoolbell.json', bytes: JSON.stringify(manifest) },
    ...tables.map(name => ({
      name: `tables/${name}.jsonl`,
      bytes: (rows[name] ?? []).map(row => `${JSON.stringify(row)}\n`).join(''),
    })),
  ]
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
  await until(() => closing !== undefined)
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

describe('a file that is no state to be trusted', () => {
  const HASH = '0'.repeat(64)
  type Change = (parts: ZipPart[]) => ZipPart[] | Buffer
  const with_ = (part: ZipPart) => (parts: ZipPart[]) => [...parts, part]
  const change =
    (name: string, edit: (text: string) => string): Change =>
    parts =>
      parts.map(part => (part.name === name ? { ...part, bytes: edit(`${Buffer.from(part.bytes)}`) } : part))
  const row = (table: string, from: string, to: string) =>
    change(`tables/${table}.jsonl`, text => {
      if (!text.includes(from)) throw new Error(`${from} is not in ${table}: ${text.slice(0, 500)}`)
      return text.replace(from, to)
    })

  /** With rows more, which the manifest counts. */
  const many =
    (table: string, count: number, rowAt: (at: number) => object): Change =>
    parts => {
      const more = Array.from({ length: count }, (_, at) => `${JSON.stringify(rowAt(at))}\n`).join('')
      const withMore = change(`tables/${table}.jsonl`, text => text + more)(parts)
      return change('schoolbell.json', text => {
        const manifest = JSON.parse(text)
        manifest.tables[table] += count
        return JSON.stringify(manifest)
      })(withMore as ZipPart[])
    }

  it.each<[what: string, change: Change, says: string]>([
    [
      'has a name that leads out of the folder',
      with_({ name: '../../evil', bytes: 'x' }),
      'invalid relative path',
    ],
    ['has an absolute name', with_({ name: '/etc/evil', bytes: 'x' }), 'absolute path'],
    ['has a name of another system', with_({ name: 'C:/evil', bytes: 'x' }), 'absolute path'],
    [
      'has a back slash in a name',
      with_({ name: `media\\${HASH}\\x.png`, bytes: 'x' }),
      'invalid characters',
    ],
    [
      'has dots hidden in a name',
      with_({ name: `media/${HASH}/%2e%2e`, bytes: 'x' }),
      'is no name of a file',
    ],
    [
      'has a slash hidden in a name',
      with_({ name: `media/${HASH}/..%2fx.png`, bytes: 'x' }),
      'is no name of a file',
    ],
    ['has a file of no state', with_({ name: 'media/run.sh', bytes: 'x' }), 'is no file of a state'],
    ['has a link', with_({ name: `media/${HASH}/x.png`, bytes: '/etc/passwd', mode: 0o120777 }), 'is a link'],
    ['has a name twice', with_({ name: 'tables/unit.jsonl', bytes: '' }), 'is there twice'],
    [
      'has a name twice for systems that fold',
      with_({ name: 'SCHOOLBELL.json', bytes: '{}' }),
      'is there twice',
    ],
    ['has a table that is none', with_({ name: 'tables/console_session.jsonl', bytes: '' }), 'is no table'],
    [
      'lacks a table',
      parts => parts.filter(({ name }) => name !== 'tables/unit.jsonl'),
      'unit.jsonl: is missing',
    ],
    ['lacks its first file', parts => parts.slice(1), 'is no state of schoolbell'],
    [
      'has a medium that nothing names',
      with_({ name: `media/${HASH}/x.png`, bytes: 'x' }),
      'is named by nothing',
    ],
    [
      'lacks a medium',
      parts => parts.filter(({ name }) => !name.endsWith('letter.pdf')),
      'letter.pdf: is missing',
    ],
    [
      'has a medium that was changed',
      parts => parts.map(part => (part.name.endsWith('letter.pdf') ? { ...part, bytes: 'changed' } : part)),
      'is not what its hash says',
    ],
    ['grows a thousand times', change('tables/news.jsonl', text => text), 'grows more than 200 times'],
    [
      'has files that lie upon one another',
      parts => [
        ...parts,
        ...Array.from({ length: 60 }, (_, index) => ({
          ...{
            name: `media/${HASH}/${index}.png`,
            bytes: '',
            sameAs: parts.find(({ name }) => name.endsWith('bell.mp3'))?.name ?? '',
          },
        })),
      ],
      'lie upon one another',
    ],
    [
      'has fewer rows than it says',
      change('tables/news.jsonl', text => text.split('\n').slice(1).join('\n')),
      'has 4 rows',
    ],
    ['has a row that is no JSON', change('tables/unit.jsonl', text => `${text}{`), 'line 3: is not JSON'],
    ['has a column too many', row('unit', '"name"', '"x":1,"name"'), '"x" is no column'],
    ['has a column too few', row('unit', '"name"', '"__proto__"'), 'is no column'],
    [
      'has a text for a number',
      row('unit', '"unit_id":1', '"unit_id":"1"'),
      '"unit_id" must be a whole number',
    ],
    ['has a number that is not exact', row('unit', '"unit_id":1', '"unit_id":1e300'), '"unit_id" must be'],
    ['has half a character', row('unit', 'Academy', '\\ud800'), '"name" must be a text'],
    ['has an identifier twice', row('unit', '"unit_id":2', '"unit_id":1'), 'UNIQUE constraint failed'],
    ['names a user that is not there', row('session', '"user_id":30', '"user_id":999'), 'not in person'],
    ['has two schools', change('tables/school.jsonl', text => text + text), 'constraint failed'],
    ['has a website that is none', row('news_site', '"academy"', '"nursery"'), '"nursery" is no website'],
    ['has a status that is none', row('attendance_entry', '"Late"', '"Asleep"'), '/status'],
    ['has a day that does not exist', row('attendance_entry', '2026-09-01', '2026-02-30'), '/date'],
    ['has a time that does not exist', row('news', '20261101090000', '20261301090000'), '/newsDateTime'],
    ['has a session without an end', row('session', '2026-12-31T00:00:00Z', 'never'), '/expire_at'],
    ['has a role that is none', row('person', '"Guardian"', '"Owner"'), '/role'],
    ['has a hash that is none', row('access_key', '"key_hash":"', '"key_hash":"AAAA'), '/key_hash'],
    [
      'has a flag that is neither',
      row('popup', '"on_website":1', '"on_website":7'),
      '"on_website" must be 0 or 1',
    ],
    [
      'has a message in a year that no clock shows',
      row('popup', '"ends_at":null', '"ends_at":253402300800'),
      '/ends_at must be in the years 1970 to 9999',
    ],
    [
      'has a message that ends before it starts',
      row('popup', '"starts_at":null,"ends_at":null', '"starts_at":1790000000,"ends_at":1789999999'),
      '/ends_at must be later than starts_at',
    ],
    [
      'has a key of no time',
      row('access_key', '"last_used_at":null', '"last_used_at":9007199254740991'),
      '/last_used_at',
    ],
    ['has a file of less than nothing', row('media', '"file_size":', '"file_size":-'), '/file_size'],
    ['has a picture of no width', row('media', '"image_width":1', '"image_width":-1'), '/imageWidth'],
    [
      'has a group of a name that nobody may enter',
      row('student_group', '1A - Rowing', 'x'.repeat(201)),
      '/group_name must have at most 200 characters',
    ],
    [
      'has a person of a name that nobody may enter',
      row('person', '"first_name":"', `"first_name":"${'x'.repeat(201)}`),
      '/firstName must have at most 200 characters',
    ],
    [
      'has a note that nobody may enter',
      row('attendance_entry', '"note":"', `"note":"${'x'.repeat(1001)}`),
      '/note must have at most 1000 characters',
    ],
    [
      'has a person whose e-mail address is none',
      row('person', '"email":"', '"email":"no where '),
      '/email must be an e-mail address',
    ],
    [
      'has a unit below zero',
      many('unit', 1, () => ({ unit_id: -2, name: 'Cellar' })),
      'unit.jsonl: -2 /unit_id must not be negative',
    ],
    [
      'has a key with a label that nobody may enter',
      row('access_key', '"label":"', `"label":"${'x'.repeat(101)}`),
      '/label must have at most 100 characters',
    ],
    [
      'has a group of more students than one may have',
      many('group_student', 2001, position => ({ group_id: 1, position: 1000 + position, user_id: 20 })),
      'group_student.jsonl: 1 must have at most 2000 students',
    ],
    [
      'has a guardian of more children than one may have',
      many('guardian_child', 101, position => ({ guardian: 10, position: 1000 + position, child: 20 })),
      'guardian_child.jsonl: 10 must have at most 100 children',
    ],
    ['has a group that is a folder', row('student_group', '1A - Rowing', '..'), '/group_name'],
    [
      'has an entrance that is no page',
      row('school', 'http://127.0.0.1:4030/', 'javascript:alert(1)'),
      'school.jsonl: 1 /entrance_url must begin with',
    ],
    ['has an entrance that is nothing', row('school', 'http://127.0.0.1:4030/', ''), '/entrance_url'],
    ['has no app id', row('school', `"app_id":"${APP_ID}"`, '"app_id":""'), '/app_id'],
    ['has an app id that no header holds', row('school', '"app_id":"', '"app_id":"\\u0000'), '/app_id'],
    ['has a unit without a name', row('unit', '"Academy"', '" "'), 'unit.jsonl: 1 /name must not be empty'],
    [
      'has a line without an end',
      parts =>
        parts.map(part =>
          part.name === 'tables/news.jsonl'
            ? { ...part, bytes: Buffer.alloc(17_000_000, 'a'), deflate: true }
            : part,
        ),
      'has a line of more than',
    ],
    [
      'has a line of brackets without end',
      parts =>
        parts.map(part =>
          part.name === 'tables/unit.jsonl'
            ? { ...part, bytes: Buffer.alloc(5_000_000, '['), deflate: true }
            : part,
        ),
      'unit.jsonl line 1: is nested more than 64 levels deep',
    ],
    ['would serve a page as a picture', row('media', 'gate.png', 'gate.html'), 'must end in .png'],
    [
      'is no zip file',
      () => Buffer.from('{"format":"schoolbell-state"}'),
      'changed.zip: the file is no .zip file, or a damaged one',
    ],
    [
      'is cut short',
      parts => zipOf(parts).subarray(0, 4000),
      'changed.zip: the file is no .zip file, or a damaged one',
    ],
    [
      'is of another form',
      change('schoolbell.json', text => text.replace('schoolbell-state', 'other')),
      '/format',
    ],
    [
      'is of a newer version',
      change('schoolbell.json', text => text.replace(/"schema": \d+/, '"schema": 999')),
      'newer',
    ],
  ])('%s is refused, and everything stays as it was', async (what, change, says) => {
    const changed = what.startsWith('grows')
      ? parts.map(part =>
          part.name === 'tables/news.jsonl'
            ? { ...part, bytes: Buffer.alloc(34_000_000), deflate: true }
            : part,
        )
      : change(parts)
    const file = school.scratch.path('changed.zip')
    writeFileSync(file, Buffer.isBuffer(changed) ? changed : zipOf(changed))
    await expect(school.service.state.import(file)).rejects.toThrow(says)
    expect(await everything(school)).toEqual(before)
    expect(halfDone(place)).toEqual([])
  })

  it('would be taken in if nothing were wrong with it', async () => {
    writeFileSync(school.scratch.path('same.zip'), zipOf(parts))
    await school.service.state.import(school.scratch.path('same.zip'))
    expect(await everything(school)).toEqual(before)
  })

  it.each([
    [{ entries: 10 }, 'more than 10'],
    [{ fileBytes: 100 }, 'larger than is taken in'],
    [{ totalBytes: 1000 }, 'larger than is taken in'],
  ])('holds more than may be (%j) is refused before it is unpacked', async (limit, says) => {
    using own = scratch()
    writeFileSync(own.path('large.zip'), zipOf(parts))
    const limits = { entries: 1e6, fileBytes: 1e9, totalBytes: 1e9, ratio: 200, ...limit }
    await expect(unpack({ file: own.path('large.zip'), into: own.folder, limits })).rejects.toThrow(says)
    expect(readdirSync(own.folder)).toEqual(['large.zip'])
  })

  // One service for all: none of them may change it.
  let place: Scratch
  let school: SmallSchool
  let parts: ZipPart[]
  let before: unknown
  beforeAll(async () => {
    place = scratch()
    school = await startSmallSchool({ dataDir: place.path('data') })
    parts = await exported(school)
    // What an export was made in goes by itself.
    await until(() => halfDone(place).length === 0)
    before = await everything(school)
  })
  afterAll(async () => {
    await school[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  })
})

describe('an import that is broken off', () => {
  it.each([0.2, 0.6, 0.95])('after %d of it leaves what was, and nothing half done', async share => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    await school.service.state.export(place.path('state.zip'))
    await until(() => halfDone(place).length === 0)
    await school.service.state.reset('empty')
    const before = await everything(school)
    const stop = (done: number, total: number) => {
      if (done > share * total) throw new Error('broken off')
    }
    await expect(school.service.state.import(place.path('state.zip'), stop)).rejects.toThrow('broken off')
    expect(await everything(school)).toEqual(before)
    expect(halfDone(place)).toEqual([])
    await school.service.state.import(place.path('state.zip'))
    expect((await newsOf(school)).newsList).toHaveLength(3)
  })
})

describe('a snapshot', () => {
  it('is gone back to, and going back can be undone', async () => {
    await using school = await startSmallSchool()
    const { state, news, popups } = school.service
    const { snapshotId } = state.snapshots.take('Before the trip')
    const first = await everything(school)
    news.remove('N-1')
    popups.withdraw(popups.list()[0]?.popupId ?? 0)
    const changed = await everything(school)
    expect(changed).not.toEqual(first)

    const undo = state.snapshots.apply(snapshotId)
    expect(await everything(school)).toEqual(first)
    expect(undo).toMatchObject({ kind: 'before', name: 'Before going back to Before the trip' })
    state.snapshots.apply(undo.snapshotId)
    expect(await everything(school)).toEqual(changed)
  })

  it('outlives the service, and every open statement goes on after it was gone back to', async () => {
    using place = scratch()
    const dataDir = place.path('data')
    const first = await startSmallSchool({ dataDir })
    const { snapshotId } = first.service.state.snapshots.take('First')
    const before = await everything(first)
    await first.service.state.reset('empty')
    await first[Symbol.asyncDispose]()

    await using second = await startSmallSchool({ dataDir })
    expect((await newsOf(second)).newsList).toEqual([])
    second.service.state.snapshots.apply(snapshotId)
    expect(await everything(second)).toEqual(before)
    second.service.news.put(entry('N-9', ['academy'], '20261120080000', 'Ninth', '第九'))
    expect((await newsOf(second)).newsList[0]).toMatchObject({ newsId: 'N-9' })
  })

  it('is seen by a service on the same folder that did not go back itself', async () => {
    using place = scratch()
    const dataDir = place.path('data')
    await using first = await startSmallSchool({ dataDir })
    await using second = await startSmallSchool({ dataDir })
    const before = await everything(first)
    const { snapshotId } = first.service.state.snapshots.take('Shared')
    await second.service.state.reset('empty')
    expect((await newsOf(first)).newsList).toEqual([])
    second.service.state.snapshots.apply(snapshotId)
    expect(await everything(first)).toEqual(before)
  })

  it('can be deleted and brought back, and its file is the owner’s alone to know', async () => {
    await using school = await startSmallSchool()
    const { snapshots } = school.service.state
    const { snapshotId } = snapshots.take('One')
    expect(snapshots.delete(snapshotId)).toBe(true)
    expect([snapshots.delete(snapshotId), snapshots.list()]).toEqual([false, []])
    expect(() => snapshots.apply(snapshotId)).toThrow(StateError)
    expect([snapshots.restore(snapshotId), snapshots.restore(snapshotId)]).toEqual([true, false])
    expect(snapshots.list()).toMatchObject([{ snapshotId, name: 'One', kind: 'kept', holds: { news: 5 } }])
  })

  it('is one of at most fifty that people keep; those taken by themselves make room', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    const { snapshots } = school.service.state
    for (let number = 1; number <= 50; number += 1) snapshots.take(`${number}`)
    expect(() => snapshots.take('one more')).toThrow('50 snapshots are kept at most')
    const oldest = snapshots.list().at(-1)?.snapshotId ?? 0
    for (let time = 0; time < 12; time += 1) snapshots.apply(oldest)
    expect(snapshots.list().filter(({ kind }) => kind === 'before')).toHaveLength(10)
    expect(readdirSync(place.path('data', 'snapshots'))).toHaveLength(60)
  })
})

describe('a reset', () => {
  it('to the sample gives what a new service has, however often', async () => {
    await using service = await startService({ clock: heldClock(NOW) })
    const popups = async () => {
      const url = `${service.serviceUrl}/api/v1/popupmsg/check?siteId=academy`
      return (await (await fetch(url)).json()).content
    }
    const first = await popups()
    for (let time = 0; time < 3; time += 1) {
      for (const { popupId } of service.popups.list()) service.popups.withdraw(popupId)
      expect(await popups()).toEqual([])
      await service.state.reset('sample')
      expect(await popups()).toEqual(first)
    }
  })

  it('to the sample on another day of the service’s clock is dated by that day', async () => {
    await using service = await startService({ clock: heldClock(NOW) })
    const newest = async () => {
      const url = `${service.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`
      return (await (await fetch(url)).json()).content.newsList[0].newsDate
    }
    service.clock.move({ days: 40 })
    await service.state.reset('sample')
    const later = await newest()
    service.clock.move({ days: -40 })
    await service.state.reset('sample')
    expect(Number(later)).toBeGreaterThan(Number(await newest()))
  })

  it('to the sample after the clock was set back within a day has no news of later', async () => {
    // Begun on another day: the template of then would be used on the same day.
    await using service = await startService({ clock: heldClock('2026-11-18T01:30:00Z') })
    const newest = async () => {
      const url = `${service.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`
      return (await (await fetch(url)).json()).content.newsList[0].newsDateTime
    }
    service.clock.set('2026-11-20T18:00:00+08:00')
    await service.state.reset('sample')
    expect(await newest()).toMatch(/^2026112017/)
    service.clock.set('2026-11-20T06:00:00+08:00')
    await service.state.reset('sample')
    expect(Number(await newest())).toBeLessThan(20261120060000)
  })

  it('to the sample is made ready by a service that goes on with what was there, and leaves nothing behind', async () => {
    using place = scratch()
    const [dataDir, clock] = [place.path('data'), heldClock(NOW)]
    await (await startService({ dataDir, clock })).close()
    const templates = () => globSync('data/.work-*/sample-*.db', { cwd: place.folder })
    expect(templates()).toEqual([])
    {
      await using service = await startService({ dataDir, clock })
      await expect.poll(templates).toHaveLength(1)
      const [before, popup] = [service.popups.list(), service.popups.list()[0]]
      service.popups.withdraw(popup?.popupId ?? 0)
      await Promise.all([service.state.reset('sample'), service.state.reset('sample')])
      expect(service.popups.list()).toHaveLength(before.length)
      expect(templates()).toHaveLength(1)
    }
    expect(globSync('data/.work-*', { cwd: place.folder })).toEqual([])
  })

  it('to a part of a seed has that over an empty school', async () => {
    await using school = await startSmallSchool()
    await school.service.state.reset({ news: [entry('N-1', ['academy'], '20261101090000', 'Only', '唯一')] })
    const { newsList } = await newsOf(school)
    expect(newsList.map(({ newsTitle }: { newsTitle: string }) => newsTitle)).toEqual(['Only'])
    expect(school.service.popups.list()).toEqual([])
  })

  it('to a seed that cannot be leaves what was', async () => {
    await using school = await startSmallSchool()
    const before = await everything(school)
    const news = [entry('a,b', ['academy'], '20261101090000', 'x', 'x')]
    await expect(school.service.state.reset({ news })).rejects.toThrow('seed given: /news/0/newsId')
    await expect(school.service.state.reset('/nowhere/at/all.json')).rejects.toThrow(
      'seed /nowhere/at/all.json: the file does not exist; give sample, empty, a JSON file or an exported state',
    )
    expect(await everything(school)).toEqual(before)
  })
})

describe('published keys', () => {
  it('do not come into a service that others can reach: by a reset, a file, or a file that denies it', async () => {
    using place = scratch()
    await using sample = await startService()
    await sample.state.export(place.path('sample.zip'))
    const denied = (await unzip(readFileSync(place.path('sample.zip')))).map(part => ({
      ...part,
      bytes: part.name.startsWith('tables/')
        ? `${Buffer.from(part.bytes)}`.replaceAll('"sample":1', '"sample":0')
        : part.bytes,
    }))
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
})

describe('a store of the first version', () => {
  it('is brought up to date with all that is in it', async () => {
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
    for (const rest of globSync('data/service.db-*', { cwd: place.folder }))
      writeFileSync(place.path(rest), '')

    await using school = await startSmallSchool({ dataDir })
    const { newsList, delNewsIds } = await newsOf(school)
    expect([newsList.map(({ newsId }: { newsId: string }) => newsId), delNewsIds]).toEqual([
      ['OLD-1'],
      ['OLD-2'],
    ])
    expect(school.service.popups.list()).toMatchObject([{ popupId: 3, onWebsite: true }])
    expect(school.service.app.id).toBe('old-app')
    const { snapshotId } = school.service.state.snapshots.take('Brought up to date')
    await school.service.state.reset('empty')
    school.service.state.snapshots.apply(snapshotId)
    expect((await newsOf(school)).newsList).toHaveLength(1)
  })
})
