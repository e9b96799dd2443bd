/** The sync agent: copies news into its own store by schedule and serves it to the host site. */

import type { FastifyInstance } from 'fastify'
import { listen } from '../shared/server/listen.ts'
import { within } from '../shared/within.ts'
import { type AgentContext, createContext } from './context.ts'
import { sqlFollowers } from './destinations/sql/follower.ts'
import { wordPressFollowers } from './destinations/wordpress/follower.ts'
import { Runner } from './log/runner.ts'
import { inWords } from './operations/age.ts'
import { Alerts } from './operations/alerts/alerts.ts'
import { refuseUnsafeAlerts } from './operations/alerts/send.ts'
import { tellNotCopied } from './operations/drop-stream.ts'
import { type Readiness, readinessOf } from './operations/readiness.ts'
import { readAgentHealth, readAgentStatus, type Status } from './operations/status.ts'
import { AgentOptionError, type SyncAgentOptions } from './options/options.ts'
import type { Publishing } from './outlets/files/keep-current.ts'
import { publishingOf } from './outlets/files/of-agent.ts'
import { createGuardedFetch } from './outlets/guarded-fetch.ts'
import { createHostHandler, type HostHandler, type RequestHandler } from './outlets/http/host-handler.ts'
import { mediaFolder } from './outlets/media/folder.ts'
import { mediaFollowers } from './outlets/media/follower.ts'
import { Mirror, type MirrorProgress } from './outlets/media/mirror.ts'
import { refuseWrongPlaces } from './outlets/places.ts'
import { relayMetrics } from './outlets/popup-relay/metrics.ts'
import { createPopupRelay, type PopupRelay } from './outlets/popup-relay/relay.ts'
import { tellWrongKey, type WebhookParts, webhookFollowers } from './outlets/webhooks/follower.ts'
import { openSecrets } from './outlets/webhooks/secrets.ts'
import { createSend } from './outlets/webhooks/send.ts'
import { createServer, type ServerParts } from './server.ts'
import { listRuns } from './store/journal.ts'
import { MEDIA_FOLLOWER } from './store/media-uses.ts'
import { dropQuarantined, listQuarantined, readQuarantined } from './store/quarantine-rows.ts'
import type { Run, RunsQuery } from './store/types.ts'
import { Lease } from './sync/lease.ts'
import {
  type CycleReport,
  countRuns,
  type Quarantine,
  type ReconcileOptions,
  type ReconcileReport,
} from './sync/reports.ts'
import { Schedule } from './sync/schedule.ts'
import { Work } from './sync/work.ts'

export interface SyncAgent extends AsyncDisposable {
  /** Serves news, and returns the address, as in `http://127.0.0.1:4020`. @throws {ListenError} */
  listen(): Promise<string>
  /**
   * Serves the same as `listen()` inside the host's own server, if it removes the prefix from the URL, as Express does:
   * `app.use('/school', agent.handler)`.
   */
  readonly handler: RequestHandler
  /** The same for a host that keeps the prefix in the URL, as Fastify and Hono do: `agent.handlerAt('/school')`. */
  handlerAt(prefix: string): RequestHandler
  /**
   * Runs one cycle of each stream at once and then by schedule. While another agent writes the store, it waits to take
   * over.
   *
   * @throws {AgentClosedError}
   */
  start(): void
  /**
   * Runs one cycle of each stream, after the current one. Failures are in the reports, not thrown.
   *
   * @throws {AgentClosedError}
   * @throws {LeaseHeldError} another agent writes the store
   * @throws {StoreError} the store cannot be written
   */
  syncOnce(signal?: AbortSignal): Promise<CycleReport[]>
  /**
   * Compares the store with all news of the service and corrects the differences. A dry run is possible while another
   * agent writes the store.
   *
   * @throws {AgentClosedError}
   * @throws {LeaseHeldError} another agent writes the store
   */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport[]>
  readonly quarantine: Quarantine
  /**
   * Downloads missing files of the news once; files that failed before only when their next attempt is due.
   *
   * @throws {AgentClosedError}
   * @throws {AgentOptionError} no media folder is set
   * @throws {LeaseHeldError} another agent writes the store
   */
  mirrorMedia(options?: MirrorMediaOptions): Promise<MirrorProgress>
  /** Copies the store, also while it is written. @throws {BackupError} the file exists or cannot be written */
  backup(path: string): Promise<void>
  /** The recorded runs, newest first. */
  runs(query?: RunsQuery): Promise<Run[]>
  /** @throws {AgentClosedError} */
  status(): Promise<Status>
  /**
   * Whether every stream was copied once, as in `/readyz`, and within `staleAfterMs`, as in `/freshz`.
   *
   * @throws {AgentClosedError}
   * @throws {StoreError} the store does not respond
   */
  readiness(): Promise<Readiness>
  /** Rolls back a running cycle, stops serving and closes the store. Takes 6 s at most. */
  close(): Promise<void>
}

export interface MirrorMediaOptions {
  signal?: AbortSignal | undefined
  /** Called after each file. */
  onProgress?: ((progress: MirrorProgress) => void) | undefined
}

/** The agent was closed before the call. */
export class AgentClosedError extends Error {
  override name = 'AgentClosedError'
  readonly code = 'AGENT_CLOSED'
}

const CLOSE_GRACE_MS = 2_000
/** A database that says nothing keeps nobody waiting. */
const STORE_GRACE_MS = 500
/** A lease lasts for its whole length after its holder has ended; another agent waits a little longer. */
const LEASE_MARGIN_MS = 1_000

/**
 * Creates an agent. Call `listen()` to serve, `start()` to copy by schedule, `syncOnce()` to copy now.
 *
 * @throws {AgentOptionError} invalid option
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
  const context = await createContext(options)
  try {
    await refuseWrongPlaces(context.settings)
    refuseUnsafeAlerts(context.settings.alerts, context.settings.webhookAllowHosts)
  } catch (error) {
    await context.store.close()
    throw error
  }
  return new Agent(context)
}

class Agent implements SyncAgent {
  readonly handler: RequestHandler
  readonly quarantine: Quarantine
  readonly #context: AgentContext
  readonly #closing = new AbortController()
  readonly #lease: Lease
  readonly #work: Work
  readonly #cycles: Schedule
  /** Undefined: `reconcileSchedule` is off. */
  readonly #reconciliations: Schedule | undefined
  readonly #webhooks: WebhookParts
  readonly #followers: Runner
  /** Undefined if the options do not enable it; so are the next two. */
  readonly #popupRelay: PopupRelay | undefined
  readonly #publishing: Publishing | undefined
  readonly #mirror: Mirror | undefined
  readonly #alerts: Alerts
  readonly #parts: ServerParts
  readonly #server: FastifyInstance
  readonly #hosted: HostHandler
  #leading: Promise<void> = Promise.resolve()
  #closed: Promise<void> | undefined

  constructor(context: AgentContext) {
    const { settings, store, holder, metrics, clock, logger } = context
    this.#context = context
    this.#lease = new Lease({ store, holder, leaseMs: settings.leaseMs, logger })
    this.#popupRelay = popupRelayOf(context)
    this.#publishing = publishingOf(context, this.#popupRelay)
    this.#webhooks = webhookParts(context)
    this.#followers = new Runner({
      ...{ store, watch: context.watch, random: context.random },
      ...{ lease: this.#lease, clock, logger },
      followers: async () => [
        ...(await webhookFollowers(this.#webhooks)),
        ...(await sqlFollowers(store, this.#webhooks.view)),
        ...(await wordPressFollowers(context)),
        ...(await mediaFollowers(store, settings.media !== undefined)),
      ],
    })
    this.#mirror = mirrorOf(context, this.#lease, this.#followers)
    this.#work = new Work({
      context,
      lease: this.#lease,
      closing: this.#closing.signal,
      onReports: reports => {
        countRuns(metrics, reports)
        context.watch.look()
      },
      onLeading: reconciledAt => this.#reconciliations?.missedSince(reconciledAt.epochMilliseconds),
    })
    const { schedule, reconcileSchedule } = settings
    this.#cycles = new Schedule({
      ...{ expression: schedule, clock, logger },
      task: () => this.#work.scheduledCycles(),
      onSetBack: milliseconds => logger.warn(clockSetBack(milliseconds)),
    })
    if (reconcileSchedule !== false)
      this.#reconciliations = new Schedule({
        ...{ expression: reconcileSchedule, clock, logger },
        task: () => this.#work.scheduledReconcile(),
      })
    relayMetrics(metrics.registry, () => this.#popupRelay?.state() ?? [])
    this.#parts = {
      ...{ lease: this.#lease, popupRelay: this.#popupRelay },
      publishing: this.#publishing,
    }
    this.#alerts = new Alerts({
      ...{ targets: settings.alerts, send: this.#webhooks.send, status: () => this.status() },
      ...{ store, lease: this.#lease, holder, clock, logger, metrics },
    })
    this.#server = createServer(context, this.#parts)
    this.#hosted = createHostHandler(this.#server)
    this.handler = this.#hosted.at('')
    this.quarantine = this.#quarantineOf(context)
  }

  handlerAt(prefix: string): RequestHandler {
    return this.#hosted.at(prefix)
  }

  async listen(): Promise<string> {
    this.#refuseWhenClosed()
    return listen(this.#server, this.#context.settings)
  }

  start(): void {
    this.#refuseWhenClosed()
    this.#cycles.start()
    this.#reconciliations?.start()
    const { store, streams, logger } = this.#context
    // A store that is away is told of by the cycles.
    void tellNotCopied(store, streams, logger).catch(error =>
      logger.debug(`cannot read the streams: ${error}`),
    )
    this.#leading = this.#work.lead()
    this.#publishing?.begin()
    void tellWrongKey(this.#webhooks, logger.child({ part: 'webhooks' }))
    this.#followers.begin()
    this.#mirror?.begin()
    this.#alerts.begin()
  }

  syncOnce(signal?: AbortSignal): Promise<CycleReport[]> {
    return this.#cancellable(signal, either => this.#work.cycles(either))
  }

  reconcile(options: ReconcileOptions = {}): Promise<ReconcileReport[]> {
    return this.#cancellable(options.signal, either => this.#work.reconcile(options, either))
  }

  async mirrorMedia({ signal, onProgress }: MirrorMediaOptions = {}): Promise<MirrorProgress> {
    const mirror = this.#mirror
    if (!mirror) throw new AgentOptionError('media', 'set a folder for mirrored files')
    return this.#cancellable(signal, async either => {
      const withinMs = this.#context.settings.leaseMs + LEASE_MARGIN_MS
      return mirror.fetchAll(await this.#lease.acquire({ withinMs, signal: either }), either, onProgress)
    })
  }

  backup(path: string): Promise<void> {
    return this.#cancellable(undefined, () => this.#context.store.backup(path))
  }

  runs(query: RunsQuery = {}): Promise<Run[]> {
    return this.#cancellable(undefined, () => listRuns(this.#context.store, query))
  }

  async status(): Promise<Status> {
    this.#refuseWhenClosed()
    return readAgentStatus(this.#context, this.#parts)
  }

  async readiness(): Promise<Readiness> {
    this.#refuseWhenClosed()
    return readinessOf(await readAgentHealth(this.#context, this.#parts))
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #quarantineOf({ store }: AgentContext): Quarantine {
    return {
      list: () => this.#cancellable(undefined, () => listQuarantined(store)),
      show: id => this.#cancellable(undefined, () => readQuarantined(store, id)),
      retry: ids => this.#cancellable(undefined, () => this.#work.retry(ids)),
      drop: id => this.#cancellable(undefined, () => dropQuarantined(store, id)),
    }
  }

  #refuseWhenClosed(): void {
    if (this.#closing.signal.aborted) throw new AgentClosedError('the agent is closed')
  }

  /** Aborted by the caller or when the agent is closed. */
  async #cancellable<Result>(
    signal: AbortSignal | undefined,
    task: (either: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.#refuseWhenClosed()
    const closing = this.#closing.signal
    try {
      return await task(signal ? AbortSignal.any([signal, closing]) : closing)
    } catch (error) {
      this.#refuseWhenClosed()
      throw error
    }
  }

  async #close(): Promise<void> {
    const { logger, store } = this.#context
    this.#closing.abort()
    this.#popupRelay?.close()
    const published = this.#publishing?.close()
    this.#cycles.stop()
    this.#reconciliations?.stop()
    await within(
      CLOSE_GRACE_MS,
      Promise.all([
        this.#work.end(),
        this.#leading,
        this.#followers.close(),
        published,
        this.#mirror?.close(),
        this.#alerts.close(),
      ]),
    )
    const released = this.#lease.release()
    await within(
      STORE_GRACE_MS,
      released.catch(error => logger.debug(`cannot release the lease: ${error}`)),
    )
    // Closing the server ends streams and waiting calls. Other responses in progress may end, also in a host's server.
    const served = Promise.all([this.#server.close(), this.#hosted.end()])
    await within(CLOSE_GRACE_MS, served)
    this.#server.server.closeAllConnections()
    await this.#server.close()
    await store.close()
  }
}

const clockSetBack = (milliseconds: number) =>
  `this machine's clock was set back by ${inWords(milliseconds)}: the news counts as old until the next cycle; check NTP if it happens again`

function popupRelayOf(context: AgentContext): PopupRelay | undefined {
  const { store, serviceUrl, clock, fetch, logger, random } = context
  const { popupIntervalMs: intervalMs, popupStaleMs: staleMs } = context.settings
  if (intervalMs === false) return undefined
  return createPopupRelay({ store, serviceUrl, intervalMs, staleMs, clock, fetch, logger, random })
}

function webhookParts(context: AgentContext): WebhookParts {
  const { store, zone, mirrorUrl, clock, metrics } = context
  const { db, webhookKey, publicUrl, webhookAllowHosts: allowedHosts } = context.settings
  const send = createSend({ allowedHosts })
  return {
    store,
    secrets: openSecrets(db, webhookKey),
    send,
    view: { zone, mirrorUrl },
    publicUrl,
    clock,
    metrics,
  }
}

function mirrorOf(context: AgentContext, lease: Lease, followers: Runner): Mirror | undefined {
  const { store, watch, clock, random, logger, metrics } = context
  const { media: settings } = context.settings
  if (!settings) return undefined
  const { dir, hosts, privateHosts } = settings
  return new Mirror({
    ...{ store, lease, watch, clock, random, logger, metrics, settings },
    catchUp: signal => followers.catchUp(MEDIA_FOLLOWER, signal),
    folder: mediaFolder(dir),
    fetch: createGuardedFetch({ hosts, privateHosts }),
  })
}
