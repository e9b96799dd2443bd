/**
 * Why no complete answer came from an address, in plain words with a remedy, for every call of this project.
 *
 * Node and OpenSSL say it for their developers, as in `write EPROTO 4047:error:0A00010B:SSL routines:…`. Their code stays in
 * brackets, for a search.
 */
import { codeOf } from './error-code.ts'

export type ConnectionProblem =
  | 'NOTHING_ANSWERS'
  | 'NAME_UNKNOWN'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'CERTIFICATE'
  | 'NO_HTTP' // or no TLS
  | 'BROKE_OFF'

export interface ConnectionFault {
  problem: ConnectionProblem
  /** With the address as its subject, as in `cannot be reached: nothing listens at 127.0.0.1:4010`. */
  what: string
  /** As in `check the address and that the server is running`. */
  remedy: string
  /** The system's, as in `ECONNREFUSED`. */
  code: string
}

/** @returns as in `cannot be reached: nothing listens at 127.0.0.1:4010; check the address and … (ECONNREFUSED)` */
export function connectionText({ what, remedy, code }: ConnectionFault): string {
  return `${what}; ${remedy} (${code})`
}

/**
 * @param error of `fetch` or `node:http`, also as a cause
 * @param url what was asked
 * @returns undefined for an error that is not of a connection
 */
export function connectionFault(error: unknown, url: URL): ConnectionFault | undefined {
  for (const cause of causesOf(error)) {
    const code = codeOf(cause) || (cause.name === 'HTTPParserError' ? cause.name : '')
    const described = code === '' ? undefined : describe(code, cause, url)
    if (!described) continue
    const [problem, what, remedy] = described
    return { problem, what, remedy, code }
  }
  return undefined
}

/** The error and what caused it. Of several addresses tried, the first's reason. */
function* causesOf(error: unknown): Generator<Error> {
  let next = error
  for (let depth = 0; depth < DEEPEST && next instanceof Error; depth += 1) {
    yield next
    next = next instanceof AggregateError ? next.errors[0] : next.cause
  }
}

const DEEPEST = 8

type Described = readonly [problem: ConnectionProblem, what: string, remedy: string]

function describe(code: string, error: Error, url: URL): Described | undefined {
  const ofProxy = describeProxy(code, error, url)
  if (ofProxy) return ofProxy
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return ofTls(error, url)
  const ofCertificate = CERTIFICATE[code]
  if (ofCertificate) return ['CERTIFICATE', ...ofCertificate]
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [
      'CERTIFICATE',
      `its certificate is for ${namesIn(error)}, not for ${url.hostname}`,
      'use a name of the certificate, or give the server one for this name',
    ]
  if (/CERT|CRL|SIGNATURE|ISSUER|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/.test(code))
    return ['CERTIFICATE', 'its certificate is not valid', 'replace it on the server']
  if (code.startsWith('ERR_TLS')) return ofTls(error, url)
  if (/^(HPE_HEADER_OVERFLOW|UND_ERR_HEADERS_OVERFLOW)$/.test(code))
    return ['NO_HTTP', 'answers with headers that are too long', 'shorten them on the server']
  if (code.startsWith('HPE_') || code === 'HTTPParserError')
    return ['NO_HTTP', `does not answer with HTTP at port ${portOf(url)}`, `check the port${orTls(url)}`]
  return BY_CODE[code]?.(url)
}

/** Node's own proxy support does not answer, or refuses. `fetch` and `node:http` say so in different words. */
function describeProxy(code: string, error: Error, url: URL): Described | undefined {
  const status = /^Proxy response \((\d{3})\)|^Failed to establish tunnel .*: HTTP\/\S+ (\d{3})/.exec(
    error.message,
  )
  if (status) {
    const what = `cannot be reached: the proxy answers HTTP ${status[1] ?? status[2]}`
    return ['UNREACHABLE', what, `check that the proxy lets ${url.hostname} through`]
  }
  if (code === 'ERR_PROXY_TUNNEL')
    return ['UNREACHABLE', 'cannot be reached: the proxy does not answer', 'check the address of the proxy']
  const asked = otherPeer(error, url)
  const described = asked && BY_CODE[code]?.(asked)
  return described && [described[0], `the proxy ${described[1]}`, described[2]]
}

/** What could not be connected to, if it is another than the URL says: this is a proxy. */
function otherPeer(
  error: Error & { hostname?: unknown; address?: unknown; port?: unknown },
  url: URL,
): URL | undefined {
  const { hostname, address, port } = error
  if (typeof hostname === 'string')
    return hostname === url.hostname ? undefined : (URL.parse(`http://${hostname}`) ?? undefined)
  if (typeof port !== 'number' || `${port}` === portOf(url)) return undefined
  return URL.parse(`http://${address}:${port}`) ?? undefined
}

const reached = (why: string) => `cannot be reached: ${why}`
const refused = (url: URL): Described => [
  'NOTHING_ANSWERS',
  reached(`nothing listens at ${url.hostname}:${portOf(url)}`),
  'check the address and that the server is running',
]
const silent = (url: URL): Described => [
  'TIMEOUT',
  reached(`${url.hostname}:${portOf(url)} does not answer`),
  'check the address and any firewall on the way',
]
const noWay = (url: URL): Described => [
  'UNREACHABLE',
  reached(`the network has no way to ${url.hostname}`),
  'check the network and any firewall on the way',
]
const noFiles = (): Described => [
  'UNREACHABLE',
  reached('this process may not open more files and connections'),
  'raise its limit: LimitNOFILE of systemd, or ulimit -n',
]
const brokeOff = (url: URL): Described => [
  'BROKE_OFF',
  'broke the connection off before its response was complete',
  `check its log and any proxy on the way${orTls(url)}`,
]

const BY_CODE: Readonly<Record<string, (url: URL) => Described>> = {
  ECONNREFUSED: refused,
  ENOTFOUND: ({ hostname }) => [
    'NAME_UNKNOWN',
    reached(`the name ${hostname} has no address`),
    'check how it is spelt',
  ],
  EAI_AGAIN: ({ hostname }) => [
    'NAME_UNKNOWN',
    reached(`the address of ${hostname} could not be looked up`),
    'check the network and its name server',
  ],
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  EHOSTUNREACH: noWay,
  EHOSTDOWN: noWay,
  ENETUNREACH: noWay,
  ENETDOWN: noWay,
  EADDRNOTAVAIL: noWay,
  EMFILE: noFiles,
  ENFILE: noFiles,
  ECONNRESET: brokeOff,
  ECONNABORTED: brokeOff,
  EPIPE: brokeOff,
  ERR_STREAM_PREMATURE_CLOSE: brokeOff,
  UND_ERR_SOCKET: brokeOff,
}

const OWN_AUTHORITY = 'if the authority is your own, name its file in NODE_EXTRA_CA_CERTS'
const UNKNOWN_AUTHORITY = [
  'this machine does not know the authority of its certificate',
  OWN_AUTHORITY,
] as const

const CERTIFICATE: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  CERT_HAS_EXPIRED: [
    'its certificate has expired',
    'renew it on the server, or correct the clock of this machine',
  ],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'correct the clock of this machine'],
  CERT_REVOKED: ['its certificate was revoked', 'replace it on the server'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'its certificate is signed by itself',
    'if it is your own, name its file in NODE_EXTRA_CA_CERTS',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: UNKNOWN_AUTHORITY,
  // Node says this of a missing intermediate certificate and of an unknown authority alike.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'this machine does not know who issued its certificate',
    `the server must send its whole chain; ${OWN_AUTHORITY}`,
  ],
}

function ofTls({ message }: Error, url: URL): Described {
  if (/wrong version number|packet length too long|http request/.test(message))
    return [
      'NO_HTTP',
      `does not speak TLS at port ${portOf(url)}`,
      'check the port, and whether the address should begin with http://',
    ]
  if (/protocol version|unsupported protocol/.test(message))
    return ['NO_HTTP', 'has no TLS version in common with this machine', 'switch TLS 1.2 or 1.3 on there']
  return ['NO_HTTP', 'refuses the TLS connection', 'check the TLS settings of the server']
}

/** A port of https that is asked without TLS often closes the connection without a word. */
const orTls = ({ protocol }: URL) =>
  protocol === 'http:' ? ', and whether the address should begin with https://' : ''

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

/** Names of the certificate, the first three. */
function namesIn(error: Error): string {
  const listed = 'cert' in error ? String(Object(error.cert).subjectaltname ?? '') : ''
  const names = [...listed.matchAll(/(?:DNS|IP Address):([\w.*:-]{1,253})/g)].map(([, name]) => name)
  if (names.length === 0) return 'another name'
  return [...names.slice(0, 3), ...(names.length > 3 ? ['others'] : [])].join(', ')
}
