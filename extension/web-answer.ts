/** The web's own Request and Response, on which Hono and plain handlers stand: a visit is read from the one and its cookie goes with the other. */

import type { IncomingMessage } from 'node:http'
import type { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import {
  cacheControlOf,
  FORGOTTEN_HEADERS,
  goesBeforeCacheControl,
  type Held,
  hold,
  refusalFor,
} from './held.ts'
import { forgetSecrets } from './node-answer.ts'
import type { JsonValue } from './visit.ts'

/** @param platform what the platform hands over with a request: of Node its `incoming` */
export async function holdWeb<Account extends JsonValue>(
  key: object,
  { method, url, headers, signal }: Request,
  extension: Extension<Account>,
  platform: unknown,
): Promise<Held> {
  const header = (name: string) => headers.get(name) ?? (name === 'host' ? URL.parse(url)?.host : undefined)
  const held = await hold(key, extension, { method, header, signal })
  try {
    for (const name of FORGOTTEN_HEADERS) headers.delete(name)
  } catch {
    // Some platforms' requests cannot be changed.
  }
  const incoming = incomingOf(platform)
  if (incoming) forgetSecrets(incoming)
  return held
}

/** On Node, what lies below the Request, where loggers look. */
function incomingOf(platform: unknown): IncomingMessage | undefined {
  const { incoming } = Object(platform)
  return Array.isArray(incoming?.rawHeaders) ? incoming : undefined
}

export function refusal(held: Held, error: ExtensionError): Response {
  const { status, headers, body } = refusalFor(held, error)
  return new Response(body, { status, headers })
}

/** The answer, with what goes with it. A copy: one that was fetched from elsewhere cannot be changed. */
export function completed(answer: Response, held: Held): Response {
  const { status, statusText, body } = answer
  const own = answer.headers.get('cache-control') ?? undefined
  const cacheControl = cacheControlOf(held, own)
  // One below 200 hands its connection to something else and cannot be made anew.
  if (status < 200 || (held.setCookie === undefined && cacheControl === undefined)) return answer
  const headers = new Headers(answer.headers)
  if (held.setCookie !== undefined) headers.append('set-cookie', held.setCookie)
  if (cacheControl !== undefined) {
    for (const name of [...headers.keys()]) if (goesBeforeCacheControl(name)) headers.delete(name)
    headers.set('cache-control', cacheControl)
  }
  return new Response(body, { status, statusText, headers })
}
