/** An answer written to the socket as bytes, because Node writes only valid ones. Then the connection is closed. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
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

/** The body of an answer, read as it is sent: a film is never in memory as a whole. */
export interface AnswerBody {
  /** Bytes of the whole. */
  length: number
  /** So many bytes, or fewer at the end. @throws a file cannot be read, or was left */
  read(bytes: number): Promise<Buffer>
  /** The rest is not needed. */
  leave(): void
}

/** @param announced length of a stream, from its Content-Length */
export function answerBody(payload: unknown, announced: number): AnswerBody {
  if (typeof payload === 'string') return ofBytes(Buffer.from(payload))
  if (Buffer.isBuffer(payload)) return ofBytes(payload)
  if (payload === null || payload === undefined) return ofBytes(Buffer.alloc(0))
  return ofFile(payload as Readable, announced)
}

function ofBytes(bytes: Buffer): AnswerBody {
  let at = 0
  return {
    length: bytes.length,
    async read(count) {
      at += count
      return bytes.subarray(at - count, at)
    },
    leave() {},
  }
}

function ofFile(file: Readable, length: number): AnswerBody {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  // The next read throws it.
  file.on('error', () => {})
  return {
    length,
    async read(count) {
      while (rest.length < count) {
        const { done, value } = await chunks.next()
        if (done) break
        rest = rest.length === 0 ? Buffer.from(value) : Buffer.concat([rest, value])
      }
      const bytes = rest.subarray(0, count)
      rest = rest.subarray(count)
      return bytes
    },
    leave: () => void file.destroy(),
  }
}
