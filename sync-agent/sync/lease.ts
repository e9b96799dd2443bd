/**
 * The lease: of all agents on one store, one writes. The others wait and take over within seconds when it ends.
 *
 * The holder regularly increments a beat in the store. An agent that has seen the same token and beat for the whole
 * length of the lease takes it by incrementing the token, if no other agent was faster. The length is counted in checks
 * with pauses between them, not by the clock: if the whole machine was suspended, nobody has seen the holder fail. A
 * holder that was only suspended finds in its next transaction that its token is outdated; see fence.ts.
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine } from '../store/engine.ts'
import { beatLease, readLease, releaseLease, takeLease } from '../store/fence.ts'
import type { LeaseState } from '../store/types.ts'
import { messageOf } from './failure.ts'

/** Another agent holds the lease of this store. */
export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError'
  readonly code = 'LEASE_HELD'
  /** The other agent's name. */
  readonly holder: string

  constructor(holder: string) {
    super(`another agent writes this store: ${holder}; stop it first, or let it end`)
    this.holder = holder
  }
}

export interface LeaseParts {
  store: Engine
  /** Moves the store: may go on after an interruption. Default false. */
  isMover?: boolean
  /** This agent's name, for logs and messages. */
  holder: string
  leaseMs: number
  logger: Logger
}

const LONGEST_LOOK_MS = 250

export class Lease {
  readonly #parts: LeaseParts
  #ours: number | undefined
  #pulse: NodeJS.Timeout | undefined
  #holding = new AbortController()

  constructor(parts: LeaseParts) {
    this.#parts = parts
  }

  /** This agent's token; undefined while it does not hold the lease. */
  token(): number | undefined {
    return this.#ours
  }

  /**
   * Waits for the lease, or takes it from its holder, which then has to wait.
   *
   * @throws {LeaseHeldError} another agent held it all this time
   * @throws {StoreError} the store cannot be written
   */
  async acquire({
    withinMs = Number.POSITIVE_INFINITY,
    takeOver = false,
    signal,
  }: LeaseLimits): Promise<number> {
    const { store, isMover, holder, leaseMs } = this.#parts
    const pauseMs = Math.min(LONGEST_LOOK_MS, leaseMs / 4)
    let seen: LeaseState | undefined
    let silentMs = 0
    let waitedMs = 0
    for (;;) {
      if (this.#ours !== undefined) return this.#ours
      const now = await readLease(store.reading)
      if (seen?.token !== now.token || seen.beat !== now.beat) silentMs = 0
      seen = now
      if (takeOver || now.holder === undefined || silentMs >= leaseMs) {
        const token = await takeLease(store, holder, now, isMover)
        // Another call of this agent may have been faster.
        if (token !== undefined) return this.#ours ?? this.#hold(token)
        continue
      }
      if (waitedMs >= withinMs) throw new LeaseHeldError(now.holder)
      await setTimeout(pauseMs, undefined, { signal })
      silentMs += pauseMs
      waitedMs += pauseMs
    }
  }

  /** Aborted when the lease is lost or released. Of an agent that does not hold it: of the last time that it did. */
  signal(): AbortSignal {
    return this.#holding.signal
  }

  /** Resolves when the lease is lost. */
  async untilLost(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#holding.signal])
    if (this.#ours === undefined || either.aborted) return
    await new Promise(resolve => either.addEventListener('abort', resolve))
  }

  /** To be called when a transaction with this token was refused. */
  noteLoss(token: number): void {
    if (this.#ours !== token) return
    this.#ours = undefined
    clearInterval(this.#pulse)
    this.#holding.abort()
    this.#parts.logger.warn(
      { token },
      'the lease is lost: another agent has it, or it went with a connection; this agent waits until it is free',
    )
  }

  async release(): Promise<void> {
    clearInterval(this.#pulse)
    if (this.#ours === undefined) return
    const token = this.#ours
    this.#ours = undefined
    this.#holding.abort()
    await releaseLease(this.#parts.store, token)
  }

  #hold(token: number): number {
    const { store, leaseMs, logger } = this.#parts
    this.#ours = token
    this.#holding = new AbortController()
    this.#pulse = setInterval(() => {
      const noteFault = (error: unknown) => logger.debug(`cannot write a sign of life: ${messageOf(error)}`)
      beatLease(store, token).then(held => held || this.noteLoss(token), noteFault)
    }, leaseMs / 4).unref()
    return token
  }
}

interface LeaseLimits {
  withinMs?: number
  takeOver?: boolean
  signal: AbortSignal
}
