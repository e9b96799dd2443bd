/** The dependencies of all parts of an agent, made once from its options. Only this file uses the machine's clock, name and random numbers. */

import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Logger, pino } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import { type ContentClient, createContentClient } from '../shared/client/content.ts'
import { type Clock, systemClock } from '../shared/clock.ts'
import { fetchAsAgent } from './fetch-as-agent.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { identityOf } from './options/feeds.ts'
import {
  AgentOptionError,
  type CheckedOptions,
  checkOptions,
  type SyncAgentOptions,
  type SyncProgress,
  type Wait,
} from './options/options.ts'
import { isSecured, serviceAddress } from './service-address.ts'
import { Availability } from './store/availability.ts'
import { lastSeq } from './store/change-marks.ts'
import type { MirrorUrl } from './store/mirrored.ts'
import { openStore } from './store/open.ts'
import { serviceSource } from './store/service-source.ts'
import type { AgentStore } from './store/store.ts'
import type { Unrecorded } from './store/unrecorded.ts'
import { createWatch, type SeqWatch } from './store/watch.ts'
import type { Stream } from './stream.ts'

export interface AgentContext {
  settings: CheckedOptions
  streams: readonly [Stream, ...Stream[]]
  /** The school's time zone. */
  zone: string
  /** The service's address, without a slash at its end. */
  serviceUrl: string
  store: AgentStore
  /** Since when the store does not answer; undefined: it does. */
  awaySince: () => Temporal.Instant | undefined
  /** The URL of a mirrored file for visitors; undefined: this agent has no mirror, or no public address. */
  mirrorUrl: MirrorUrl | undefined
  watch: SeqWatch
  metrics: Metrics
  /** Calls to the service; each is counted. */
  fetch: typeof fetch
  content: ContentClient
  /** What entries received lately came to, by a hash of their text: most of a window comes again in the next cycle. */
  recent: RecentEntries
  unrecorded: Unrecorded
  clock: Clock
  logger: Logger
  /** Warns of what comes again in each cycle: each text once. */
  warnOnce: (fields: object, text: string) => void
  /** From 0 up to 1. */
  random: () => number
  wait: Wait
  /** Called while a large answer is read. */
  onSyncProgress: (progress: SyncProgress) => void
  /** This agent's name in the lease, for messages. */
  holder: string
}

/** What a run needs of the agent. */
export type SyncParts = Pick<
  AgentContext,
  | 'content'
  | 'recent'
  | 'unrecorded'
  | 'store'
  | 'clock'
  | 'logger'
  | 'warnOnce'
  | 'zone'
  | 'serviceUrl'
  | 'wait'
  | 'random'
  | 'onSyncProgress'
>

export type RecentEntries = LRUCache<string, { newsId: string; hash: string }>

/** Ten minutes with 15 changes a second, in about 3 MB. */
const RECENT_ENTRIES = 10_000
const REMEMBERED_WARNINGS = 1_000

/**
 * Checks the options and opens the store.
 *
 * @throws {AgentOptionError} invalid option
 * @throws {StoreError} the store cannot be used
 */
export async function createContext(options: SyncAgentOptions): Promise<AgentContext> {
  const settings = checkOptions(options)
  const { clock = systemClock, logger = pino(pino.destination(2)), random = Math.random } = options
  const { holder = `${hostname()}:${process.pid}`, onProgress: onSyncProgress = () => undefined } = options
  const { wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }) } = options
  const { streams, zone, timeoutMs, totalMs, maxBytes, media, publicUrl } = settings
  const serviceUrl = serviceAddress(settings.serviceUrl)

  const availability = new Availability(clock, logger)
  const store = await openStore(settings.db, { availability })
  try {
    await refuseOtherService(store, settings.db, serviceUrl)
    if (options.feeds?.identity === undefined) await keepGuids(store, settings)
  } catch (error) {
    await store.close()
    throw error
  }
  const metrics = createMetrics(streams)
  const fetch = countedFetch(options.fetch ?? fetchAsAgent, metrics)
  return {
    ...{ settings, streams, zone, serviceUrl, store, metrics, fetch },
    awaySince: () => availability.awaySince(),
    watch: createWatch(() => lastSeq(store.reading)),
    mirrorUrl: media && publicUrl ? path => publicUrl + path : undefined,
    content: createContentClient({ serviceUrl, timeoutMs, totalMs, maxBytes, fetch }),
    recent: new LRUCache({ max: RECENT_ENTRIES }),
    unrecorded: new Map(),
    warnOnce: warningOnce(logger),
    ...{ clock, logger, random, wait, onSyncProgress, holder },
  }
}

function warningOnce(logger: Logger): AgentContext['warnOnce'] {
  const said = new LRUCache<string, true>({ max: REMEMBERED_WARNINGS })
  return (fields, text) => {
    if (!said.has(text)) logger.warn(fields, text)
    said.set(text, true)
  }
}

/**
 * A store has the news of one service only: another service uses the same identifiers for other entries. The same address
 * with https is the same service; the store takes it over with its first complete answer.
 */
async function refuseOtherService(store: AgentStore, db: string, serviceUrl: string): Promise<void> {
  const known = (await serviceSource(store.reading)).url
  if (known === undefined || known === serviceUrl || isSecured(known, serviceUrl)) return
  throw new AgentOptionError(
    'serviceUrl',
    `${db} holds news from ${known}, not from ${serviceUrl}; if the service has moved there, run: schoolbell sync move --db ${db} --service-url ${serviceUrl}; for another school, name another store, or delete this one if that address was a mistake`,
  )
}

/** After a move, the base of the GUIDs is still the first address. */
async function keepGuids(store: AgentStore, settings: CheckedOptions): Promise<void> {
  const first = (await serviceSource(store.reading)).first
  if (first !== undefined) settings.feeds = { ...settings.feeds, identity: identityOf(first) }
}

/** Counts calls by HTTP status. */
function countedFetch(call: typeof fetch, { serviceRequests }: Metrics): typeof fetch {
  return async function fetchAndCount(input, init) {
    try {
      const response = await call(input, init)
      serviceRequests.inc({ status: response.status })
      return response
    } catch (error) {
      serviceRequests.inc({ status: 'none' })
      throw error
    }
  }
}
