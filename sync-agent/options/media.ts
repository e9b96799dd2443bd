/** Options of the mirror, with checks. */
import { isHost } from './host.ts'

export interface MediaOptions {
  /** Folder for the copies. */
  dir: string
  /** More hosts to take files from, as in `media.school.example` or `media.school.example:8443`. */
  hosts?: readonly string[] | undefined
  /** More hosts, which may have a private address. The service's own host may, too. */
  privateHosts?: readonly string[] | undefined
  /** Largest file. Bytes, default 256 MiB. */
  maxBytes?: number | undefined
  /** Size limit of the folder. Bytes, default 20 GiB. */
  totalBytes?: number | undefined
  /** Files at a time. Default 4. */
  parallel?: number | undefined
  /** Longest wait for the next data of a download. Milliseconds, default 30,000. */
  timeoutMs?: number | undefined
  /** Longest attempt at a file; the next one begins again. Milliseconds, default 15 minutes. */
  totalMs?: number | undefined
  /** How long unused files stay. Milliseconds, default 7 days. */
  graceMs?: number | undefined
}

export interface MediaSettings {
  dir: string
  hosts: readonly string[]
  privateHosts: readonly string[]
  /** Also `http:` URLs, because the service's own address is `http:`. */
  plainHttp: boolean
  maxBytes: number
  totalBytes: number
  parallel: number
  timeoutMs: number
  totalMs: number
  graceMs: number
}

const GIB = 1024 ** 3
const MOST_PARALLEL = 32

/** @param refuse makes the error */
export function checkMedia(
  options: MediaOptions,
  serviceUrl: URL,
  refuse: (reason: string) => Error,
): MediaSettings {
  const { dir, hosts = [], privateHosts = [], parallel = 4 } = options
  if (!dir) throw refuse('dir: must not be empty')
  for (const host of [...hosts, ...privateHosts]) {
    if (!isHost(host))
      throw refuse(`hosts: "${host}" is not a host such as media.school.example or 10.1.2.3:8080`)
  }
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > MOST_PARALLEL) {
    throw refuse(`parallel: ${parallel} is not between 1 and ${MOST_PARALLEL}`)
  }
  const positive = (name: string, value: number) => {
    if (Number.isFinite(value) && value > 0) return value
    throw refuse(`${name}: ${value} is not a number above 0`)
  }
  const { maxBytes = GIB / 4, totalBytes = 20 * GIB, timeoutMs = 30_000, graceMs = 7 * 86_400_000 } = options
  return {
    dir,
    hosts: [serviceUrl.host, ...hosts, ...privateHosts],
    privateHosts: [serviceUrl.host, ...privateHosts],
    plainHttp: serviceUrl.protocol === 'http:',
    parallel,
    maxBytes: positive('maxBytes', maxBytes),
    totalBytes: positive('totalBytes', totalBytes),
    timeoutMs: positive('timeoutMs', timeoutMs),
    totalMs: positive('totalMs', options.totalMs ?? Math.max(15 * 60_000, timeoutMs)),
    graceMs: positive('graceMs', graceMs),
  }
}
