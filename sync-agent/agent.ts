/** The sync agent, wired together: it copies news into its own store by schedule and serves it to the host site. */
import { pino } from 'pino'
import { createContentClient } from '../shared/client/content.ts'
import { addressOf } from '../shared/client/request.ts'
import { systemClock } from '../shared/clock.ts'
import { listen } from '../shared/server/listen.ts'
import { checkOptions, type SyncAgentOptions } from './options.ts'
import { createHttpApi } from './outlets/http-api.ts'
import type { CycleReport, Quarantine, ReconcileOptions, ReconcileReport, Run, RunsQuery } from './reports.ts'
import { readStatus, type Status } from './status.ts'
import { openSqliteStore } from './store/sqlite.ts'
import { runCycle } from './sync/cycle.ts'
import { scheduleTask } from './sync/schedule.ts'
import { takeTurns } from './sync/turns.ts'

export interface SyncAgent extends AsyncDisposable {
  /** Serves news, and returns the address, as in `http://127.0.0.1:4020`. @throws {ListenError} */
  listen(): Promise<string>
  /** Runs one cycle of each stream at once and from then on by schedule. @throws {AgentClosedError} */
  start(): void
  /**
   * One cycle of each stream, after any that runs already. What fails is in the reports, not thrown.
   *
   * @throws {AgentClosedError}
   */
  syncOnce(signal?: AbortSignal): Promise<CycleReport[]>
  /**
   * Compares the store with everything the service has, and puts right what differs.
   *
   * @throws {AgentClosedError}
   */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport[]>
  readonly quarantine: Quarantine
  /** A copy of the store while it works. @throws {BackupError} the path is taken or cannot be written */
  backup(path: string): Promise<void>
  /** The journal, newest first. */
  runs(query?: RunsQuery): Promise<Run[]>
  /** @throws {AgentClosedError} */
  status(): Promise<Status>
  /** Cancels a running cycle, ends serving, closes the store. Takes 5 s at most; what was half done is not kept. */
  close(): Promise<void>
}

/** The agent was closed before the call. */
export class AgentClosedError extends Error {
  override name = 'AgentClosedError'
  readonly code = 'AGENT_CLOSED'
}

const CLOSE_GRACE_MS = 2_000

/**
 * An agent that does nothing yet: call `listen()` to serve, `start()` to copy by schedule, `syncOnce()` to copy now.
 *
 * @throws {AgentOptionError} an option cannot be used
 * @throws {StoreError} the file of the store cannot be used
 *
 * @example
 * await using agent = await createSyncAgent({
 *   serviceUrl: 'http://127.0.0.1:4010/cms',
 *   streams: [{ siteId: 'academy', lang: 'en-US' }],
 *   db: './news.sqlite',
 * })
 * console.log(await agent.listen())
 * agent.start()
 */
export async function createSyncAgent(options: SyncAgentOptions): Promise<SyncAgent> {
  const settings = checkOptions(options)
  const { streams, zone, timeoutMs, maxBytes } = settings
  const { clock = systemClock, fetch = globalThis.fetch, logger = pino(pino.destination(2)) } = options
  const serviceUrl = addressOf(settings.serviceUrl)

  const store = openSqliteStore(settings.db)
  const content = createContentClient({ serviceUrl, timeoutMs, maxBytes, fetch })
  const server = createHttpApi({ store, streams, zone, logger })
  const inTurn = takeTurns()
  const closing = new AbortController()
  const parts = { content, store, clock, logger, zone }

  const refuseWhenClosed = () => {
    if (closing.signal.aborted) throw new AgentClosedError('the agent is closed')
  }
  const runCycles = (signal?: AbortSignal) => {
    const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    return inTurn(() => Promise.all(streams.map(stream => runCycle(stream, parts, either))))
  }
  const schedule = scheduleTask(settings.schedule, () => runCycles(), logger)

  const close = async () => {
    closing.abort()
    await schedule.stop()
    await within(
      CLOSE_GRACE_MS,
      inTurn(async () => undefined),
    )
    const served = server.close()
    await within(CLOSE_GRACE_MS, served)
    server.server.closeAllConnections()
    await served
    await store.close()
  }
  let closed: Promise<void> | undefined
  const closeOnce = () => {
    closed ??= close()
    return closed
  }

  return {
    async listen() {
      refuseWhenClosed()
      return listen(server, settings)
    },
    start() {
      refuseWhenClosed()
      schedule.start()
      void runCycles()
    },
    async syncOnce(signal) {
      refuseWhenClosed()
      return runCycles(signal)
    },
    async reconcile() {
      refuseWhenClosed()
      return []
    },
    quarantine: {
      list: async () => [],
      show: async () => undefined,
      retry: async () => [],
      drop: async () => false,
    },
    async backup(path) {
      refuseWhenClosed()
      await store.backup(path)
    },
    async runs() {
      refuseWhenClosed()
      return []
    },
    async status() {
      refuseWhenClosed()
      return readStatus(store, { source: serviceUrl, streams })
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** Waits for the end of something, but no longer than this. */
async function within(milliseconds: number, end: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([end, late])
  clearTimeout(timer)
}
