/** A proxy before a real service that spoils one thing on the way: the service of an implementor who missed one rule. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Passing {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** As it was asked, before anything was spoiled. */
export interface Asked {
  url: URL
  headers: Headers
}

export interface Spoiling {
  /** Changes what is asked of the service. */
  ask?(url: URL, headers: Headers): void
  /** Changes what comes back. */
  answer?(passing: Passing, asked: Asked): void | Promise<void>
}

export interface SpoilingProxy extends AsyncDisposable {
  /** As in `http://127.0.0.1:40123`. */
  base: string
  spoiling: Spoiling
}

/** Not passed on: they hold for one connection, or tell of bytes that are changed here. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

export async function startSpoilingProxy(upstream: string): Promise<SpoilingProxy> {
  const proxy: SpoilingProxy = {
    base: '',
    spoiling: {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    pass(request, response, upstream, proxy.spoiling).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  proxy.base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return proxy
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  { ask, answer }: Spoiling,
): Promise<void> {
  const url = new URL(request.url ?? '/', upstream)
  const headers = new Headers(
    Object.entries(request.headers).filter((header): header is [string, string] => !OWN.has(header[0])),
  )
  const asked = {
    url: new URL(url),
    headers: new Headers({ ...Object.fromEntries(headers), host: request.headers.host ?? '' }),
  }
  ask?.(url, headers)
  const { method = 'GET' } = request
  const heard = await fetch(url, { method, headers, redirect: 'manual' })
  const passing: Passing = {
    status: heard.status,
    headers: Object.fromEntries([...heard.headers].filter(([name]) => !OWN.has(name))),
    body: Buffer.from(await heard.arrayBuffer()),
  }
  await answer?.(passing, asked)
  response.writeHead(passing.status, passing.headers)
  response.end(passing.body)
}
