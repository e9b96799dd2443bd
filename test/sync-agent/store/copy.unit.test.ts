/** A whole store copied into an empty one: the same rows, also after it was broken off, and nothing of what must not be copied. */
import { Temporal } from 'temporal-polyfill'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import {
  COPIED,
  type CopiedRow,
  comparableText,
  numberOfRows,
  rowsOf,
} from '../../../sync-agent/store/copied-tables.ts'
import {
  type CopyProgress,
  copyStore,
  refuseLongIdentifiers,
  refuseUnfit,
} from '../../../sync-agent/store/copy.ts'
import { addDestination, removeDestination } from '../../../sync-agent/store/destinations.ts'
import type { Engine } from '../../../sync-agent/store/engine.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openEngine } from '../../../sync-agent/store/open.ts'
import { searchNews } from '../../../sync-agent/store/search.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { Batch } from '../../../sync-agent/store/types.ts'
import { cursorAt, cycleAt } from '../cycle-at.ts'
import { ACADEMY, ACADEMY_ZH, ingested } from '../support.ts'
import { beforeEachLedStore } from './led-store.ts'

let store: AgentStore
let token: number
let target: Engine
beforeEachLedStore(led => {
  ;({ store, token } = led)
})
beforeEach(async () => {
  target = await openEngine(':memory:')
  const opened = target
  onTestFinished(() => opened.close())
})

const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
const publish = (batch: Partial<Batch>, stream: typeof ACADEMY | typeof ACADEMY_ZH = ACADEMY) =>
  apply(store, token, stream, { listed: [], deleted: [], ...batch }, cycleAt(at, { cursor: cursorAt(at) }))
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ingested(`n${`${index}`.padStart(4, '0')}`))
/** Ends it before this step of its progress. */
const endsAt = (step: CopyProgress['step'], done: number) => (progress: CopyProgress) => {
  if (progress.step === step && progress.done >= done) throw new Error('broken off')
}
const copy = (
  onProgress: (progress: CopyProgress) => void = () => undefined,
  to = target,
  goOn = async () => {},
) => copyStore({ source: store, target: to, token, place: '/srv/new.db', onProgress, goOn })
const fault = (code: string) => expect.objectContaining({ name: 'CopyError', code })
const rows = async (of: Engine, name: string): Promise<CopiedRow[]> => {
  const all: CopiedRow[] = []
  const table = COPIED.find(each => each.name === name)
  if (table) for await (const part of rowsOf(of.reading, table)) all.push(...part)
  return all
}
const storeRow = (of: Engine) => of.reading.selectFrom('store').selectAll().executeTakeFirstOrThrow()
const found = async (of: Engine) =>
  (await searchNews(of, { ...ACADEMY, phrases: [['n0000']], limit: 9, offset: 0 })).entries.length

describe('a copy', () => {
  it('has each row, the numbers that were given, and the identity; its source says where it has gone', async () => {
    await publish({
      listed: many(250),
      deleted: ['gone'],
      invalid: [{ newsId: 'bad', key: 'id:bad', raw: '7', path: '', reason: 'no' }],
    })
    await publish({ listed: [ingested('中/文')] }, ACADEMY_ZH)
    const settings = { kind: 'sql', address: 'sqlite:x', siteIds: undefined, langs: undefined } as const
    const add = (to: Engine) =>
      addDestination(to, { ...settings, settings: {}, isFromBeginning: true, most: 9 }, 0)
    await add(store)
    await add(store)
    await removeDestination(store, 'sql', 2)
    const steps: CopyProgress[] = []
    const copied = await copy(step => steps.push(step))
    expect(copied.map(({ table }) => table)).toEqual(COPIED.map(({ name }) => name))
    expect(copied.filter(each => each.rows > 0).map(each => [each.table, each.rows])).toEqual([
      ['stream', 2],
      ['news', 251],
      ['tombstone', 1],
      ['change_mark', 1],
      ['quarantine', 1],
      ['run', 2],
      ['destination', 1],
      ['follower', 1],
    ])
    for (const { hash } of copied) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    for (const { name } of COPIED) {
      const [there, here] = [await rows(target, name), await rows(store, name)]
      // Its next writer has a mark of its own.
      expect([name, there.slice(0, here.length)]).toEqual([name, here])
      expect([name, there.length - here.length]).toEqual([name, Number(name === 'change_mark')])
    }

    const [there, here] = [await storeRow(target), await storeRow(store)]
    expect(there).toEqual({ ...here, moved_to: null })
    expect([here.moved_to, there.unfinished_copy]).toEqual(['/srv/new.db', null])
    expect((await readLease(target.reading)).token).toBe(token)
    // Number 2 was given, and is not given again.
    expect(await add(target)).toBe(3)

    const last = (step: CopyProgress['step']) => steps.findLast(each => each.step === step)
    expect(last('copying')).toEqual({ step: 'copying', done: 260, total: 260 })
    expect(last('indexing')).toEqual({ step: 'indexing', done: 250, total: 251 })
    expect(last('comparing')).toEqual({ step: 'comparing', done: 260, total: 260 })
    // What is the same is read once in each of the two stores.
    const [copying, comparing] = (['copying', 'comparing'] as const).map(name =>
      steps.filter(({ step }) => step === name).map(({ done }) => done),
    )
    expect(new Set(comparing)).toEqual(new Set(copying))
    expect(comparing).toHaveLength(2 * (copying?.length ?? 0))
    for (const { done, total } of steps) expect(done).toBeLessThanOrEqual(total)
    const totals = steps.filter(({ step }) => step !== 'indexing').map(({ total }) => total)
    expect(new Set(totals)).toEqual(new Set([260]))
  })

  it('goes on with the news where it was broken off, and takes nothing twice', async () => {
    await publish({ listed: many(250), deleted: ['gone'] })
    await expect(copy(endsAt('copying', 201))).rejects.toThrow('broken off')
    expect(await rows(target, 'news')).toHaveLength(200)
    expect((await storeRow(store)).moved_to).toBeNull()
    expect((await storeRow(target)).unfinished_copy).toContain((await storeRow(store)).identity)
    const steps: CopyProgress[] = []
    await copy(step => steps.push(step))
    expect(steps[0]?.done).toBeGreaterThan(200)
    expect(await rows(target, 'news')).toEqual(await rows(store, 'news'))
    expect(await found(target)).toBe(1)
  })

  it('begins anew with the news when they have changed meanwhile', async () => {
    await publish({ listed: many(250) })
    await expect(copy(endsAt('indexing', 1))).rejects.toThrow('broken off')
    await publish({ deleted: ['n0000'] })
    const steps: CopyProgress[] = []
    await copy(step => steps.push(step))
    expect(steps[0]).toEqual({ step: 'copying', done: 1, total: 254 })
    expect(await rows(target, 'news')).toEqual(await rows(store, 'news'))
    expect([await found(store), await found(target)]).toEqual([0, 0])
    expect(await rows(target, 'tombstone')).toHaveLength(1)
  })

  it('copies the small tables again, whatever came of them', async () => {
    await publish({ listed: many(2) })
    await expect(copy(endsAt('comparing', 1))).rejects.toThrow('broken off')
    await publish({})
    await copy()
    expect(await rows(target, 'run')).toEqual(await rows(store, 'run'))
  })

  it.each([
    ['a row in the copy', () => target],
    ['a row in the source, as a webhook is', () => store],
  ])('compares, and copies a table again that has changed: %s', async (_, changed) => {
    await publish({ listed: many(120) })
    let isChanged = false
    const tables = await copyStore({
      ...{ source: store, target, token, place: 'x', goOn: async () => undefined },
      async onProgress({ step }) {
        if (step !== 'comparing' || isChanged) return
        isChanged = true
        await changed().write(async db => void (await db.updateTable('run').set({ rows: 77 }).execute()))
      },
    })
    expect(tables).toHaveLength(COPIED.length)
    expect(await rows(target, 'run')).toEqual(await rows(store, 'run'))
  })

  it('has its database look at the news once they are all there, to plan for that many', async () => {
    await publish({ listed: many(120) })
    const looked: [table: string, rows: number][] = []
    const noteGrowth: Engine['noteGrowth'] = async (db, table) =>
      void looked.push([table, (await db.selectFrom('news').select('news_id').execute()).length])
    await copy(undefined, { ...target, noteGrowth })
    expect(looked).toEqual([['news', 120]])
  })

  it('is refused when a table changes again and again', async () => {
    await publish({ listed: many(2) })
    const changing: Engine = Object.defineProperty({ ...target }, 'reading', {
      get() {
        void target.write(
          async db =>
            void (await db
              .updateTable('news')
              .set(eb => ({ title: eb('title', '||', 'x') }))
              .execute()),
        )
        return target.reading
      },
    })
    await expect(copy(undefined, changing)).rejects.toEqual(
      expect.objectContaining({
        code: 'COPY_DIFFERS',
        message: expect.stringMatching(/^news: 2 rows to copy and 2 in the copy differ; stop what else/),
      }),
    )
    expect((await storeRow(store)).moved_to).toBeNull()
  })

  it('ends when it is told to, at any step, and its source stays', async () => {
    await publish({ listed: many(120) })
    let calls = 0
    await copy(undefined, target, async () => {
      calls += 1
    })
    const all = calls
    expect(all).toBeGreaterThan(10)
    for (const last of [1, 5, all - 3]) {
      const other = await openEngine(':memory:')
      await store.write(async db => void (await db.updateTable('store').set({ moved_to: null }).execute()))
      let left = last
      const goOn = async () => {
        left -= 1
        if (left < 0) throw new Error('told to end')
      }
      await expect(copy(undefined, other, goOn)).rejects.toThrow('told to end')
      expect([(await storeRow(other)).unfinished_copy !== null, (await storeRow(store)).moved_to]).toEqual([
        true,
        null,
      ])
      await other.close()
    }
  })
})

describe('what is not copied', () => {
  it('a store into itself, or into a whole copy of it', async () => {
    await publish({ listed: many(1) })
    await expect(copy(undefined, store)).rejects.toEqual(fault('SAME_STORE'))
    await copy()
    await expect(copy()).rejects.toEqual(fault('SAME_STORE'))
  })

  it('a store into one in use, or into an unfinished copy of another', async () => {
    await publish({ listed: many(1) })
    await target.write(
      async db =>
        void (await db.updateTable('store').set({ unfinished_copy: '{"identity":"other"}' }).execute()),
    )
    await expect(copy()).rejects.toEqual(fault('TARGET_NOT_EMPTY'))
    await target.write(
      async db => void (await db.updateTable('store').set({ unfinished_copy: null }).execute()),
    )
    await takeLease(target, 'an agent', await readLease(target.reading))
    await expect(copy()).rejects.toEqual(fault('TARGET_NOT_EMPTY'))
    expect(await rows(target, 'news')).toEqual([])
  })

  it('one that an agent began to use while it was copied', async () => {
    await publish({ listed: many(1) })
    let isTaken = false
    const goOn = async () => {
      if (isTaken) return
      isTaken = true
      await takeLease(target, 'an agent', await readLease(target.reading))
    }
    await expect(copy(undefined, target, goOn)).rejects.toEqual(fault('TARGET_NOT_EMPTY'))
    expect((await storeRow(target)).unfinished_copy).not.toBeNull()
  })

  it('a store that was moved, unless its copy was begun before', async () => {
    await publish({ listed: many(1) })
    await store.write(
      async db => void (await db.updateTable('store').set({ moved_to: '/srv/new.db' }).execute()),
    )
    await expect(copy()).rejects.toEqual(
      expect.objectContaining({
        code: 'SOURCE_MOVED',
        message: expect.stringContaining('was moved to /srv/new.db'),
      }),
    )
    const { identity } = await storeRow(store)
    const begun = JSON.stringify({ identity, news: '' })
    await target.write(
      async db => void (await db.updateTable('store').set({ unfinished_copy: begun }).execute()),
    )
    await copy()
    expect(await rows(target, 'news')).toHaveLength(1)
  })

  it('a store that no agent has used, or that is an unfinished copy itself', async () => {
    await expect(refuseUnfit(target)).rejects.toEqual(fault('SOURCE_UNUSED'))
    await refuseUnfit(store)
    await store.write(
      async db => void (await db.updateTable('store').set({ unfinished_copy: '{}' }).execute()),
    )
    await expect(refuseUnfit(store)).rejects.toEqual(fault('SOURCE_UNFINISHED'))
  })

  it('an identifier that the other engine cannot hold, counted in bytes', async () => {
    const newsId = '中'.repeat(200)
    const long = `${newsId}${'x'.repeat(500)}`
    await publish({ listed: [ingested(newsId)] })
    await refuseLongIdentifiers(store)
    await store.write(async db => void (await db.updateTable('news').set({ news_id: long }).execute()))
    await expect(refuseLongIdentifiers(store)).rejects.toEqual(
      expect.objectContaining({
        code: 'IDENTIFIER_TOO_LONG',
        message: expect.stringMatching(
          /^an entry of academy\/en-US has the identifier 中+.* of 1100 bytes, and/,
        ),
      }),
    )
  })

  it('anything by who does not lead', async () => {
    await publish({ listed: many(1) })
    await takeLease(store, 'another', await readLease(store.reading))
    await expect(copy()).rejects.toMatchObject({ code: 'LEASE_LOST' })
    expect((await storeRow(store)).moved_to).toBeNull()
  })
})

it('rows are the same in whichever order a store has their columns', () => {
  const row = { b: 1, a: '\u0000', d: null, c: 2 }
  const other = { d: null, c: 2, b: 1, a: '\ufffd' }
  expect(comparableText(row)).toBe(comparableText(other))
  expect(comparableText(row)).not.toBe(comparableText({ ...other, c: 3 }))
})

it('tables are read a hundred rows at a time, from behind a row', async () => {
  await publish({ listed: many(200) })
  const table = COPIED.find(({ name }) => name === 'news')
  if (!table) throw new Error('news is copied')
  const sizes = async (after?: CopiedRow) => {
    const lengths: number[] = []
    for await (const part of rowsOf(store.reading, table, after)) lengths.push(part.length)
    return lengths
  }
  expect(await sizes()).toEqual([100, 100])
  expect(await sizes({ site_id: 'academy', lang: 'en-US', news_id: 'n0149' })).toEqual([50])
  expect(await numberOfRows(store.reading, table)).toBe(200)
})
