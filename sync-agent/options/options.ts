/** The agent's options, with checks and defaults. Each error names its option. */
import type { Logger } from 'pino'
import { addressFault } from '../../shared/client/given.ts'
import type { Clock } from '../../shared/clock.ts'
import { isLanguage, isSiteId, LANGUAGES, SITE_IDS } from '../../shared/contract/site.ts'
import { isZone } from '../../shared/contract/wire-time.ts'
import { withoutEnd } from '../../shared/text/without-end.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { isPostgres } from '../is-postgres.ts'
import { type Stream, sameStream, streamName } from '../stream.ts'
import { type AlertTarget, checkAlerts } from './alerts.ts'
import { cronFault } from './cron.ts'
import { type CheckedFeedOptions, checkFeeds, type FeedOptions } from './feeds.ts'
import { isHost } from './host.ts'
import { checkMedia, type MediaOptions, type MediaSettings } from './media.ts'
import { type CheckedPublishOptions, checkPublish, type PublishOptions } from './publish.ts'

/** Default of `staleAfterMs`. */
export const STALE_AFTER_MS = 15 * 60_000

/** `*`: any. */
export type AllowedOrigins = '*' | readonly string[]

export interface SyncAgentOptions {
  /** The service's address with its first path segment, as in `http://127.0.0.1:4010/cms`. */
  serviceUrl: string | URL
  /** What to copy. Requests without a site or language get the first stream that fits. */
  streams: readonly Stream[]
  /** The agent's store: a file of SQLite, or an address as in `postgres://user@db.example/school`. */
  db: string
  /** Cron expression in UTC: five fields, or six with seconds first. Default: every minute. */
  schedule?: string | undefined
  /**
   * When the store is compared with all news of the service, as a cron expression in UTC; `false`: never by schedule.
   * Default `17 19 * * *`, a quiet hour in Hong Kong.
   */
  reconcileSchedule?: string | false | undefined
  /** The school's time zone. Default `Asia/Hong_Kong`. */
  zone?: string | undefined
  /** Address for `listen()`. Default `127.0.0.1`. */
  host?: string | undefined
  /** Default 4020; 0 takes a free one. */
  port?: number | undefined
  /**
   * Origins whose pages may read the responses, as in `https://school.example`; `*`: any. Default `*`. The widget's files
   * and popup messages are always for any page.
   */
  corsOrigins?: AllowedOrigins | undefined
  /** Folder of the built widget, served under `/widget/`; `false`: none. Default: the package's own. */
  widgetDir?: string | false | undefined
  /**
   * How often the popup relay calls the service while visitors come; `false`: no relay. Milliseconds, default 15,000.
   */
  popupIntervalMs?: number | false | undefined
  /**
   * How long the last good popup messages stay valid while the service does not respond. Milliseconds, default 6 hours:
   * enough for a morning with a typhoon signal, and gone the next day.
   */
  popupStaleMs?: number | undefined
  /**
   * Most open streams of changes, and most calls that wait for changes; further ones get 503. Default 1,000.
   */
  maxFollowers?: number | undefined
  /**
   * Where readers reach the agent, as in `https://school.example/school/`. All URLs that the agent makes begin with it. The
   * web server in front may keep or remove the path. Default: the address of the request, with `http`.
   */
  publicUrl?: string | URL | undefined
  /** Options of `/feeds/…`. */
  feeds?: FeedOptions | undefined
  /** Copies attachments and pictures into a folder and serves them under `/media/`; needs `publicUrl`. Default: off. */
  media?: MediaOptions | undefined
  /** Keeps the news as files in the folder `to`, while the agent copies by schedule. Default: off. */
  publish?: (PublishOptions & { to: string }) | undefined
  /**
   * Hosts of webhooks and alerts, `host` or `host:port`, that may be private or without TLS. Default: none.
   */
  webhookAllowHosts?: readonly string[] | undefined
  /**
   * File of the key that makes the secrets of webhooks. Default: beside the store's file. A store in PostgreSQL needs it for
   * webhooks: the same file at every agent.
   */
  webhookKey?: string | undefined
  /**
   * Where problems are told of, and their ends: `https://…` gets JSON, `slack+https://…` a message, `ntfy+https://…` a
   * notification, `ping+https://…` a call each minute while all is well. Default: nowhere.
   */
  alerts?: readonly string[] | undefined
  /** Longest wait for the next data of the service. Milliseconds, default 30,000. */
  timeoutMs?: number | undefined
  /** Longest call to the service. Milliseconds, default 15 minutes. */
  totalMs?: number | undefined
  /** Largest response. Bytes, default 256 MiB. */
  maxBytes?: number | undefined
  /**
   * Time without a sign of life after which another agent takes over the store. Milliseconds, default 1,200 with PostgreSQL
   * and 5,000 with a file, where each sign of life is a write to the disk.
   */
  leaseMs?: number | undefined
  /** Age of the news at which `/freshz` fails. Milliseconds, default 15 minutes. */
  staleAfterMs?: number | undefined
  /** This agent's name in the lease. Default `hostname:pid`. */
  holder?: string | undefined
  /** Called often while a response is received. */
  onProgress?: ((progress: SyncProgress) => void) | undefined
  clock?: Clock | undefined
  /** From 0 up to 1, default `Math.random`: spreads the retries of many agents. */
  random?: (() => number) | undefined
  /** Waits before a retry; rejects when the signal is aborted. Default: a timer. */
  wait?: Wait | undefined
  fetch?: typeof fetch | undefined
  /** Default: one that writes lines of JSON to standard error. */
  logger?: Logger | undefined
}

/** Progress of one response. */
export interface SyncProgress {
  stream: Stream
  /** Entries read so far. */
  entries: number
  bytes: number
  /** Since the request, milliseconds. */
  elapsedMs: number
  /** Size of the response, if the service sends it. */
  totalBytes?: number
}

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export interface CheckedOptions {
  serviceUrl: URL
  streams: readonly [Stream, ...Stream[]]
  db: string
  schedule: string
  reconcileSchedule: string | false
  zone: string
  host: string
  port: number
  corsOrigins: AllowedOrigins
  widgetDir: string | false
  popupIntervalMs: number | false
  popupStaleMs: number
  maxFollowers: number
  publicUrl: string | undefined
  feeds: CheckedFeedOptions
  media: MediaSettings | undefined
  publish: (CheckedPublishOptions & { to: string }) | undefined
  webhookAllowHosts: readonly string[]
  webhookKey: string | undefined
  alerts: readonly AlertTarget[]
  timeoutMs: number
  totalMs: number
  maxBytes: number
  leaseMs: number
  staleAfterMs: number
}

/** Options of earlier versions, and what is there in their place. */
const GONE = {
  proxy:
    'this option is gone; call http.setGlobalProxyFromEnv() of Node before, which reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
} as const

/** Invalid option. Nothing was opened. */
export class AgentOptionError extends Error {
  override name = 'AgentOptionError'
  readonly code = 'OPTION_INVALID'
  readonly option: keyof SyncAgentOptions | keyof typeof GONE

  constructor(option: AgentOptionError['option'], reason: string) {
    super(`${option}: ${reason}`)
    this.option = option
  }
}

/** @throws {AgentOptionError} */
export function checkOptions(options: SyncAgentOptions): CheckedOptions {
  const { schedule = '* * * * *', zone = 'Asia/Hong_Kong', host = '127.0.0.1', port = 4020 } = options
  const { reconcileSchedule = '17 19 * * *', timeoutMs = 30_000, popupIntervalMs = 15_000 } = options
  for (const [name, reason] of Object.entries(GONE)) {
    if (name in options) throw new AgentOptionError(name as keyof typeof GONE, reason)
  }
  checkCron('schedule', schedule)
  if (reconcileSchedule !== false) checkCron('reconcileSchedule', reconcileSchedule)
  if (!isZone(zone)) throw new AgentOptionError('zone', `"${zone}" is not a time zone such as Asia/Hong_Kong`)
  if (!options.db) throw new AgentOptionError('db', 'must not be empty')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new AgentOptionError('port', `${port} is not between 0 and 65535`)
  }
  const serviceUrl = checkAddress('serviceUrl', options.serviceUrl)
  return {
    serviceUrl,
    streams: checkStreams(options.streams),
    db: options.db,
    schedule,
    reconcileSchedule,
    zone,
    host,
    port,
    corsOrigins: checkOrigins(options.corsOrigins ?? '*'),
    widgetDir: options.widgetDir ?? WIDGET_DIR,
    popupIntervalMs: popupIntervalMs === false ? false : checkPositive('popupIntervalMs', popupIntervalMs),
    popupStaleMs: checkPositive('popupStaleMs', options.popupStaleMs ?? 6 * 3_600_000),
    maxFollowers: checkPositive('maxFollowers', options.maxFollowers ?? 1_000),
    publicUrl: options.publicUrl && checkPublicUrl(options.publicUrl),
    feeds: checkFeeds(options.feeds ?? {}, serviceUrl, reason => new AgentOptionError('feeds', reason)),
    media: options.media && checkMirror(options.media, serviceUrl, options.publicUrl),
    publish: options.publish && checkFolder(options.publish),
    webhookAllowHosts: checkHosts(options.webhookAllowHosts ?? []),
    webhookKey: options.webhookKey,
    alerts: checkAlerts(options.alerts ?? [], reason => new AgentOptionError('alerts', reason)),
    timeoutMs: checkPositive('timeoutMs', timeoutMs),
    totalMs: checkPositive('totalMs', options.totalMs ?? Math.max(15 * 60_000, timeoutMs)),
    maxBytes: checkPositive('maxBytes', options.maxBytes ?? 256 * 1024 * 1024),
    leaseMs: checkPositive('leaseMs', options.leaseMs ?? defaultLeaseMs(options.db)),
    staleAfterMs: checkPositive('staleAfterMs', options.staleAfterMs ?? STALE_AFTER_MS),
  }
}

/** Signs of life come four times as often; in a file, each one waits for the disk. */
export const defaultLeaseMs = (db: string): number => (isPostgres(db) ? 1_200 : 5_000)

function checkCron(option: 'schedule' | 'reconcileSchedule', expression: string): void {
  const fault = cronFault(expression)
  if (fault) throw new AgentOptionError(option, `"${expression}" is not a cron expression (${fault})`)
}

function checkAddress(option: 'serviceUrl' | 'publicUrl', address: string | URL): URL {
  const fault = addressFault(address)
  if (fault) throw new AgentOptionError(option, fault)
  return new URL(address)
}

function checkMirror(
  media: MediaOptions,
  serviceUrl: URL,
  publicUrl: SyncAgentOptions['publicUrl'],
): MediaSettings {
  const refuse = (reason: string) => new AgentOptionError('media', reason)
  if (publicUrl) return checkMedia(media, serviceUrl, refuse)
  throw refuse('needs publicUrl, where readers reach the agent')
}

function checkFolder({ to, ...options }: PublishOptions & { to: string }): CheckedOptions['publish'] {
  const fail = (reason: string) => new AgentOptionError('publish', reason)
  if (!to) throw fail('to: must not be empty')
  return { to, ...checkPublish(options, fail) }
}

function checkOrigins(origins: AllowedOrigins): AllowedOrigins {
  if (origins === '*') return origins
  if (origins.length === 0) throw new AgentOptionError('corsOrigins', 'must not be empty; "*" allows any')
  const wrong = origins.find(origin => URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return origins
  throw new AgentOptionError('corsOrigins', `"${wrong}" is not an origin such as https://school.example`)
}

/** Such a path could not be distinguished from the agent's own paths. */
function checkPublicUrl(address: string | URL): string {
  const url = asFolder(checkAddress('publicUrl', address))
  const own = OWN_PATHS.find(path => new URL(url).pathname.startsWith(`/${path}/`))
  if (own === undefined) return url
  throw new AgentOptionError(
    'publicUrl',
    `the agent itself uses /${own}/; choose another path, as in https://school.example/school/`,
  )
}

/** First segments of the agent's own paths. */
const OWN_PATHS = [
  ...['cms', 'feeds', 'media', 'v1', 'widget'],
  ...['freshz', 'livez', 'metrics', 'openapi.json', 'readyz'],
]

function checkHosts(hosts: readonly string[]): readonly string[] {
  const wrong = hosts.find(host => !isHost(host))
  if (wrong === undefined) return hosts
  throw new AgentOptionError('webhookAllowHosts', `"${wrong}" is not a host such as 127.0.0.1:8080`)
}

/** An address that other URLs can be relative to. */
const asFolder = ({ origin, pathname }: URL) => `${origin}${withoutEnd(pathname, '/')}/`

function checkStreams(streams: readonly Stream[]): [Stream, ...Stream[]] {
  const fail = (reason: string) => new AgentOptionError('streams', reason)
  const [first, ...others] = streams.map(({ siteId, lang }) => {
    if (!isSiteId(siteId)) throw fail(`"${siteId}" is not a site; sites are ${SITE_IDS.join(' and ')}`)
    if (!isLanguage(lang)) throw fail(`"${lang}" is not a language; languages are ${LANGUAGES.join(' and ')}`)
    return { siteId, lang }
  })
  if (!first) throw fail('must have at least one site and language')
  const all: [Stream, ...Stream[]] = [first, ...others]
  const twice = all.find((stream, index) => all.findIndex(other => sameStream(stream, other)) !== index)
  if (twice) throw fail(`${streamName(twice)} is there twice`)
  return all
}

type Quantity =
  | 'maxFollowers'
  | 'timeoutMs'
  | 'totalMs'
  | 'maxBytes'
  | 'leaseMs'
  | 'staleAfterMs'
  | 'popupIntervalMs'
  | 'popupStaleMs'

function checkPositive(option: Quantity, value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new AgentOptionError(option, `${value} is not a number above 0`)
}
