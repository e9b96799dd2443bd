/** The agent's work: cycles, reconciliations and retries, one after the other, each under the lease. */

import PQueue from 'p-queue'
import { Temporal } from 'temporal-polyfill'
import type { AgentContext, SyncParts } from '../context.ts'
import { levelOf } from '../store/availability.ts'
import { readLease } from '../store/fence.ts'
import { lastRun } from '../store/journal.ts'
import { listQuarantined, makeDue, quarantinedIds } from '../store/quarantine-rows.ts'
import { listStreams, readState } from '../store/stream-rows.ts'
import type { QuarantinedEntry } from '../store/types.ts'
import { type Stream, sameStream, streamName } from '../stream.ts'
import { runCycle } from './cycle.ts'
import { failureCode, messageOf } from './failure.ts'
import { type Lease, LeaseHeldError } from './lease.ts'
import { runReconcile } from './reconcile.ts'
import type { CycleReport, ReconcileOptions, ReconcileReport, RetryReport } from './reports.ts'
import { retryQuarantined } from './request-again.ts'
import { heldUntil } from './retry.ts'

export interface WorkParts {
  context: SyncParts & Pick<AgentContext, 'streams' | 'settings'>
  lease: Lease
  /** Called after every run. */
  onReports: (reports: readonly Report[]) => void
  /** Called when this agent begins to lead, with the time since when a scheduled reconciliation may have been missed. */
  onLeading: (reconciledAt: Temporal.Instant) => void
  /** Ends all work. */
  closing: AbortSignal
}

type Report = CycleReport | ReconcileReport

/** A start waits a little longer than the lease of an agent that has ended. */
const LEASE_MARGIN_MS = 1_000
/** Pause after a failed write to the store. */
const STORE_PAUSE_MS = 5_000

export class Work {
  readonly #parts: WorkParts
  readonly #turns = new PQueue({ concurrency: 1 })

  constructor(parts: WorkParts) {
    this.#parts = parts
  }

  /** For operators: ignores the breaker. @throws {LeaseHeldError} */
  cycles(signal: AbortSignal): Promise<CycleReport[]> {
    const { streams } = this.#parts.context
    return this.#underLease(signal, token => this.#copy(streams, token, signal))
  }

  /** @throws {LeaseHeldError} unless it is a dry run or takes the lease over */
  reconcile(options: ReconcileOptions, signal: AbortSignal): Promise<ReconcileReport[]> {
    if (options.dryRun) return this.#turns.add(() => this.#compare(undefined, options, signal))
    return this.#underLease(signal, token => this.#compare(token, options, signal), options.takeOver)
  }

  async retry(ids: readonly number[] | undefined): Promise<RetryReport[]> {
    const { context, closing } = this.#parts
    const all = await listQuarantined(context.store)
    const wanted = all.filter(({ id }) => !ids || ids.includes(id))
    try {
      return await this.#underLease(closing, token => retryAll(wanted, token, context, closing))
    } catch (error) {
      if (!(error instanceof LeaseHeldError)) throw error
      await makeDue(
        context.store,
        wanted.map(({ id }) => id),
      )
      return wanted.map(entry => ({ ...briefly(entry), outcome: entry.newsId ? 'waiting' : 'unaskable' }))
    }
  }

  /** Waits for the lease and runs a cycle at once; again after the lease was lost. */
  async lead(): Promise<void> {
    const { context, lease, closing } = this.#parts
    while (!closing.aborted) {
      try {
        await this.#warnOfOthers()
        const token = await lease.acquire({ signal: closing })
        context.logger.info({ token }, 'this agent leads: it writes the store')
        const reconciledAt = await this.#reconciledAt()
        if (reconciledAt) this.#parts.onLeading(reconciledAt)
        await this.scheduledCycles()
        await lease.untilLost(closing)
      } catch (error) {
        if (closing.aborted) return
        context.logger[levelOf('error', error)](
          { code: failureCode(error) },
          `the store cannot be written: ${messageOf(error)}`,
        )
        await context.wait(STORE_PAUSE_MS, closing).catch(() => undefined)
      }
    }
  }

  /** Another agent copies its own streams alone. */
  async #warnOfOthers(): Promise<void> {
    const { store, streams, warnOnce } = this.#parts.context
    const { holder } = await readLease(store.reading)
    if (holder === undefined) return
    const known = await listStreams(store)
    for (const stream of streams.filter(own => !known.some(each => sameStream(own, each))))
      warnOnce(
        { ...stream },
        `${streamName(stream)} is not copied while the agent ${holder} writes this store, which knows nothing of it: give all agents of a store the same --site and --lang`,
      )
  }

  /** Of the stream whose reconciliation is the longest ago. Before the first one, the last copy counts. */
  async #reconciledAt(): Promise<Temporal.Instant | undefined> {
    const { streams, store } = this.#parts.context
    const times = streams.map(async stream => {
      const run = await lastRun(store, stream, 'reconcile')
      return run
        ? Temporal.Instant.from(run.startedAt)
        : (await readState(store.reading, stream)).lastSuccessAt
    })
    const known = (await Promise.all(times)).filter(time => time !== undefined)
    return known.toSorted(Temporal.Instant.compare)[0]
  }

  /** Scheduled cycles: none while another agent writes, or for a stream whose breaker is open. */
  async scheduledCycles(): Promise<void> {
    const { context, lease, closing } = this.#parts
    const { streams, store, clock } = context
    const token = lease.token()
    if (token === undefined) return
    const isDue = async (stream: Stream) =>
      heldUntil(await readState(store.reading, stream), clock.now()) === undefined
    await this.#turns.add(async () => {
      const due = await Promise.all(streams.map(isDue))
      const some = streams.filter((_, index) => due[index])
      await this.#copy(some, token, closing)
    })
  }

  async scheduledReconcile(): Promise<void> {
    const { lease, closing } = this.#parts
    const token = lease.token()
    if (token !== undefined) await this.#turns.add(() => this.#compare(token, {}, closing))
  }

  /** Resolves when the current work has ended. */
  end(): Promise<void> {
    return this.#turns.onIdle()
  }

  async #underLease<Result>(
    signal: AbortSignal,
    work: (token: number) => Promise<Result>,
    takeOver = false,
  ): Promise<Result> {
    const { context, lease } = this.#parts
    const withinMs = context.settings.leaseMs + LEASE_MARGIN_MS
    const token = await lease.acquire({ withinMs, takeOver, signal })
    return this.#turns.add(() => work(lease.token() ?? token))
  }

  async #copy(some: readonly Stream[], token: number, signal: AbortSignal): Promise<CycleReport[]> {
    const { context } = this.#parts
    const reports = await Promise.all(some.map(stream => runCycle(stream, token, context, signal)))
    this.#report(reports, token)
    return reports
  }

  async #compare(
    token: number | undefined,
    options: ReconcileOptions,
    signal: AbortSignal,
  ): Promise<ReconcileReport[]> {
    const { context } = this.#parts
    const reports: ReconcileReport[] = []
    // One at a time, because each lists all news.
    for (const stream of context.streams)
      reports.push(await runReconcile(stream, token, options, context, signal))
    this.#report(reports, token)
    return reports
  }

  #report(reports: readonly Report[], token: number | undefined): void {
    const lost = reports.some(report => report.outcome === 'failed' && report.failure.code === 'LEASE_LOST')
    if (lost && token !== undefined) this.#parts.lease.noteLoss(token)
    this.#parts.onReports(reports)
  }
}

async function retryAll(
  wanted: readonly QuarantinedEntry[],
  token: number,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<RetryReport[]> {
  const reports: RetryReport[] = wanted
    .filter(({ newsId }) => newsId === undefined)
    .map(entry => ({ ...briefly(entry), outcome: 'unaskable' }))
  const ids = wanted.map(({ id }) => id)
  for (const stream of await listStreams(parts.store)) {
    const entries = (await quarantinedIds(parts.store, stream)).filter(({ id }) => ids.includes(id))
    if (entries.length > 0) reports.push(...(await retryQuarantined(stream, entries, token, parts, signal)))
  }
  return reports
}

const briefly = ({ id, siteId, lang, newsId }: QuarantinedEntry) => ({
  id,
  siteId,
  lang,
  ...(newsId !== undefined && { newsId }),
})
