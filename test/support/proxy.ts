/** A real proxy: tunnels by CONNECT, and forwards whole addresses. Only it knows where a name leads, so nobody else looks it up. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface RunningProxy extends AsyncDisposable {
  /** As in `http://127.0.0.1:40123`. */
  url: string
  /** Requests as they came, as in `CONNECT service.school.test:443`. */
  lines: string[]
  headers: IncomingHttpHeaders[]
  /** Answers this status to everything. */
  refuse(status: number): void
}

/** @param names where a name leads, as in `{ 'service.school.test': 'http://127.0.0.1:40123' }` */
export async function startProxy(names: Readonly<Record<string, string>>): Promise<RunningProxy> {
  let refusal: number | undefined
  const lines: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const leadsTo = (host: string) => {
    const { hostname, port } = new URL(names[host] ?? 'http://127.0.0.1:9')
    return { host: hostname, port: Number(port) }
  }
  const server = createServer((request, response) => {
    lines.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    if (refusal !== undefined) return void response.writeHead(refusal).end()
    const url = new URL(request.url ?? '')
    const place = { ...leadsTo(url.hostname), path: url.pathname + url.search }
    const onwards = requestHttp(
      { ...place, method: request.method, headers: request.headers, agent: false },
      answer => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      },
    )
    onwards.on('error', () => response.destroy())
    request.pipe(onwards)
  })
  server.on('connect', (request, socket, head) => {
    lines.push(`CONNECT ${request.url}`)
    headers.push(request.headers)
    socket.on('error', () => {})
    if (refusal !== undefined) return socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`)
    const onwards = connect(leadsTo(request.url?.split(':')[0] ?? ''), () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onwards.write(head)
      socket.pipe(onwards).pipe(socket)
    })
    onwards.on('error', () => socket.destroy())
    socket.on('close', () => onwards.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    headers,
    refuse(status) {
      refusal = status
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
