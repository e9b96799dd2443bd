/** The options of a service, and their defaults. */
import { type Logger, pino } from 'pino'
import { type Clock, systemClock } from '../shared/clock.ts'
import { isZone } from '../shared/contract/wire-time.ts'
import { CONSOLE_DIR } from '../shared/package-root.ts'
import { hashOf } from '../shared/server/secret.ts'
import { withoutEnd } from '../shared/text/without-end.ts'
import { WIDGET_DIR } from '../shared/widget-dir.ts'
import { MEDIA_LIMITS, type MediaLimits } from './media/limits.ts'
import type { Seed } from './seed.ts'

export interface ServiceOptions {
  /** Folder for the store and its media, kept between runs. Absent: nothing outlives the service. */
  dataDir?: string
  /**
   * Default 127.0.0.1. A store with sample credentials is never served on anything but loopback; every address of the
   * machine at once (0.0.0.0, ::) asks for a `publicUrl`.
   */
  host?: string
  /** Default 4010; 0 takes a free one. */
  port?: number
  /** First path segment of the content API, default `/cms`; the API is served without it as well. */
  contentPath?: string
  /** The school's time zone, in which wall clocks of the content API are read. Default Asia/Hong_Kong. */
  zone?: string
  /**
   * What a new store is filled with: `sample`, `empty`, the path of a JSON file or of an exported state, or a seed or a
   * part of one, over an empty school. Default sample.
   */
  seed?: string | Partial<Seed>
  /**
   * Origin under which others reach the service, as in `https://service.school.example`: addresses of media and the
   * front page begin with it. Default: the address it listens on.
   */
  publicUrl?: string
  /** What may be uploaded; each limit that is not given is the one of `MEDIA_LIMITS`. */
  mediaLimits?: Partial<MediaLimits>
  /**
   * Serves uploaded PNG and JPEG pictures byte for byte, with place, device and owner in them: for tests of programs that
   * read EXIF. Default false.
   */
  keepOriginals?: boolean
  /** Time limit for an answer of the content API; then it is D20003. Milliseconds, default 10,000. */
  answerWithinMs?: number
  /** Signs in to the console, as a link does; required on any host but loopback. At least 12 characters. */
  adminPassword?: string
  /** With it programs use the console's API (`Authorization: Bearer`). At least 32 characters of those an address has. */
  consoleToken?: string
  /** The built console. Default: the one of this package. */
  consoleDir?: string
  /** The built widget, which the console's preview is. Default: the one of this package. */
  widgetDir?: string
  clock?: Clock
  /** In [0, 1): decides which calls a fault of the laboratory hits that hits a share of them. */
  random?: () => number
  logger?: Logger
}

/** Options after defaults; what has no default and was not given is undefined. */
export interface ServiceSettings
  extends Required<Omit<ServiceOptions, 'dataDir' | 'publicUrl' | 'mediaLimits' | Secret>> {
  dataDir: string | undefined
  publicUrl: string | undefined
  mediaLimits: MediaLimits
  /** As a hash, so that nothing can reveal it later. */
  adminPassword: Buffer | undefined
  consoleToken: Buffer | undefined
}
type Secret = 'adminPassword' | 'consoleToken'

/** An option that cannot be. */
export class ServiceOptionError extends Error {
  override name = 'ServiceOptionError'
  readonly code = 'SERVICE_OPTION_INVALID'
  readonly option: keyof ServiceOptions

  constructor(option: keyof ServiceOptions, reason: string) {
    super(`${option} ${reason}`)
    this.option = option
  }
}

const PUBLIC_URL_EXAMPLE = 'https://service.school.example'
const WILDCARDS = ['0.0.0.0', '[::]', '[::ffff:0:0]']
const PATH_SEGMENTS = /^(\/[\w.~-]+)*$/

/** @throws {ServiceOptionError} naming the option */
export function readOptions(options: ServiceOptions): ServiceSettings {
  const { dataDir, zone = 'Asia/Hong_Kong', port = 4010, answerWithinMs = 10_000 } = options
  if (dataDir === '')
    throw new ServiceOptionError('dataDir', 'is empty; name a folder (as in .schoolbell/service)')
  if (!isZone(zone)) throw new ServiceOptionError('zone', `"${zone}" is no time zone (as in Asia/Hong_Kong)`)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ServiceOptionError('port', `${port} is no port (0 to 65535)`)
  if (!(answerWithinMs >= 0)) throw new ServiceOptionError('answerWithinMs', 'is no number of milliseconds')
  const publicUrl = readPublicUrl(options.publicUrl)
  return {
    dataDir,
    host: readHost(options.host ?? '127.0.0.1', publicUrl),
    port,
    contentPath: readContentPath(options.contentPath ?? '/cms'),
    zone,
    seed: options.seed ?? 'sample',
    publicUrl,
    mediaLimits: { ...MEDIA_LIMITS, ...options.mediaLimits },
    keepOriginals: options.keepOriginals ?? false,
    answerWithinMs,
    adminPassword: readSecret(
      'adminPassword',
      options.adminPassword,
      /^.{12,1000}$/s,
      'has fewer than 12 characters',
    ),
    consoleToken: readSecret(
      'consoleToken',
      options.consoleToken,
      /^[\w.~+/=-]{32,200}$/,
      'is not 32 to 200 letters, digits and -._~+/= (make one with: openssl rand -hex 32)',
    ),
    consoleDir: options.consoleDir ?? CONSOLE_DIR,
    widgetDir: options.widgetDir ?? WIDGET_DIR,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    logger: options.logger ?? pino({ level: 'silent' }),
  }
}

/** Not repeated in the error. */
function readSecret(
  option: Secret,
  given: string | undefined,
  shape: RegExp,
  fault: string,
): Buffer | undefined {
  if (given === undefined) return undefined
  if (!shape.test(given)) throw new ServiceOptionError(option, fault)
  return hashOf(given)
}

/** `cms`, `/cms` and `/cms/` mean the same; `/` means no segment at all. */
function readContentPath(given: string): string {
  const path = withoutEnd(`/${given}`.replace(/^\/+/, '/'), '/')
  if (!PATH_SEGMENTS.test(path))
    throw new ServiceOptionError('contentPath', `"${given}" is no path (as in /cms)`)
  return path
}

/** Media are at the root, so an address with a path would be wrong for them. */
function readPublicUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isOrigin = url?.href === `${url?.origin}/` && /^https?:$/.test(url.protocol)
  if (!isOrigin || /[?#]/.test(given) || WILDCARDS.includes(url.hostname)) {
    const what = 'must be a scheme and a host that others reach, with no path'
    throw new ServiceOptionError('publicUrl', `"${given}" ${what} (as in ${PUBLIC_URL_EXAMPLE})`)
  }
  return url.origin
}

/** A host that stands for all addresses of the machine cannot be part of a picture's address. */
function readHost(host: string, publicUrl: string | undefined): string {
  if (host === '') throw new ServiceOptionError('host', 'is empty; name an address (as in 127.0.0.1)')
  if (publicUrl === undefined && isWildcard(host)) {
    const why = `is needed on ${host}: the addresses of pictures in news and messages begin with it`
    throw new ServiceOptionError('publicUrl', `${why} (as in ${PUBLIC_URL_EXAMPLE})`)
  }
  return host
}

/** Through the URL parser, which knows every way to write an address. */
function isWildcard(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`
  return URL.canParse(url) && WILDCARDS.includes(new URL(url).hostname)
}
