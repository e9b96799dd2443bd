/**
 * The body of a request, kept as text up to a limit. It is read at the same time as by the route.
 *
 * Of a file or other bytes only the size is kept; their type is in the request's headers.
 */
import type { IncomingMessage } from 'node:http'
import { LARGEST_BODY } from './limits.ts'
import { withoutSecretsIn } from './secrets.ts'

/** As it is kept, without a secret in it. */
export interface AskedBody {
  /** Null when it was no text, or had to make room. */
  text: string | null
  /** How many there were, as far as that was seen. */
  bytes: number
  lost: 'nothing' | 'end' | 'all'
}

export interface ComingBody {
  /** Called when the body is complete, when the limit is reached, or after a time. */
  whenHere(use: (body: AskedBody) => void): void
}

/** Whether a request of this kind brings a body that is worth a look. */
export const bringsBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** To be called synchronously, before others begin to read the body. */
export function comingBody(request: IncomingMessage): ComingBody {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    if (bytes <= LARGEST_BODY) chunks.push(chunk)
    bytes += chunk.length
    if (bytes > LARGEST_BODY) end()
  })
  for (const event of ['end', 'close', 'error']) request.on(event, () => end())
  return {
    whenHere(use) {
      const patience = setTimeout(end, PATIENCE_MS).unref()
      void over.then(() => {
        clearTimeout(patience)
        use(keptOf(request, Buffer.concat(chunks), bytes))
      })
    },
  }
}

/** An answer may be long over before all of a request has come. */
const PATIENCE_MS = 300

function keptOf({ headers, complete }: IncomingMessage, came: Buffer, seen: number): AskedBody {
  const announced = Number(headers['content-length'] ?? 0)
  const bytes = Math.max(announced, seen)
  const isWhole = complete && seen <= LARGEST_BODY
  const text =
    headers['content-encoding'] === undefined ? decodedText(headers['content-type'], came) : undefined
  if (text === undefined) return { text: null, bytes, lost: 'all' }
  return { text: withoutSecretsIn(text, headers['content-type']), bytes, lost: isWhole ? 'nothing' : 'end' }
}

const TEXT = /^(text\/|application\/(x-www-form-urlencoded|graphql|[\w.+-]*(json|xml|yaml|javascript))\b)/i

/** Undefined when type or content say that it is not text. */
function decodedText(type: string | undefined, came: Buffer): string | undefined {
  if (type !== undefined && !TEXT.test(type)) return undefined
  try {
    // The last character may be cut in two.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      came.subarray(0, LARGEST_BODY),
      { stream: true },
    )
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
