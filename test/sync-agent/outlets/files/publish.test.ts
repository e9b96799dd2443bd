/** What is published into a folder, and what is left alone in it. */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFollowerAdmin } from '../../../../sync-agent/index.ts'
import { folderStatusReader } from '../../../../sync-agent/outlets/files/folder-status.ts'
import { lockFolder } from '../../../../sync-agent/outlets/files/lock.ts'
import { planStream } from '../../../../sync-agent/outlets/files/planned-stream.ts'
import { SERVICE } from '../../cycle-at.ts'
import { ACADEMY, ACADEMY_ZH, handClock, ingested } from '../../support.ts'
import { watchedStore } from '../../watched-store.ts'
import {
  dated,
  difference,
  entries,
  everyFile,
  faultsIn,
  NOW,
  namesIn,
  readJson,
  type School,
  school,
} from './support.ts'

const MANIFEST = '.schoolbell.json'

let place: School
beforeEach(async () => {
  place = await school()
})
afterEach(async () => place[Symbol.asyncDispose]())

const idsIn = (name: string) =>
  readJson(place.to, `news/academy/en-US/${name}.json`).items.map(({ newsId }: { newsId: string }) => newsId)
const inManifest = (changed: object) => {
  const path = `${place.to}/${MANIFEST}`
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changed }))
}
const pagesOf = (name: string, lang = 'en-US') =>
  readFileSync(`${place.to}/pages/academy/${lang}/${name}.html`, 'utf8')

it('a page offers a file of any type, with its size if it is known', async () => {
  const attachments = [
    { fileType: 'application/msword', url: 'https://files.example/rules.doc' },
    { fileType: 'image/heic', fileSize: 5_000, url: 'https://files.example/hall.heic' },
    { fileType: 'image/jpeg', url: 'https://files.example/hall.jpg' },
  ]
  await place.copy([{ ...dated(1), attachments }])
  await place.publish()
  const page = pagesOf('entries/n1')
  expect(page).toContain('<span class="kind">File</span> <span class="file-name">rules.doc</span></a>')
  expect(page).toContain(
    '<span class="kind">Picture</span> <span class="file-name">hall.heic</span> <span class="size">5 kB</span></a>',
  )
  expect(page).toContain('<img src="https://files.example/hall.jpg"')
  expect(page).not.toMatch(/undefined|NaN/)
})

describe('lists', () => {
  it('are cut from the oldest, and the index holds the twenty to thirty-nine newest', async () => {
    const formats = ['json', 'html'] as const
    await place.copy(entries(79))
    await place.publish({ formats })
    expect(namesIn(`${place.to}/news/academy/en-US`)).toEqual([
      ...['entries', 'index.json', 'page-1.json', 'page-2.json', 'search.json'],
    ])
    expect(idsIn('index')).toEqual(Array.from({ length: 39 }, (_, at) => `n${79 - at}`))
    expect(idsIn('page-1')).toEqual(Array.from({ length: 20 }, (_, at) => `n${20 - at}`))
    const nexts = ['index', 'page-2', 'page-1'].map(
      name => readJson(place.to, `news/academy/en-US/${name}.json`).next,
    )
    expect(nexts).toEqual(['page-2', 'page-1', undefined])
    expect(faultsIn(place.to)).toEqual([])

    await place.copy([dated(80)])
    await place.publish({ formats })
    expect(idsIn('index')).toHaveLength(20)
    expect(idsIn('page-3')[0]).toBe('n60')
    expect(faultsIn(place.to)).toEqual([])
  })

  it('hold what the agent answers, with the stream’s last change, and are empty without news', async () => {
    await place.copy([])
    await place.publish()
    expect(readJson(place.to, 'news/academy/en-US/index.json')).toEqual({ items: [], seq: 0 })
    expect(pagesOf('index')).toContain('There is no news yet.')
    await place.copy([dated(1), dated(2)])
    await place.copy([], ['n2'])
    await place.publish()
    const entry = readJson(place.to, 'news/academy/en-US/entries/n1.json')
    expect(readJson(place.to, 'news/academy/en-US/index.json')).toEqual({ items: [entry], seq: 3 })
    const publishedAt = '2026-09-01T00:00:01+08:00'
    expect(entry).toMatchObject({ newsId: 'n1', html: '<p>Body of n1</p>', publishedAt, seq: 1 })
  })

  it('can be searched by title and first words', async () => {
    await place.copy([dated(1, { newsContent: `<p>海洋公園</p><p>${'字'.repeat(400)}</p>` }), dated(2)])
    await place.publish()
    const { items } = readJson(place.to, 'news/academy/en-US/search.json')
    expect(items[0]).toEqual({ newsId: 'n2', title: 'Title of n2', date: '2026-09-01', text: 'Body of n2' })
    expect(items[1].text).toBe(`海洋公園 ${'字'.repeat(295)}`)
  })
})

describe('a change touches nothing but what it changes', () => {
  // Promise: operate/files-still
  it('a new entry: itself, the one before it, and the newest; an old one: its neighbours and its page; none: nothing', async () => {
    await place.copy(entries(61))
    await place.publish()
    let before = everyFile(place.to)
    const touchedBy = async (...listed: Parameters<School['copy']>[0]) => {
      before = everyFile(place.to)
      if (listed.length > 0) await place.copy(listed)
      const made: unknown[] = []
      const report = await place.publish({ onProgress: progress => made.push(progress) })
      const touched = difference(before, everyFile(place.to))
      expect(report).toMatchObject({ written: touched.length, removed: 0 })
      return { touched, made, ...report }
    }
    const added = await touchedBy(dated(62))
    expect(added.touched).toEqual([
      ...['atom', 'json', 'rss'].map(ending => `feeds/academy/en-US.${ending}`),
      'feeds/academy/en-US/news-sitemap.xml',
      'news/academy/en-US/entries/n62.json',
      'news/academy/en-US/index.json',
      'news/academy/en-US/search.json',
      'pages/academy/en-US/entries/n61.html',
      'pages/academy/en-US/entries/n62.html',
      'pages/academy/en-US/index.html',
    ])
    expect(added.unchanged).toBe(before.size + 2 - added.touched.length)
    expect((await touchedBy(dated(10, { newsTitle: 'Edited' }))).touched).toEqual([
      'feeds/academy/en-US/news-sitemap.xml', // it names entries by their title
      'news/academy/en-US/entries/n10.json',
      'news/academy/en-US/index.json', // the stream's last change
      'news/academy/en-US/page-1.json',
      'news/academy/en-US/search.json',
      'pages/academy/en-US/entries/n10.html',
      'pages/academy/en-US/entries/n11.html',
      'pages/academy/en-US/entries/n9.html',
      'pages/academy/en-US/page-1.html',
    ])
    expect(await touchedBy()).toMatchObject({ touched: [], made: [], bytes: 0 })
  })

  it('a store begun anew with the same news: no file either', async () => {
    await place.copy(entries(5))
    await place.publish()
    const before = everyFile(place.to)
    await using anew = await school()
    await anew.copy(entries(5))
    expect(await anew.publish({ to: place.to })).toMatchObject({ written: 0, removed: 0 })
    expect(difference(before, everyFile(place.to))).toEqual([])
  })
})

describe('what is deleted', () => {
  it('goes from the folder, and pages are cut anew; a format that is no longer wanted takes its folders with it', async () => {
    await place.copy(entries(60))
    await place.publish()
    await place.copy([], ['n1', 'n30'])
    const report = await place.publish()
    expect(report.removed).toBe(2 * 2 + 2)
    expect(existsSync(`${place.to}/news/academy/en-US/entries/n30.json`)).toBe(false)
    expect(existsSync(`${place.to}/pages/academy/en-US/page-2.html`)).toBe(false)
    expect(idsIn('page-1')).toEqual(Array.from({ length: 20 }, (_, at) => `n${21 - at}`))
    expect([...idsIn('index'), ...idsIn('page-1')]).toHaveLength(58)
    expect(faultsIn(place.to)).toEqual([])
    await place.publish({ formats: ['json'] })
    expect(namesIn(place.to)).toEqual([MANIFEST, 'news'])
    expect(faultsIn(place.to)).toEqual([])
  })
})

it('a store put back from a backup is compared as a whole: its changes have the numbers of others', async () => {
  await place.copy(entries(5))
  await place.store.backup(place.path('backup.db'))
  await place.copy([dated(5, { newsTitle: 'Lost with the store' }), dated(6)])
  await place.publish()
  await using restored = await school()
  await restored.store.close()
  renameSync(place.path('backup.db'), place.path('restored.db'))
  const report = await place.publish({ db: place.path('restored.db') })
  expect(report).toMatchObject({ seq: 5 })
  expect(idsIn('index')).toEqual(['n5', 'n4', 'n3', 'n2', 'n1'])
  expect(readJson(place.to, 'news/academy/en-US/entries/n5.json').title).toBe('Title of n5')
  expect(existsSync(`${place.to}/news/academy/en-US/entries/n6.json`)).toBe(false)
})

it('a store in which one entry changes again and again is published', async () => {
  await place.copy(entries(1_200))
  let round = 0
  const store = watchedStore(place.store, async sql => {
    // Between the parts in which the entries are listed.
    if (/order by "news_id" limit/.test(sql)) await place.copy([dated(7, { newsTitle: `Edit ${++round}` })])
  })
  const stream = await planStream(ACADEMY, { store, manifest: { entries: {} } })
  expect(round).toBeGreaterThan(2)
  expect(stream.known.map(({ newsId }) => newsId)).toEqual(entries(1_200).map(({ newsId }) => newsId))
})

it('what a run had shown when it was killed leads to nothing that is not there yet', async () => {
  await place.copy(entries(60))
  await place.publish()
  // As a run leaves it that is killed before its end.
  const manifest = readJson(place.to, MANIFEST)
  for (const path of Object.keys(manifest.files))
    if (Number(/\/entries\/n(\d+)/.exec(path)?.[1]) > 28) manifest.files[path] = ['', 0, 0]
  writeFileSync(`${place.to}/${MANIFEST}`, JSON.stringify(manifest))
  // So many that the last page of before and the new one are not written together.
  const edited = Array.from({ length: 32 }, (_, index) => dated(29 + index, { newsTitle: 'Edited' }))
  await place.copy([...edited, dated(61)])
  const faults = new Set<string>()
  let looks = 0
  await place.publish({
    onProgress() {
      looks += 1
      for (const fault of faultsIn(place.to)) faults.add(fault)
    },
  })
  expect(looks).toBeGreaterThan(1)
  expect([...faults]).toEqual([])
  expect(idsIn('index')[0]).toBe('n61')
})

it('a full disk is told beside the agent, until the next publication; what was done last stays what was done', async () => {
  await place.copy(entries(3))
  await place.publish()
  await place.copy([dated(4)])
  const followers = async (time: string) => {
    await using admin = await openFollowerAdmin(place.db, handClock(time), place.to)
    return await admin.list()
  }
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const onProgress = () => {
    throw full
  }
  const LATER = '2026-09-02T00:10:00Z'
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(place.publish({ clock: handClock(LATER), onProgress })).rejects.toThrow('the disk is full')
  const lastFailure = { at: LATER, message: expect.stringContaining('the disk is full') }
  expect(await followers(LATER)).toMatchObject([
    { name: 'folder', seq: 3, behind: 1, lastDone: NOW, failuresInARow: 2, lastFailure },
  ])
  await place.publish({ clock: handClock('2026-09-02T00:20:00Z') })
  expect(await followers('2026-09-02T00:20:00Z')).toMatchObject([
    { seq: 4, behind: 0, lastDone: '2026-09-02T00:20:00Z', failuresInARow: 0, lastFailure },
  ])
  const withoutRoom = folderStatusReader(place.to, place.store, async () => false)
  expect(await withoutRoom(Date.parse(LATER))).toMatchObject({ failuresInARow: 0 })
  await place.copy([dated(5)])
  // Without any room, the folder cannot note it.
  expect(await withoutRoom(Date.parse(LATER))).toMatchObject({
    ...{ behind: 1, failuresInARow: 1, lastDone: '2026-09-02T00:20:00Z' },
    lastFailure: { message: expect.stringContaining('the disk is full') },
  })
  await place.publish({ clock: handClock('2026-09-02T00:20:00Z') })
  // Nothing to do.
  await place.publish({ clock: handClock('2026-09-02T00:30:00Z') })
  expect(await followers('2026-09-02T00:30:00Z')).toMatchObject([{ lastDone: '2026-09-02T00:20:00Z' }])
})

it('entries that change before their files are made hold back no others', async () => {
  await place.copy(entries(200))
  const toEdit = [80, 120, 160, 200]
  const plans = new Set<number>()
  const report = await place.publish({
    onProgress({ total }) {
      plans.add(total)
      const number = toEdit.shift()
      if (number) void place.copy([dated(number, { newsTitle: 'Edited' })])
    },
  })
  expect(report).toMatchObject({ seq: 204 })
  // Each entry has two files: the others were not left to the second plan.
  const [all = 0, rest = 0] = plans
  expect(plans.size).toBe(2)
  expect(rest).toBeLessThan(all - 2 * 190)
  expect(readJson(place.to, 'news/academy/en-US/entries/n200.json').title).toBe('Edited')
  expect(faultsIn(place.to)).toEqual([])
})

it('a store that moves on meanwhile is followed: what is published is one moment of it', async () => {
  await place.copy(entries(100))
  let rounds = 0
  const report = await place.publish({
    onProgress() {
      rounds += 1
      // Each is written before the next file is made.
      if (rounds === 2) void place.copy([dated(90, { newsTitle: 'Edited' }), dated(101)], ['n95', 'n3'])
      if (rounds === 3) void place.copy([], ['n100'])
    },
  })
  expect(report).toMatchObject({ seq: 105 })
  expect(idsIn('index')).not.toContain('n95')
  expect(idsIn('index').slice(0, 2)).toEqual(['n101', 'n99'])
  expect(readJson(place.to, 'news/academy/en-US/entries/n90.json').title).toBe('Edited')
  expect(existsSync(`${place.to}/pages/academy/en-US/entries/n3.html`)).toBe(false)
  expect(faultsIn(place.to)).toEqual([])
  expect(await place.publish()).toMatchObject({ written: 0, removed: 0 })
})

describe('both languages', () => {
  it('lead to each other where the entry is in both', async () => {
    await place.copy(entries(2))
    await place.copy([dated(2, { newsTitle: '標題' })], [], ACADEMY_ZH)
    await place.publish()
    const chinese = 'https://school.example/files/pages/academy/zh-HK/entries/n2.html'
    expect(pagesOf('entries/n2')).toContain(`hreflang="zh-HK" href="${chinese}"`)
    expect(pagesOf('entries/n2', 'zh-HK')).toContain('<html lang="zh-HK">')
    expect(pagesOf('entries/n1')).not.toContain('hreflang="zh-HK"')
    await place.copy([], ['n2'], ACADEMY_ZH)
    await place.publish()
    expect(pagesOf('entries/n2')).not.toContain('hreflang="zh-HK"')
    expect(faultsIn(place.to)).toEqual([])
  })

  it('one that was never copied is left out, and one that stands there is not emptied', async () => {
    await place.copy(entries(2))
    expect((await place.publish()).streams).toHaveLength(1)
    await place.copy(entries(2), [], ACADEMY_ZH)
    expect((await place.publish()).streams).toHaveLength(2)
    await using anew = await school()
    await anew.copy(entries(2))
    const before = everyFile(place.to)
    await expect(anew.publish({ to: place.to })).rejects.toMatchObject({ code: 'NOTHING_COPIED' })
    expect(difference(before, everyFile(place.to))).toEqual([])
  })
})

describe('what is in the folder besides', () => {
  beforeEach(async () => place.copy(entries(3)))

  // Promise: operate/files-others
  it('stays, whatever its name, and is not replaced', async () => {
    mkdirSync(place.to)
    writeFileSync(`${place.to}/index.html`, 'the host’s own')
    await place.publish()
    mkdirSync(`${place.to}/news/academy/en-US/entries/more`)
    writeFileSync(`${place.to}/news/academy/en-US/notes.txt`, 'mine')
    writeFileSync(`${place.to}/news/academy/en-US/entries/n4.json`, 'mine too')
    await place.copy([dated(4)], ['n1', 'n2', 'n3'])
    const report = await place.publish()
    expect(report.blocked).toEqual(['news/academy/en-US/entries/n4.json'])
    expect(readFileSync(`${place.to}/news/academy/en-US/entries/n4.json`, 'utf8')).toBe('mine too')
    await place.publish({ formats: ['html'] })
    expect(namesIn(`${place.to}/news/academy/en-US`)).toEqual(['entries', 'notes.txt'])
    expect(readFileSync(`${place.to}/index.html`, 'utf8')).toBe('the host’s own')
  })

  it('makes a first publication fail when it lies where files are to be', async () => {
    mkdirSync(`${place.to}/pages`, { recursive: true })
    await expect(place.publish()).rejects.toThrow(
      `have the names of published ones: "${place.to}/pages"; name another folder`,
    )
    expect(namesIn(place.to)).toEqual(['pages'])
  })

  it('is put right and named where it is a published file that somebody has changed or removed, or that not everybody can read any more', async () => {
    await place.publish()
    writeFileSync(`${place.to}/pages/style.css`, 'body { display: none }')
    rmSync(`${place.to}/news/academy/en-US/entries/n2.json`)
    // The same bytes, copied by a backup program.
    utimesSync(`${place.to}/news/academy/en-US/entries/n1.json`, 1, 1)
    const { repaired, written } = await place.publish()
    expect(repaired.sort()).toEqual(['news/academy/en-US/entries/n2.json', 'pages/style.css'])
    expect(written).toBe(2)
    expect(readFileSync(`${place.to}/pages/style.css`, 'utf8')).toContain('--news-page')
    chmodSync(`${place.to}/pages/style.css`, 0)
    chmodSync(`${place.to}/news/academy`, 0o700)
    expect((await place.publish()).repaired).toEqual(['pages/style.css'])
    expect(statSync(`${place.to}/pages/style.css`).mode & 0o777).toBe(0o644)
    expect(statSync(`${place.to}/news/academy`).mode & 0o777).toBe(0o755)
    expect((await place.publish()).repaired).toEqual([])
  })

  it('stays and is named where it is a folder with the name of a file, and all else goes on', async () => {
    await place.publish()
    const inTheWay = ['news/academy/en-US/entries/n1.json', 'pages/academy/en-US/entries/n2.html']
    for (const path of inTheWay) {
      rmSync(`${place.to}/${path}`)
      mkdirSync(`${place.to}/${path}`)
    }
    mkdirSync(`${place.to}/news/academy/en-US/entries/.n4.json.new`)
    await place.copy([dated(4)])
    const report = await place.publish()
    expect(report.blocked.sort()).toEqual([
      'news/academy/en-US/entries/n1.json',
      'news/academy/en-US/entries/n4.json',
      'pages/academy/en-US/entries/n2.html',
    ])
    expect(report.repaired).toEqual([])
    expect(idsIn('index')).toEqual(['n4', 'n3', 'n2', 'n1'])
    await place.copy([dated(5)], ['n1', 'n2'])
    expect((await place.publish()).blocked.sort()).toEqual(report.blocked.sort())
    expect(idsIn('index')).toEqual(['n5', 'n4', 'n3'])
    expect((await place.publish()).blocked).toEqual(['news/academy/en-US/entries/n4.json'])
    expect(inTheWay.every(path => statSync(`${place.to}/${path}`).isDirectory())).toBe(true)
    rmSync(`${place.to}/news/academy/en-US/entries/.n4.json.new`, { recursive: true })
    expect(await place.publish()).toMatchObject({ written: 1, blocked: [] })
  })

  // Promise: operate/files-links
  it('is not reached through a symbolic link', async () => {
    await place.publish()
    const outside = place.path('outside')
    mkdirSync(outside)
    writeFileSync(`${outside}/n1.json`, 'a stranger’s')
    rmSync(`${place.to}/news/academy/en-US/entries`, { recursive: true })
    symlinkSync(outside, `${place.to}/news/academy/en-US/entries`)
    await place.copy([], ['n1'])
    await expect(place.publish()).rejects.toThrow(/entries is a symbolic link, but a folder is needed there/)
    expect(namesIn(outside)).toEqual(['n1.json'])
    expect(readFileSync(`${outside}/n1.json`, 'utf8')).toBe('a stranger’s')
  })

  it('a link in the place of a file is replaced, and what it leads to stays', async () => {
    await place.publish()
    writeFileSync(place.path('secret'), 'secret')
    rmSync(`${place.to}/pages/style.css`)
    symlinkSync(place.path('secret'), `${place.to}/pages/style.css`)
    symlinkSync(place.path('secret'), `${place.to}/pages/.style.css.new`)
    expect((await place.publish()).repaired).toEqual(['pages/style.css'])
    expect(readFileSync(place.path('secret'), 'utf8')).toBe('secret')
    expect(statSync(`${place.to}/pages/style.css`).size).toBeGreaterThan(1000)
  })
})

describe('a folder is refused', () => {
  beforeEach(async () => place.copy(entries(1)))

  it('that would give the store to the public, or that is a file', async () => {
    await expect(place.publish({ to: place.path('store') })).rejects.toMatchObject({ code: 'FOLDER_TAKEN' })
    await expect(place.publish({ to: place.path() })).rejects.toThrow(/contains the agent’s store/)
    writeFileSync(place.to, '')
    await expect(place.publish()).rejects.toMatchObject({
      code: 'FOLDER_UNUSABLE',
      message: `${place.to} cannot be used: a part of the path is a file, not a folder (EEXIST)`,
    })
  })

  it('whose parent is missing, and none is made: the path may be mistyped', async () => {
    await expect(place.publish({ to: place.path('ww', 'news') })).rejects.toMatchObject({
      code: 'FOLDER_UNUSABLE',
      message: `${place.path('ww', 'news')} cannot be made: the folder ${place.path('ww')} does not exist; correct the path, or make the folder first`,
    })
    expect(existsSync(place.path('ww'))).toBe(false)
  })

  it('that holds another school’s news', async () => {
    await place.publish()
    inManifest({ serviceUrl: 'https://other.example/cms', store: 'x' })
    const before = everyFile(place.to)
    await expect(place.publish()).rejects.toThrow(
      `https://other.example/cms; name another folder for ${SERVICE}`,
    )
    expect(difference(before, everyFile(place.to))).toEqual([])
  })

  // Promise: operate/files-lock
  it('that another publisher is writing', async () => {
    await place.publish()
    await using _other = await lockFolder(place.to, 0, new AbortController().signal)
    await expect(place.publish()).rejects.toMatchObject({ code: 'FOLDER_LOCKED' })
  })

  it('whose manifest was cut short, and one that was emptied takes over what is as it should be', async () => {
    await place.copy(entries(20))
    await place.publish()
    const manifest = `${place.to}/${MANIFEST}`
    const before = everyFile(place.to)
    truncateSync(manifest, Math.floor(statSync(manifest).size / 2))
    await expect(place.publish()).rejects.toMatchObject({
      ...{ name: 'PublishError', code: 'FOLDER_UNUSABLE' },
      message: expect.stringMatching(/\.schoolbell\.json is damaged.*or empty only this file/),
    })
    writeFileSync(manifest, '')
    writeFileSync(`${place.to}/news/academy/en-US/entries/n2.json`, 'mine')
    expect(await place.publish()).toMatchObject({
      ...{ written: 0, removed: 0, blocked: ['news/academy/en-US/entries/n2.json'] },
    })
    rmSync(`${place.to}/news/academy/en-US/entries/n2.json`)
    expect(await place.publish()).toMatchObject({ written: 1, blocked: [], repaired: [] })
    expect(difference(before, everyFile(place.to))).toEqual(['news/academy/en-US/entries/n2.json'])
    await place.copy([dated(21)], ['n3'])
    expect(await place.publish()).toMatchObject({ blocked: [], removed: 2 })
    expect(idsIn('index')[0]).toBe('n21')
  })
})

describe('a manifest', () => {
  beforeEach(async () => place.copy(entries(3)))

  // Promise: operate/files-manifest
  it.each([
    [
      'of a newer version',
      { version: 2 },
      /\.schoolbell\.json is of a newer version of schoolbell: publish with that one/,
    ],
    ['that is none', { version: 'x' }, /is damaged, or not a manifest/],
    ['with nonsense in it', { files: [7] }, /is damaged, or not a manifest/],
  ])('%s stops the publication, and nothing is changed', async (_, changed, message) => {
    await place.publish()
    inManifest(changed)
    const before = everyFile(place.to)
    await expect(place.publish()).rejects.toMatchObject({
      code: 'FOLDER_UNUSABLE',
      message: expect.stringMatching(message),
    })
    expect(difference(before, everyFile(place.to))).toEqual([])
  })

  it('takes the place of the record of an earlier version, once: its files are compared, and go when they are no longer planned', async () => {
    await place.publish({ formats: ['json'] })
    const { files } = readJson(place.to, MANIFEST)
    rmSync(`${place.to}/${MANIFEST}`)
    const earlier = new Database(`${place.to}/.schoolbell.db`)
    earlier.exec(`
      CREATE TABLE origin (only_row INTEGER PRIMARY KEY, service_url TEXT, store TEXT, settings TEXT);
      INSERT INTO origin VALUES (1, '${SERVICE}', 'another', '{"zone":"Asia/Hong_Kong"}');
      CREATE TABLE file (path TEXT PRIMARY KEY, source TEXT, size INTEGER, mtime REAL)`)
    for (const [path, [source, size, mtime]] of Object.entries<[string, number, number]>(files))
      earlier.prepare('INSERT INTO file VALUES (?, ?, ?, ?)').run(path, source, size, mtime)
    earlier.close()
    const before = everyFile(place.to)
    expect(await place.publish({ formats: ['json'] })).toMatchObject({
      written: 0,
      blocked: [],
      repaired: [],
    })
    expect(difference(before, everyFile(place.to))).toEqual([])
    expect(namesIn(place.to)).toEqual([MANIFEST, 'news'])
    await place.copy([dated(2, { newsTitle: 'Edited' })], ['n1'])
    expect(await place.publish({ formats: ['json'] })).toMatchObject({ removed: 1, blocked: [] })
    expect(readJson(place.to, 'news/academy/en-US/entries/n2.json').title).toBe('Edited')
  })

  it('of an earlier version that is damaged is named', async () => {
    mkdirSync(place.to)
    writeFileSync(`${place.to}/.schoolbell.db`, 'no database')
    await expect(place.publish()).rejects.toThrow(
      /\.schoolbell\.db, the record of an earlier version .* cannot be read/,
    )
  })
})

describe('mirrored media', () => {
  const SHA = createHash('sha256').update('a picture').digest('hex')
  const ORIGINAL = 'https://files.example/a.png'
  const PATH = `media/${SHA}/節目 #1.png`
  const ADDRESS = `media/${SHA}/${encodeURIComponent('節目 #1.png')}`
  const mirror = () => place.path('mirror')
  const inMirror = () => `${mirror()}/${SHA.slice(0, 2)}/${SHA}`
  const publish = () => place.publish({ mediaDir: mirror() })
  const coverUrl = () => readJson(place.to, 'news/academy/en-US/entries/n1.json').coverUrl
  /** The agent's mirror has the cover of the first entry, says so in its next change, and that is published. */
  function mirrored(path = PATH) {
    const database = new Database(place.db)
    const seq = database.prepare('UPDATE store SET seq = seq + 1 RETURNING seq').pluck().get()
    const update = database.prepare("UPDATE news SET mirrored = ?, seq = ? WHERE news_id = 'n1'")
    update.run(JSON.stringify({ [ORIGINAL]: path }), seq)
    database.close()
    return publish()
  }
  beforeEach(async () => {
    mkdirSync(`${mirror()}/${SHA.slice(0, 2)}`, { recursive: true })
    writeFileSync(inMirror(), 'a picture')
    await place.copy([dated(1, { mobileScreenImageUrl: ORIGINAL }), dated(2)])
    await publish()
  })

  it('lies in the folder, everything points there, and it goes with its last entry', async () => {
    await mirrored()
    expect(readFileSync(`${place.to}/${PATH}`, 'utf8')).toBe('a picture')
    const whole = `https://school.example/files/${ADDRESS}`
    expect(coverUrl()).toBe(whole)
    expect(readJson(place.to, 'news/academy/en-US/index.json').items[1].coverUrl).toBe(whole)
    expect(readJson(place.to, 'feeds/academy/en-US.json').items[1].image).toBe(whole)
    expect(pagesOf('entries/n1')).toContain(`src="../../../../${ADDRESS}"`)
    expect(pagesOf('entries/n1')).toContain(`<meta property="og:image" content="${whole}">`)
    expect(pagesOf('entries/n1')).toContain("img-src 'self';")
    expect(faultsIn(place.to)).toEqual([])
    expect((await publish()).written).toBe(0)
    await place.copy([], ['n1'])
    await publish()
    expect(namesIn(place.to)).not.toContain('media')
    expect(readFileSync(inMirror(), 'utf8')).toBe('a picture')
  })

  it('stands once in a page: as the cover, in the body or in the gallery, and the body goes before the cover', async () => {
    const file = (url: string) => ({
      ...({ url, fileType: 'image/png', fileSize: 9, imageWidth: 4, imageHeight: 3 } as const),
      ...{ thumbnailUrl: url, mobileScreenImageUrl: url },
    })
    const [inBody, alone] = ['https://files.example/b.png?a=1&b=2', 'https://files.example/c.png']
    const escaped = inBody.replace('&', '&amp;')
    const sources = () =>
      [...pagesOf('entries/n1').matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src]) => src)
    const cover = { mobileScreenImageUrl: ORIGINAL }
    const attachments = [file(ORIGINAL), file(inBody), file(alone)]
    await place.copy([dated(1, { ...cover, newsContent: `<img src="${escaped}">`, attachments })])
    await publish()
    expect(sources()).toEqual([ORIGINAL, escaped, alone])
    await mirrored()
    expect(sources()).toEqual([`../../../../${ADDRESS}`, escaped, alone])
    expect(pagesOf('entries/n1')).toContain('Picture 1 of 1')
    expect(pagesOf('entries/n1')).not.toContain('class="files"')
    await place.copy([dated(1, { ...cover, newsContent: `<p>See</p><img src="${ORIGINAL}">` })])
    await mirrored()
    expect(sources()).toEqual([`../../../../${ADDRESS}`])
    const { html } = readJson(place.to, 'news/academy/en-US/entries/n1.json')
    expect(html).toContain(`src="https://school.example/files/${ADDRESS}"`)
  })

  it('is a copy for everybody to read: whoever spoils it leaves the closely kept mirror whole, and from there it is put right', async () => {
    chmodSync(inMirror(), 0o600)
    await mirrored()
    expect(statSync(`${place.to}/${PATH}`).mode & 0o777).toBe(0o644)
    expect(statSync(inMirror()).mode & 0o777).toBe(0o600)
    appendFileSync(`${place.to}/${PATH}`, 'x')
    expect(readFileSync(inMirror(), 'utf8')).toBe('a picture')
    expect((await publish()).repaired).toEqual([PATH])
    expect(readFileSync(`${place.to}/${PATH}`, 'utf8')).toBe('a picture')
  })

  it('that is damaged in the mirror is never published: it is named, and its entries keep the original address', async () => {
    appendFileSync(inMirror(), 'x')
    for (const report of [await mirrored(), await publish()]) {
      expect(report).toMatchObject({ removed: 0, repaired: [], damaged: [PATH] })
      expect(coverUrl()).toBe(ORIGINAL)
      expect(existsSync(`${place.to}/${PATH}`)).toBe(false)
    }
    expect((await publish()).written).toBe(0)
    // The mirror has fetched it again.
    writeFileSync(inMirror(), 'a picture')
    expect((await publish()).damaged).toEqual([])
    expect(readFileSync(`${place.to}/${PATH}`, 'utf8')).toBe('a picture')
    // Spoilt in both places: what nobody can vouch for goes.
    appendFileSync(`${place.to}/${PATH}`, 'x')
    appendFileSync(inMirror(), 'x')
    expect(await publish()).toMatchObject({ removed: 1, damaged: [PATH] })
    expect(existsSync(`${place.to}/${PATH}`)).toBe(false)
    expect(faultsIn(place.to)).toEqual([])
  })

  it('that the mirror lacks leaves the original address, until it is there', async () => {
    renameSync(mirror(), place.path('elsewhere'))
    await mirrored()
    expect(coverUrl()).toBe(ORIGINAL)
    renameSync(place.path('elsewhere'), mirror())
    await publish()
    expect(coverUrl()).toContain(SHA)
    // Gone from both: the mirror fetches it again.
    rmSync(`${place.to}/${PATH}`)
    rmSync(mirror(), { recursive: true })
    await publish()
    expect(coverUrl()).toBe(ORIGINAL)
    expect(faultsIn(place.to)).toEqual([])
  })

  it('by a path that is none of the mirror’s stays where it is', async () => {
    for (const tail of [`${SHA}/../../x`, `${SHA}/..`, '../../etc/passwd', `${SHA}/.hidden`]) {
      await mirrored(tail.startsWith('..') ? tail : `media/${tail}`)
      expect(coverUrl()).toBe(ORIGINAL)
      expect(namesIn(place.to)).toEqual([MANIFEST, 'feeds', 'news', 'pages', 'popups'])
    }
  })
})

describe('options', () => {
  it('feeds lead to the published pages, or to the host’s own', async () => {
    await place.copy([ingested('A/1')])
    await place.publish()
    const [item] = readJson(place.to, 'feeds/academy/en-US.json').items
    expect(item.url).toBe('https://school.example/files/pages/academy/en-US/entries/a~002f1~u1.html')
    await place.publish({ feeds: { newsLink: 'https://school.example/news/{newsId}' } })
    const [own] = readJson(place.to, 'feeds/academy/en-US.json').items
    expect(own.url).toBe('https://school.example/news/A%2F1')
  })

  it('without a base address pages are relative, and there are no feeds', async () => {
    await place.copy(entries(1))
    await place.publish({ baseUrl: undefined })
    expect(namesIn(place.to)).toEqual([MANIFEST, 'news', 'pages', 'popups'])
    expect(pagesOf('index')).not.toContain('canonical')
    await expect(place.publish({ baseUrl: undefined, formats: ['feeds'] })).rejects.toThrow(
      /feeds need baseUrl/,
    )
  })

  it('the host’s style sheet is read after the pages’ own', async () => {
    await place.copy(entries(1))
    writeFileSync(place.path('own.css'), ':root { --news-accent: #a00 }')
    await place.publish({ stylesheet: place.path('own.css') })
    expect(readFileSync(`${place.to}/pages/own.css`, 'utf8')).toBe(':root { --news-accent: #a00 }')
    expect(pagesOf('index')).toMatch(/style\.css">\n<link rel="stylesheet" href="\.\.\/\.\.\/own\.css">/)
    await expect(place.publish({ stylesheet: place.path('none.css') })).rejects.toMatchObject({
      code: 'STYLE_UNUSABLE',
      message: `the style sheet ${place.path('none.css')} cannot be read: it does not exist (ENOENT)`,
    })
  })

  // Promise: operate/files-readable
  it('files are for everybody to read, however closely the agent keeps its own', async () => {
    await place.copy(entries(1))
    const mask = process.umask(0o077)
    try {
      await place.publish()
    } finally {
      process.umask(mask)
    }
    expect(statSync(`${place.to}/pages/academy/en-US/index.html`).mode & 0o777).toBe(0o644)
    expect(statSync(`${place.to}/pages/academy`).mode & 0o777).toBe(0o755)
    expect(statSync(place.to).mode & 0o777).toBe(0o755)
    // A folder that was there already is as its owner wants it.
    chmodSync(place.to, 0o750)
    await place.publish()
    expect(statSync(place.to).mode & 0o777).toBe(0o750)
  })

  it('no host name of a picture adds to what a page may do', async () => {
    const hosts = ['a;script-src', '*', 'a,b', 'files.example:8443', '[2001:db8::1]']
    await place.copy(
      hosts.map((host, at) => dated(at + 1, { newsContent: `<p><img src="https://${host}/x.png"></p>` })),
    )
    await place.publish()
    const policies = hosts.map(
      (_, at) => /Security-Policy" content="([^"]*)"/.exec(pagesOf(`entries/n${at + 1}`))?.[1],
    )
    const allowed = ['', '', '', ' https://files.example:8443', ' https://[2001:db8::1]']
    expect(
      policies.map(policy => /img-src (.*?); media-src 'self'; base-uri/.exec(`${policy}`)?.[1]),
    ).toEqual(allowed.map(host => `'self'${host}`))
    expect(policies.join()).not.toContain('script-src')
  })

  it('two languages that are new point to each other only once both stand', async () => {
    await place.copy(entries(45))
    await place.copy(entries(45), [], ACADEMY_ZH)
    let breaks = 0
    for (let isDone = false; !isDone; breaks += 1) {
      const cancel = new AbortController()
      const onProgress = () => cancel.abort(new Error('enough'))
      isDone = await place.publish({ signal: cancel.signal, onProgress }).then(
        () => true,
        error => {
          // Any other fault would come again forever.
          if (error !== cancel.signal.reason) throw error
          return false
        },
      )
      expect(faultsIn(place.to)).toEqual([])
    }
    expect(breaks).toBeGreaterThan(4)
    expect(pagesOf('page-1')).toContain('href="../zh-HK/index.html"')
    expect(pagesOf('entries/n1')).toContain('href="../../zh-HK/entries/n1.html"')
  })
})
