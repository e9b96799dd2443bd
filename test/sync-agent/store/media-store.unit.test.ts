/** What the mirror writes into the store: by the leader alone, and as a change that everybody hears of. */

import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import { changesAfter } from '../../../sync-agent/store/change-log.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { listForFeed } from '../../../sync-agent/store/feed-rows.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { readFollower } from '../../../sync-agent/store/followers.ts'
import { collectMedia, mediaCounts, noteDamaged, noteMissing } from '../../../sync-agent/store/media-files.ts'
import { dueSources, noteFailed, noteHeld, retryCodes } from '../../../sync-agent/store/media-queue.ts'
import type { MediaSource } from '../../../sync-agent/store/media-types.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { getNews } from '../../../sync-agent/store/reading.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { EntryContent } from '../../../sync-agent/store/types.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, tablesOf } from '../database.ts'
import { ACADEMY, ingested } from '../support.ts'
import { beforeEachLedStore, followMedia } from './led-store.ts'

const COVER = 'https://files.example/cover.jpg'
const FILE = { sha256: 'ab'.repeat(32), type: 'image/jpeg', size: 10, name: 'cover.jpg' }
const PATH = `media/${FILE.sha256}/cover.jpg`
const [MONDAY, TUESDAY, WEDNESDAY] = [1, 2, 3].map(day => Date.UTC(2026, 8, 6 + day)) as [
  number,
  number,
  number,
]

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

async function publish(listed: EntryContent[], at: number, deleted: string[] = []) {
  const finishedAt = Temporal.Instant.fromEpochMilliseconds(at)
  await apply(store, token, ACADEMY, { listed, deleted }, cycleAt(finishedAt))
}

async function due(): Promise<MediaSource> {
  const [source] = await dueSources(store, WEDNESDAY, 1)
  if (!source) throw new Error('nothing is due')
  return source
}

const noteUses = (at: number) => followMedia(store, token, at)

/** What is used then is noted, and the file that is due comes. */
async function mirror(usedAt: number, comesAt = usedAt): Promise<void> {
  await noteUses(usedAt)
  await noteHeld(store, token, await due(), FILE, comesAt)
}

const covered = (newsId: string) => ingested(newsId, { mobileScreenImageUrl: COVER })
const mirrored = async (newsId: string) => (await getNews(store, { ...ACADEMY, newsId }))?.mirrored

it('an agent that has lost the lease writes nothing of what it fetched', async () => {
  await publish([covered('a')], MONDAY)
  await noteUses(MONDAY)
  const source = await due()
  await publish([covered('b')], MONDAY)
  await takeLease(store, 'another', await readLease(store.reading))
  const before = await tablesOf(db)
  const failure = { code: 'STATUS', reason: 'answers HTTP 404', retryAt: WEDNESDAY }
  for (const write of [
    () => noteUses(MONDAY),
    () => noteHeld(store, token, source, FILE, MONDAY),
    () => noteFailed(store, token, source, failure, MONDAY),
    () => noteMissing(store, token, [FILE.sha256], MONDAY),
    () => collectMedia(store, token, { now: WEDNESDAY, unusedBefore: WEDNESDAY }),
    () => retryCodes(store, token, ['STATUS']),
  ]) {
    await expect(write()).rejects.toMatchObject({ code: 'LEASE_LOST' })
  }
  expect(await tablesOf(db)).toEqual(before)
})

it('every entry that shows a file changes once when it comes, and nothing else does', async () => {
  await publish([covered('a'), covered('b'), ingested('c')], MONDAY)
  await noteUses(MONDAY)
  const before = await lastSeq(store.reading)
  await noteHeld(store, token, await due(), FILE, TUESDAY)
  expect(await lastSeq(store.reading)).toBe(before + 2)
  const changes = await changesAfter(store, before, 10)
  expect(
    changes.map(change => change.kind === 'upsert' && [change.entry.newsId, change.entry.mirrored]),
  ).toEqual([
    ['a', { [COVER]: PATH }],
    ['b', { [COVER]: PATH }],
  ])
  await noteUses(TUESDAY)
  expect(await lastSeq(store.reading)).toBe(before + 2)
})

it('an entry waits with its new addresses until each of its files was tried, then has those that are there', async () => {
  const thumbnail = 'https://files.example/t.jpg'
  const both = ingested('a', { mobileScreenImageUrl: COVER, thumbnailUrl: thumbnail })
  await publish([both], MONDAY)
  await noteUses(MONDAY)
  const [second, first] = await dueSources(store, MONDAY, 2)
  if (!first || !second) throw new Error('two are due')
  await noteHeld(store, token, first, FILE, MONDAY)
  expect(await mirrored('a')).toBeUndefined()
  const failure = { code: 'STATUS', reason: 'answers HTTP 404', retryAt: WEDNESDAY }
  await noteFailed(store, token, second, failure, MONDAY)
  expect(await mirrored('a')).toEqual({ [COVER]: PATH })
  const late = { ...FILE, sha256: 'cd'.repeat(32), name: 't.jpg' }
  const latePath = `media/${late.sha256}/t.jpg`
  await noteHeld(store, token, await due(), late, WEDNESDAY)
  expect(await mirrored('a')).toEqual({ [COVER]: PATH, [thumbnail]: latePath })
  await noteMissing(store, token, [FILE.sha256], WEDNESDAY)
  expect(await mirrored('a')).toEqual({ [thumbnail]: latePath })
})

it('an edit keeps what is mirrored, and an entry published again finds it', async () => {
  await publish([covered('a')], MONDAY)
  await mirror(MONDAY)
  await publish([ingested('a', { mobileScreenImageUrl: COVER, newsTitle: 'Another' })], TUESDAY)
  expect(await mirrored('a')).toEqual({ [COVER]: PATH })
  await publish([], TUESDAY, ['a'])
  await noteUses(TUESDAY)
  await publish([covered('a')], TUESDAY)
  await noteUses(TUESDAY)
  expect(await mirrored('a')).toEqual({ [COVER]: PATH })
})

it('a file that is gone from the folder is at once no longer shown, and is due again', async () => {
  await publish([covered('a')], MONDAY)
  await mirror(MONDAY)
  const before = await lastSeq(store.reading)
  await noteMissing(store, token, [FILE.sha256], TUESDAY)
  expect(await mirrored('a')).toBeUndefined()
  expect(await lastSeq(store.reading)).toBe(before + 1)
  expect(await due()).toMatchObject({ url: COVER })
  expect(await mediaCounts(store)).toMatchObject({ files: 0, bytes: 0, waiting: 1 })
  // An operator was quicker, or it was never there.
  await noteMissing(store, token, [FILE.sha256], TUESDAY)
  expect(await lastSeq(store.reading)).toBe(before + 1)
})

it('a file that an operator finds damaged is due again without the lease, and its entry changes only when it cannot be had', async () => {
  await publish([covered('a')], MONDAY)
  await mirror(MONDAY)
  const before = await lastSeq(store.reading)
  await noteDamaged(store, FILE.sha256)
  expect(await mediaCounts(store)).toMatchObject({ files: 0, bytes: 0, waiting: 1 })
  await noteHeld(store, token, await due(), FILE, TUESDAY)
  expect(await mirrored('a')).toEqual({ [COVER]: PATH })
  expect(await lastSeq(store.reading)).toBe(before)

  await noteDamaged(store, FILE.sha256)
  const failure = { code: 'STATUS', reason: 'answers HTTP 404', retryAt: WEDNESDAY }
  await noteFailed(store, token, await due(), failure, TUESDAY)
  expect(await mirrored('a')).toBeUndefined()
  expect(await lastSeq(store.reading)).toBe(before + 1)
})

it('a feed’s last change does not go back to the date of an older entry whose files have come', async () => {
  await publish([covered('old')], MONDAY)
  await publish([ingested('new')], TUESDAY)
  await mirror(TUESDAY, WEDNESDAY)
  // As after a restart: nothing is remembered.
  const reopened = await openStore(db)
  const { changedAt, entries } = await listForFeed(reopened, { ...ACADEMY, limit: 10 })
  await reopened.close()
  expect(changedAt?.epochMilliseconds).toBe(WEDNESDAY)
  expect(entries.map(entry => entry.changedAt.epochMilliseconds).sort()).toEqual([MONDAY, TUESDAY])
})

it('the views tell where it lies', async () => {
  const document = 'https://files.example/a.pdf'
  const attachment = {
    fileType: 'application/pdf',
    fileSize: 10,
    thumbnailUrl: '',
    mobileScreenImageUrl: COVER,
  } as const
  await publish(
    [ingested('a', { mobileScreenImageUrl: COVER, attachments: [{ ...attachment, url: document }] })],
    MONDAY,
  )
  await noteUses(MONDAY)
  for (const source of await dueSources(store, MONDAY, 5)) {
    const name = source.url === document ? 'a.pdf' : 'cover.jpg'
    await noteHeld(store, token, source, { ...FILE, name }, MONDAY)
  }
  expect(await execute(db, 'SELECT cover_path, thumbnail_path FROM published_news')).toEqual([
    { cover_path: PATH, thumbnail_path: null },
  ])
  expect(await execute(db, 'SELECT path, thumbnail_path, screen_path FROM published_attachments')).toEqual([
    { path: `media/${FILE.sha256}/a.pdf`, thumbnail_path: null, screen_path: PATH },
  ])
})

it('an attachment of a type that the mirror does not know is not wanted, but its pictures are', async () => {
  const odd = { fileType: 'application/msword', url: 'https://files.example/a.doc', thumbnailUrl: COVER }
  const picture = { fileType: 'image/webp', url: 'https://files.example/a.webp' }
  await publish([{ ...ingested('a'), attachments: [odd, picture] }], MONDAY)
  await noteUses(MONDAY)
  const sources = await dueSources(store, MONDAY, 5)
  expect(sources.map(({ url }) => url).toSorted()).toEqual([COVER, picture.url].toSorted())
})

it('a long change log is read in parts, to its end', async () => {
  await publish(
    Array.from({ length: 450 }, (_, index) =>
      ingested(`n${index}`, { mobileScreenImageUrl: `https://files.example/${index}.jpg` }),
    ),
    MONDAY,
  )
  await noteUses(MONDAY)
  expect(await readFollower(store, 'media')).toMatchObject({ seq: 450 })
  expect(await mediaCounts(store)).toMatchObject({ waiting: 450 })
})
