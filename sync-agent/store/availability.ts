/**
 * Whether the store answers. A database on another machine may be away for a while: that is a pause, said once in the log
 * when it begins and when it ends, and every part of the agent tries again by itself.
 */
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

export function observedStore(store: AgentStore, clock: Clock, logger: Logger): ObservedStore {
  let since: Temporal.Instant | undefined
  const noteAnswer = () => {
    if (since) logger.info('the store can be reached again')
    since = undefined
  }
  const noteFault = (error: unknown) => {
    if (!isStoreAway(error)) return noteAnswer()
    if (!since) logger.error(`${Object(error).message}; the agent goes on when it is back`)
    since ??= clock.now()
  }
  const observed = <Part extends object>(part: Part): Part => {
    const members = Object.entries(part).map(([name, member]) => {
      if (typeof member === 'object') return [name, observed(member)]
      if (typeof member !== 'function' || name === 'close') return [name, member]
      return [
        name,
        async (...given: unknown[]) => {
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
  return { store: observed(store), awaySince: () => since }
}

export const isStoreAway = (error: unknown): boolean => codeOf(error) === 'STORE_UNREACHABLE'

/** That the store is away is said once: who meets it meanwhile says it for whoever looks for details. */
export const levelOf = <Level extends 'error' | 'warn'>(level: Level, error: unknown): Level | 'debug' =>
  isStoreAway(error) ? 'debug' : level
