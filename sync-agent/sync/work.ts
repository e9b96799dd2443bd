/** The agent's work: cycles, reconciliations and retries, one after the other, each under the lease. */
import PQueue from 'p-queue'
import type { QuarantinedEntry } from '../store/types.ts'
import { type Stream, sameStream } from '../stream.ts'
import { runCycle } from './cycle.ts'
import { failureCode, messageOf } from './failure.ts'
import { type Lease, LeaseHeldError } from './lease.ts'
import type { SyncParts } from './parts.ts'
import { retryQuarantined } from './quarantine-run.ts'
import { runReconcile } from './reconcile.ts'
import type { CycleReport, ReconcileOptions, ReconcileReport, RetryReport } from './reports.ts'
import { heldUntil } from './retry.ts'

export interface WorkParts extends SyncParts {
  streams: readonly Stream[]
  lease: Lease
  leaseMs: number
  /** Called after every run. */
  onReports: (reports: readonly (CycleReport | ReconcileReport)[]) => void
  /** Ends all work. */
  closing: AbortSignal
}

export interface Work {
  /** For operators: ignores the breaker. @throws {LeaseHeldError} */
  cycles(signal: AbortSignal): Promise<CycleReport[]>
  /** @throws {LeaseHeldError} unless it is a dry run or takes the lease over */
  reconcile(options: ReconcileOptions, signal: AbortSignal): Promise<ReconcileReport[]>
  retry(ids: readonly number[] | undefined): Promise<RetryReport[]>
  /** Waits for the lease and runs a cycle at once; again after the lease was lost. */
  lead(): Promise<void>
  /** Scheduled cycles: none while another agent writes, or for a stream whose breaker is open. */
  scheduledCycles(): Promise<void>
  scheduledReconcile(): Promise<void>
  /** Resolves when the current work has ended. */
  end(): Promise<void>
}

/** A start waits a little longer than the lease of an agent that has ended. */
const LEASE_MARGIN_MS = 1_000
/** Pause after a failed write to the store. */
const STORE_PAUSE_MS = 5_000

export function createWork({ streams, lease, leaseMs, onReports, closing, ...parts }: WorkParts): Work {
  const { store, clock, logger } = parts
  const turns = new PQueue({ concurrency: 1 })

  const underLease = async <Result>(
    signal: AbortSignal,
    work: (token: number) => Promise<Result>,
    takeOver = false,
  ) => {
    const token = await lease.acquire({ withinMs: leaseMs + LEASE_MARGIN_MS, takeOver, signal })
    return turns.add(() => work(lease.token() ?? token))
  }
  const copy = async (some: readonly Stream[], token: number, signal: AbortSignal) => {
    const reports = await Promise.all(some.map(stream => runCycle(stream, token, parts, signal)))
    watchLoss(reports, token)
    onReports(reports)
    return reports
  }
  const compare = async (token: number | undefined, options: ReconcileOptions, signal: AbortSignal) => {
    const reports: ReconcileReport[] = []
    // One at a time, because each lists all news.
    for (const stream of streams) reports.push(await runReconcile(stream, token, options, parts, signal))
    watchLoss(reports, token)
    onReports(reports)
    return reports
  }
  const watchLoss = (reports: readonly (CycleReport | ReconcileReport)[], token: number | undefined) => {
    const lost = reports.some(report => report.outcome === 'failed' && report.failure.code === 'LEASE_LOST')
    if (lost && token !== undefined) lease.noteLoss(token)
  }
  const isDue = async (stream: Stream) => heldUntil(await store.state(stream), clock.now()) === undefined

  const scheduledCycles = async () => {
    const token = lease.token()
    if (token === undefined) return
    await turns.add(async () => {
      const due = await Promise.all(streams.map(isDue))
      await copy(
        streams.filter((_, index) => due[index]),
        token,
        closing,
      )
    })
  }

  return {
    cycles: signal => underLease(signal, token => copy(streams, token, signal)),
    reconcile: (options, signal) =>
      options.dryRun
        ? turns.add(() => compare(undefined, options, signal))
        : underLease(signal, token => compare(token, options, signal), options.takeOver),
    async retry(ids) {
      const all = await store.quarantined()
      const wanted = all.filter(({ id }) => !ids || ids.includes(id))
      try {
        return await underLease(closing, token => retryAll(wanted, token, parts, closing))
      } catch (error) {
        if (!(error instanceof LeaseHeldError)) throw error
        await store.makeDue(wanted.map(({ id }) => id))
        return wanted.map(entry => ({ ...briefly(entry), outcome: entry.newsId ? 'waiting' : 'unaskable' }))
      }
    },
    async lead() {
      while (!closing.aborted) {
        try {
          await lease.acquire({ signal: closing })
          await scheduledCycles()
          await lease.untilLost(closing)
        } catch (error) {
          if (closing.aborted) return
          logger.error({ code: failureCode(error) }, `the store cannot be written: ${messageOf(error)}`)
          await parts.wait(STORE_PAUSE_MS, closing).catch(() => undefined)
        }
      }
    },
    scheduledCycles,
    async scheduledReconcile() {
      const token = lease.token()
      if (token !== undefined) await turns.add(() => compare(token, {}, closing))
    },
    end: () => turns.onIdle(),
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
  for (const stream of await parts.store.streams()) {
    const ids = wanted.filter(entry => sameStream(entry, stream)).map(({ id }) => id)
    const entries = (await parts.store.quarantinedIds(stream)).filter(({ id }) => ids.includes(id))
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
