/**
 * The messages of one site in one language as the agents that share a store know them, and whose turn it is to ask for them.
 *
 * Of these agents one asks in each interval, the first that comes; the others take what it has heard. Their clocks can differ.
 * Which answer is newer is shown by the store alone, which holds the last one. An agent whose turn stays the same for two
 * intervals is gone, even if that turn lasts longer by its clock.
 *
 * A store that fails, or is silent for a second, keeps no signal back: then this agent asks.
 */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'
import type { PopupTurn } from '../../store/popup-rows.ts'
import type { Failure, PopupAnswer, PopupRecord } from '../../store/types.ts'

export interface SharedAnswerParts {
  store: SharedStore
  intervalMs: number
  clock: Clock
  later: Later
  /** Called once until the store works again. */
  storeFailed(error: unknown): void
}

/** Holds the answer for the next process and for other agents. */
export interface SharedStore {
  load(): Promise<PopupRecord | undefined>
  /** @returns whether this agent is to ask; if not, another one has */
  claim(turn: Omit<PopupTurn, 'asker'>): Promise<boolean>
  /** @returns the stored answer */
  save(answer: PopupAnswer): Promise<PopupAnswer>
  saveFailure(failure: Failure, askAfter: Temporal.Instant): Promise<void>
}

/** Runs a task once after so many milliseconds. @returns a function that cancels it */
export type Later = (milliseconds: number, task: () => void) => () => void

/** The longest pause that a service is granted: a turn that lasts longer is from a clock that is ahead. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000

const STORE_PATIENCE_MS = 1_000
const GONE_AFTER_INTERVALS = 2
/** Another agent is asking just now: until it has heard. */
const LOOK_AGAIN_MS = 500

export class SharedAnswer {
  readonly #parts: SharedAnswerParts
  #latest: PopupAnswer | undefined
  /** What the store held when it was last seen. */
  #inRow: PopupAnswer | undefined
  /** Another agent's turn, and since when it is known here, by this agent's clock. */
  #turn: { askedAt: number | undefined; since: Temporal.Instant } | undefined
  #isStoreBroken = false
  #isClosed = false
  #cancelNext = () => {}

  constructor(parts: SharedAnswerParts) {
    this.#parts = parts
  }

  /** This agent's own, or what another agent has stored since. */
  get latest(): PopupAnswer | undefined {
    return this.#latest
  }

  /** What another agent was told in this interval, once it is; undefined when it is this agent's turn to ask. */
  async heardByOther(): Promise<PopupRecord | undefined> {
    for (;;) {
      const turn = this.#ownTurn()
      if ((await this.#inStore(store => store.claim(turn))) !== false) {
        this.#turn = undefined
        return undefined
      }
      const stored = await this.look()
      if (!stored || this.#isClosed) return undefined
      if (!isUnderWay(stored)) return stored
      await new Promise<void>(resolve => {
        this.#cancelNext = this.#parts.later(LOOK_AGAIN_MS, resolve)
      })
    }
  }

  /** Takes the answer of the process before, or of another agent. */
  async look(): Promise<PopupRecord | undefined> {
    const before = this.#inRow
    const stored = await this.#inStore(store => store.load())
    if (!stored) return undefined
    const { answer, askedAt } = stored
    // Otherwise it is what the store held before this agent's own.
    if (answer && this.#inRow === before) {
      if (!isSame(answer, before)) this.#latest = answer
      this.#inRow = answer
    }
    const at = askedAt?.epochMilliseconds
    if (!this.#turn || this.#turn.askedAt !== at) this.#turn = { askedAt: at, since: this.#parts.clock.now() }
    return stored
  }

  async save(heard: PopupAnswer): Promise<void> {
    const saved = await this.#inStore(store => store.save(heard))
    this.#latest = saved ?? heard
    this.#inRow = saved ?? this.#inRow
  }

  async saveFailure(failure: Failure, askAfter: Temporal.Instant): Promise<void> {
    await this.#inStore(store => store.saveFailure(failure, askAfter))
  }

  close(): void {
    this.#isClosed = true
    this.#cancelNext()
  }

  #ownTurn(): Omit<PopupTurn, 'asker'> {
    const { clock, intervalMs } = this.#parts
    const at = clock.now()
    const sameMs = this.#turn ? Math.abs(at.epochMilliseconds - this.#turn.since.epochMilliseconds) : 0
    const isGone = sameMs >= GONE_AFTER_INTERVALS * intervalMs
    return {
      at,
      askAfter: at.add({ milliseconds: intervalMs }),
      latest: at.add({ milliseconds: isGone ? 0 : intervalMs + LONGEST_RETRY_AFTER_MS }),
    }
  }

  /** @returns undefined also when the store fails or says nothing */
  async #inStore<Result>(use: (store: SharedStore) => Promise<Result>): Promise<Result | undefined> {
    const { store, later, storeFailed } = this.#parts
    const { promise: late, reject } = Promise.withResolvers<never>()
    const cancel = later(STORE_PATIENCE_MS, () => reject(new Error('the store does not answer')))
    try {
      const result = await Promise.race([use(store), late])
      this.#isStoreBroken = false
      return result
    } catch (error) {
      if (!this.#isStoreBroken && !this.#isClosed) storeFailed(error)
      this.#isStoreBroken = true
      return undefined
    } finally {
      cancel()
    }
  }
}

const isSame = (one: PopupAnswer, other: PopupAnswer | undefined) =>
  other?.content === one.content && other.txID === one.txID && other.checkedAt.equals(one.checkedAt)

/** Who has asked was neither answered nor refused. */
function isUnderWay({ askedAt, answer, failure }: PopupRecord): boolean {
  const isSince = (at: Temporal.Instant | undefined) =>
    at !== undefined && (!askedAt || Temporal.Instant.compare(at, askedAt) >= 0)
  return !isSince(answer?.checkedAt) && !isSince(failure?.at)
}
