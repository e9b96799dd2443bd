/** A runner that has begun: it works when something is due, has changed, or might have, and while its agent leads. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type Follower,
  FollowerError,
  type Given,
  type Refused,
  subjectOf,
} from '../../../sync-agent/log/follower.ts'
import { Runner } from '../../../sync-agent/log/runner.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { createWatch, type SeqWatch } from '../../../sync-agent/store/watch.ts'
import { ERROR, ingested, WARN } from '../support.ts'
import { type FilledStore, fillStore } from './support.ts'

let box: FilledStore
let runner: Runner
let came: (string | undefined)[]
let refuses: (newsId: string | undefined) => boolean
/** While a batch is under way. */
let meanwhile: () => Promise<void>
let token: number | undefined
let lost: number[]
let followers: () => Promise<Follower[]>
let watch: SeqWatch
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  box = await fillStore()
  await box.begin('copy', 0)
  came = []
  refuses = () => false
  meanwhile = async () => undefined
  token = 1
  lost = []
  const follower: Follower = {
    name: 'copy',
    atMost: 4,
    async apply(changes: readonly Given[]): Promise<Refused[]> {
      const ids = changes.map(given => subjectOf(given).newsId)
      came.push(...ids)
      await meanwhile()
      return changes
        .filter(given => refuses(subjectOf(given).newsId))
        .map(given => ({ ...given, reason: 'no', isUnanswered: false }))
    },
  }
  followers = async () => [follower]
  const { store, clock, log } = box
  watch = createWatch(() => lastSeq(store.reading))
  runner = new Runner({
    ...{ store, watch, clock, logger: log.logger, random: () => 1 },
    followers: () => followers(),
    lease: {
      token: () => token,
      signal: () => new AbortController().signal,
      noteLoss(given) {
        lost.push(given)
        token = undefined
      },
    },
  })
})
afterEach(async () => {
  await runner.close()
  vi.useRealTimers()
  await box[Symbol.asyncDispose]()
})

/** The turns of the event loop that the work of a batch takes. */
const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await setImmediate()
}
/** As time goes by, on the timers and on the clock. */
async function passes(milliseconds: number) {
  box.clock.set(`${box.clock.now().add({ milliseconds })}`)
  vi.advanceTimersByTime(milliseconds)
  await settle()
}
const begin = async () => {
  runner.begin()
  await settle()
}

it('takes what waits, and then each change as soon as it is told of', async () => {
  await box.apply([ingested('a')])
  await begin()
  expect(came).toEqual(['a'])
  await box.apply([ingested('b')])
  watch.look()
  await settle()
  expect(came).toEqual(['a', 'b'])
})

it('begun twice, it does nothing twice', async () => {
  let reads = 0
  const before = followers
  followers = () => {
    reads += 1
    return before()
  }
  await begin()
  const once = reads
  await begin()
  expect(reads).toBe(once)
  await passes(2_000)
  expect(reads).toBe(once + 1)
})

it('looks every two seconds, because an operator’s commands are no change', async () => {
  await begin()
  let reads = 0
  followers = async () => {
    reads += 1
    return []
  }
  await passes(1_999)
  expect(reads).toBe(0)
  await passes(1)
  expect(reads).toBe(1)
})

it('after many changes it reads the store no more often than before', async () => {
  const moved = vi.spyOn(watch, 'moved')
  await begin()
  for (const newsId of ['a', 'b', 'c']) {
    await box.apply([ingested(newsId)])
    watch.look()
    await settle()
    await passes(300)
  }
  const [copy] = await followers()
  let reads = 0
  followers = async () => {
    reads += 1
    return copy ? [copy] : []
  }
  for (let step = 0; step < 20; step += 1) await passes(100)
  expect([came, reads]).toEqual([['a', 'b', 'c'], 1])
  expect(moved.mock.calls.filter(([, signal]) => !signal.aborted)).toHaveLength(1)
})

it('tries again when that is due', async () => {
  refuses = () => true
  await box.apply([ingested('a')])
  await begin()
  expect(came).toEqual(['a'])
  await passes(4_200)
  expect(came).toEqual(['a'])
  refuses = () => false
  await passes(799)
  expect(came).toEqual(['a'])
  await passes(1)
  expect(came).toEqual(['a', 'a'])
})

it('does nothing while another agent leads, and begins within two seconds of leading', async () => {
  const moved = vi.spyOn(watch, 'moved')
  token = undefined
  await box.apply([ingested('a')])
  await begin()
  watch.look()
  await settle()
  expect([await runner.dispatch(), came, moved.mock.calls]).toEqual([undefined, [], []])
  token = 1
  await passes(2_000)
  expect(came).toEqual(['a'])
})

it('hands over one batch after the other while there is more, without waiting for a look', async () => {
  await box.apply(Array.from({ length: 9 }, (_, index) => ingested(`n${index}`)))
  await begin()
  expect(came).toHaveLength(9)
})

it('leading again, it waits for nothing that held it back before, and tells of it once more', async () => {
  const [copy] = await followers()
  let fault: Error | undefined = new Error('full')
  const record = async () => {
    if (fault) throw fault
  }
  followers = async () => [{ ...(copy as Follower), record }]
  const leadsAgain = async () => {
    await box.lead()
    token = (token ?? 0) + 1
    await passes(2_000)
  }
  await box.apply([ingested('a')])
  await begin()
  await passes(2_000)
  expect(came).toEqual(['a'])
  fault = undefined
  await leadsAgain()
  expect(came).toEqual(['a', 'a'])
  meanwhile = () => Promise.reject(new FollowerError('the disk is full'))
  await box.apply([ingested('b')])
  watch.look()
  await settle()
  await leadsAgain()
  const paused = box.log.at(WARN).map(({ msg }) => msg)
  expect(paused).toEqual(['copy pauses: the disk is full', 'copy pauses: the disk is full'])
})

it('lets the lease go when another agent has taken it meanwhile, and no error is told of that', async () => {
  await box.apply([ingested('a')])
  meanwhile = () => box.lead()
  await begin()
  expect([came, lost, box.log.at(ERROR)]).toEqual([['a'], [1], []])
})

it('says once that it cannot read, and again only when it could meanwhile', async () => {
  const well = followers
  const fails = () => Promise.reject(new Error('out of reach'))
  followers = fails
  await begin()
  await passes(2_000)
  await passes(2_000)
  const said = () => box.log.at(ERROR)
  expect(said()).toMatchObject([
    {
      part: 'followers',
      err: { message: 'out of reach' },
      msg: 'cannot read what followers have to do: out of reach',
    },
  ])
  followers = well
  await passes(2_000)
  followers = fails
  await passes(2_000)
  await passes(2_000)
  expect(said()).toHaveLength(2)
  followers = well
  await passes(2_000)
  followers = () => Promise.reject(Object.assign(new Error('away'), { code: 'STORE_UNREACHABLE' }))
  await passes(2_000)
  expect(said()).toHaveLength(2)
})

it('after a fault it waits for no change, but for its next look', async () => {
  const well = followers
  followers = () => Promise.reject(new Error('out of reach'))
  await begin()
  followers = well
  await box.apply([ingested('a')])
  watch.look()
  await settle()
  expect(came).toEqual([])
  await passes(2_000)
  expect(came).toEqual(['a'])
})

it('closed, it works no more', async () => {
  await begin()
  await runner.close()
  await box.apply([ingested('a')])
  watch.look()
  await passes(10_000)
  expect(came).toEqual([])
})

it('closed while it reads, it reads nothing after that', async () => {
  const moved = vi.spyOn(watch, 'moved')
  let closed: Promise<void> | undefined
  followers = async () => {
    closed = runner.close()
    return []
  }
  await begin()
  await closed
  expect(moved).not.toHaveBeenCalled()
})
