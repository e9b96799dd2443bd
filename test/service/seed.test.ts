import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, type Seed, SeedError } from '../../console/index.ts'
import { readSeed } from '../../service/seeding/read-seed.ts'
import { createAttendanceClient } from '../../shared/client/index.ts'
import { wallClockAt } from '../../shared/contract/index.ts'
import { heldClock } from '../support/held-clock.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import {
  ACCESS_KEY,
  APP_ID,
  NOW,
  SMALL_SCHOOL,
  startSmallSchool,
  writeSeed,
} from '../support/small-school.ts'

/** The small school with one thing changed. */
function seedWith(place: Scratch, change: (seed: Seed) => unknown): string {
  const seed = structuredClone(SMALL_SCHOOL)
  change(seed)
  return writeSeed(place.folder, seed)
}

/** Deletes what is at this path when there is no value for it. */
function replaceAt(seed: Seed, path: string, value: unknown): void {
  const names = path.slice(1).split('/')
  const last = names.pop() ?? ''
  const holder = names.reduce<Record<string, unknown>>((at, name) => Object(at[name]), Object(seed))
  if (value === undefined) delete holder[last]
  else holder[last] = value
}

describe('a seed', () => {
  it('may begin with a byte order mark, as some editors write it', async () => {
    using place = scratch()
    const seed = writeSeed(place.folder)
    writeFileSync(seed, `\uFEFF${readFileSync(seed, 'utf8')}`)
    await using service = await createService({ seed })
    expect(service.app.id).toBe('small-school')
  })

  it('may number its units and years as far as numbers are exact, and all can be asked for', async () => {
    using place = scratch()
    const [unitId, yearId] = [Number.MAX_SAFE_INTEGER, 0]
    const seed = seedWith(place, ({ units, years, groups }) => {
      units.push({ unitId, name: 'Last' })
      years.push({ yearId, name: 'First' })
      groups.push({ unitId, yearId, groupName: '...', students: [21] })
    })
    await using service = await createService({ seed, port: 0 })
    const { syncUrl } = await service.listen()
    const client = createAttendanceClient({ syncUrl, appId: APP_ID, accessKey: ACCESS_KEY })
    const list = await client.attendanceList({ unitId, yearId, groupName: '...', date: '2026-09-01' })
    expect(list.map(({ _id }) => _id)).toEqual([21])
  })
})

describe('a seed with faults', () => {
  const WALL = wallClockAt(heldClock(NOW).now(), 'Asia/Hong_Kong')
  let place: Scratch
  beforeAll(() => {
    place = scratch()
  })
  afterAll(() => place[Symbol.dispose]())

  const { news, attendance } = SMALL_SCHOOL
  it.each<[path: string, reason: string, value?: unknown, at?: string]>([
    ['/appId', 'is missing'],
    ['/popups/0/texts/zh-HK', 'is missing'],
    [
      '/popups/1/texts/en-US/msgBody',
      'refers to media:none, which names no medium',
      '<img src="media:none">',
    ],
    ['/news/1/newsDateTime', 'must be a time that exists (YYYYMMDDhhmmss)', '20261301000000'],
    ['/news/1/cover', '"none" names no medium', 'none'],
    ['/news/1/attachments/4', '"none" names no medium', 'none'],
    ['/news/0/newsId', 'must have no comma and no white space at its ends', 'a,b'],
    ['/news/0/newsId', 'must have at most 200 characters', 'x'.repeat(201)],
    ['/news/0/newsId', '".." cannot stand in an address', '..'],
    ['/news/5/newsId', 'has stood before', news[0], '/news/5'],
    ['/units/0/unitId', 'must not be negative, and -1 is', -1],
    ['/units/1/unitId', 'must be at least -9007199254740991', -(2 ** 53)],
    ['/groups/0/unitId', '7 names no unit', 7],
    ['/groups/0/groupName', 'must have at most 200 characters', 'x'.repeat(201)],
    ['/groups/1/groupName', 'has stood before', '1A - Rowing'],
    ['/groups/1/groupName', '".." cannot stand in an address', '..'],
    ['/groups/2/groupName', '"." cannot stand in an address', '.'],
    ['/groups/0/students/3', '77 names no user', 77],
    ['/groups/0/students', 'must have at most 2000 items', Array(2001).fill(20)],
    ['/users/0/firstName', 'must have no NUL character', 'A\0B'],
    ['/users/0/email', 'must have at most 320 characters', `x@${'x'.repeat(320)}`],
    ['/users/0/email', 'must be an e-mail address', 'nowhere'],
    ['/users/0/children', 'must have at most 100 items', Array(101).fill(20)],
    ['/users/0/children/0', '77 names no user', 77],
    ['/users/1/avatar', '"none" names no medium', 'none'],
    ['/users/2/userId', 'must be at most 9007199254740991', 2 ** 53],
    ['/sessions/0/expireAt', 'must be an ISO 8601 time with a zone', '2026-11-20T04:00:00'],
    ['/attendance/0/date', 'must be a day that exists', '2026-02-30'],
    ['/attendance/2/date', 'has stood before', attendance[0], '/attendance/2'],
    ['/accessKeys/0/label', 'must have at most 100 characters', 'x'.repeat(101)],
    ['/media/0/imageWidth', 'is missing'],
    ['/media/2/thumbnail', 'must be a .png, .jpg or .jpeg file', 'letter.pdf'],
    ['/media/0/name', 'must be free of white space', 'the gate'],
  ])('is refused at %s: %s', async (path, reason, value, at = path) => {
    await expectRefusal(
      path,
      reason,
      seedWith(place, seed => replaceAt(seed, at, value)),
    )
  })

  it('is refused when two groups have the same name in other bytes', async () => {
    const file = seedWith(place, ({ groups }) => {
      Object.assign(groups[0] ?? {}, { groupName: '1 Caf\u00e9' })
      Object.assign(groups[1] ?? {}, { groupName: '1 Cafe\u0301' })
    })
    await expectRefusal('/groups/1/groupName', 'has stood before', file)
  })

  async function expectRefusal(path: string, reason: string, file: string) {
    const refusal = await readSeed(file, WALL).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(SeedError)
    expect(refusal).toMatchObject({ code: 'SEED_INVALID', file, path })
    expect(refusal).toHaveProperty('message', expect.stringContaining(`seed ${file}: ${path} ${reason}`))
  }

  it('is refused when the file is not there or no JSON', async () => {
    const refused = (name: string) => expect(readSeed(place.path(name), WALL)).rejects
    await refused('none.json').toMatchObject({ code: 'SEED_UNREADABLE', path: '' })
    await refused('.').toThrow('the file cannot be read (EISDIR); give')
    writeFileSync(place.path('bad.json'), '{"school": ')
    await refused('bad.json').toThrow(
      /bad\.json: is not JSON \(.+\); give sample, empty, a JSON file or an exported state$/,
    )
    writeFileSync(place.path('deep.json'), '['.repeat(5_000_000))
    await refused('deep.json').toThrow(/deep\.json: is nested more than 64 levels deep$/)
  })

  it('leaves the store new: the corrected seed is used at the next start', async () => {
    using store = scratch()
    const broken = seedWith(place, ({ media }) => Object.assign(media[3] ?? {}, { file: 'none.mp3' }))
    const refusal = createService({ dataDir: store.folder, seed: broken })
    await expect(refusal).rejects.toThrow(SeedError)
    await expect(refusal).rejects.toMatchObject({ code: 'SEED_INVALID', file: broken, path: '/media/3' })
    await expect(refusal).rejects.toThrow('cannot be copied: ENOENT')
    await using school = await startSmallSchool({ dataDir: store.folder })
    expect(school.service.app.id).toBe('small-school')
    expect(readdirSync(store.path('media')).length).toBeGreaterThan(0)
  })
})
