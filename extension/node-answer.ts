/**
 * Reads a visit from Node's request, for Express and Fastify, and adds the cookie to every response: of a route, a
 * framework, an error handler, a stream or a redirect.
 */
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Extension } from './extension.ts'
import type { JsonValue } from './visit.ts'
import {
  cacheControlOf,
  overridesCacheControl,
  READ_HEADERS,
  readVisitState,
  type VisitState,
} from './visit-state.ts'

export async function readNodeRequest<Account extends JsonValue>(
  request: IncomingMessage,
  response: ServerResponse,
  extension: Extension<Account>,
): Promise<VisitState> {
  const closed = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) closed.abort()
  })
  const state = await readVisitState(request, extension, {
    method: request.method ?? '',
    header: name =>
      [request.headers[name] ?? (name === 'host' ? request.headers[':authority'] : undefined)].flat()[0],
    signal: closed.signal,
  })
  forgetSecrets(request)
  completeHead(response, state)
  return state
}

export function forgetSecrets({ headers, headersDistinct, rawHeaders }: IncomingMessage): void {
  for (const name of READ_HEADERS) {
    delete headers[name]
    // Undefined in HTTP/2.
    delete headersDistinct?.[name]
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
      if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
  }
}

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined

/** Node calls `writeHead` for every response, also when the web-app does not. */
function completeHead(response: ServerResponse, state: VisitState): void {
  const { writeHead } = response
  response.writeHead = function writeHeadWithVisit(status: number, ...rest: [(string | Head)?, Head?]) {
    const [reason, given] = typeof rest[0] === 'string' ? [[rest[0]], rest[1]] : [[], rest[0] ?? rest[1]]
    const head = asObject(given)
    /** The value that will be sent: headers passed to writeHead override headers set earlier. */
    const own = (name: string) => {
      const key = Object.keys(head).find(each => each.toLowerCase() === name)
      const value = key === undefined ? response.getHeader(name) : head[key]
      return { key: key ?? name, values: value === undefined ? [] : [value].flat().map(String) }
    }
    const { key, values } = own('set-cookie')
    if (state.setCookie !== undefined) head[key] = [...values, state.setCookie]
    const caching = own('cache-control')
    const cacheControl = cacheControlOf(state, caching.values.join(', ') || undefined)
    if (cacheControl !== undefined) {
      for (const name of response.getHeaderNames())
        if (overridesCacheControl(name)) response.removeHeader(name)
      for (const name of Object.keys(head)) if (overridesCacheControl(name)) delete head[name]
      head[caching.key] = cacheControl
    }
    return Reflect.apply(writeHead, response, [status, ...reason, head])
  }
}

/** Node also takes a flat list of names and values. In an object with several spellings of a name, the last one counts. */
function asObject(head: Exclude<Head, string>): OutgoingHttpHeaders {
  const object: OutgoingHttpHeaders = {}
  const spellings = new Map<string, string>()
  for (const [name, value] of Array.isArray(head) ? inPairs(head) : Object.entries({ ...head })) {
    const key = spellings.get(name.toLowerCase()) ?? name
    spellings.set(name.toLowerCase(), key)
    const before = Array.isArray(head) ? object[key] : undefined
    object[key] = before === undefined ? value : [before, value ?? ''].flat().map(String)
  }
  return object
}

const inPairs = (list: OutgoingHttpHeader[]) =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[`${name}`, list[at + 1] ?? ''] as const] : []))
