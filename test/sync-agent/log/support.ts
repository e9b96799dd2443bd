/** A store that a test fills by hand, and runners of followers on it, at the pace of a clock that the test moves. */

import { Temporal } from 'temporal-polyfill'
import type { Follower } from '../../../sync-agent/log/follower.ts'
import { Runner } from '../../../sync-agent/log/runner.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { beginFollower } from '../../../sync-agent/store/followers.ts'
import { openEngine, openStore } from '../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { Batch } from '../../../sync-agent/store/types.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { cursorAt, cycleAt } from '../cycle-at.ts'
import { freshDatabase } from '../database.ts'
import { ACADEMY, type HandClock, handClock, logLines } from '../support.ts'

export const MORNING = '2026-09-01T00:00:00Z'

export interface FilledStore extends AsyncDisposable {
  files: Scratch
  db: string
  store: AgentStore
  clock: HandClock
  log: ReturnType<typeof logLines>
  /** What a cycle would bring. */
  apply(listed: Batch['listed'], deleted?: string[], stream?: Stream): Promise<void>
  /** Begins a follower; undefined: at the beginning. */
  begin(name: string, began?: number): Promise<void>
  after(hours: number): void
  /** Another agent leads. */
  lead(): Promise<void>
  run(followers: () => Promise<readonly Follower[]>, options?: RunnerOptions): Running
}

export interface RunnerOptions {
  /** Default: 1, the longest waits. */
  random?: () => number
  /** In place of the store's methods. */
  store?: Partial<AgentStore>
  /** Aborted when the lease is lost. Default: it never is. */
  leading?: AbortSignal
}

export interface Running {
  runner: Runner
  /** Everything due now is tried, and what that makes due. */
  work(): Promise<void>
  /** As time goes by: everything is tried whenever it is due, until nothing waits or this is over. Returns the hours. */
  live(hours: number): Promise<number[]>
}

/** @param synced whether the stream's first sync is over already */
export async function fillStore(synced = true): Promise<FilledStore> {
  await using all = new AsyncDisposableStack()
  const files = all.use(scratch())
  const db = await freshDatabase(files)
  const clock = handClock(MORNING)
  const store = await openStore(db)
  all.defer(() => store.close())
  const log = logLines()
  let token = 0
  const lead = async () => {
    token = (await takeLease(store, 'test', await readLease(store.reading))) ?? 0
  }
  await lead()
  const applyBatch: FilledStore['apply'] = async (listed, deleted = [], stream = ACADEMY) => {
    const now = clock.now()
    const outcome = cycleAt(now, { cursor: cursorAt(now) })
    await apply(store, token, stream, { listed, deleted }, outcome)
  }
  if (synced) await applyBatch([])
  const kept = all.move()
  return {
    ...{ files, db, store, clock, log, apply: applyBatch, lead },
    async begin(name, began) {
      const engine = await openEngine(db)
      await engine.write(queries => beginFollower(queries, name, began))
      await engine.close()
    },
    after(hours) {
      clock.set(`${clock.now().add({ seconds: Math.round(hours * 3600) })}`)
    },
    run(followers, { random = () => 1, store: others = {}, leading = new AbortController().signal } = {}) {
      let recorded = 0
      const ledBy = token
      const whole = { ...store, ...others }
      const runner = new Runner({
        ...{ followers, clock, random, logger: log.logger },
        store: {
          ...whole,
          async write(work) {
            const result = await whole.write(work)
            recorded += 1
            return result
          },
        },
        // The one of its time: another agent may lead by now.
        lease: { token: () => ledBy, signal: () => leading, noteLoss: () => undefined },
        watch: { look: () => undefined, moved: async () => undefined },
      })
      kept.defer(() => runner.close())
      const work = async () => {
        let before: number
        do {
          before = recorded
          await runner.dispatch()
          await runner.settled()
        } while (recorded > before)
      }
      return { runner, work, live: hours => live(hours, clock, work, runner, () => recorded) }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function live(
  hours: number,
  clock: HandClock,
  work: () => Promise<void>,
  runner: Runner,
  recorded: () => number,
): Promise<number[]> {
  const began = clock.now()
  const end = began.add({ milliseconds: Math.round(hours * 3_600_000) })
  const tried: number[] = []
  for (;;) {
    const before = recorded()
    await work()
    if (recorded() > before) tried.push(clock.now().since(began).total('hours'))
    const next = await runner.dispatch()
    await runner.settled()
    if (next === undefined || next > end.epochMilliseconds) {
      clock.set(`${end}`)
      return tried
    }
    clock.set(`${Temporal.Instant.fromEpochMilliseconds(next)}`)
  }
}
