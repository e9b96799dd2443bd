/**
 * The one mechanism for everything that leaves the agent and has to remember how far it has come: webhooks, for example.
 *
 * The store has one change log: the last change of each entry, in the order of `seq`. A follower has a cursor in it. While
 * this agent leads, the runner hands each follower the changes behind its cursor, a batch at a time, and then moves the cursor
 * in a transaction that also checks the lease. So nothing is left out, and what a killed agent had begun comes again: at
 * least once, and in the order of an entry's changes, because a follower has one batch at a time and an entry is in it once.
 * What a follower writes into the store itself is in that transaction: exactly once.
 *
 * A change that the target refuses does not hold back the others. It is put aside: it has a row with the reason and the time
 * of the next attempt, and the cursor moves on. The attempt takes the entry as it is by then, so that a target never gets an
 * older state after a newer one. A change that is behind the cursor takes the place of an attempt, and is due at once.
 *
 * A target that takes nothing pauses as a whole after five failures in a row; then one change decides. An entry that it refuses
 * once more is no such failure: that says nothing of the target. When it answers again,
 * everything that it had not answered is due, and each batch has twice the changes of the one before: a full disk may take one
 * change, and not a hundred. Nothing is ever given up: an operator can skip what is put aside, and rewind a
 * follower to have changes again.
 */

import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Clock } from '../../shared/clock.ts'
import { codeOf } from '../../shared/error-code.ts'
import { isPaused } from '../pause.ts'
import { levelOf } from '../store/availability.ts'
import { changesOf, firstSyncs, logAfter } from '../store/change-log.ts'
import { lastSeq } from '../store/change-marks.ts'
import {
  asideOf,
  type BatchOutcome,
  dueAside,
  type FollowerState,
  forgetPauses,
  isOfEntry,
  nextAside,
  noteBatch,
  readFollower,
  type Subject,
} from '../store/followers.ts'
import type { AgentStore } from '../store/store.ts'
import type { SeqWatch } from '../store/watch.ts'
import { streamName } from '../stream.ts'
import { messageOf } from '../sync/failure.ts'
import type { Lease } from '../sync/lease.ts'
import { LONGEST_PLAN_MS, PAUSES_AFTER } from './backoff.ts'
import { type Attempts, outcomeOf } from './batch-outcome.ts'
import {
  type Follower,
  FollowerError,
  FollowerOverError,
  type Given,
  type Refused,
  subjectOf,
} from './follower.ts'
import { createSignal } from './signal.ts'

export interface RunnerParts {
  /** Those that work now. */
  followers: () => Promise<readonly Follower[]>
  store: AgentStore
  lease: Pick<Lease, 'token' | 'signal' | 'noteLoss'>
  watch: SeqWatch
  clock: Clock
  random: () => number
  logger: Logger
}

/** A batch, and where the cursor stands behind it. */
interface Batch {
  given: readonly Given[]
  attempts: Attempts
  to: number
}

/** Of a target that failed, until it takes a whole batch or has everything. */
interface Recovery {
  /** Changes that the next batch may have. */
  most: number
  isPauseTold: boolean
}

/** Changes read at once, or as many as the follower takes. */
const PAGE = 16
/** How often the store is checked for an operator's commands. */
const LOOK_MS = 2_000
const CLOSE_GRACE_MS = 1_000
/** Pause of a follower when the store does not take what a batch came to. */
const UNRECORDED_PAUSE_MS = 30_000

export class Runner {
  readonly #parts: RunnerParts
  readonly #logger: Logger
  // One at a time: two would give a follower the same batch.
  readonly #dispatches = new PQueue({ concurrency: 1 })
  readonly #underWay = new Map<string, Promise<void>>()
  /** When the store did not take what a batch came to, and until when its follower pauses. */
  readonly #unrecorded = new Map<string, { until: number; error: unknown }>()
  readonly #recoveries = new Map<string, Recovery>()
  readonly #closing = new AbortController()
  readonly #signal = createSignal()
  #ended = false
  #running: Promise<void> | undefined
  /** The lease's, since when this agent leads. */
  #token: number | undefined

  constructor(parts: RunnerParts) {
    this.#parts = parts
    this.#logger = parts.logger.child({ part: 'followers' })
  }

  /** Starts; it works whenever this agent leads. */
  begin(): void {
    this.#running ??= this.#run()
  }

  /** Hands each follower a batch. @returns when something is due next; undefined if nothing is, or another agent leads */
  dispatch(): Promise<number | undefined> {
    return this.#dispatches.add(() => this.#dispatch(() => true))
  }

  /**
   * Hands one follower all that waits, also if the runner has not begun.
   *
   * @throws what keeps the store from taking what a batch came to
   */
  async catchUp(name: string, signal: AbortSignal): Promise<void> {
    const seqOf = async () => (await readFollower(this.#parts.store, name))?.seq
    let before: number | undefined
    do {
      signal.throwIfAborted()
      before = await seqOf()
      await this.#dispatches.add(() => this.#dispatch(follower => follower.name === name))
      await this.#underWay.get(name)
      const unrecorded = this.#unrecorded.get(name)
      if (unrecorded) throw unrecorded.error
    } while ((await seqOf()) !== before)
  }

  async #dispatch(isMeant: (follower: Follower) => boolean): Promise<number | undefined> {
    const { store, lease, followers } = this.#parts
    const token = lease.token()
    if (token === undefined || this.#ended) return undefined
    if (token !== this.#token) {
      await forgetPauses(store, token)
      this.#unrecorded.clear()
      this.#recoveries.clear()
    }
    this.#token = token
    let next: number | undefined
    // What comes after this, the followers may not know of.
    const upTo = await lastSeq(store.reading)
    for (const follower of (await followers()).filter(isMeant)) {
      const due = await this.#start(follower, token, upTo)
      if (due !== undefined) next = Math.min(next ?? due, due)
    }
    return next
  }

  /** Resolves when no batch is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values())
  }

  /** Batches under way have a second to end; then they are aborted. */
  async close(): Promise<void> {
    this.#ended = true
    const cut = setTimeout(() => this.#closing.abort(), CLOSE_GRACE_MS).unref()
    await this.#dispatches.onIdle()
    await this.settled()
    clearTimeout(cut)
    this.#signal.send()
    await this.#running
  }

  async #run(): Promise<void> {
    const { store, lease } = this.#parts
    let hasFailed = false
    while (!this.#ended) {
      let seq: number | undefined
      let next: number | undefined
      try {
        if (lease.token() !== undefined) {
          seq = await lastSeq(store.reading)
          next = await this.dispatch()
        }
        hasFailed = false
      } catch (error) {
        if (!hasFailed)
          this.#logger[levelOf('error', error)](
            { err: error },
            `cannot read what followers have to do: ${messageOf(error)}`,
          )
        hasFailed = true
      }
      // Once it has ended, nothing reads the store any more: its owner closes it.
      if (!this.#ended) await this.#rest(hasFailed ? undefined : seq, next)
    }
  }

  /** Resolves when something is due, has changed or has ended. */
  async #rest(seq: number | undefined, next: number | undefined): Promise<void> {
    const { send, received } = this.#signal
    const over = new AbortController()
    const sleepMs = Math.max(0, Math.min(LOOK_MS, (next ?? Number.POSITIVE_INFINITY) - this.#now()))
    const timer = setTimeout(send, sleepMs).unref()
    if (seq !== undefined)
      void this.#parts.watch.moved(seq, over.signal).then(() => over.signal.aborted || send())
    await received()
    clearTimeout(timer)
    over.abort()
  }

  /** @returns when the follower has something to do next; undefined: at the end of its batch, or at the next change */
  async #start(follower: Follower, token: number, upTo: number): Promise<number | undefined> {
    const { store } = this.#parts
    const { name } = follower
    if (this.#underWay.has(name)) return undefined
    const now = this.#now()
    const unrecorded = this.#unrecorded.get(name)
    if (unrecorded && isPaused(unrecorded.until, now, UNRECORDED_PAUSE_MS)) return unrecorded.until
    this.#unrecorded.delete(name)
    const state = await readFollower(store, name)
    if (!state) return undefined
    if (state.notBefore !== undefined && isPaused(state.notBefore, now, LONGEST_PLAN_MS))
      return state.notBefore
    const batch = await this.#nextBatch(follower, state, now, upTo)
    if (!batch) {
      if (state.failures === 0) this.#endRecovery(name)
      return nextAside(store, name, now)
    }
    const work = this.#work(follower, state, batch, token).finally(() => {
      this.#underWay.delete(name)
      this.#signal.send()
    })
    this.#underWay.set(name, work)
    return undefined
  }

  /** What is new, and what is put aside and due. */
  async #nextBatch(
    follower: Follower,
    state: FollowerState,
    now: number,
    upTo: number,
  ): Promise<Batch | undefined> {
    const most = this.#most(follower, state)
    const fresh = await this.#fresh(follower, state, most, upTo)
    // While its target fails one change decides: a new one, because its target may refuse the others for what they are.
    if (state.failures > 0 && fresh.given.length > 0) return fresh
    const due = await this.#due(follower, fresh, now, most)
    if (fresh.to === state.seq && due.attempts.size === 0) return undefined
    return {
      given: [...fresh.given, ...due.given],
      attempts: new Map([...fresh.attempts, ...due.attempts]),
      to: fresh.to,
    }
  }

  #most({ name, atMost }: Follower, { failures }: FollowerState): number {
    return failures > 0 ? 1 : (this.#recoveries.get(name)?.most ?? atMost)
  }

  /** What is put aside and due, besides what is in the batch already. */
  async #due(
    follower: Follower,
    fresh: Batch,
    now: number,
    most: number,
  ): Promise<Pick<Batch, 'given' | 'attempts'>> {
    const { store } = this.#parts
    const due = await dueAside(store, follower.name, now, LONGEST_PLAN_MS, most)
    const given: Given[] = []
    const attempts: Attempts = new Map()
    if (due.length === 0) return { given, attempts }
    const changes = [...(await changesOf(store, due.filter(isOfEntry))), ...(await firstSyncs(store.reading))]
    const byName = new Map(changes.map(change => [nameOf(subjectOf({ change })), change]))
    for (const { siteId, lang, newsId, appliedSeq, attempts: before } of due) {
      const subject = { siteId, lang, newsId }
      const name = nameOf(subject)
      const change = byName.get(name)
      // A later change of it comes by the log.
      if (fresh.attempts.has(name) || (change && change.seq > fresh.to)) continue
      // Without a change there is nothing to say any more, and the follower may want less than it did.
      attempts.set(name, { subject, before, isNew: false })
      const one = change && { change, appliedSeq }
      if (one && (follower.wants?.(one) ?? true)) given.push(one)
    }
    return { given, attempts }
  }

  /** The next changes behind the cursor, up to so many that the follower wants. */
  async #fresh(follower: Follower, { name, seq }: FollowerState, most: number, upTo: number): Promise<Batch> {
    const { store } = this.#parts
    const given: Given[] = []
    const attempts: Attempts = new Map()
    let to = seq
    const read = await logAfter(store, Math.max(0, seq), Math.max(PAGE, most))
    const changes = read.filter(change => change.seq <= upTo)
    const subjects = changes.map(change => subjectOf({ change }))
    const aside = new Map((await asideOf(store, name, subjects)).map(row => [nameOf(row), row]))
    for (const [index, change] of changes.entries()) {
      const subject = subjects[index] as Subject
      const one = { change, appliedSeq: aside.get(nameOf(subject))?.appliedSeq ?? seq }
      const isWanted = follower.wants?.(one) ?? true
      // The end of a first sync has the number of the change before it.
      if (isWanted && given.length >= most && change.seq > to) break
      if (isWanted) given.push(one)
      // Wanted or not: what is put aside of it is over.
      attempts.set(nameOf(subject), { subject, before: 0, isNew: true })
      to = change.seq
    }
    return { given, attempts, to }
  }

  async #work(follower: Follower, state: FollowerState, batch: Batch, token: number): Promise<void> {
    const { store, lease, random } = this.#parts
    const { name } = follower
    try {
      const refused = await this.#apply(follower, batch, token)
      if (refused === undefined) return
      const at = this.#now()
      const outcome = outcomeOf({ ...batch, state, refused, at, random, nameOf })
      await noteBatch(store, token, name, outcome, db => follower.record?.(db, batch.given, at))
      this.#tell(name, state, batch, refused, outcome.failures)
      this.#recover(follower, state, refused, outcome)
    } catch (error) {
      // Nothing is wrong with the follower, and the next leader of this agent need not wait.
      if (codeOf(error) === 'LEASE_LOST') return lease.noteLoss(token)
      this.#unrecorded.set(name, { until: this.#now() + UNRECORDED_PAUSE_MS, error })
      this.#logger[levelOf('error', error)](
        { follower: name, err: error },
        `${name} pauses: the store does not take what was done: ${messageOf(error)}`,
      )
    }
  }

  /** Undefined if the agent ends, does not lead any more, or the follower is over: the batch counts for nothing. */
  async #apply(
    follower: Follower,
    { given }: Batch,
    token: number,
  ): Promise<readonly Refused[] | FollowerError | undefined> {
    if (given.length === 0 || !follower.apply) return []
    const signal = AbortSignal.any([this.#closing.signal, this.#parts.lease.signal()])
    try {
      const refused = await follower.apply(given, { token, signal })
      return signal.aborted ? undefined : refused
    } catch (error) {
      if (signal.aborted || error instanceof FollowerOverError) return undefined
      if (error instanceof FollowerError) return error
      throw error
    }
  }

  /** A first refusal, and a pause. */
  #tell(
    name: string,
    { failures }: FollowerState,
    { attempts }: Batch,
    refused: readonly Refused[] | FollowerError,
    failuresNow: number,
  ): void {
    const logger = this.#logger
    const pauseLevel = this.#recoveries.get(name)?.isPauseTold ? 'debug' : 'warn'
    if (refused instanceof FollowerError) {
      logger[pauseLevel]({ follower: name }, `${name} pauses: ${refused.message}`)
    } else {
      const [first] = refused
      if (!first) return
      if (failuresNow >= PAUSES_AFTER)
        logger[pauseLevel](
          { follower: name },
          `${name} pauses after ${failuresNow} failures: ${first.reason}`,
        )
      const isNew = refused.some(one => attempts.get(nameOf(subjectOf(one)))?.isNew)
      const level = failures === 0 && isNew ? 'warn' : 'debug'
      logger[level](
        { follower: name, changes: refused.length },
        `${name} was refused ${refused.length === 1 ? 'a change' : `${refused.length} changes`}, to be tried again: ${first.reason}`,
      )
    }
  }

  /** After a failure it begins again with one change; what it takes then doubles the next batch. */
  #recover(
    follower: Follower,
    state: FollowerState,
    refused: readonly Refused[] | FollowerError,
    { failures, isTaken }: BatchOutcome,
  ): void {
    const { name, atMost } = follower
    const recovery = this.#recoveries.get(name)
    const isPauseTold = recovery?.isPauseTold || refused instanceof FollowerError || failures >= PAUSES_AFTER
    if (failures > 0) this.#recoveries.set(name, { most: 1, isPauseTold })
    else if (isTaken && (recovery || state.failures > 0)) {
      const most = this.#most(follower, state)
      this.#recoveries.set(name, { most: Math.min(atMost, most * 2), isPauseTold })
      if (most === atMost) this.#endRecovery(name)
    }
  }

  #endRecovery(name: string): void {
    if (this.#recoveries.delete(name)) this.#logger.info({ follower: name }, `${name} goes on`)
  }

  #now(): number {
    return this.#parts.clock.now().epochMilliseconds
  }
}

/** Identifiers may be empty. */
const nameOf = ({ newsId, ...stream }: Subject) =>
  newsId === undefined ? streamName(stream) : `${streamName(stream)} ${newsId}`
