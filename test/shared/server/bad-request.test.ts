/** What is refused before it is a request, on a bare socket: each refusal is well-formed whatever it refuses. */
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../shared/server/listen.ts'
import { answerBadAddress, answerBadRequest, answerWithProblems } from '../../../shared/server/problem.ts'
import { onSocket, type Step } from '../../support/on-socket.ts'

const TOO_LONG = 'x'.repeat(20_000)
const END = ' HTTP/1.1\r\nhost: agent.example\r\n\r\n'
let server: FastifyInstance
let address: string
const sockets: Socket[] = []
/** The server has taken this much of the test's connection. */
const taken = (bytes: number) => () =>
  expect
    .poll(() => sockets.at(-1)?.bytesRead, { message: 'bytes that the server has read' })
    .toBeGreaterThanOrEqual(bytes)
beforeAll(async () => {
  server = fastify({ frameworkErrors: answerBadAddress, clientErrorHandler: answerBadRequest })
  answerWithProblems(server)
  server.get('/now', async () => 'now')
  server.get('/begun', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
  })
  server.get('/never', () => new Promise(() => {}))
  address = await listen(server, { host: '127.0.0.1', port: 0 })
})
beforeAll(() => server.server.on('connection', socket => sockets.push(socket)))
beforeEach(() => {
  sockets.length = 0
})
afterAll(async () => {
  server.server.closeAllConnections()
  await server.close()
})

/** Status line and headers, and what is behind them. */
function parted(answer: string): { head: string; body: string } {
  const end = answer.indexOf('\r\n\r\n')
  return { head: answer.slice(0, end), body: answer.slice(end + 4) }
}
const lengthTold = (head: string) => Number(/content-length: (\d+)/.exec(head)?.[1])

describe('more of an address and headers than is read', () => {
  it('is refused with a problem as long as it says', async () => {
    const { head, body } = parted(await onSocket(address, `GET /${TOO_LONG}${END}`))
    expect(head).toMatch(/^HTTP\/1\.1 431 /)
    expect(head).toContain('connection: close')
    expect(lengthTold(head)).toBe(body.length)
    expect(JSON.parse(body)).toMatchObject({ status: 431 })
  })

  it.each([
    ['whole', [`HEAD /${TOO_LONG}${END}`]],
    ['in parts', ['HEAD /'.padEnd(9_000, 'x'), taken(9_000), `${TOO_LONG}${END}`]],
    ['in its headers', [`HEAD /now HTTP/1.1\r\nhost: a\r\nx: ${TOO_LONG}\r\n\r\n`]],
  ] satisfies [string, Step[]][])('is refused without a body when a HEAD comes %s', async (_how, steps) => {
    const { head, body } = parted(await onSocket(address, ...steps))
    expect(head).toMatch(/^HTTP\/1\.1 431 /)
    expect(head).toContain('connection: close')
    expect(body).toBe('')
  })

  it('has no body when the beginning of the request is no longer known', async () => {
    const { head, body } = parted(
      await onSocket(address, 'GET /'.padEnd(9_000, 'x'), taken(9_000), `${TOO_LONG}${END}`),
    )
    expect(head).toMatch(/^HTTP\/1\.1 431 /)
    expect([lengthTold(head), body]).toEqual([0, ''])
  })

  it('is answered although the rest of it is still being sent', async () => {
    const parts = Array.from({ length: 40 }, () => 'x'.repeat(100_000))
    expect(await onSocket(address, `GET /${TOO_LONG}`, ...parts)).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('behind a request on the same connection', () => {
  it('bytes that are no request do not change an answer that has begun', async () => {
    const begun: Step = received => expect.poll(received, { message: 'the answer' }).toContain('begun')
    const received = await onSocket(address, `GET /begun${END}`, begun, '\0\0\r\n\r\n')
    expect(received).toContain('begun')
    expect(received).not.toContain('400')
  })

  it.each([
    ['GET', true],
    ['HEAD', false],
  ])('it takes the place of the answer that a %s still waits for', async (method, hasBody) => {
    const { head, body } = parted(await onSocket(address, `${method} /never${END}\0\0\r\n\r\n`))
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(body !== '').toBe(hasBody)
  })

  it('it is refused after what was answered before', async () => {
    const answered: Step = received => expect.poll(received, { message: 'the answer' }).toMatch(/now$/)
    const answer = await onSocket(address, `GET /now${END}`, answered, `HEAD /${TOO_LONG}${END}`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer).toMatch(/HTTP\/1\.1 431 [^{]*$/)
  })
})

it.each(['/%', '/%ff', `/${'x'.repeat(9_000)}`])('HEAD %.9s… is refused without a body', async path => {
  const { head, body } = parted(
    await onSocket(address, `HEAD ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`),
  )
  expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(body).toBe('')
})
