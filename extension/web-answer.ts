/** Reads a visit from a standard Request and adds its cookie to the Response, for Hono and plain fetch handlers. */

import type { IncomingMessage } from 'node:http'
import type { Extension } from './extension.ts'
import { forgetSecrets } from './node-answer.ts'
import type { Refusal } from './refusal.ts'
import type { JsonValue } from './visit.ts'
import {
  cacheControlOf,
  cookiesInside,
  hasOtherCookiesInside,
  overridesCacheControl,
  READ_HEADERS,
  readVisitState,
  type VisitState,
} from './visit-state.ts'

/** @param platform what the platform passes with a request; on Node it has `incoming` */
export async function readWebRequest<Account extends JsonValue>(
  key: object,
  { method, url, headers, signal }: Request,
  extension: Extension<Account>,
  platform: unknown,
): Promise<VisitState> {
  const header = (name: string) => headers.get(name) ?? (name === 'host' ? URL.parse(url)?.host : undefined)
  const state = await readVisitState(key, extension, { method, header, signal })
  try {
    for (const name of READ_HEADERS) headers.delete(name)
    // For code that passes on all headers to a request inside the server.
    if (hasOtherCookiesInside(state)) headers.set('cookie', cookiesInside(state))
  } catch {
    // Headers are read-only on some platforms.
  }
  const incoming = incomingOf(platform)
  if (incoming) forgetSecrets(incoming)
  return state
}

/** On Node, the request below the Request: loggers read it. */
function incomingOf(platform: unknown): IncomingMessage | undefined {
  const { incoming } = Object(platform)
  return Array.isArray(incoming?.rawHeaders) ? incoming : undefined
}

export const responseOf = ({ status, headers, body }: Refusal): Response =>
  new Response(body, { status, headers })

/** The response with the visit's headers. A copy, because responses from fetch are read-only. */
export function completed(answer: Response, state: VisitState): Response {
  const { status, statusText, body } = answer
  const own = answer.headers.get('cache-control') ?? undefined
  const cacheControl = cacheControlOf(state, own)
  // Responses below 200 hand over the connection and cannot be copied. A new cookie always comes with a Cache-Control.
  if (status < 200 || cacheControl === undefined) return answer
  const headers = new Headers(answer.headers)
  if (state.setCookie !== undefined) headers.append('set-cookie', state.setCookie)
  for (const name of [...headers.keys()]) if (overridesCacheControl(name)) headers.delete(name)
  headers.set('cache-control', cacheControl)
  return new Response(body, { status, statusText, headers })
}
