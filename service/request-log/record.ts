/** A kept call as people and tests read it. */
import { ENVIRONMENTS, type Environment } from '../../shared/contract/session.ts'
import type { Logged } from '../interface/endpoint.ts'
import type { KeptCall } from './kept-calls.ts'
import { withoutSecrets } from './secrets.ts'

export type HeaderLine = [name: string, value: string]

/** A call in a line. */
export interface RequestLine {
  /** Counts up by one a call. */
  id: number
  /** By the service's clock, ISO 8601 UTC. */
  time: string
  endpoint: Logged
  /** Who called, as far as the call tells: `https://www.school.example`, `schoolbell-sync-agent`, `browser`. */
  caller: string
  method: string
  path: string
  /** As it came, without the question mark. */
  query: string
  siteId?: string
  lang?: string
  environment?: Environment
  txID: string
  /** Null when no status went out: the connection was reset or closed. */
  status: number | null
  /** Return code of the content API. */
  code?: string
  /** From the request to the end of the answer, milliseconds. */
  ms: number
  /** What the laboratory did to it. */
  fault?: NonNullable<KeptCall['fault']>
}

/** A call with request and answer. */
export interface RequestRecord extends RequestLine {
  request: {
    headers: HeaderLine[]
    /** Absent when there was none, when it was a file or other bytes, or when it had to make room for newer ones. */
    body?: string
    /** Size of the body that came; 0 when there was none. */
    bytes: number
    /** What is not kept of the body: its end above 64 KB, or all of it. */
    lost: 'nothing' | 'end' | 'all'
  }
  response: {
    headers: HeaderLine[]
    /** Absent when there was none, when it was a file, or when it had to make room for newer ones. */
    body?: string
    /** What is not kept of the body: its end above 64 KB, or all of it. */
    lost: 'nothing' | 'end' | 'all'
  }
}

export function lineOf(call: KeptCall): RequestLine {
  const { id, at, endpoint, method, url, txID, status, code, ms, fault } = call
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  return {
    id,
    time: new Date(at).toISOString(),
    endpoint,
    caller: callerOf(call.requestHeaders),
    method,
    path,
    query,
    ...asked(endpoint, path, query),
    txID,
    status,
    ...(code !== '' && { code }),
    ms: Math.round(ms * 100) / 100,
    ...(fault && { fault }),
  }
}

export function recordOf(call: KeptCall): RequestRecord {
  const body = bodyOf(call)
  return {
    ...lineOf(call),
    request: { headers: pairs(call.requestHeaders), ...askedOf(call) },
    response: { headers: headersOf(call.head), ...(body !== undefined && { body }), lost: call.lost },
  }
}

function askedOf({ asked }: KeptCall) {
  if (asked === null) return { bytes: 0, lost: 'nothing' as const }
  const { text, bytes, lost } = asked
  return { ...(text !== null && { body: text }), bytes, lost }
}

export const bodyOf = ({ body }: KeptCall): string | undefined => body?.toString()

function asked(endpoint: Logged, path: string, query: string) {
  if (endpoint === 'session') {
    const environment = ENVIRONMENTS.find(name => path.includes(`/session/${name}/`))
    return environment && { environment }
  }
  if (endpoint !== 'popups' && endpoint !== 'news') return undefined
  const parameters = new URLSearchParams(query)
  const [siteId, lang] = [parameters.get('siteId'), parameters.get('lang')]
  return { ...(siteId && { siteId }), ...(lang && { lang }) }
}

function headersOf(head: string | readonly string[]): HeaderLine[] {
  if (typeof head !== 'string') return pairs(withoutSecrets(head))
  const lines = head.split('\r\n').slice(1)
  const inTurn = lines.flatMap(line => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return pairs(withoutSecrets(inTurn))
}

/** Of names and values in turn. */
export function pairs(inTurn: readonly string[]): HeaderLine[] {
  return Array.from({ length: inTurn.length >> 1 }, (_, index) => [
    inTurn[2 * index] ?? '',
    inTurn[2 * index + 1] ?? '',
  ])
}

/** Characters of who called. */
const LONGEST = 60

/**
 * Who called, as far as a call tells: the website for a page of one (`https://www.school.example`), else the name of the program
 * (`curl`), `browser` for one that names no website, or nothing.
 *
 * Anybody can say anything there: it is for people who look for a call, and lets nobody in.
 *
 * @param headers names and values in turn
 */
export function callerOf(headers: readonly string[]): string {
  let agent = ''
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name === 'origin' && value !== 'null') return value.slice(0, LONGEST)
    if (name === 'user-agent') agent = value
  }
  if (agent.startsWith('Mozilla/')) return 'browser'
  return (/^[^\s/]+/.exec(agent)?.[0] ?? '').slice(0, LONGEST)
}
