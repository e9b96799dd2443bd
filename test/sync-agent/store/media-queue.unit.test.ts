/** Which files of entries are to be downloaded, which are in the folder, and which nobody shows any more. */
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { ReceivedAttachment } from '../../../shared/client/attachments.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { readFollower } from '../../../sync-agent/store/followers.ts'
import {
  collectMedia,
  mediaCounts,
  mediaFile,
  mediaFileNamed,
  mediaFiles,
} from '../../../sync-agent/store/media-files.ts'
import {
  dueSources,
  mediaFailures,
  noteFailed,
  noteHeld,
  retryCodes,
  retryFailed,
} from '../../../sync-agent/store/media-queue.ts'
import { wantedFiles } from '../../../sync-agent/store/media-types.ts'
import { followMedia as beginOrEnd, noteUses } from '../../../sync-agent/store/media-uses.ts'
import { withMirror } from '../../../sync-agent/store/mirrored.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { EntryContent, StoredEntry } from '../../../sync-agent/store/types.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { cycleAt } from '../cycle-at.ts'
import { ACADEMY, ACADEMY_ZH, ingested } from '../support.ts'
import { beforeEachLedStore } from './led-store.ts'

let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ store, token } = led)
})

const DAY = 86_400_000
const url = (name: string) => `https://files.example/${name}`
const file = (name: string, differing: Partial<ReceivedAttachment> = {}): ReceivedAttachment => ({
  ...{ fileType: 'application/pdf', fileSize: 10, url: url(name) },
  ...differing,
})
const shows = (newsId: string, ...names: string[]): EntryContent => ({
  ...ingested(newsId),
  attachments: names.map(name => file(name)),
  hash: `shows ${names}`,
})
async function publish(listed: EntryContent[], deleted: string[] = [], stream: Stream = ACADEMY) {
  const at = Temporal.Instant.fromEpochMilliseconds(0)
  await apply(store, token, stream, { listed, deleted }, cycleAt(at))
  const ids = [...listed.map(({ newsId }) => newsId), ...deleted]
  await store.write(db =>
    noteUses(
      db,
      ids.map(newsId => ({ ...stream, newsId })),
      0,
    ),
  )
}
const due = (now = 0, limit = 100) => dueSources(store, now, limit)
const names = (list: readonly { url: string }[]) => list.map(each => each.url.slice(url('').length))
const source = async (name: string) => {
  const found = [...(await due(1e15)), ...(await mediaFailures(store, 100))].find(
    each => each.url === url(name),
  )
  if (!found) throw new Error(`${name} is not due`)
  return found
}
const sha = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0')
const hold = async (name: string, at = 0, size = 10) =>
  noteHeld(
    store,
    token,
    await source(name),
    { sha256: sha(name), type: 'application/pdf', size, name: `${name}.pdf` },
    at,
  )
const fail = async (name: string, retryAt: number, code = 'STATUS', at = 0) =>
  noteFailed(store, token, await source(name), { code, reason: `because of ${name}`, retryAt }, at)

describe('the files that an entry shows', () => {
  it('are its cover, its attachments with their pictures, and the pictures of its text, each once', () => {
    const entry = {
      coverUrl: url('cover'),
      thumbnailUrl: undefined,
      attachments: [
        file('a', { thumbnailUrl: url('cover'), mobileScreenImageUrl: url('a-screen') }),
        file('b', { fileType: 'application/msword', thumbnailUrl: url('b-thumb') }),
        { fileType: 'image/gif', url: url('c') },
      ],
      html: `<p><img src="${url('in-text')}"><img src="${url('a')}"><a href="${url('link')}">x</a></p>`,
    }
    const picture = { fileType: undefined, fileSize: undefined }
    expect(wantedFiles(entry)).toEqual([
      { url: url('a'), fileType: 'application/pdf', fileSize: 10 },
      { url: url('c'), fileType: 'image/gif', fileSize: undefined },
      ...['cover', 'a-screen', 'b-thumb', 'in-text'].map(name => ({ url: url(name), ...picture })),
    ])
    expect(wantedFiles({ ...entry, coverUrl: undefined, attachments: [], html: '' })).toEqual([])
  })

  it('are due with what is known of them, those of the newest entries first', async () => {
    await publish([{ ...shows('a', 'one'), coverUrl: url('cover') }, shows('b', 'two')])
    expect(await due()).toEqual([
      { id: 3, url: url('two'), fileType: 'application/pdf', fileSize: 10, attempts: 0 },
      { id: 2, url: url('cover'), fileType: undefined, fileSize: undefined, attempts: 0 },
      { id: 1, url: url('one'), fileType: 'application/pdf', fileSize: 10, attempts: 0 },
    ])
    expect(names(await due(0, 1))).toEqual(['two'])
    await publish([{ ...shows('c'), attachments: [file('empty', { fileSize: 0 })] }])
    expect((await due(0, 1))[0]).toMatchObject({ url: url('empty'), fileSize: 0 })
  })

  it('are one file where several entries show it, and another where they say something else of it', async () => {
    await publish([shows('a', 'one'), shows('b', 'one')])
    await publish([shows('a', 'one')], [], ACADEMY_ZH)
    await publish([{ ...shows('c'), attachments: [file('one', { fileSize: 11 })] }])
    expect((await due()).map(({ fileSize }) => fileSize)).toEqual([11, 10])
  })

  it('are due no more when nobody shows them', async () => {
    await publish([shows('a', 'one', 'two'), shows('b', 'two')])
    await publish([shows('a', 'three')])
    expect(names(await due())).toEqual(['three', 'two'])
    await publish([], ['a', 'b'])
    expect(await due()).toEqual([])
  })

  it('of many entries are all noted', async () => {
    await publish(Array.from({ length: 230 }, (_, index) => shows(`n${index}`, `${index}`, 'shared')))
    expect(await due(0, 500)).toHaveLength(231)
  })
})

describe('what failed', () => {
  it('is due at its time, after what was never tried, and at once when the clock was set back', async () => {
    await publish([shows('a', 'one', 'two', 'three')])
    await fail('one', 500)
    await fail('two', 400)
    expect(names(await due(399))).toEqual(['three'])
    expect(names(await due(400))).toEqual(['three', 'two'])
    expect(names(await due(500))).toEqual(['three', 'two', 'one'])
    await fail('one', 8 * DAY + 501)
    expect(names(await due(500))).toEqual(['three', 'two', 'one'])
    expect(names(await due(501))).toEqual(['three', 'two'])
  })

  it('is told with why and how often, the last one first', async () => {
    await publish([shows('a', 'one', 'two', 'three'), shows('gone', 'four')])
    await fail('one', 500, 'STATUS', 10)
    await fail('one', 600, 'TOO_LARGE', 20)
    await fail('two', 500, 'STATUS', 30)
    await fail('three', 500, 'STATUS', 30)
    await fail('four', 500, 'STATUS', 40)
    await publish([], ['gone'])
    const failures = await mediaFailures(store, 9)
    expect(names(failures)).toEqual(['three', 'two', 'one'])
    expect(failures[2]).toMatchObject({
      code: 'TOO_LARGE',
      reason: 'because of one',
      failedAt: 20,
      retryAt: 600,
      attempts: 2,
    })
    expect(names(await mediaFailures(store, 1))).toEqual(['three'])
    await hold('one')
    expect(names(await mediaFailures(store, 9))).toEqual(['three', 'two'])
  })

  it('is due again when an operator says so, or its code has become another matter', async () => {
    await publish([shows('a', 'one', 'two', 'three', 'four')])
    for (const [name, code] of [
      ['one', 'STATUS'],
      ['two', 'HOST'],
      ['three', 'TYPE'],
    ] as const)
      await fail(name, 500, code)
    await hold('four')
    expect(await retryFailed(store, [(await source('one')).id, 999])).toBe(1)
    expect(names(await due(1))).toEqual(['one'])
    await retryCodes(store, token, [])
    expect(names(await due(1))).toEqual(['one'])
    await retryCodes(store, token, ['HOST', 'OTHER'])
    expect(names(await due(1)).toSorted()).toEqual(['one', 'two'])
    expect(await retryFailed(store, undefined)).toBe(3)
    expect(names(await due(1)).toSorted()).toEqual(['one', 'three', 'two'])
  })
})

describe('files in the folder', () => {
  it('are found by their content, by the name in their address, and in order', async () => {
    await publish([shows('a', 'one', 'two', 'three')])
    for (const name of ['one', 'two', 'three']) await hold(name)
    const one = { sha256: sha('one'), type: 'application/pdf', size: 10 }
    expect(await mediaFile(store, sha('one'))).toEqual(one)
    expect(await mediaFile(store, 'ff')).toBeUndefined()
    expect(await mediaFileNamed(store, sha('one'), 'one.pdf')).toEqual(one)
    expect(await mediaFileNamed(store, sha('one'), 'two.pdf')).toBeUndefined()
    const all = [sha('one'), sha('two'), sha('three')].toSorted()
    const listed = async (last: string, limit: number) =>
      (await mediaFiles(store, last, limit)).map(({ sha256 }) => sha256)
    expect(await listed('', 9)).toEqual(all)
    expect(await listed(all[0] ?? '', 1)).toEqual([all[1]])
  })

  it('are counted with what waits and what failed, only where somebody shows it', async () => {
    expect(await mediaCounts(store)).toEqual({ files: 0, bytes: 0, waiting: 0, failed: 0 })
    await publish([shows('a', 'one', 'bad', 'waits', 'also'), shows('gone', 'five')])
    await hold('one', 0, 30)
    await fail('bad', 500)
    expect(await mediaCounts(store)).toEqual({ files: 1, bytes: 30, waiting: 3, failed: 1 })
    await publish([], ['gone'])
    expect((await mediaCounts(store)).waiting).toBe(2)
  })

  it('go when nobody has shown them for long enough, from when that was first seen', async () => {
    await publish([shows('a', 'one'), shows('b', 'two')])
    await hold('one')
    await hold('two')
    const collect = (now: number, unusedBefore = now - 100) =>
      collectMedia(store, token, { now, unusedBefore })
    expect(await collect(1_000)).toEqual([])
    await publish([], ['a'])
    expect(await collect(2_000)).toEqual([])
    expect(await collect(2_099)).toEqual([])
    // Shown again, and then no more.
    await publish([shows('a', 'one')])
    expect(await collect(2_200)).toEqual([])
    await publish([], ['a'])
    expect(await collect(2_300)).toEqual([])
    expect(await collect(2_399)).toEqual([])
    expect(await collect(2_400)).toEqual([sha('one')])
    expect((await mediaCounts(store)).files).toBe(1)
    await publish([shows('a', 'one')])
    expect(names(await due())).toEqual(['one'])
  })

  it('count anew when the clock was set back, and what was never had is forgotten at once', async () => {
    await publish([shows('a', 'one', 'two')])
    await hold('one')
    await publish([], ['a'])
    const collect = (now: number) => collectMedia(store, token, { now, unusedBefore: now - 100 })
    await collect(9_000)
    expect(await collect(1_000)).toEqual([])
    expect(await collect(1_099)).toEqual([])
    expect(await collect(1_100)).toEqual([sha('one')])
    await publish([shows('b', 'two')])
    expect((await due()).map(({ id }) => id)).toEqual([3])
  })
})

it('the follower of the mirror begins at the beginning, and ends where nothing is mirrored', async () => {
  const state = async () => await readFollower(store, 'media')
  await beginOrEnd(store, false)
  expect(await state()).toBeUndefined()
  await beginOrEnd(store, true)
  expect(await state()).toMatchObject({ seq: 0, began: undefined })
  await store.write(async db => void (await db.updateTable('follower').set({ seq: 7 }).execute()))
  await beginOrEnd(store, true)
  expect((await state())?.seq).toBe(7)
  await beginOrEnd(store, false)
  expect(await state()).toBeUndefined()
})

describe('an entry with the addresses of the mirror', () => {
  const entry: StoredEntry = {
    ...{ ...ACADEMY, ...ingested('a'), seq: 1, coverUrl: url('other'), thumbnailUrl: url('cover') },
    html: `<p><img src="${url('cover')}" alt=""><img src="${url('lost')}" alt=""></p>`,
    attachments: [file('a', { thumbnailUrl: url('cover'), mobileScreenImageUrl: url('other') }), file('b')],
    mirrored: { [url('cover')]: 'media/1/cover', [url('a')]: 'media/2/a', [url('lost')]: 'media/3/lost' },
  }
  const at = (base: string) => withMirror(entry, path => (path.endsWith('lost') ? undefined : base + path))

  it('has them in the place of those that are mirrored, and keeps the others', () => {
    const base = 'https://school.example/'
    const shown = at(base)
    expect({ ...shown, mirrored: { ...shown.mirrored } }).toStrictEqual({
      ...entry,
      mirrored: { [url('cover')]: `${base}media/1/cover`, [url('a')]: `${base}media/2/a` },
      thumbnailUrl: `${base}media/1/cover`,
      html: `<p><img src="${base}media/1/cover" alt=""><img src="${url('lost')}" alt=""></p>`,
      attachments: [
        file('a', {
          url: `${base}media/2/a`,
          thumbnailUrl: `${base}media/1/cover`,
          mobileScreenImageUrl: url('other'),
        }),
        file('b'),
      ],
    })
  })

  it('keeps pictures of texts where the mirror has no TLS, which a page would not show', () => {
    const { html, thumbnailUrl } = at('http://school.example/')
    expect([html, thumbnailUrl]).toEqual([entry.html, 'http://school.example/media/1/cover'])
    // The reader's own machine needs none.
    expect(at('http://localhost/').html).toContain('src="http://localhost/media/1/cover"')
  })

  it('is itself when nothing of it is mirrored', () => {
    const { mirrored: _, ...plain } = entry
    expect(withMirror(plain, path => path)).toBe(plain)
    const bare = withMirror(
      { ...entry, coverUrl: undefined, thumbnailUrl: undefined },
      path => `https://x.example/${path}`,
    )
    expect([bare.coverUrl, bare.thumbnailUrl]).toEqual([undefined, undefined])
  })
})
