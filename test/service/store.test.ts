/** What outlives a service, what does not, and what never stands in its files. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createService } from '../../service/index.ts'
import { createContentClient } from '../../shared/client/index.ts'
import { scratch } from '../support/scratch.ts'
import {
  ACCESS_KEY,
  entry,
  PRODUCTION_TOKEN,
  SHORT_TOKEN,
  STAGING_TOKEN,
  startSmallSchool,
  writeSeed,
} from '../support/small-school.ts'

const EPOCH = '19700101000000'

/** The titles that a service on this folder answers with. */
async function titlesIn(dataDir: string, seed: string): Promise<string[]> {
  await using service = await createService({ dataDir, seed, port: 0 })
  const { serviceUrl } = await service.listen()
  const { newsList } = await createContentClient({ serviceUrl }).news({
    siteId: 'academy',
    lastSyncTime: EPOCH,
  })
  return newsList.map(({ newsTitle }) => newsTitle)
}

describe('a service with a data folder', () => {
  it('keeps what was changed, and is not seeded a second time', async () => {
    using place = scratch()
    const dataDir = place.path('data')
    await using school = await startSmallSchool({ dataDir })
    school.service.news.put(entry('N-9', ['academy'], '20261120093000', 'Written today', '今天寫的'))
    school.service.news.remove('N-1')
    await school.service.close()
    expect(await titlesIn(dataDir, 'sample')).toEqual(['Written today', 'Third', 'Second'])
  })

  it('holds no key and no token in the clear, in no file of it', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.path('data') })
    const issued = school.service.sessions.issue({ environment: 'staging', userId: 10 }).token
    const created = school.service.accessKeys.create('register').key
    const files = globSync('**/*.db*', { cwd: place.path('data') }).map(file => place.path('data', file))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const bytes = readFileSync(file)
      for (const secret of [ACCESS_KEY, STAGING_TOKEN, PRODUCTION_TOKEN, SHORT_TOKEN, issued, created]) {
        expect(bytes.includes(secret), `${file} holds ${secret}`).toBe(false)
      }
    }
    // What is looked for would be found: a name that does stand there is.
    expect(files.some(file => readFileSync(file).includes('Quillfeather'))).toBe(true)
  })

  it('from a newer version is refused, and stays as it is', async () => {
    using place = scratch()
    const dataDir = place.path('data')
    await (await createService({ dataDir, seed: 'empty' })).close()
    const file = globSync('*.db', { cwd: dataDir })[0] ?? ''
    const database = new Database(join(dataDir, file))
    database.pragma('user_version = 999')
    database.close()
    const before = readFileSync(join(dataDir, file))
    await expect(createService({ dataDir })).rejects.toMatchObject({ code: 'STORE_NEWER' })
    expect(readFileSync(join(dataDir, file)).equals(before)).toBe(true)
  })

  it('that holds another program’s database is refused', async () => {
    using place = scratch()
    await (await createService({ dataDir: place.path('data'), seed: 'empty' })).close()
    const name = globSync('*.db', { cwd: place.path('data') })[0] ?? ''
    using other = scratch()
    const foreign = new Database(other.path(name))
    foreign.exec('CREATE TABLE orders (id)')
    foreign.close()
    await expect(createService({ dataDir: other.folder })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
  })
})

describe('a service without one', () => {
  it('leaves nothing behind', async () => {
    const school = await startSmallSchool()
    const { hash, name } = await mediaOf(school.addresses.serviceUrl)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const kept = globSync(`/tmp/schoolbell-service-*/media/${hash}/${name}`)
    await school[Symbol.asyncDispose]()
    expect(kept.filter(existsSync)).toEqual([])
  })
})

async function mediaOf(serviceUrl: string): Promise<{ hash: string; name: string }> {
  const { newsList } = await createContentClient({ serviceUrl }).news({
    siteId: 'academy',
    lastSyncTime: EPOCH,
  })
  const cover = newsList.find(({ mobileScreenImageUrl }) => mobileScreenImageUrl)?.mobileScreenImageUrl
  const [, , hash = '', name = ''] = new URL(cover ?? '').pathname.split('/')
  return { hash, name }
}

describe('a seed', () => {
  it('that is empty makes a school with nothing in it yet', async () => {
    using place = scratch()
    expect(await titlesIn(place.path('data'), 'empty')).toEqual([])
  })

  it.each<[what: string, change: (seed: Record<string, unknown>) => void, path: string]>([
    [
      'a popup without a title',
      seed => delete at(seed, 'popups', 0, 'texts', 'en-US').msgTitle,
      '/popups/0/texts/en-US',
    ],
    [
      'a day that does not exist',
      seed => (at(seed, 'news', 1).newsDateTime = '20260230000000'),
      '/news/1/newsDateTime',
    ],
    ['a picture that nobody has', seed => (at(seed, 'news', 1).cover = 'nobody'), '/news/1/cover'],
    ['a file that is not there', seed => (at(seed, 'media', 2).file = 'none.pdf'), '/media/2'],
    ['a session of nobody', seed => (at(seed, 'sessions', 0).userId = 999), '/sessions/0/userId'],
  ])('with %s is refused, naming file and place, and plants nothing', async (_what, change, path) => {
    using place = scratch()
    const file = writeSeed(place.folder)
    const seed = JSON.parse(readFileSync(file, 'utf8'))
    change(seed)
    writeFileSync(file, JSON.stringify(seed))
    const dataDir = place.path('data')
    const call = createService({ seed: file, dataDir })
    await expect(call).rejects.toMatchObject({ code: 'SEED_INVALID' })
    await expect(call).rejects.toThrow(file)
    await expect(call).rejects.toThrow(path)
    expect(await titlesIn(dataDir, writeSeed(place.folder))).toContain('Second')
  })
})

describe('sample credentials', () => {
  it.each(['0.0.0.0', '::', '192.168.1.20'])('are never served on %s', async host => {
    await using service = await createService({ host, port: 0 })
    await expect(service.listen()).rejects.toMatchObject({ code: 'SAMPLE_CREDENTIALS' })
  })

  it('a school of one’s own is', async () => {
    await using school = await startSmallSchool({ host: '0.0.0.0' })
    expect(school.addresses.base).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
  })
})

/** A place in a JSON value. */
function at(value: Record<string, unknown>, ...path: (string | number)[]): Record<string, unknown> {
  return path.reduce((inner, step) => Reflect.get(inner, step), value)
}
