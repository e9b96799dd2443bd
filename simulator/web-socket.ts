/** A WebSocket of the web-app's page, passed on once both sides have agreed to it; its messages are not looked at. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { upstreamHeaders } from './proxied-headers.ts'
import type { Target } from './target.ts'

export interface WebSocketParts {
  request: IncomingMessage
  socket: Duplex
  /** What came behind the request's head. */
  head: Buffer
  target: Target
  ownOrigin: string
  cookie: string | undefined
  answerWithinMs: number
}

/** @returns ends it */
export function passWebSocket(parts: WebSocketParts): () => void {
  const { request, socket, head, target, ownOrigin, cookie, answerWithinMs } = parts
  const { isSecure, hostname, port, lookup } = target
  const headers = upstreamHeaders({
    raw: request.rawHeaders,
    ownOrigin,
    target,
    cookie,
    entrance: undefined,
  })
  const call = (isSecure ? httpsRequest : httpRequest)({
    hostname,
    port,
    path: request.url ?? '/',
    headers: [...headers, 'Connection', 'Upgrade', 'Upgrade', 'websocket'],
    setHost: false,
    lookup,
    agent: false,
  })
  let upstream: Duplex | undefined
  const late = setTimeout(() => call.destroy(), answerWithinMs)
  const end = () => {
    clearTimeout(late)
    call.destroy()
    upstream?.destroy()
    socket.destroy()
  }
  socket.once('close', end).on('error', end)
  call.once('error', end)
  // It did not agree: the browser is told so, and why does not concern its script.
  call.once('response', ({ statusCode }) => {
    clearTimeout(late)
    socket.end(`HTTP/1.1 ${statusCode} Not Upgraded\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    call.destroy()
  })
  call.once('upgrade', (answer, agreed, first) => {
    clearTimeout(late)
    upstream = agreed
    if (socket.destroyed) return end()
    agreed.once('close', end).on('error', end)
    const lines = ['HTTP/1.1 101 Switching Protocols']
    for (let at = 0; at < answer.rawHeaders.length; at += 2) {
      const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
      if (!/^set-cookie$/i.test(name)) lines.push(`${name}: ${value}`)
    }
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
    socket.write(first)
    agreed.write(head)
    socket.pipe(agreed).pipe(socket)
  })
  call.end()
  return end
}
