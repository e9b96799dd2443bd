/** The sync agent, wired together: it copies news into its own store by schedule and serves it to the host site. */
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { createContentClient } from '../shared/client/content.ts'
import { addressOf } from '../shared/client/request.ts'
import { systemClock } from '../shared/clock.ts'
import { listen } from '../shared/server/listen.ts'
import { createMetrics } from './metrics.ts'
import { type Readiness, readReadiness } from './operations/readiness.ts'
import { readStatus, type Status } from './operations/status.ts'
import { statusMetrics } from './operations/status-metrics.ts'
import { AgentOptionError, checkOptions, type SyncAgentOptions } from './options/options.ts'
import { publishingOf } from './outlets/files/of-agent.ts'
import { createHostHandler, type RequestHandler } from './outlets/http/host-handler.ts'
import { mediaFolder } from './outlets/media/folder.ts'
import type { MirrorProgress } from './outlets/media/mirror.ts'
import { mirrorOf } from './outlets/media/of-agent.ts'
import { mirroredStore } from './outlets/media/served.ts'
import { relayMetrics } from './outlets/popup-relay/metrics.ts'
import { createPopupRelay } from './outlets/popup-relay/relay.ts'
import { createIndexing } from './outlets/search/indexing.ts'
import { createCourier } from './outlets/webhooks/courier.ts'
import { openSecrets } from './outlets/webhooks/secrets.ts'
import { createSend } from './outlets/webhooks/send.ts'
import { createHttpApi } from './server.ts'
import { openSqliteStore } from './store/sqlite.ts'
import type { AgentStore } from './store/store.ts'
import type { Run, RunsQuery } from './store/types.ts'
import { watchedStore } from './store/watch.ts'
import { countRuns } from './sync/count-runs.ts'
import { countedFetch } from './sync/counted-fetch.ts'
import { createLease } from './sync/lease.ts'
import type { CycleReport, Quarantine, ReconcileOptions, ReconcileReport } from './sync/reports.ts'
import { scheduleTask } from './sync/schedule.ts'
import { createWork } from './sync/work.ts'

export interface SyncAgent extends AsyncDisposable {
  /** Serves news, and returns the address, as in `http://127.0.0.1:4020`. @throws {ListenError} */
  listen(): Promise<string>
  /**
   * Answers like `listen()`, inside a server of the host's own that takes the prefix off the address, as Express does:
   * `app.use('/school', agent.handler)`.
   */
  readonly handler: RequestHandler
  /** The same where the host leaves the prefix in the address, as Fastify and Hono do: `agent.handlerAt('/school')`. */
  handlerAt(prefix: string): RequestHandler
  /**
   * Runs one cycle of each stream at once and from then on by schedule; while another agent writes the store, waits to
   * take its place.
   *
   * @throws {AgentClosedError}
   */
  start(): void
  /**
   * One cycle of each stream, after any that runs already. What fails is in the reports, not thrown.
   *
   * @throws {AgentClosedError}
   * @throws {LeaseHeldError} another agent writes the store
   * @throws {StoreError} the store cannot be written
   */
  syncOnce(signal?: AbortSignal): Promise<CycleReport[]>
  /**
   * Compares the store with everything the service has, and puts right what differs. A dry run may be made beside the
   * agent that writes the store.
   *
   * @throws {AgentClosedError}
   * @throws {LeaseHeldError} another agent writes the store
   */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport[]>
  readonly quarantine: Quarantine
  /**
   * Fetches what the news shows and the media folder lacks, once; those tried in vain before only when their time has come.
   *
   * @throws {AgentClosedError}
   * @throws {AgentOptionError} there is no media folder
   * @throws {LeaseHeldError} another agent writes the store
   */
  mirrorMedia(options?: MirrorMediaOptions): Promise<MirrorProgress>
  /** A copy of the store while it works. @throws {BackupError} the path is taken or cannot be written */
  backup(path: string): Promise<void>
  /** The journal, newest first. */
  runs(query?: RunsQuery): Promise<Run[]>
  /** @throws {AgentClosedError} */
  status(): Promise<Status>
  /**
   * Whether every stream was copied within `staleAfterMs`, as `/readyz` tells it.
   *
   * @throws {AgentClosedError}
   * @throws {StoreError} the store does not answer
   */
  readiness(): Promise<Readiness>
  /** Cancels a running cycle, ends serving, closes the store. Takes 5 s at most; what was half done is not kept. */
  close(): Promise<void>
}

export interface MirrorMediaOptions {
  signal?: AbortSignal | undefined
  /** Told after each file. */
  onProgress?: ((progress: MirrorProgress) => void) | undefined
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
  const { streams, zone, timeoutMs, totalMs, maxBytes, leaseMs, staleAfterMs, widgetDir } = settings
  const { clock = systemClock, fetch = globalThis.fetch, logger = pino(pino.destination(2)) } = options
  const {
    holder = `${hostname()}:${process.pid}`,
    random = Math.random,
    onProgress = () => undefined,
  } = options
  const { wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }) } = options
  const serviceUrl = addressOf(settings.serviceUrl).replace(/\/+$/, '')

  const { store, watch } = watchedStore(openSqliteStore(settings.db))
  await refuseOtherService(store, settings.db, serviceUrl)
  const status = () =>
    readStatus(store, {
      ...{ source: serviceUrl, streams, clock },
      token: lease.token(),
      relayed: popupRelay?.state(),
    })
  const readiness = async () => {
    const note = publishing?.problem()
    return { ...(await readReadiness({ store, streams, staleAfterMs, clock })), ...(note && { note }) }
  }
  const metrics = createMetrics(streams)
  relayMetrics(metrics.registry, () => popupRelay?.state() ?? [])
  const readStatusMetrics = statusMetrics(metrics.registry, status)
  const counted = countedFetch(fetch, metrics)
  const content = createContentClient({ serviceUrl, timeoutMs, totalMs, maxBytes, fetch: counted })
  const { popupIntervalMs, popupStaleMs: staleMs } = settings
  const popupRelay =
    popupIntervalMs === false
      ? undefined
      : createPopupRelay({
          ...{ store, serviceUrl, staleMs, clock, fetch: counted, logger, random },
          intervalMs: popupIntervalMs,
        })
  const publishing = publishingOf(settings, {
    ...{ store, watch, popupRelay, serviceUrl, clock, logger },
    metrics,
  })
  const indexing = createIndexing({ store, logger, metrics })
  const { media, publicUrl } = settings
  const served = media && publicUrl ? mirroredStore(store, publicUrl) : store
  const server = createHttpApi({
    store: served,
    streams,
    zone,
    logger,
    operations: { readiness, metrics, readStatusMetrics },
    widgetDir,
    popupRelay,
    watch,
    maxFollowers: settings.maxFollowers,
    indexing,
    media: media && { folder: mediaFolder(media.dir) },
    corsOrigins: settings.corsOrigins,
    feeds: {
      settings: { ...settings.feeds, zone },
      entries: settings.feeds.entries,
      publicUrl: settings.publicUrl,
      clock,
    },
  })
  const forHost = createHostHandler(server)
  const closing = new AbortController()
  const lease = createLease({ store, holder, leaseMs, logger })
  const courier = createCourier({
    ...{ store: served, lease, watch, zone, clock, random, logger },
    publicUrl,
    secrets: openSecrets(settings.db),
    send: createSend({ allowedHosts: settings.webhookAllowHosts }),
    metrics,
  })
  const mirror = mirrorOf(media, {
    ...{ store, lease, watch, clock, random, logger },
    metrics,
  })
  const parts = { content, store, clock, logger, zone, serviceUrl, wait, random, onProgress }
  const work = createWork({
    ...parts,
    streams,
    lease,
    leaseMs,
    onReports: reports => {
      countRuns(metrics, reports)
      indexing.wake()
    },
    closing: closing.signal,
  })
  const schedules = [scheduleTask(settings.schedule, work.scheduledCycles, logger)]
  if (settings.reconcileSchedule !== false) {
    schedules.push(scheduleTask(settings.reconcileSchedule, work.scheduledReconcile, logger))
  }

  const refuseWhenClosed = () => {
    if (closing.signal.aborted) throw new AgentClosedError('the agent is closed')
  }
  /** Until the caller or the end of the agent cancels it. */
  const cancellable = async <Result>(
    signal: AbortSignal | undefined,
    task: (either: AbortSignal) => Promise<Result>,
  ) => {
    refuseWhenClosed()
    try {
      return await task(signal ? AbortSignal.any([signal, closing.signal]) : closing.signal)
    } catch (error) {
      refuseWhenClosed()
      throw error
    }
  }

  let leading: Promise<void> = Promise.resolve()
  const close = async () => {
    closing.abort()
    popupRelay?.close()
    indexing.close()
    const published = publishing?.close()
    for (const schedule of schedules) await schedule.stop()
    await within(
      CLOSE_GRACE_MS,
      Promise.all([work.end(), leading, courier.close(), published, mirror?.close()]),
    )
    await lease.release().catch(error => logger.debug(`lease not given back: ${error}`))
    // The end of serving ends those who follow; what else is being answered, by itself or inside a host, may end.
    const served = Promise.all([server.close(), forHost.end()])
    await within(CLOSE_GRACE_MS, served)
    server.server.closeAllConnections()
    await server.close()
    await store.close()
  }
  let closed: Promise<void> | undefined
  const closeOnce = () => {
    closed ??= close()
    return closed
  }

  return {
    handler: forHost.at(''),
    handlerAt: forHost.at,
    async listen() {
      refuseWhenClosed()
      return listen(server, settings)
    },
    start() {
      refuseWhenClosed()
      for (const schedule of schedules) schedule.start()
      leading = work.lead()
      publishing?.begin()
      courier.begin()
      mirror?.begin()
    },
    syncOnce: signal => cancellable(signal, work.cycles),
    reconcile: (options = {}) => cancellable(options.signal, either => work.reconcile(options, either)),
    quarantine: {
      list: () => cancellable(undefined, store.quarantined),
      show: id => cancellable(undefined, () => store.quarantinedEntry(id)),
      retry: ids => cancellable(undefined, () => work.retry(ids)),
      drop: id => cancellable(undefined, () => store.dropQuarantined(id)),
    },
    async mirrorMedia({ signal, onProgress } = {}) {
      if (!mirror) throw new AgentOptionError('media', 'there is no folder to mirror into')
      return cancellable(signal, async either => {
        const token = await lease.acquire({ withinMs: leaseMs + 1_000, signal: either })
        return mirror.fetchAll(token, either, onProgress)
      })
    },
    backup: path => cancellable(undefined, () => store.backup(path)),
    runs: (query = {}) => cancellable(undefined, () => store.runs(query)),
    async status() {
      refuseWhenClosed()
      return status()
    },
    async readiness() {
      refuseWhenClosed()
      return readiness()
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** One file holds one service's news: another service's identifiers would mean other entries. */
async function refuseOtherService(store: AgentStore, db: string, serviceUrl: string): Promise<void> {
  const remembered = await store.serviceUrl()
  if (remembered === undefined || remembered === serviceUrl) return
  await store.close()
  throw new AgentOptionError(
    'serviceUrl',
    `${db} holds news from ${remembered}; name another file for ${serviceUrl}, or delete this one if that address was a mistake`,
  )
}

/** Waits for the end of something, but no longer than this. */
async function within(milliseconds: number, end: Promise<unknown>): Promise<void> {
  const inTime = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: inTime.signal }).catch(() => undefined)
  await Promise.race([end, late])
  inTime.abort()
}
