import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../shared/clock.ts'
import { openFollowerAdmin, type SyncAgent, type SyncAgentOptions } from '../../../../sync-agent/index.ts'
import { mediaFailures } from '../../../../sync-agent/store/media-queue.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { hang, startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { agentBefore, entry, getJson, handClock, logLines, news, WARN } from '../../support.ts'
import { attachment, cut, fileOf, filesIn, mirrorBefore, PUBLIC_URL, type Shelf, serving } from './support.ts'

const PDF = fileOf('application/pdf')
const COVER = fileOf('image/jpeg')
const MIRRORED = new RegExp(`^${PUBLIC_URL}media/[0-9a-f]{64}/`)

let files: Scratch
let upstream: Upstream
let shelf: Shelf
let agents: SyncAgent[]
beforeEach(async () => {
  files = scratch()
  shelf = { '/files/term plan.pdf': PDF, '/files/cover.jpg': COVER }
  agents = []
  upstream = await startUpstream(serving(news(), shelf))
})
afterEach(async () => {
  for (const agent of agents) await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

/** One entry with a document and a cover. */
const withFiles = (newsId = 'a', pdf = PDF, differing = {}) =>
  entry(newsId, {
    mobileScreenImageUrl: `${upstream.url}/files/cover.jpg`,
    attachments: [attachment(`${upstream.url}/files/term plan.pdf`, pdf)],
    ...differing,
  })

async function openMirror(options: Partial<SyncAgentOptions> = {}): Promise<SyncAgent> {
  const agent = await mirrorBefore(upstream, files, options)
  agents.push(agent)
  return agent
}

/** An agent that has copied these entries. */
async function copied(entries: unknown[], options: Partial<SyncAgentOptions> = {}): Promise<SyncAgent> {
  publish(entries)
  const agent = await openMirror(options)
  await agent.syncOnce()
  return agent
}

/** An agent that has mirrored the files of these entries too. */
async function mirrored(options: Partial<SyncAgentOptions> = {}, entries: unknown[] = [withFiles()]) {
  const agent = await copied(entries, options)
  await agent.mirrorMedia()
  return agent
}

/** The service has something else; this agent copies and mirrors it. */
async function follow(agent: SyncAgent, entries: unknown[], deleted: string[] = []) {
  publish(entries, deleted)
  await agent.syncOnce()
  await agent.mirrorMedia()
}

const publish = (entries: unknown[], deleted: string[] = []) =>
  upstream.answer(serving(news(entries, deleted), shelf))

interface Item {
  newsId: string
  html: string
  coverUrl?: string
  attachments: { url: string }[]
  seq: number
}
const itemsOf = async (address: string) => ((await getJson(`${address}/v1/news`)) as { items: Item[] }).items
const filesAsked = () =>
  upstream.requests.filter(({ url }) => url.startsWith('/files/')).map(({ url }) => url)
const held = () => filesIn(files.path('media')).filter(path => !path.startsWith('parts/'))
const partSizes = () =>
  (existsSync(files.path('media')) ? filesIn(files.path('media')) : [])
    .filter(path => path.endsWith('.part'))
    .map(path => statSync(files.path('media', path)).size)
const codes = async () => {
  const store = await openStore(files.path('news.db'))
  const failures = await mediaFailures(store, 10)
  await store.close()
  return failures.map(({ code }) => code)
}

test('an entry is published at once with its original addresses, and points to the mirror once its files are there, with the date of the school’s last change', async () => {
  const clock = handClock('2026-09-02T00:00:00Z')
  const agent = await copied([withFiles()], { clock })
  const address = await agent.listen()
  const [before] = await itemsOf(address)
  expect(before?.coverUrl).toBe(`${upstream.url}/files/cover.jpg`)
  const followed = (await getJson(`${address}/v1/changes?after=0`)) as { next: string }

  const dateOf = async () =>
    (await (await fetch(`${address}/feeds/academy/en-US.json`)).json()).items[0].date_modified
  const date = await dateOf()
  clock.set('2026-09-02T01:00:00Z')
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 2, failed: 0, bytes: 2_000 })
  const [after] = await itemsOf(address)
  expect(after?.coverUrl).toMatch(MIRRORED)
  expect(after?.attachments[0]?.url).toMatch(/\/term%20plan\.pdf$/)
  expect(after?.seq).toBeGreaterThan(before?.seq ?? 0)

  const path = new URL(after?.attachments[0]?.url ?? '').pathname
  const copy = await fetch(address + path)
  expect(Buffer.from(await copy.arrayBuffer())).toEqual(PDF)

  const feed = await (await fetch(`${address}/feeds/academy/en-US.rss`)).text()
  expect(feed).toContain(after?.attachments[0]?.url)
  expect(date).toMatch(/^2026/)
  expect(await dateOf()).toBe(date)
  const changes = await (await fetch(`${address}/v1/changes?after=${followed.next}`)).text()
  expect(changes).toContain(after?.attachments[0]?.url)
})

test('a running agent mirrors by itself, what comes later too', async () => {
  publish([withFiles()])
  const { logger, lines } = logLines()
  const agent = await openMirror({ logger })
  agent.start()
  const copied = async () => (await agent.status()).media?.files
  await expect.poll(copied, { message: 'mirrored files' }).toBe(2)
  shelf['/files/b.pdf'] = fileOf('application/pdf', 1_000, 'b')
  publish([
    entry('b', { attachments: [attachment(`${upstream.url}/files/b.pdf`, fileOf('application/pdf'))] }),
  ])
  await agent.syncOnce()
  await expect.poll(copied, { message: 'mirrored files' }).toBe(3)
  await expect.poll(() => lines.filter(line => `${line.msg}`.startsWith('media:'))).not.toEqual([])
})

describe('pictures of a text', () => {
  const html = (newsId = 'a') => `<p>Boats</p><img alt="" src="${upstream.url}/files/boat.png?of=${newsId}">`
  const withPicture = (newsId = 'a', differing = {}) =>
    entry(newsId, { newsContent: html(newsId), ...differing })
  const boat = () => {
    shelf['/files/boat.png'] = fileOf('image/png')
  }
  const MIRRORED_SOURCE = new RegExp(`<img [^>]*src="${PUBLIC_URL}media/[0-9a-f]{64}/boat.png"`)

  // Promise: operate/media-nothing-elsewhere
  test('load nothing from elsewhere once they are mirrored, wherever the entry goes', async () => {
    boat()
    const agent = await mirrored({}, [withPicture()])
    const address = await agent.listen()
    const paths = ['/v1/news', '/v1/news/a', '/v1/changes?after=0', '/feeds/academy/en-US.json']
    for (const path of paths) {
      const { headers, text } = await fetch(address + path).then(async answer => ({
        headers: answer.headers.get('content-type'),
        text: await answer.text(),
      }))
      expect([path, headers?.includes('json')]).toEqual([path, true])
      expect(text.replaceAll('\\"', '"')).toMatch(MIRRORED_SOURCE)
      expect([path, text.includes(upstream.url)]).toEqual([path, false])
    }
  })

  test('of a host that is not allowed stay where they are, are told, and come when the host is', async () => {
    boat()
    const elsewhere = await startUpstream(serving(news(), shelf))
    const source = `${elsewhere.url}/files/boat.png`
    const listed = [withPicture('a', { newsContent: `<img src="${source}">` })]
    const agent = await mirrored({}, listed)
    const [before] = await itemsOf(await agent.listen())
    expect(before?.html).toContain(`src="${source}"`)
    expect(await codes()).toEqual(['HOST_NOT_ALLOWED'])
    expect(elsewhere.requests).toEqual([])
    await agent.close()
    const again = await openMirror({
      media: { dir: files.path('media'), privateHosts: [new URL(elsewhere.url).host] },
    })
    await again.mirrorMedia()
    const [after] = await itemsOf(await again.listen())
    expect(after?.html).toMatch(MIRRORED_SOURCE)
    await elsewhere.close()
  })

  test('that are no pictures are not taken, and the rest of the entry points to the mirror', async () => {
    shelf['/files/boat.png'] = PDF
    const agent = await mirrored({}, [withFiles('a', PDF, { newsContent: html() })])
    const [item] = await itemsOf(await agent.listen())
    expect(item?.html).toContain(`src="${upstream.url}/files/boat.png?of=a"`)
    expect(item?.coverUrl).toMatch(MIRRORED)
    expect(await codes()).toEqual(['TYPE_DIFFERS'])
  })

  test('are not given out with plain http, which browsers and sanitisers refuse', async () => {
    boat()
    const agent = await mirrored({ publicUrl: 'http://school.example/' }, [withPicture()])
    const [item] = await itemsOf(await agent.listen())
    expect(item?.html).toContain(`src="${upstream.url}/files/boat.png?of=a"`)
  })
})

describe('its follower', () => {
  const followers = () => openFollowerAdmin(files.path('news.db'), systemClock)

  test('says how far it is; rewound, it reads all entries again and changes nothing', async () => {
    const agent = await mirrored({}, [withFiles('a'), withFiles('b')])
    await using admin = await followers()
    expect(await admin.list()).toMatchObject([{ name: 'media', behind: 0, aside: 0 }])
    const address = await agent.listen()
    const before = await itemsOf(address)
    await admin.rewind('media', undefined)
    expect(await admin.list()).toMatchObject([{ name: 'media', behind: 2 }])
    expect(await agent.mirrorMedia()).toEqual({ copied: 0, failed: 0, bytes: 0, waiting: 0 })
    expect(await admin.list()).toMatchObject([{ name: 'media', behind: 0 }])
    expect(await itemsOf(address)).toEqual(before)
    expect(filesAsked()).toHaveLength(2)
  })

  test('does not wait for ever where no folder is set any more, and begins again with one', async () => {
    await (await mirrored()).close()
    publish([withFiles('b')], ['a'])
    const plain = await agentBefore(upstream, files.path('news.db'), { publicUrl: PUBLIC_URL })
    agents.push(plain)
    plain.start()
    await using admin = await followers()
    await expect.poll(admin.list, { message: 'followers' }).toEqual([])
    await plain.syncOnce()
    await plain.close()
    const again = await openMirror()
    expect(await again.mirrorMedia()).toMatchObject({ copied: 0, failed: 0 })
    const items = await itemsOf(await again.listen())
    expect(items).toMatchObject([{ newsId: 'b', coverUrl: expect.stringMatching(MIRRORED) }])
  })
})

describe('what is not fetched', () => {
  test('what another entry or another call brings already, or was there before an edit; the same bytes lie there once', async () => {
    shelf['/files/again.pdf'] = PDF
    const again = entry('c', { attachments: [attachment(`${upstream.url}/files/again.pdf`, PDF)] })
    const agent = await copied([withFiles('a'), withFiles('b'), again])
    const [first, second] = await Promise.all([agent.mirrorMedia(), agent.mirrorMedia()])
    expect([first.copied, second.copied]).toEqual([3, 0])
    expect((await agent.status()).media).toEqual({ files: 2, bytes: 2_000, waiting: 0, failed: 0 })
    expect(held()).toHaveLength(2)
    await follow(agent, [withFiles('a', PDF, { newsTitle: 'Another' })])
    expect(filesAsked()).toHaveLength(3)
    const items = await itemsOf(await agent.listen())
    const [a, b] = ['a', 'b'].map(id => items.find(({ newsId }) => newsId === id)?.attachments[0]?.url)
    expect(a).toMatch(MIRRORED)
    expect(a).toBe(b)
  })

  test('except when the address now has a file of another size', async () => {
    const agent = await mirrored()
    const address = await agent.listen()
    const [before] = await itemsOf(address)
    const longer = fileOf('application/pdf', 1_500)
    shelf['/files/term plan.pdf'] = longer
    await follow(agent, [withFiles('a', longer)])
    const [after] = await itemsOf(address)
    expect(after?.attachments[0]?.url).toMatch(MIRRORED)
    expect(after?.attachments[0]?.url).not.toBe(before?.attachments[0]?.url)
  })
})

describe('what cannot be had', () => {
  // Promise: operate/media-gone
  test('keeps its original address while the rest points to the mirror, and is tried again: a refusal later than a failure of the network', async () => {
    const clock = handClock('2026-09-02T00:00:00Z')
    shelf['/files/cover.jpg'] = response => response.destroy()
    delete shelf['/files/term plan.pdf']
    const agent = await mirrored({ clock })
    expect((await agent.status()).media).toMatchObject({ waiting: 0, failed: 2 })
    expect((await codes()).sort()).toEqual(['STATUS', 'UNREACHABLE'])
    const address = await agent.listen()
    const original = `${upstream.url}/files/term plan.pdf`
    Object.assign(shelf, { '/files/cover.jpg': COVER, '/files/term plan.pdf': PDF })
    for (const [time, copied, cover, plan] of [
      ['00:00', 0, `${upstream.url}/files/cover.jpg`, original],
      ['00:01', 1, expect.stringMatching(MIRRORED), original],
      ['01:00', 1, expect.stringMatching(MIRRORED), expect.stringMatching(MIRRORED)],
    ]) {
      clock.set(`2026-09-02T${time}:00Z`)
      expect(await agent.mirrorMedia()).toMatchObject({ copied, failed: 0 })
      const [item] = await itemsOf(address)
      expect([item?.coverUrl, item?.attachments[0]?.url]).toEqual([cover, plan])
    }
  })

  test('another host is not asked until it is named, and then at once', async () => {
    await using other = await startUpstream(serving(news(), shelf))
    publish([withFiles('a', PDF, { mobileScreenImageUrl: `${other.url}/files/cover.jpg` })])
    const named = [new URL(other.url).host]
    for (const [hosts, report, failures] of [
      [{}, { copied: 1, failed: 1 }, ['HOST_NOT_ALLOWED']],
      [{ hosts: named }, { copied: 0, failed: 1 }, ['ADDRESS_PRIVATE']],
      [{ privateHosts: named }, { copied: 1, failed: 0 }, []],
    ] as const) {
      expect(other.requests).toEqual([])
      const agent = await openMirror({ media: { dir: files.path('media'), ...hosts } })
      await agent.syncOnce()
      expect(await agent.mirrorMedia()).toMatchObject(report)
      expect(await codes()).toEqual(failures)
      await agent.close()
    }
  })

  test('the folder holds no more than its bound', async () => {
    const media = { dir: files.path('media'), totalBytes: 1_500, parallel: 2 }
    const agent = await copied([withFiles()], { media })
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 1 })
    expect((await agent.status()).media).toMatchObject({ files: 1, bytes: 1_000 })
  })

  test('an attempt that was cut off leaves its room to the next', async () => {
    const clock = handClock('2026-09-02T00:00:00Z')
    const pdf = cut(PDF, 400)
    const cover = cut(COVER, 400)
    Object.assign(shelf, { '/files/term plan.pdf': pdf.script, '/files/cover.jpg': cover.script })
    const media = { dir: files.path('media'), totalBytes: 2_000 }
    const agent = await copied([withFiles()], { clock, media })
    const attempt = agent.mirrorMedia()
    await expect.poll(partSizes, { message: 'bytes that have come' }).toEqual([400, 400])
    pdf.sever()
    cover.sever()
    expect(await attempt).toMatchObject({ copied: 0, failed: 2 })
    expect(await codes()).toEqual(['UNREACHABLE', 'UNREACHABLE'])
    expect(filesIn(files.path('media'))).toEqual([])
    Object.assign(shelf, { '/files/term plan.pdf': PDF, '/files/cover.jpg': COVER })
    clock.set('2026-09-02T00:01:00Z')
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 2, failed: 0 })
  })

  test('a network that is down is not asked for every file there is, and a clock that is set back makes no longer pause', async () => {
    const { logger, at } = logLines()
    const clock = handClock('2026-09-02T00:00:00Z')
    const many = Array.from({ length: 20 }, (_, index) =>
      attachment(`${upstream.url}/files/${index}.pdf`, PDF),
    )
    for (let index = 0; index < 20; index += 1) shelf[`/files/${index}.pdf`] = response => response.destroy()
    const media = { dir: files.path('media'), parallel: 2 }
    const agent = await mirrored({ logger, media, clock }, [entry('a', { attachments: many })])
    expect(filesAsked().length).toBeLessThanOrEqual(10)
    expect(at(WARN).some(line => `${line.msg}`.includes('in a row'))).toBe(true)
    for (let index = 0; index < 20; index += 1) shelf[`/files/${index}.pdf`] = PDF
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 0 })
    clock.set('2026-09-01T16:00:00Z')
    expect((await agent.mirrorMedia()).copied).toBeGreaterThanOrEqual(10)
  })
})

describe('what is no longer shown', () => {
  const DAY = 86_400_000
  const on = (day: number) => new Date(Date.UTC(2026, 8, 2) + day * DAY).toISOString()

  test('stays for the grace and then leaves the folder', async () => {
    const clock = handClock(on(0))
    const agent = await mirrored({ clock })
    const address = await agent.listen()
    const url = new URL((await itemsOf(address))[0]?.coverUrl ?? '').pathname
    publish([], ['a'])
    await agent.syncOnce()
    const looked: [number, number][] = []
    for (const day of [0, 1, 2, 8.5]) {
      clock.set(on(day))
      await agent.mirrorMedia()
      looked.push([day, held().length])
    }
    // Found unused on the first daily look, gone with the first one a week later.
    expect(looked).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
      [8.5, 0],
    ])
    expect((await fetch(address + url)).status).toBe(404)
  })

  test('stays when another entry shows it, or when it is shown again in time', async () => {
    const clock = handClock(on(0))
    const agent = await mirrored({ clock }, [withFiles('a'), withFiles('b')])
    const looks = async (days: number[], entries: unknown[], deleted: string[] = []) => {
      publish(entries, deleted)
      await agent.syncOnce()
      for (const day of days) {
        clock.set(on(day))
        await agent.mirrorMedia()
      }
      expect(held()).toHaveLength(2)
    }
    await looks([1, 9], [], ['a'])
    await looks([10], [], ['b'])
    await looks([12, 30], [withFiles('b')])
    expect(filesAsked()).toHaveLength(2)
  })
})

describe('what happens to the folder', () => {
  // Promise: operate/media-gone
  test('a lost file is fetched again, and until then its entry shows the original address', async () => {
    await (await mirrored()).close()
    renameSync(files.path('media'), files.path('elsewhere'))
    shelf['/files/cover.jpg'] = response => response.destroy()

    const again = await openMirror()
    expect(await again.mirrorMedia()).toMatchObject({ copied: 1, failed: 1 })
    const [item] = await itemsOf(await again.listen())
    expect(item?.coverUrl).toBe(`${upstream.url}/files/cover.jpg`)
    expect(item?.attachments[0]?.url).toMatch(MIRRORED)
  })

  test.each<[string, (path: string) => void]>([
    ['gone', path => rmSync(path)],
    ['cut short', path => writeFileSync(path, 'half')],
    [
      'a link',
      path => {
        rmSync(path)
        symlinkSync(files.path('elsewhere'), path)
      },
    ],
  ])(
    'a file that is %s is fetched again by the next agent, and what the mirror did not make stays',
    async (_, spoilt) => {
      await (await mirrored()).close()
      writeFileSync(files.path('elsewhere'), PDF)
      writeFileSync(files.path('media', 'README'), 'ours')
      const [path = ''] = held().filter(path => path !== 'README')
      spoilt(files.path('media', path))
      const again = await openMirror()
      expect(await again.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
      expect(lstatSync(files.path('media', path)).isFile()).toBe(true)
      expect(readFileSync(files.path('elsewhere'))).toEqual(PDF)
      expect(readFileSync(files.path('media', 'README'), 'utf8')).toBe('ours')
      rmSync(files.path('media', 'README'))
      expect(soundly()).toEqual([true, true])
    },
  )

  test('what a killed agent has left half downloaded is cleared away by the next, and takes no room; what others put there stays', async () => {
    mkdirSync(files.path('media', 'parts'), { recursive: true })
    const key = 'ab'.repeat(32)
    const left = [
      'aa4f1c70-6e4a-4c2b-9a51-0d5c8c7c2a10.part',
      `${key}.part`,
      `${key}.json`,
      `${key}.part.own`,
    ]
    const others = ['notes.json', 'README']
    for (const name of left) writeFileSync(files.path('media', 'parts', name), PDF)
    for (const name of others) writeFileSync(files.path('media', 'parts', name), 'ours')
    const media = { dir: files.path('media'), totalBytes: 2_008 }
    await mirrored({ media })
    expect(filesIn(files.path('media', 'parts'))).toEqual(others.sort())
    expect(held()).toHaveLength(2)
  })

  const soundly = () => held().map(path => [PDF, COVER].some(file => file.equals(content(path))))
  const content = (path: string) => readFileSync(files.path('media', path))

  test('what is lost while an agent leads is found by the daily look and fetched again', async () => {
    const clock = handClock('2026-09-02T00:00:00Z')
    const agent = await mirrored({ clock })
    rmSync(files.path('media', held()[0] ?? ''))
    clock.set('2026-09-02T23:00:00Z')
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 0 })
    clock.set('2026-09-03T00:00:00Z')
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
    expect(soundly()).toEqual([true, true])
  })

  test('an agent without the folder shows original addresses', async () => {
    await (await mirrored()).close()
    rmSync(files.path('media'), { recursive: true })
    const plain = await agentBefore(upstream, files.path('news.db'), { publicUrl: PUBLIC_URL })
    agents.push(plain)
    const address = await plain.listen()
    expect((await itemsOf(address))[0]?.coverUrl).toBe(`${upstream.url}/files/cover.jpg`)
    expect((await fetch(`${address}/media/${'0'.repeat(64)}/a.pdf`)).status).toBe(404)
  })
})

test('closing cuts a download off within moments', async () => {
  shelf['/files/cover.jpg'] = hang
  const agent = await copied([withFiles()])
  agent.start()
  await expect.poll(filesAsked, { message: 'files asked for' }).toContain('/files/cover.jpg')
  await agent.close()
  expect(held().length).toBeLessThanOrEqual(1)
})

test.each([
  [{ media: { dir: 'x' }, publicUrl: undefined }, 'publicUrl'],
  [{ media: { dir: '' } }, 'dir'],
  [{ media: { dir: 'x', hosts: ['https://media.example'] } }, 'not a host'],
  [{ media: { dir: 'x', parallel: 0 } }, 'parallel'],
  [{ media: { dir: 'x', maxBytes: 0 } }, 'maxBytes'],
])('%j is refused', async (options, reason) => {
  await expect(openMirror(options)).rejects.toThrow(reason)
})
