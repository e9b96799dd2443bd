/** The world outside of the test, for a browser: a proxy that lets nothing through and notes what was asked for. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Outside extends AsyncDisposable {
  /** As in `127.0.0.1:40123`. */
  proxy: string
  /** Addresses and, over TLS, names of hosts, in order. */
  asked: string[]
}

export async function openOutside(): Promise<Outside> {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.writeHead(403).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(`https://${request.url?.replace(/:443$/, '')}/`)
    socket.on('error', () => {}).end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    proxy: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
