/** Which changes a target is told of, and as what. */
import { expect, it } from 'vitest'
import { execute, tablesOf } from '../../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested, PRE_SCHOOL } from '../../support.ts'
import { type Box, type Receiver, setBox, startReceiver } from './support.ts'

const edited = (newsId: string, title = 'Edited') => ingested(newsId, { newsTitle: title })

/** What each target was told since the last time, by the path of its address. */
async function told(box: Box, { received }: Receiver): Promise<Record<string, string[]>> {
  await box.work()
  const all: Record<string, string[]> = {}
  for (const { path, message } of received.splice(0)) {
    const { type, data } = message
    all[path] = [...(all[path] ?? []), `${type} ${data.newsId ?? `*${data.entries}`}`].sort()
  }
  return all
}

async function scene(options?: Parameters<typeof setBox>[1]) {
  await using all = new AsyncDisposableStack()
  const receiver = all.use(await startReceiver())
  const box = all.use(await setBox([receiver], options))
  const add = (name: string, settings: Omit<Parameters<Box['admin']['add']>[0], 'url'> = {}) =>
    box.admin.add({ url: new URL(`/${name}`, receiver.url).href, ...settings })
  const kept = all.move()
  return { box, receiver, add, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

it('an entry that comes again unchanged is no news', async () => {
  await using at = await scene()
  await at.add('all')
  await at.box.apply([ingested('a')], ['gone'])
  await told(at.box, at.receiver)
  await at.box.apply([ingested('a')], ['gone'])
  expect(await told(at.box, at.receiver)).toEqual({})
})

it('of changes that were not sent yet the last one stands; what nobody heard of is published', async () => {
  await using at = await scene()
  await at.add('all')
  await at.box.apply([ingested('new'), ingested('gone')])
  await at.box.apply([edited('new')], ['gone'])
  expect(await told(at.box, at.receiver)).toEqual({ '/all': ['news.deleted gone', 'news.published new'] })
  await at.box.apply([edited('new', 'Again'), ingested('gone')])
  expect(await told(at.box, at.receiver)).toEqual({ '/all': ['news.changed new', 'news.published gone'] })
})

it('a first sync is one message, however many entries it has, and further ones are told singly', async () => {
  await using at = await scene({ synced: false })
  await at.add('one')
  await at.add('each', { backlog: true })
  await at.add('deletions', { events: ['news.deleted'] })
  await at.box.apply([ingested('a'), ingested('b')])
  expect(await told(at.box, at.receiver)).toEqual({
    '/each': ['news.published a', 'news.published b'],
    '/one': ['news.synced *2'],
  })
  await at.box.apply([ingested('c'), edited('b')], ['a'])
  expect(await told(at.box, at.receiver)).toMatchObject({
    '/one': ['news.changed b', 'news.deleted a', 'news.published c'],
    '/deletions': ['news.deleted a'],
  })
  await at.box.apply([ingested('a')], [], ACADEMY_ZH)
  expect((await told(at.box, at.receiver))['/one']).toEqual(['news.synced *1'])
})

it('an empty first sync is no message', async () => {
  await using at = await scene({ synced: false })
  await at.add('all')
  await at.box.apply([], ['never-seen'])
  expect(await told(at.box, at.receiver)).toEqual({})
})

it('a target added later hears of what comes; of what there is only when asked to', async () => {
  await using at = await scene()
  await at.box.apply([ingested('a'), ingested('b')])
  await at.box.apply([ingested('a')], [], ACADEMY_ZH)
  await at.add('later')
  await at.add('backlog', { backlog: true, langs: ['en-US'] })
  expect(await told(at.box, at.receiver)).toEqual({ '/backlog': ['news.published a', 'news.published b'] })
  await at.box.apply([edited('a')])
  expect(await told(at.box, at.receiver)).toEqual({
    '/backlog': ['news.changed a'],
    '/later': ['news.changed a'],
  })
})

it('a target hears of the sites, languages and events that it asked for, and of no other', async () => {
  await using at = await scene()
  await at.box.apply([], [], PRE_SCHOOL)
  await at.box.apply([], [], ACADEMY_ZH)
  await at.add('site', { siteIds: ['pre-school'] })
  await at.add('lang', { langs: ['zh-HK'] })
  await at.add('events', { events: ['news.changed'], siteIds: ['academy'], langs: ['en-US'] })
  await at.add('published', { events: ['news.published'], langs: ['en-US'], siteIds: ['academy'] })
  for (const stream of [ACADEMY, ACADEMY_ZH, PRE_SCHOOL]) await at.box.apply([ingested('a')], [], stream)
  expect(await told(at.box, at.receiver)).toEqual({
    '/site': ['news.published a'],
    '/lang': ['news.published a'],
    '/published': ['news.published a'],
  })
  await at.box.apply([edited('a')])
  expect(await told(at.box, at.receiver)).toEqual({ '/events': ['news.changed a'] })
})

it('who asks for publications alone hears nothing of an entry that is deleted before it was told', async () => {
  await using at = await scene()
  await at.add('all', { events: ['news.published'] })
  await at.box.apply([ingested('a'), ingested('b')])
  await at.box.apply([edited('b')], ['a'])
  expect(await told(at.box, at.receiver)).toEqual({ '/all': ['news.published b'] })
})

it('with a removed target all that is of it goes', async () => {
  await using at = await scene()
  await at.add('all')
  await at.box.apply([ingested('a')])
  await at.box.admin.remove(1)
  const tables = await tablesOf(at.box.db)
  expect([tables.webhook_secret, tables.follower, tables.put_aside]).toEqual([[], [], []])
})

it('files that are mirrored now are told to who was told of the entry, not to everybody after a first sync', async () => {
  await using at = await scene({ synced: false })
  await at.add('one')
  await at.add('each', { backlog: true })
  await at.box.apply([ingested('first')])
  await at.box.apply([ingested('later')])
  await told(at.box, at.receiver)
  await at.add('after')
  await mirror(at.box, ['first', 'later'])
  expect(await told(at.box, at.receiver)).toEqual({
    '/each': ['news.changed first', 'news.changed later'],
    '/one': ['news.changed later'],
  })
})

/** As the mirror writes it. */
async function mirror({ db }: Box, newsIds: readonly string[]): Promise<void> {
  for (const newsId of newsIds) {
    await execute(db, 'UPDATE store SET seq = seq + 1')
    await execute(
      db,
      `UPDATE news SET mirrored = '{}', seq = (SELECT seq FROM store) WHERE news_id = '${newsId}'`,
    )
  }
}
