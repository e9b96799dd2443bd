/** What outlives a service, what does not, and what never stands in its files. */
import { chmodSync, existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import { createService, SeedError } from '../../console/index.ts'
import { CHANGED_OR_WANTED } from '../../service/interface/news.ts'
import { openStore } from '../../service/store/store.ts'
import { createContentClient, createSessionClient } from '../../shared/client/index.ts'
import { scratch } from '../support/scratch.ts'
import {
  ACCESS_KEY,
  APP_ID,
  entry,
  PRODUCTION_TOKEN,
  SHORT_TOKEN,
  STAGING_TOKEN,
  startSmallSchool,
  writeSeed,
} from '../support/small-school.ts'

describe('a service with a data folder', () => {
  it('has everything after a restart, and is not seeded a second time', async () => {
    using place = scratch()
    await using first = await startSmallSchool({ dataDir: place.folder })
    first.service.news.put(entry('N-9', ['academy'], '20261120090000', 'Kept', '保留'))
    first.service.news.remove('N-1')
    first.service.app.settings = { moreEnabled: false, entranceUrl: 'https://app.larkwater.example/' }
    const { token } = first.service.sessions.issue({ environment: 'staging', userId: 21 })
    const { key } = first.service.accessKeys.create('library')
    await first.service.close()

    await using school = await startSmallSchool({ dataDir: place.folder, seed: 'empty' })
    const { serviceUrl, sessionUrls, syncUrl } = school.addresses
    const client = createContentClient({ serviceUrl })
    const answer = await client.news({ siteId: 'academy', lastSyncTime: '19700101000000' })
    expect(answer.newsList.map(({ newsId }) => newsId)).toEqual(['N-9', 'N-3', 'N-2'])
    expect(answer.delNewsIds).toEqual(['N-4', 'N-1'])
    expect((await client.popups({ siteId: 'academy' })).messages).toHaveLength(2)
    expect(school.service.app.settings.moreEnabled).toBe(false)
    const sessions = createSessionClient({ sessionUrl: sessionUrls.staging, appId: APP_ID })
    expect(await sessions.resolve(token)).toMatchObject({ userId: 21 })
    const list = `${syncUrl}/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01`
    const headers = { 'x-app-id': APP_ID, 'x-access-key': key }
    expect((await fetch(list, { headers })).status).toBe(200)
    const picture = answer.newsList.find(({ newsId }) => newsId === 'N-2')?.thumbnailUrl ?? ''
    expect((await fetch(picture)).status).toBe(200)
  })

  it('shows what it keeps to its owner alone, also what an older version has left open', async () => {
    using place = scratch()
    const folder = place.path('data')
    const closed = {
      'service.db': '600',
      'service.db-wal': '600',
      'service.db-shm': '600',
      media: '700',
      snapshots: '700',
    }
    const modes = () =>
      Object.fromEntries(
        ['', ...Object.keys(closed)].map(name => [
          name,
          (statSync(join(folder, name)).mode & 0o777).toString(8),
        ]),
      )
    await using first = await startSmallSchool({ dataDir: folder })
    first.service.state.snapshots.take('Before the term')
    expect(modes()).toEqual({ '': '700', ...closed })
    for (const [name, mode] of Object.entries(closed))
      chmodSync(join(folder, name), mode === '700' ? 0o755 : 0o644)
    // It was there before: others may have files in it.
    chmodSync(folder, 0o755)
    await using _ = await startSmallSchool({ dataDir: folder })
    expect(modes()).toEqual({ '': '755', ...closed })
  })

  it('may be named relative to where one stands', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: relative(process.cwd(), place.path('data')) })
    const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
    const { newsList } = await client.news({ siteId: 'pre-school', lastSyncTime: '19700101000000' })
    const picture = newsList.find(({ newsId }) => newsId === 'N-2')?.thumbnailUrl ?? ''
    expect((await fetch(picture)).status).toBe(200)
    expect(existsSync(place.path('data', 'service.db'))).toBe(true)
  })

  it('may be new to several services at once: one fills it, all of them serve the same', async () => {
    using place = scratch()
    const seed = writeSeed(place.folder)
    const open = () => createService({ dataDir: place.folder, seed, port: 0 })
    const services = await Promise.all([open(), open(), open()])
    const ids = services.map(async service => {
      const client = createContentClient(await service.listen())
      const { newsList } = await client.news({ siteId: 'academy', lastSyncTime: '19700101000000' })
      return newsList.map(({ newsId }) => newsId)
    })
    expect(await Promise.all(ids)).toEqual(Array(3).fill(['N-3', 'N-2', 'N-1']))
    for (const service of services) await service.close()
  })

  it('holds no key and no token in the clear, in no file of it', async () => {
    using place = scratch()
    await using school = await startSmallSchool({ dataDir: place.folder })
    const issued = school.service.sessions.issue({ environment: 'staging', userId: 10 }).token
    const created = school.service.accessKeys.create('register').key
    const files = globSync('**/*.db*', { cwd: place.folder }).map(file => place.path(file))
    for (const file of files) {
      const bytes = readFileSync(file)
      for (const secret of [ACCESS_KEY, STAGING_TOKEN, PRODUCTION_TOKEN, SHORT_TOKEN, issued, created])
        expect(bytes.includes(secret), `${file} holds ${secret}`).toBe(false)
    }
    // What is looked for would be found: a name that does stand there is.
    expect(files.some(file => readFileSync(file).includes('Quillfeather'))).toBe(true)
  })

  it.each<[whose: string, code: string, prepare: (database: Database.Database) => unknown]>([
    ['a newer version’s', 'STORE_NEWER', database => database.pragma('user_version = 999')],
    ['another program’s', 'STORE_FOREIGN', database => database.pragma('application_id = 7')],
  ])('that is %s is refused, and stays as it is', async (_whose, code, prepare) => {
    using place = scratch()
    await (await createService({ dataDir: place.folder, seed: 'empty' })).close()
    const database = new Database(place.path('service.db'))
    prepare(database)
    database.close()
    const before = readFileSync(place.path('service.db'))
    await expect(createService({ dataDir: place.folder })).rejects.toMatchObject({ code })
    expect(readFileSync(place.path('service.db')).equals(before)).toBe(true)
  })
})

describe('a service without one', () => {
  const withTmpDir = async <Result>(folder: string, work: () => Promise<Result>): Promise<Result> => {
    vi.stubEnv('TMPDIR', folder)
    try {
      return await work()
    } finally {
      vi.unstubAllEnvs()
    }
  }

  it('leaves nothing behind', async () => {
    using place = scratch()
    const service = await withTmpDir(place.folder, () => createService({ seed: writeSeed(place.folder) }))
    const [folder = ''] = readdirSync(place.folder).filter(name => name.startsWith('schoolbell-service-'))
    expect(readdirSync(place.path(folder, 'media')).length).toBeGreaterThan(0)
    await service.close()
    expect(existsSync(place.path(folder))).toBe(false)
  })

  it('leaves nothing behind when its seed has faults', async () => {
    using place = scratch()
    const seed = place.path('none.json')
    await expect(withTmpDir(place.folder, () => createService({ seed }))).rejects.toThrow(SeedError)
    expect(readdirSync(place.folder)).toEqual([])
  })
})

describe('the news call', () => {
  it('finds changes and identifiers through indexes, never by reading the whole table', () => {
    using place = scratch()
    const store = openStore(place.folder)
    const plan = store.database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${CHANGED_OR_WANTED}`)
      .all({ site: 'academy', now: 1, after: 0, newsIDs: '[]' })
      .map(({ detail }) => detail)
    store.close()
    const byChange = /SEARCH news_site USING .*INDEX news_site_by_change \(site=\? AND changed_at>\?\)/
    expect(plan).toContainEqual(expect.stringMatching(byChange))
    expect(plan.filter(detail => /^SCAN (news|news_site)\b/.test(detail))).toEqual([])
  })
})
