/**
 * Tells the receivers of alerts what goes wrong, and when it is over.
 *
 * The leading agent looks once a minute, so no receiver gets more than one message a minute. What a receiver knows is in the
 * store, so another agent or another start goes on from there. What could not be sent is tried at the next look, as it is then.
 */
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Clock } from '../../../shared/clock.ts'
import { codeOf } from '../../../shared/error-code.ts'
import type { Metrics } from '../../metrics.ts'
import type { AlertTarget } from '../../options/alerts.ts'
import type { Send } from '../../outlets/webhooks/send.ts'
import { type AlertRecord, alertsOf, replaceAlerts } from '../../store/alerts.ts'
import { levelOf } from '../../store/availability.ts'
import type { AgentStore } from '../../store/store.ts'
import { messageOf } from '../../sync/failure.ts'
import type { Lease } from '../../sync/lease.ts'
import type { Status } from '../status.ts'
import { noticeOf } from './notice.ts'
import { problemsOf } from './problems.ts'
import { type AlertRequest, requestOf, type Sender } from './request.ts'
import { attempt } from './send.ts'

export interface AlertParts {
  targets: readonly AlertTarget[]
  status: () => Promise<Status>
  store: AgentStore
  lease: Pick<Lease, 'token' | 'signal' | 'noteLoss'>
  send: Send
  /** This agent's name. */
  holder: string
  clock: Clock
  logger: Logger
  metrics: Pick<Metrics, 'alerts'>
}

const LOOK_MS = 60_000
/** How often an agent that waits for the lease checks whether it has it. */
const LEADS_MS = 1_000

export class Alerts {
  readonly #parts: AlertParts
  readonly #logger: Logger
  readonly #closing = new AbortController()
  /** Those whose last call failed, which the log has told. */
  readonly #failing = new Set<string>()
  #hasFailed = false
  #running: Promise<void> | undefined

  constructor(parts: AlertParts) {
    this.#parts = parts
    this.#logger = parts.logger.child({ part: 'alerts' })
  }

  /** Starts; it works whenever this agent leads. */
  begin(): void {
    if (this.#parts.targets.length > 0) this.#running ??= this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const leads = this.#parts.lease.token() !== undefined
      await this.look()
      await setTimeout(leads ? LOOK_MS : LEADS_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Does nothing while another agent leads. */
  async look(): Promise<void> {
    const { targets, status, lease, clock, holder: agent } = this.#parts
    const token = lease.token()
    if (token === undefined) return
    const signal = AbortSignal.any([this.#closing.signal, lease.signal()])
    try {
      const now = await status()
      const sender = { source: now.source, agent, nowMs: clock.now().epochMilliseconds }
      await Promise.all(targets.map(target => this.#tell(target, now, sender, token, signal)))
      this.#hasFailed = false
    } catch (error) {
      if (codeOf(error) === 'LEASE_LOST') return lease.noteLoss(token)
      if (signal.aborted) return
      if (!this.#hasFailed)
        this.#logger[levelOf('error', error)](`cannot look for what to alert of: ${messageOf(error)}`)
      this.#hasFailed = true
    }
  }

  async #tell(
    target: AlertTarget,
    status: Status,
    sender: Sender,
    token: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { store } = this.#parts
    const known = await alertsOf(store, target.name)
    const notice = noticeOf(known, problemsOf(status, sender.nowMs), sender.nowMs)
    const keep = (records: readonly AlertRecord[]) => replaceAlerts(store, token, target.name, records)
    const isNews = notice.begun.length + notice.over.length > 0
    // Before the call: who may not write does not lead, and a store that takes no notes would let each look say the same.
    if (isNews || !isSame(notice.before, known)) await keep(notice.before)
    const request = requestOf(target, notice, sender)
    if (request && !(await this.#call(target, request, signal))) return
    if (isNews) await keep(notice.after)
  }

  /** @returns whether it was taken */
  async #call(target: AlertTarget, request: AlertRequest, signal: AbortSignal): Promise<boolean> {
    const { send, metrics } = this.#parts
    const { name } = target
    const { failure } = await attempt(send, target, request, signal)
    metrics.alerts.inc({ target: name, outcome: failure === undefined ? 'sent' : 'failed' })
    if (failure === undefined) {
      if (this.#failing.delete(name)) this.#logger.info(`alerts reach ${name} again`)
      return true
    }
    if (!this.#failing.has(name))
      this.#logger.warn(`an alert could not be sent to ${name}: ${failure}; it is tried again each minute`)
    this.#failing.add(name)
    return false
  }
}

const isSame = (some: readonly AlertRecord[], others: readonly AlertRecord[]): boolean =>
  some.length === others.length && some.every(one => others.some(other => isDeepStrictEqual(one, other)))
