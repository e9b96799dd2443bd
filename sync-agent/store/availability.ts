/**
 * Whether the store answers. A database on another machine may be away for a while: that is a pause, said once in the log
 * when it begins and when it ends, and every part of the agent tries again by itself.
 *
 * A server that says nothing lets each call wait for seconds. So while the store is away one call at a time tries it, and
 * the others are refused at once.
 */
import { setImmediate } from 'node:timers/promises'
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

/** A call that takes longer has got through. */
const LONGEST_TRY_MS = 7_000

export function observedStore(store: AgentStore, clock: Clock, logger: Logger): ObservedStore {
  let away: { since: Temporal.Instant; error: unknown; isTried: boolean } | undefined
  const noteAnswer = () => {
    if (away) logger.info('the store can be reached again')
    away = undefined
  }
  const noteFault = (error: unknown) => {
    if (!isStoreAway(error)) return noteAnswer()
    if (!away) logger.error(`${Object(error).message}; the agent goes on when it is back`)
    away = { since: away?.since ?? clock.now(), error, isTried: false }
  }
  /** @throws what the last try came to, while another one is under way */
  const takeTurn = async () => {
    if (!away) return undefined
    const turn = away
    if (turn.isTried) {
      // Whoever asks again at once must not keep the try from its end.
      await setImmediate()
      throw turn.error
    }
    turn.isTried = true
    return setTimeout(() => {
      turn.isTried = false
    }, LONGEST_TRY_MS).unref()
  }
  const observed = <Part extends object>(part: Part): Part => {
    const members = Object.entries(part).map(([name, member]) => {
      if (typeof member === 'object') return [name, observed(member)]
      if (typeof member !== 'function' || name === 'close') return [name, member]
      return [
        name,
        async (...given: unknown[]) => {
          const turn = away && (await takeTurn())
          try {
            const answer = await member(...given)
            noteAnswer()
            return answer
          } catch (error) {
            noteFault(error)
            throw error
          } finally {
            clearTimeout(turn)
          }
        },
      ]
    })
    return Object.fromEntries(members)
  }
  return { store: observed(store), awaySince: () => away?.since }
}

export const isStoreAway = (error: unknown): boolean => codeOf(error) === 'STORE_UNREACHABLE'

/** That the store is away is said once: who meets it meanwhile says it for whoever looks for details. */
export const levelOf = <Level extends 'error' | 'warn'>(level: Level, error: unknown): Level | 'debug' =>
  isStoreAway(error) ? 'debug' : level
