/** What every follower can rely on, whatever its target does and whenever its agent is killed. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Follower,
  FollowerError,
  type Given,
  type Refused,
  subjectOf,
} from '../../../sync-agent/log/follower.ts'
import { openFollowerAdmin } from '../../../sync-agent/operations/followers.ts'
import { endFollower } from '../../../sync-agent/store/followers.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { runsOf, tablesOf } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ERROR, INFO, ingested, WARN } from '../support.ts'
import { type FilledStore, fillStore } from './support.ts'

const edited = (newsId: string, title = 'Edited') => ingested(newsId, { newsTitle: title })
const many = (count: number) => Array.from({ length: count }, (_, index) => ingested(`n${index}`))

type Answer = Omit<Refused, keyof Given>

interface Target extends Follower {
  /** As in `upsert a 3`, in the order in which they came. */
  came: string[]
  /** How it takes a change from now on; by default it takes it. */
  react: (given: Given) => void | Answer | Promise<Answer | undefined> | Promise<void>
}

const REFUSED = { reason: 'no', isUnanswered: false }
const SILENT = { reason: 'away', isUnanswered: true }
const wordsOf = ({ change }: Given) => `${change.kind} ${subjectOf({ change }).newsId ?? '*'} ${change.seq}`

function targetOf(name = 'copy', more: Partial<Follower> = {}): Target {
  const target: Target = {
    name,
    atMost: 4,
    came: [],
    react: () => undefined,
    async apply(changes) {
      const refused: Refused[] = []
      for (const given of changes) {
        target.came.push(wordsOf(given))
        const answer = await target.react(given)
        if (answer) refused.push({ ...given, ...answer })
      }
      return refused
    },
    ...more,
  }
  return target
}

/** A store with one follower that is at the beginning. */
async function followed(target: Target): Promise<FilledStore & ReturnType<FilledStore['run']>> {
  await using all = new AsyncDisposableStack()
  const box = all.use(await fillStore())
  await box.begin(target.name)
  const kept = all.move()
  return { ...box, ...box.run(async () => [target]), [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const aside = async ({ db, clock }: FilledStore, name = 'copy') => {
  await using admin = await openFollowerAdmin(db, clock)
  return (await admin.aside(name, 99)).map(({ newsId }) => newsId).sort()
}
const reportOf = async ({ db, clock }: FilledStore) => {
  await using admin = await openFollowerAdmin(db, clock)
  return (await admin.list())[0]
}

// Promise: operate/in-order
it('hands over the last change of each entry, in the order of the log, and nothing twice', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.apply([ingested('a'), ingested('b'), ingested('c')])
  await box.apply([edited('a')], ['b'])
  await box.apply([ingested('a')], [], ACADEMY_ZH)
  await box.work()
  await box.work()
  expect(target.came).toEqual([...['upsert c 3', 'upsert a 4', 'deletion b 5', 'upsert a 6', 'synced * 6']])
  expect(await reportOf(box)).toMatchObject({ seq: 6, behind: 0, aside: 0, failuresInARow: 0 })
})

it('what a follower records in the store is there together with its cursor, or not at all', async () => {
  const sizes: number[] = []
  let isFull = true
  const recording: Follower = {
    name: 'inside',
    atMost: 200,
    async record(db, changes) {
      sizes.push(changes.length)
      const incarnations = changes.map(({ change }) => {
        const { siteId: site_id, lang, newsId: news_id = '' } = subjectOf({ change })
        return { site_id, lang, news_id, number: 1 }
      })
      await db.insertInto('incarnation').values(incarnations).execute()
      if (isFull) throw new Error('full')
    },
  }
  await using box = await fillStore()
  await box.begin('inside', 0)
  await box.apply(many(120))
  const { runner } = box.run(async () => [recording])
  const { signal } = new AbortController()
  const recorded = async () => (await tablesOf(box.db)).incarnation?.length
  await expect(runner.catchUp('inside', signal)).rejects.toThrow('full')
  expect([await recorded(), await reportOf(box)]).toMatchObject([0, { seq: 0, behind: 120 }])
  isFull = false
  box.after(1)
  await runner.catchUp('inside', signal)
  expect([await recorded(), await reportOf(box)]).toMatchObject([120, { seq: 120, behind: 0 }])
  expect(sizes).toEqual([120, 120])
})

it('caught up with by itself, a follower has everything, and the others nothing', async () => {
  const [one, other] = [targetOf('one'), targetOf('other')]
  await using box = await fillStore()
  for (const { name } of [one, other]) await box.begin(name, 0)
  const { runner } = box.run(async () => [other, one])
  await box.apply(many(9))
  await Promise.all([1, 2].map(() => runner.catchUp('one', new AbortController().signal)))
  expect(one.came).toEqual(many(9).map((_, index) => `upsert n${index} ${index + 1}`))
  expect(other.came).toEqual([])
  await expect(runner.catchUp('other', AbortSignal.abort())).rejects.toThrow('aborted')
  await runner.catchUp('removed', new AbortController().signal)
  expect(other.came).toEqual([])
})

it('skips what a follower does not want, however much it is, and calls it for nothing else', async () => {
  const target = targetOf('copy', { wants: ({ change }) => subjectOf({ change }).newsId === 'wanted' })
  await using box = await followed(target)
  const sizes: number[] = []
  const { apply } = target
  target.apply = async (changes, call) => {
    sizes.push(changes.length)
    return (await apply?.(changes, call)) ?? []
  }
  await box.apply(many(120))
  await box.apply([ingested('wanted')])
  await box.work()
  expect([target.came, sizes]).toEqual([['upsert wanted 121'], [1]])
  expect(await reportOf(box)).toMatchObject({ seq: 121 })
})

// Promise: operate/put-aside
it('an entry that is refused for ever is put aside, tried ever more seldom, and holds nothing back', async () => {
  const target = targetOf()
  target.react = ({ change }) => (subjectOf({ change }).newsId === 'bad' ? REFUSED : undefined)
  await using box = await followed(target)
  await box.apply([ingested('bad'), ...many(8)])
  const hours = await box.live(4)
  expect(target.came.filter(one => one.includes('n')).length).toBeGreaterThanOrEqual(8)
  expect(hours.map(hour => Math.round(hour * 3600))).toEqual([0, 5, 25, 105, 425, 1705, 5305, 8905, 12505])
  expect(await aside(box)).toEqual(['bad'])
  box.after(24 * 365)
  await box.apply([ingested('new')])
  await box.work()
  expect(target.came).toContain('upsert new 10')
  expect(box.log.at(WARN)).toHaveLength(1)
  target.react = () => undefined
  await box.live(1)
  expect(await aside(box)).toEqual([])
})

it('what is put aside is tried when it is due, also while there is always something new', async () => {
  const target = targetOf()
  target.react = ({ change }) => (subjectOf({ change }).newsId === 'bad' ? REFUSED : undefined)
  await using box = await followed(target)
  await box.apply([ingested('bad'), ingested('well')])
  await box.work()
  box.after(1)
  await box.apply(many(9))
  target.came.length = 0
  await box.runner.dispatch()
  await box.runner.settled()
  expect(target.came).toEqual(['upsert n0 3', 'upsert n1 4', 'upsert n2 5', 'upsert n3 6', 'upsert bad 1'])
})

it('what is put aside and not wanted any more leaves the list, and its target hears nothing', async () => {
  const target = targetOf()
  await using box = await followed(target)
  target.react = () => REFUSED
  await box.apply([ingested('a')])
  await box.work()
  target.wants = () => false
  target.react = () => undefined
  await box.live(1)
  expect([target.came, await aside(box)]).toEqual([['upsert a 1'], []])
})

it('says when the first of its followers has something to do', async () => {
  const [soon, late] = [targetOf('soon'), targetOf('late')]
  soon.react = () => SILENT
  late.react = () => ({ ...SILENT, retryAfterMs: 3_600_000 })
  await using box = await fillStore()
  for (const { name } of [late, soon]) await box.begin(name, 0)
  for (const order of [
    [late, soon],
    [soon, late],
  ]) {
    const { work, runner } = box.run(async () => order)
    await box.apply([edited('a', `${order[0]?.name}`)])
    await work()
    const next = (await runner.dispatch()) ?? 0
    expect(next - box.clock.now().epochMilliseconds).toBe(5_000)
  }
})

it('a fault of a follower itself is an error that names it, and its batch comes again', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.apply([ingested('a')])
  target.react = () => {
    throw new Error('no such field')
  }
  await box.work()
  expect(box.log.at(ERROR)).toMatchObject([
    { part: 'followers', follower: 'copy', msg: expect.stringContaining('no such field') },
  ])
  target.react = () => undefined
  target.came.length = 0
  await box.live(0.1)
  expect(target.came).toContain('upsert a 1')
})

it('waits are spread at random, but none is shorter than half of it', async () => {
  const target = targetOf()
  target.react = () => REFUSED
  await using box = await fillStore()
  await box.begin('copy', 0)
  await box.apply([ingested('a')])
  const { live } = box.run(async () => [target], { random: () => 0 })
  const hours = await live(0.1)
  expect(hours.map(hour => Math.round(hour * 36_000) / 10)).toEqual([0, 2.5, 12.5, 52.5, 212.5])
})

it('a refused end of a first sync comes again, also beside an entry with the identifier "undefined"', async () => {
  const target = targetOf()
  target.react = () => REFUSED
  await using box = await fillStore(false)
  await box.begin('copy', 0)
  const { work, live } = box.run(async () => [target])
  await box.apply([ingested('undefined')])
  await work()
  target.react = () => undefined
  target.came.length = 0
  await live(1)
  expect(target.came.toSorted()).toEqual(['synced * 1', 'upsert undefined 1'])
})

it('a later change takes the place of one that is put aside, at once, and is never overtaken by it', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  target.react = () => REFUSED
  await box.apply([ingested('a'), ingested('b')])
  await box.work()
  const applied: number[] = []
  target.react = ({ appliedSeq }) => void applied.push(appliedSeq)
  await box.apply([edited('a')], ['b'])
  await box.work()
  expect(target.came).toEqual(['upsert a 1', 'upsert b 2', 'upsert a 3', 'deletion b 4'])
  // Its target has taken nothing of them so far.
  expect(applied).toEqual([0, 0])
  expect(await box.live(24)).toEqual([])
  expect(await aside(box)).toEqual([])
})

it('a target that is away for a week is asked seldom, and has everything within an hour of its return', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  target.react = () => SILENT
  await box.apply(many(400))
  await box.live(24 * 7)
  expect(target.came.length).toBeLessThan(24 * 7 + 20)
  expect(box.log.at(INFO)).toEqual([])
  expect(await reportOf(box)).toMatchObject({ lastFailure: { message: 'away' } })
  target.react = () => undefined
  target.came.length = 0
  await box.apply([edited('n0')])
  const hours = await box.live(2)
  expect(hours.at(-1)).toBeLessThanOrEqual(1)
  expect(target.came.toSorted()).toEqual(
    [
      'upsert n0 401',
      ...many(400)
        .slice(1)
        .map((_, index) => `upsert n${index + 1} ${index + 2}`),
    ].sort(),
  )
  expect(await reportOf(box)).toMatchObject({ behind: 0, aside: 0, failuresInARow: 0 })
})

// Promise: operate/pause
it('what a target answers about one entry pauses nothing; five failures in a row do, and one change decides', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  target.react = () => REFUSED
  await box.apply(many(3))
  await box.work()
  expect(box.log.at(WARN)).toMatchObject([
    { follower: 'copy', changes: 3, msg: 'copy was refused 3 changes, to be tried again: no' },
  ])
  expect(await reportOf(box)).not.toHaveProperty('restsUntil')
  await box.apply(many(9).slice(3))
  await box.work()
  expect(await reportOf(box)).toMatchObject({ failuresInARow: 5, restsUntil: '2026-09-01T00:00:05.000Z' })
  const paused = { follower: 'copy', msg: 'copy pauses after 5 failures: no' }
  expect(box.log.at(WARN).slice(1)).toMatchObject([paused])
  const before = target.came.length
  box.after(6 / 3600)
  await box.work()
  expect(target.came.length).toBe(before + 1)
  expect(await reportOf(box)).toMatchObject({ failuresInARow: 6, restsUntil: '2026-09-01T00:00:26.000Z' })
  expect(box.log.at(WARN)).toHaveLength(2)
  expect(box.log.at(INFO)).toEqual([])
  target.react = () => undefined
  await box.live(1)
  expect(await reportOf(box)).toMatchObject({ behind: 0, aside: 0 })
})

it('a pause that the target asks for is kept, up to a day', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  for (const [asked, hours] of [
    [2, 2],
    [720, 24],
  ] as const) {
    target.react = () => ({ ...SILENT, retryAfterMs: asked * 3_600_000 })
    await box.apply([edited('a', `${asked}`)])
    await box.work()
    target.react = () => undefined
    expect(await box.live(hours + 0.1)).toEqual([hours])
  }
})

it('while it takes nothing at all nothing is put aside, and the same changes come again', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  await box.apply(many(3))
  target.react = () => {
    throw new FollowerError('the disk is full')
  }
  await box.work()
  expect(await reportOf(box)).toMatchObject({
    ...{ seq: 0, behind: 3, aside: 0 },
    lastFailure: { message: 'the disk is full' },
  })
  target.react = () => undefined
  target.came.length = 0
  await box.live(1)
  expect(target.came).toEqual(['upsert n0 1', 'upsert n1 2', 'upsert n2 3'])
})

it('a target that takes little is given more by little, and goes on only when it takes all', async () => {
  const sizes: number[] = []
  let room = 2
  const disk: Follower = {
    name: 'disk',
    atMost: 8,
    async apply(changes) {
      sizes.push(changes.length)
      if (changes.length > room) throw new FollowerError('the disk is full')
      return []
    },
  }
  await using box = await fillStore()
  await box.begin('disk', 0)
  const { live } = box.run(async () => [disk])
  const said = () => [WARN, INFO].flatMap(level => box.log.at(level)).map(({ msg }) => msg)
  await box.apply(many(40))
  await live(16 / 3600)
  expect(sizes).toEqual([8, 1, 2, 4, 1, 2, 4, 1, 2, 4])
  expect(said()).toEqual(['disk pauses: the disk is full'])
  room = 8
  await live(1)
  expect(sizes.slice(10)).toEqual([1, 2, 4, 8, 8, 8])
  expect(said()).toEqual(['disk pauses: the disk is full', 'disk goes on'])
})

it('an agent that begins while a target fails asks it with one change, and says that it goes on when it takes all', async () => {
  const sizes: number[] = []
  const told: number[] = []
  let isAway = true
  const disk: Follower = {
    name: 'disk',
    atMost: 4,
    async apply(changes) {
      if (isAway) throw new FollowerError('the disk is full')
      sizes.push(changes.length)
      told.push(box.log.at(INFO).length)
      return []
    },
  }
  await using box = await fillStore()
  await box.begin('disk', 0)
  await box.apply(many(11))
  await box.run(async () => [disk]).work()
  expect(box.log.at(WARN)).toMatchObject([{ follower: 'disk', msg: 'disk pauses: the disk is full' }])
  isAway = false
  await box.run(async () => [disk]).live(1)
  expect([sizes, told]).toEqual([
    [1, 2, 4, 4],
    [0, 0, 0, 1],
  ])
  expect(box.log.at(INFO)).toMatchObject([{ follower: 'disk', msg: 'disk goes on' }])
  expect(box.log.at(ERROR)).toEqual([])
})

it('tells of a first refusal, also beside one that comes again, and not of the next', async () => {
  const target = targetOf()
  await using box = await followed(target)
  target.react = ({ change }) => (subjectOf({ change }).newsId === 'well' ? undefined : REFUSED)
  const said = () => box.log.at(WARN).map(({ msg }) => msg)
  await box.apply([ingested('a'), ingested('well')])
  await box.work()
  expect(said()).toEqual(['copy was refused a change, to be tried again: no'])
  await box.live(0.1)
  expect(said()).toHaveLength(1)
  box.after(1)
  await box.apply([ingested('b'), edited('well')])
  await box.work()
  expect(said().slice(1)).toEqual(['copy was refused 2 changes, to be tried again: no'])
})

it('a target that failed goes on when nothing is left for it', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  target.react = () => {
    throw new FollowerError('the disk is full')
  }
  await box.apply([ingested('a')])
  await box.work()
  target.react = () => undefined
  await box.live(1)
  expect(box.log.lines.map(({ msg }) => msg)).toContain('copy goes on')
})

it('one that waits takes nothing from the others', async () => {
  const slow = targetOf('slow')
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.react = () => promise
  const fast = targetOf('fast')
  await using box = await fillStore()
  for (const { name } of [slow, fast]) await box.begin(name, 0)
  const { runner } = box.run(async () => [slow, fast])
  await box.apply(many(9))
  await expect
    .poll(async () => {
      await runner.dispatch()
      return fast.came.length
    })
    .toBe(9)
  expect(slow.came).toHaveLength(1)
  resolve()
  await runner.settled()
})

it('closed, it waits no longer than a moment, and what was under way counts for nothing', async () => {
  let isCut = false
  const target = targetOf('copy', {
    async apply(changes, { signal }) {
      target.came.push(...changes.map(wordsOf))
      signal.addEventListener('abort', () => (isCut = true))
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return []
    },
  })
  await using box = await followed(target)
  await box.apply(many(3))
  await box.runner.dispatch()
  await box.runner.close()
  expect([isCut, box.log.at(ERROR)]).toEqual([true, []])
  await box.runner.dispatch()
  const next = targetOf()
  await box.run(async () => [next]).work()
  expect(next.came).toEqual(target.came)
})

it('an agent that no longer leads records nothing: the next one hands the same changes over', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.apply(many(3))
  target.react = async () => {
    if (target.came.length === 1) await box.lead()
  }
  await box.work()
  expect(await reportOf(box)).toMatchObject({ seq: 0, behind: 3 })
  expect(box.log.at(ERROR)).toEqual([])
  const next = targetOf()
  await box.run(async () => [next]).work()
  expect(next.came).toEqual(['upsert n0 1', 'upsert n1 2', 'upsert n2 3'])
})

it('an agent that finds out that it leads no longer ends its batch, which counts for nothing', async () => {
  const lost = new AbortController()
  let signal: AbortSignal | undefined
  const ending: Follower = {
    ...{ name: 'copy', atMost: 4 },
    async apply(_changes, call) {
      signal = call.signal
      lost.abort()
      return []
    },
  }
  await using box = await fillStore()
  await box.begin('copy')
  await box.apply(many(3))
  await box.run(async () => [ending], { leading: lost.signal }).work()
  expect([signal?.aborted, box.log.at(ERROR)]).toEqual([true, []])
  expect(await reportOf(box)).toMatchObject({ seq: 0, behind: 3 })
})

it('what comes after the followers were read waits for the next time that they are', async () => {
  const target = targetOf()
  await using box = await fillStore()
  await box.begin('copy')
  let known = 0
  const unknown: number[] = []
  target.react = ({ change }) => {
    if (change.seq > known) unknown.push(change.seq)
  }
  const { work } = box.run(async () => {
    if (known === 0) {
      known = 1
      await box.apply([ingested('a')])
      await box.apply([ingested('b')])
    } else known = 2
    return [target]
  })
  await work()
  await work()
  expect([unknown, target.came]).toEqual([[], ['upsert a 1', 'upsert b 2']])
})

it('what an operator skips, rewinds or removes while it is refused stays so', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await using admin = await openFollowerAdmin(box.db, box.clock)
  target.react = () => REFUSED
  await box.apply([ingested('a')])
  await box.work()
  expect(await aside(box)).toEqual(['a'])
  target.react = async () => {
    await admin.skip('copy')
    return REFUSED
  }
  box.after(1)
  await box.work()
  expect(await aside(box)).toEqual([])

  target.react = () => undefined
  await box.apply([edited('a')])
  await box.work()
  await box.apply([edited('a', 'Once more')])
  const applied: number[] = []
  target.react = async ({ appliedSeq }) => {
    applied.push(appliedSeq)
    if (applied.length === 1) await admin.rewind('copy', undefined)
    return REFUSED
  }
  await box.work()
  target.react = ({ appliedSeq }) => void applied.push(appliedSeq)
  box.after(1)
  await box.work()
  // It is told again of what it had: from the beginning.
  expect([applied[0], applied.at(-1)]).toEqual([2, 0])

  target.react = async () => {
    await box.store.write(db => endFollower(db, 'copy'))
    return REFUSED
  }
  await box.apply([ingested('b')])
  await box.work()
  expect(box.log.at(ERROR)).toEqual([])
})

it('a leader forgets the pauses of one whose clock was ahead, and a clock that is set back ends them', async () => {
  const target = targetOf()
  target.react = () => SILENT
  await using box = await followed(target)
  box.after(10)
  await box.apply(many(16))
  await box.work()
  box.after(-10)
  target.react = () => undefined
  target.came.length = 0
  await box.lead()
  const next = box.run(async () => [target])
  await next.work()
  expect(target.came).not.toEqual([])
  target.react = () => SILENT
  box.after(100)
  await box.apply(many(40).slice(16))
  await next.live(3)
  box.after(-200)
  target.react = () => undefined
  target.came.length = 0
  await next.work()
  expect(target.came).not.toEqual([])
})

it('while the store does not take what was done, the target is left alone, and nothing is lost', async () => {
  const target = targetOf()
  await using box = await fillStore()
  await box.begin('copy', 0)
  await box.apply([ingested('a')])
  let isFull = false
  target.react = () => {
    isFull = true
    return undefined
  }
  const write: typeof box.store.write = work =>
    isFull ? Promise.reject(new Error('full')) : box.store.write(work)
  const { work, live } = box.run(async () => [target], { store: { write } })
  await work()
  await work()
  expect(target.came).toHaveLength(1)
  expect(box.log.at(ERROR)).toMatchObject([
    { msg: expect.stringContaining('does not take what was done: full') },
  ])
  target.react = () => undefined
  isFull = false
  await live(0.1)
  expect(target.came).toEqual(['upsert a 1', 'upsert a 1'])
})

it('an operator has it tried at once, or leaves entries out until they change', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.work()
  target.react = () => SILENT
  await box.apply(many(6))
  await box.work()
  target.react = () => undefined
  target.came.length = 0
  await using admin = await openFollowerAdmin(box.db, box.clock)
  const [last] = await admin.aside('copy', 1)
  expect(await admin.skip('copy', [last?.id ?? 0])).toBe(1)
  await admin.retry('copy')
  await box.work()
  expect(target.came).toHaveLength(5)
  expect(target.came).not.toContain(`upsert ${last?.newsId} 6`)
  await box.apply([edited(last?.newsId ?? '')])
  await box.work()
  expect(target.came.at(-1)).toBe(`upsert ${last?.newsId} 7`)
  await expect(admin.retry('copi')).rejects.toThrow('there is no follower "copi"; there are copy')
})

// Promise: operate/rewind
it('rewound, it has the changes again, also when that is asked for while a batch is under way', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await box.apply(many(3))
  await box.work()
  target.came.length = 0
  await using admin = await openFollowerAdmin(box.db, box.clock)
  await admin.rewind('copy', 1)
  await box.work()
  expect(target.came).toEqual(['upsert n1 2', 'upsert n2 3'])
  await expect(admin.rewind('copy', 4)).rejects.toThrow('the store’s last change is 3')

  target.came.length = 0
  target.react = async () => {
    if (target.came.length === 1) await admin.rewind('copy', undefined)
  }
  await box.apply([edited('n0')])
  await box.work()
  expect(target.came).toEqual(['upsert n0 4', 'upsert n1 2', 'upsert n2 3', 'upsert n0 4'])
})

it('a follower that is rewound during its first batch begins again', async () => {
  const target = targetOf()
  await using box = await followed(target)
  await using admin = await openFollowerAdmin(box.db, box.clock)
  target.react = async () => {
    if (target.came.length === 1) await admin.rewind('copy', undefined)
  }
  await box.apply(many(2))
  await box.work()
  expect(target.came).toEqual(['upsert n0 1', 'upsert n1 2', 'upsert n0 1', 'upsert n1 2'])
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.constantFrom('a', 'b', 'c', 'd'), title: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.constantFrom('a', 'b', 'c', 'd') }) },
  {
    weight: 4,
    arbitrary: fc.record({ target: fc.constantFrom('well', 'well', 'refuses', 'away', 'broken') }),
  },
  { weight: 3, arbitrary: fc.record({ kill: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ hours: fc.double({ min: 0.001, max: 30, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ rewind: fc.boolean() }) },
)

// Promise: operate/in-order
it('whatever is refused, killed or rewound, the target ends with what the store has, and no entry ever went back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      const held = new Map<string, { seq: number; title: string | undefined }>()
      let lowest = 0
      let state = 'well'
      let killIn = Number.POSITIVE_INFINITY
      const target = targetOf()
      target.react = ({ change }) => {
        if (state === 'broken') throw new FollowerError('broken')
        if (state === 'away') return SILENT
        const { newsId } = subjectOf({ change })
        if (newsId === undefined) return
        if (state === 'refuses' && newsId < 'c') return REFUSED
        // After a rewind, an older number may come.
        const known = held.get(newsId)
        expect(change.seq).toBeGreaterThanOrEqual(Math.min(known?.seq ?? 0, lowest))
        held.set(newsId, {
          seq: change.seq,
          title: change.kind === 'upsert' ? change.entry.title : undefined,
        })
        if (killIn-- === 0) throw new Error('killed')
      }
      await using box = await fillStore()
      await box.begin('copy', 0)
      await using admin = await openFollowerAdmin(box.db, box.clock)
      let running = box.run(async () => [target])
      for (const each of steps) {
        if ('put' in each) await box.apply([edited(each.put, `${each.title}`)])
        else if ('remove' in each) await box.apply([], [each.remove])
        else if ('target' in each) state = each.target
        else if ('hours' in each) await running.live(each.hours)
        else if ('rewind' in each) {
          lowest = 0
          await admin.rewind('copy', each.rewind ? undefined : 0)
        } else {
          killIn = each.kill
          await running.work()
          killIn = Number.POSITIVE_INFINITY
          await box.lead()
          running = box.run(async () => [target])
        }
      }
      state = 'well'
      await running.live(48)
      expect(await reportOf(box)).toMatchObject({ behind: 0, aside: 0 })
      const { entries } = await listNews(box.store, { ...ACADEMY, limit: 99 })
      const there = [...held].filter(([, { title }]) => title !== undefined)
      expect(new Map(there.map(([newsId, { title }]) => [newsId, title]))).toEqual(
        new Map(entries.map(({ newsId, title }) => [newsId, title])),
      )
    }),
    { numRuns: runsOf(12) },
  )
})
