/** An answer written to the socket as bytes, because Node writes only valid ones. Then the connection is closed. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

// To import it by name would load Node's fetch as well, at every start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** The head that the reply would have; `framing` replaces its own. @param date if the reply has none */
export function headOf(reply: FastifyReply, date: string, framing: Record<string, string>): string {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...own } = reply.getHeaders()
  const headers = Object.entries({ ...own, date: own.date ?? date, ...framing, connection: 'close' })
  const lines = headers.flatMap(([name, value]) => [value ?? []].flat().map(one => `${name}: ${one}`))
  const { statusCode } = reply
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`, ...lines, '', ''].join('\r\n')
}

/** The connection of an answer, once those before it on the same one are through. */
export function socketOf(response: ServerResponse, use: (socket: Socket) => void): void {
  if (response.socket) use(response.socket)
  else response.once('socket', use)
}

/** Whether an answer to this request, with this status, has a body at all. */
export const hasBody = (method: string, status: number): boolean =>
  method !== 'HEAD' && status !== 204 && status !== 304
