/**
 * The lease: of all agents on one store, one writes. The others wait and take over within seconds of its death.
 *
 * The holder raises a beat in the store's file. Who has seen the same token and beat for the lease's whole length takes
 * the lease by raising the token, unless somebody was quicker. That length is counted in looks, a pause apart each: who
 * was asleep together with the holder, on a machine that stood still, has not seen it silent. No clock is compared with
 * another one. A holder that was merely asleep finds its token outdated in its next transaction; see the fence.
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AgentStore } from '../store/store.ts'
import type { LeaseState } from '../store/types.ts'
import { messageOf } from './failure.ts'

/** Another agent writes this store. */
export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError'
  readonly code = 'LEASE_HELD'
  /** The other agent's name for itself. */
  readonly holder: string

  constructor(holder: string) {
    super(`another agent writes this store: ${holder}; stop it, or let it do this`)
    this.holder = holder
  }
}

export interface LeaseParts {
  store: AgentStore
  /** This agent's name, for people. */
  holder: string
  leaseMs: number
  logger: Logger
}

export interface Lease {
  /** The token under which this agent writes; undefined while it does not. */
  token(): number | undefined
  /**
   * Waits for the lease, or takes it from whoever holds it: the fence stops that one, and it waits in turn.
   *
   * @throws {LeaseHeldError} it was not to be had within this time
   * @throws {StoreError} the store cannot be written
   */
  acquire(limits: { withinMs?: number; takeOver?: boolean; signal: AbortSignal }): Promise<number>
  /** Resolves when it is lost after all. */
  untilLost(signal: AbortSignal): Promise<void>
  /** A transaction was refused under this token. */
  noteLoss(token: number): void
  release(): Promise<void>
}

const LONGEST_LOOK_MS = 250

export function createLease({ store, holder, leaseMs, logger }: LeaseParts): Lease {
  let ours: number | undefined
  let pulse: NodeJS.Timeout | undefined
  let lost = Promise.withResolvers<void>()

  const noteLoss = (token: number) => {
    if (ours !== token) return
    ours = undefined
    clearInterval(pulse)
    lost.resolve()
    logger.warn({ token }, 'another agent has taken the lease; this one waits until it is free')
  }

  const hold = (token: number) => {
    ours = token
    lost = Promise.withResolvers()
    pulse = setInterval(() => {
      const noteFault = (error: unknown) => logger.debug(`no sign of life written: ${messageOf(error)}`)
      store.beat(token).then(held => held || noteLoss(token), noteFault)
    }, leaseMs / 4).unref()
    return token
  }

  return {
    token: () => ours,
    async acquire({ withinMs = Number.POSITIVE_INFINITY, takeOver = false, signal }) {
      const pauseMs = Math.min(LONGEST_LOOK_MS, leaseMs / 4)
      let seen: LeaseState | undefined
      let silentMs = 0
      let waitedMs = 0
      for (;;) {
        if (ours !== undefined) return ours
        const now = await store.lease()
        if (seen?.token !== now.token || seen.beat !== now.beat) silentMs = 0
        seen = now
        if (takeOver || now.holder === undefined || silentMs >= leaseMs) {
          const token = await store.takeLease(holder, now)
          // Another call of this agent may have been quicker.
          if (token !== undefined) return ours ?? hold(token)
          continue
        }
        if (waitedMs >= withinMs) throw new LeaseHeldError(now.holder)
        await setTimeout(pauseMs, undefined, { signal })
        silentMs += pauseMs
        waitedMs += pauseMs
      }
    },
    async untilLost(signal) {
      if (ours === undefined || signal.aborted) return
      const { promise: aborted, resolve } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => resolve(), { once: true })
      await Promise.race([lost.promise, aborted])
    },
    noteLoss,
    async release() {
      clearInterval(pulse)
      if (ours === undefined) return
      const token = ours
      ours = undefined
      await store.releaseLease(token)
    },
  }
}
