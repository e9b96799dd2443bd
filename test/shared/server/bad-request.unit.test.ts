/** What a connection gets whose bytes are no request, as far as it depends on what was sent before. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { NO_PAGE } from '../../../shared/server/no-page.ts'
import { answerBadRequest } from '../../../shared/server/problem.ts'

/** A connection that has brought this many bytes, and all that is written to it. */
function connected(bytesRead: number) {
  const written: string[] = []
  const stream = new Duplex({
    read: () => {},
    write: (chunk, _encoding, done) => {
      written.push(`${chunk}`)
      done()
    },
  })
  return { socket: Object.assign(stream, { bytesRead }) as unknown as Socket, written }
}
const fault = (code: string, sent?: string) =>
  Object.assign(new Error('odd'), { code, ...(sent !== undefined && { rawPacket: Buffer.from(sent) }) })

const REFUSED = '{"type":"about:blank","status":400,"title":"Bad Request"}'

it.each([
  ['the whole of what came', '\0\0', 0, REFUSED],
  ['a request behind another', 'GET /%', 100, REFUSED],
  ['a HEAD behind another request', 'HEAD /%', 100, ''],
  ['the rest of a request whose beginning is gone', '\0 GET /', 100, ''],
  ['nothing at all', undefined, 100, ''],
])('%s is refused, with a body only where it cannot be a HEAD', (_, sent, before, body) => {
  const { socket, written } = connected(before + (sent?.length ?? 0))
  answerBadRequest(fault('HPE_INVALID_METHOD', sent), socket)
  const [head = '', ...rest] = written.join('').split('\r\n\r\n')
  expect(rest).toEqual([body])
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 400 Bad Request',
    ...(body ? ['content-type: application/problem+json'] : []),
    'cache-control: no-store',
    ...Object.entries(NO_PAGE).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    `content-length: ${body.length}`,
  ])
  socket.destroy()
})

it('what still comes behind a refusal does not take it away again', () => {
  const { socket, written } = connected(2)
  answerBadRequest(fault('HPE_INVALID_METHOD', '\0\0'), socket)
  const refusal = [...written]
  answerBadRequest(fault('HPE_INVALID_METHOD', '\0\0'), socket)
  expect([written, socket.destroyed]).toEqual([refusal, false])
  socket.destroy()
})

it('a connection that the other side has broken is let go of, without a word', () => {
  const { socket, written } = connected(2)
  answerBadRequest(fault('ECONNRESET', '\0\0'), socket)
  expect([written, socket.destroyed]).toEqual([[], true])
})

it('a connection that goes on sending is cut two seconds after it was refused', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { socket } = connected(2)
  answerBadRequest(fault('HPE_INVALID_METHOD', '\0\0'), socket)
  vi.advanceTimersByTime(1_999)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})
