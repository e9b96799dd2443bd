/** The outbox is part of the change: neither is there without the other, and no target hears of more than it asked for. */
import { expect, it } from 'vitest'
import { openEngine } from '../../../sync-agent/store/open.ts'
import { outboxOf } from '../../../sync-agent/store/webhook-outbox.ts'
import { execute, onPostgres, tablesOf } from '../database.ts'
import { setOutbox } from '../outlets/webhooks/support.ts'
import { ACADEMY, ACADEMY_ZH, ingested, PRE_SCHOOL } from '../support.ts'

const URL = 'https://receiver.example/hook'
const edited = (newsId: string, title = 'Edited') => ingested(newsId, { newsTitle: title })
/** Every run's line in the journal is refused. */
const STRIKE = {
  SQLite: [
    "CREATE TRIGGER full BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'full'); END",
    'DROP TRIGGER full',
  ],
  PostgreSQL: [
    "ALTER TABLE run ADD CONSTRAINT disk_full CHECK (kind = 'full') NOT VALID",
    'ALTER TABLE run DROP CONSTRAINT disk_full',
  ],
} as const

type Box = Awaited<ReturnType<typeof setOutbox>>
const waiting = async ({ admin }: Box, id?: number) =>
  (await admin.deliveries({ id, limit: 1000 }))
    .reverse()
    .map(({ target, type, newsId, state }) => `${target} ${type} ${newsId ?? '*'} ${state}`)

it('a change that fails at its very end leaves neither news nor message', async () => {
  await using box = await setOutbox([])
  await box.admin.add({ url: URL })
  const [make, drop] = onPostgres ? STRIKE.PostgreSQL : STRIKE.SQLite
  await execute(box.db, make)
  const before = await tablesOf(box.db)
  await expect(box.apply([ingested('a')], ['b'])).rejects.toThrow('full')
  expect(await tablesOf(box.db)).toEqual(before)
  await execute(box.db, drop)
  await box.apply([ingested('a')], ['b'])
  expect(await waiting(box)).toEqual(['1 news.published a pending', '1 news.deleted b pending'])
})

it('an entry that comes again unchanged is no news', async () => {
  await using box = await setOutbox([])
  await box.admin.add({ url: URL })
  await box.apply([ingested('a')], ['gone'])
  await box.apply([ingested('a')], ['gone'])
  expect(await waiting(box)).toHaveLength(2)
})

it('of changes that were not sent yet the last one stands, under an id of its own; what nobody heard of is published', async () => {
  await using box = await setOutbox([])
  await box.admin.add({ url: URL })
  await box.apply([ingested('new'), ingested('gone')])
  const [first] = await box.admin.deliveries({ limit: 2 })
  await box.apply([edited('new')])
  await box.apply([edited('new', 'Once more')], ['gone'])
  expect(await waiting(box)).toEqual(['1 news.published new pending', '1 news.deleted gone pending'])
  const ids = (await box.admin.deliveries({ limit: 2 })).map(({ messageId }) => messageId)
  expect(ids).not.toContain(first?.messageId)
})

it('one list of a first sync is one message, however many entries it has, and further ones are told singly', async () => {
  await using box = await setOutbox([], { synced: false })
  await box.admin.add({ url: URL })
  await box.admin.add({ url: `${URL}?all`, backlog: true })
  await box.admin.add({ url: URL, events: ['news.deleted'] })
  await box.apply([ingested('a'), ingested('b')])
  expect(await waiting(box)).toEqual([
    '2 news.published a pending',
    '2 news.published b pending',
    '1 news.synced * pending',
  ])
  await box.apply([ingested('c')], ['a'])
  expect((await waiting(box, 1)).slice(1)).toEqual(['1 news.published c pending', '1 news.deleted a pending'])
  await box.apply([ingested('a')], [], ACADEMY_ZH)
  expect((await waiting(box, 1)).slice(3)).toEqual(['1 news.synced * pending'])
})

it('an empty first sync is no message', async () => {
  await using box = await setOutbox([], { synced: false })
  await box.admin.add({ url: URL })
  await box.apply([], ['never-seen'])
  expect(await waiting(box)).toEqual([])
})

it('a target added later hears of what comes; of what there is only when asked to', async () => {
  await using box = await setOutbox([])
  await box.apply([ingested('a'), ingested('b')])
  await box.apply([ingested('a')], [], ACADEMY_ZH)
  await box.admin.add({ url: URL })
  await box.admin.add({ url: URL, backlog: true, langs: ['en-US'] })
  expect(await waiting(box)).toEqual(['2 news.published a pending', '2 news.published b pending'])
})

it('a target hears of the sites, languages and events that it asked for, and of no other', async () => {
  await using box = await setOutbox([])
  await box.apply([], [], PRE_SCHOOL)
  await box.apply([], [], ACADEMY_ZH)
  await box.admin.add({ url: URL, siteIds: ['pre-school'] })
  await box.admin.add({ url: URL, langs: ['zh-HK'] })
  await box.admin.add({
    url: URL,
    events: ['news.changed', 'news.deleted'],
    siteIds: ['academy'],
    langs: ['en-US'],
  })
  for (const stream of [ACADEMY, ACADEMY_ZH, PRE_SCHOOL]) await box.apply([ingested('a')], [], stream)
  expect(await waiting(box)).toEqual(['2 news.published a pending', '1 news.published a pending'])
  await box.apply([edited('a')])
  expect(await waiting(box, 3)).toEqual(['3 news.changed a pending'])
})

it('who asks for publications alone hears nothing of an entry that is deleted before it was told', async () => {
  await using box = await setOutbox([])
  await box.admin.add({ url: URL, events: ['news.published'] })
  await box.apply([ingested('a'), ingested('b')])
  await box.apply([edited('b')], ['a'])
  expect(await waiting(box)).toEqual(['1 news.published b pending'])
})

it('a paused target misses nothing; with a removed one all that waits for it goes', async () => {
  await using box = await setOutbox([])
  await box.admin.add({ url: URL })
  await box.admin.pause(1)
  await box.apply([ingested('a')])
  expect(await waiting(box)).toEqual(['1 news.published a pending'])
  await box.admin.remove(1)
  expect(await waiting(box)).toEqual([])
  expect((await tablesOf(box.db)).webhook_secret).toEqual([])
})

it('files that lie elsewhere from now on are told to whoever was told of the entry, not to everybody after a first sync', async () => {
  await using box = await setOutbox([], { synced: false })
  await box.admin.add({ url: URL })
  await box.admin.add({ url: `${URL}?all`, backlog: true })
  await box.apply([ingested('first')])
  await box.apply([ingested('later')])
  const engine = await openEngine(box.db)
  await engine.write(async db => {
    const told = await outboxOf(db, ACADEMY, 0, false)
    await told.noteFiles(['first', 'later'].map((newsId, index) => ({ newsId, seq: 9 + index })))
  })
  await engine.close()
  const rows = await box.admin.deliveries({ limit: 9 })
  expect(
    rows.filter(({ seq }) => seq >= 9).map(({ target, newsId, type }) => `${target} ${type} ${newsId}`),
  ).toEqual(['2 news.published later', '1 news.published later', '2 news.published first'])
})
