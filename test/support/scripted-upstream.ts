/** A real HTTP server whose every answer a test writes itself: the service at its worst. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How one request is answered. */
export type Script = (response: ServerResponse, request: IncomingMessage) => void

export interface Upstream extends AsyncDisposable {
  /** As in `http://127.0.0.1:40123`. */
  url: string
  /** What was asked, oldest first. */
  requests: { method: string; url: string; headers: IncomingHttpHeaders }[]
  /** What is answered from now on. */
  answer(script: Script): void
  close(): Promise<void>
}

export async function startUpstream(first: Script): Promise<Upstream> {
  let script = first
  const requests: Upstream['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    script(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: next => {
      script = next
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A JSON value. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Script {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
}

/** A content API envelope with D00000. */
export function success(content: unknown, headers: Record<string, string> = {}): Script {
  return json({ txID: 'tx-1', code: 'D00000', message: 'successful return', content }, 200, headers)
}

/** A content API envelope with another code. */
export function failure(code: string, message: string, status = 200): Script {
  return json({ txID: 'tx-2', code, message }, status)
}

/** Any body of any type. */
export function body(
  text: string,
  contentType: string,
  status = 200,
  headers: Record<string, string> = {},
): Script {
  return response => {
    response.writeHead(status, { 'content-type': contentType, ...headers })
    response.end(text)
  }
}

/** The first half of a JSON value under a content-length that promises all of it. */
export function truncated(value: unknown): Script {
  return response => {
    const whole = JSON.stringify(value)
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(whole),
    })
    response.write(whole.slice(0, whole.length / 2), () => response.destroy())
  }
}

/** The connection is closed before a byte is sent. */
export const reset: Script = response => response.destroy()

/** Nothing ever comes; the server closes the connection when it stops. */
export const hang: Script = () => {}
