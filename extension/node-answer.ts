/**
 * Node's own request and response, on which Express and Fastify stand: a visit is read from the one, and its cookie goes
 * with the head of the other, whoever writes it: the web-app, its framework, an error's answer, a stream or a redirect.
 */
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Extension } from './extension.ts'
import { cacheControlOf, FORGOTTEN_HEADERS, goesBeforeCacheControl, type Held, hold } from './held.ts'
import type { JsonValue } from './visit.ts'

export async function holdNode<Account extends JsonValue>(
  request: IncomingMessage,
  response: ServerResponse,
  extension: Extension<Account>,
): Promise<Held> {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const held = await hold(request, extension, {
    method: request.method ?? '',
    header: name =>
      [request.headers[name] ?? (name === 'host' ? request.headers[':authority'] : undefined)].flat()[0],
    signal: gone.signal,
  })
  forgetSecrets(request)
  completeHead(response, held)
  return held
}

export function forgetSecrets({ headers, headersDistinct, rawHeaders }: IncomingMessage): void {
  for (const name of FORGOTTEN_HEADERS) {
    delete headers[name]
    // HTTP/2 has none.
    delete headersDistinct?.[name]
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
      if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
  }
}

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined

/** Every head goes through `writeHead`, also one that is never written on purpose. */
function completeHead(response: ServerResponse, held: Held): void {
  const { writeHead } = response
  response.writeHead = function writeHeadWithVisit(status: number, ...rest: [(string | Head)?, Head?]) {
    const [reason, given] = typeof rest[0] === 'string' ? [[rest[0]], rest[1]] : [[], rest[0] ?? rest[1]]
    const head = asObject(given)
    /** As it would be sent: what is given here goes before what was set earlier. */
    const own = (name: string) => {
      const key = Object.keys(head).find(each => each.toLowerCase() === name)
      const value = key === undefined ? response.getHeader(name) : head[key]
      return { key: key ?? name, values: value === undefined ? [] : [value].flat().map(String) }
    }
    const { key, values } = own('set-cookie')
    if (held.setCookie !== undefined) head[key] = [...values, held.setCookie]
    const caching = own('cache-control')
    const cacheControl = cacheControlOf(held, caching.values.join(', ') || undefined)
    if (cacheControl !== undefined) {
      for (const name of response.getHeaderNames())
        if (goesBeforeCacheControl(name)) response.removeHeader(name)
      for (const name of Object.keys(head)) if (goesBeforeCacheControl(name)) delete head[name]
      head[caching.key] = cacheControl
    }
    return Reflect.apply(writeHead, response, [status, ...reason, head])
  }
}

/** Node takes a list of names and values in turn as well, and a name in several spellings: of an object the last one counts. */
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
