/**
 * Whether the store answers. A database on another machine may be away for a while: that is a pause, said in the log when it
 * begins, once for each cause that it has meanwhile, and when it ends. Every part of the agent tries again by itself.
 *
 * A server that says nothing lets each call wait for seconds. So while the store is away, calls are refused at once, and the
 * agent itself looks whether it is back: at once, as only one call may have taken too long, and then every second.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import { codeOf } from '../../shared/error-code.ts'
import type { AgentStore } from './store.ts'

export interface ObservedStore {
  /** The same store; what its calls come to is observed. */
  store: AgentStore
  /** Since when it does not answer; undefined: it does. */
  awaySince(): Temporal.Instant | undefined
}

const LOOK_EVERY_MS = 1_000

/** @param lookEveryMs while it is away */
export function observedStore(
  store: AgentStore,
  clock: Clock,
  logger: Logger,
  lookEveryMs = LOOK_EVERY_MS,
): ObservedStore {
  let away: { since: Temporal.Instant; error: unknown; said: Set<string> } | undefined
  let isLooking = false
  let isClosed = false
  const noteAnswer = () => {
    if (away && !isClosed) logger.info('the store can be reached again')
    away = undefined
  }
  const noteFault = (error: unknown) => {
    if (isClosed || isStoreBusy(error)) return
    if (!isStoreAway(error)) return noteAnswer()
    const { since, said } = away ?? { since: clock.now(), said: new Set() }
    const { message } = Object(error)
    // The remedy may be in a later one: the server is back, and is a standby.
    if (!said.has(message)) logger.error(`${message}; the agent goes on when it is back`)
    away = { since, error, said: said.add(message) }
    if (!isLooking) void look()
  }
  const look = async () => {
    isLooking = true
    while (away && !isClosed) {
      await store.lastSeq().then(noteAnswer, noteFault)
      if (away) await setTimeout(lookEveryMs, undefined, { ref: false })
    }
    isLooking = false
  }
  const observed = <Part extends object>(part: Part): Part => {
    const members = Object.entries(part).map(([name, member]) => {
      if (typeof member === 'object') return [name, observed(member)]
      if (typeof member !== 'function') return [name, member]
      return [
        name,
        async (...given: unknown[]) => {
          if (away) {
            const { error } = away
            // Whoever asks again at once must not keep the look from its end.
            await setImmediate()
            throw error
          }
          try {
            const answer = await member(...given)
            noteAnswer()
            return answer
          } catch (error) {
            noteFault(error)
            throw error
          }
        },
      ]
    })
    return Object.fromEntries(members)
  }
  const close: AgentStore['close'] = () => {
    isClosed = true
    return store.close()
  }
  return { store: { ...observed(store), close }, awaySince: () => away?.since }
}

/** Also when it refuses the agent: a password that was changed comes to the agent a moment later. */
export const isStoreAway = (error: unknown): boolean =>
  codeOf(error) === 'STORE_UNREACHABLE' || isStoreRefused(error)
/** Wrong from the start, it is a mistake in the settings. */
export const isStoreRefused = (error: unknown): boolean => codeOf(error) === 'STORE_REFUSED'
const isStoreBusy = (error: unknown) => codeOf(error) === 'STORE_BUSY'

/** Away, or too slow: the same question may be answered later. */
export const isStoreSilent = (error: unknown): boolean => isStoreAway(error) || isStoreBusy(error)

/** That the store is away is said once: who meets it meanwhile says it for whoever looks for details. */
export const levelOf = <Level extends 'error' | 'warn'>(level: Level, error: unknown): Level | 'debug' =>
  isStoreAway(error) ? 'debug' : level
