/** A school-run web-app for tests: signs its user in at the entrance by a cookie, and remembers every request it got. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebApp extends AsyncDisposable {
  /** As in `http://127.0.0.1:40300`. */
  origin: string
  /** Newest last. */
  requests: Got[]
}

export interface Got {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type Answers = Record<
  string,
  (request: IncomingMessage, response: ServerResponse, body: string) => void
>

/** @param answers by method and path, as in `GET /entrance`; others are 404 */
export async function startWebApp(answers: Answers): Promise<WebApp> {
  const requests: Got[] = []
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requests.push({ method, url, headers, body })
      const answer = answers[`${method} ${url.split('?')[0]}`]
      if (answer) answer(request, response, body)
      else response.writeHead(404).end('nothing here')
    })
  })
  // A WebSocket in name only: what it is sent comes back.
  server.on('upgrade', ({ method = '', url = '', headers }, socket) => {
    requests.push({ method, url, headers, body: '' })
    socket.on('error', () => {})
    if (url !== '/echo') return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      await new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

export function page(title: string, body = ''): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`
}
