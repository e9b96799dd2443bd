/** The agent's options: checked once, defaults filled in, every fault named by its option. */
import type { Logger } from 'pino'
import type { Clock } from '../shared/clock.ts'
import { isLanguage, isSiteId, LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { isZone } from '../shared/contract/wire-time.ts'
import { type Stream, sameStream, streamName } from './stream.ts'
import { cronFault } from './sync/schedule.ts'

export interface SyncAgentOptions {
  /** The service's address with its first segment, as in `http://127.0.0.1:4010/cms`. */
  serviceUrl: string | URL
  /** What to copy; a visitor who names no website or language gets the first that fits. */
  streams: readonly Stream[]
  /** File of the agent's store. */
  db: string
  /** Cron expression in UTC: five fields, or six with seconds first. Default: every minute. */
  schedule?: string | undefined
  /** The school's zone, in which the service's wall clocks are read. Default `Asia/Hong_Kong`. */
  zone?: string | undefined
  /** Where `listen()` serves news. Default `127.0.0.1`. */
  host?: string | undefined
  /** Default 4020; 0 takes a free one. */
  port?: number | undefined
  /** Longest call to the service, body included. Milliseconds, default 30,000. */
  timeoutMs?: number | undefined
  /** Largest answer taken. Bytes, default 64 MiB. */
  maxBytes?: number | undefined
  clock?: Clock | undefined
  fetch?: typeof fetch | undefined
  /** Default: one that writes lines of JSON to standard error. */
  logger?: Logger | undefined
}

export interface CheckedOptions {
  serviceUrl: URL
  streams: readonly [Stream, ...Stream[]]
  db: string
  schedule: string
  zone: string
  host: string
  port: number
  timeoutMs: number
  maxBytes: number
}

/** An option cannot be used; nothing was opened. */
export class AgentOptionError extends Error {
  override name = 'AgentOptionError'
  readonly code = 'OPTION_INVALID'
  readonly option: keyof SyncAgentOptions

  constructor(option: keyof SyncAgentOptions, reason: string) {
    super(`${option}: ${reason}`)
    this.option = option
  }
}

/** @throws {AgentOptionError} */
export function checkOptions(options: SyncAgentOptions): CheckedOptions {
  const { schedule = '* * * * *', zone = 'Asia/Hong_Kong', host = '127.0.0.1', port = 4020 } = options
  const fault = cronFault(schedule)
  if (fault) throw new AgentOptionError('schedule', `"${schedule}" is no cron expression (${fault})`)
  if (!isZone(zone)) throw new AgentOptionError('zone', `"${zone}" is no time zone, as Asia/Hong_Kong is`)
  if (!options.db) throw new AgentOptionError('db', 'names no file')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new AgentOptionError('port', `${port} is not between 0 and 65535`)
  }
  return {
    serviceUrl: checkAddress(options.serviceUrl),
    streams: checkStreams(options.streams),
    db: options.db,
    schedule,
    zone,
    host,
    port,
    timeoutMs: checkPositive('timeoutMs', options.timeoutMs ?? 30_000),
    maxBytes: checkPositive('maxBytes', options.maxBytes ?? 64 * 1024 * 1024),
  }
}

function checkAddress(address: string | URL): URL {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new AgentOptionError('serviceUrl', `"${address}" is no http or https address`)
}

function checkStreams(streams: readonly Stream[]): [Stream, ...Stream[]] {
  const fail = (reason: string) => new AgentOptionError('streams', reason)
  const [first, ...others] = streams.map(({ siteId, lang }) => {
    if (!isSiteId(siteId)) throw fail(`"${siteId}" is no site; there are ${SITE_IDS.join(' and ')}`)
    if (!isLanguage(lang)) throw fail(`"${lang}" is no language; there are ${LANGUAGES.join(' and ')}`)
    return { siteId, lang }
  })
  if (!first) throw fail('there is none; name at least one site and language')
  const all: [Stream, ...Stream[]] = [first, ...others]
  const twice = all.find((stream, index) => all.findIndex(other => sameStream(stream, other)) !== index)
  if (twice) throw fail(`${streamName(twice)} stands there twice`)
  return all
}

function checkPositive(option: 'timeoutMs' | 'maxBytes', value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new AgentOptionError(option, `${value} is not a number above 0`)
}
