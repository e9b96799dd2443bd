import fastify from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { answerBadRequest } from '../../../shared/server/problem.ts'
import { endAnswered, endStalled } from '../../../shared/server/stalled.ts'
import { onSocket } from '../../support/on-socket.ts'

const server = fastify({ clientErrorHandler: answerBadRequest, ...endStalled(100, 50, 10) })
let base = ''

beforeAll(async () => {
  server.post('/', async () => 'here')
  base = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

it.each([
  ['head', 'POST / HTTP/1.1\r\nhost: a\r\n'],
  ['body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'],
])('a request whose %s stalls is answered with 408, and its connection ends', async (_, sent) => {
  expect(await onSocket(base, sent)).toMatch(/^HTTP\/1\.1 408 /)
})

it('a body that still comes after its answer is not waited for', async () => {
  await using patient = fastify(endStalled(3_600_000))
  endAnswered(patient, 20)
  const address = await patient.listen({ host: '127.0.0.1', port: 0 })
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\ncontent-length: 9\r\n\r\n{'
  expect(await onSocket(address, head)).toMatch(/^HTTP\/1\.1 404 /)
})

it('a body that came after its answer, but in time, leaves its connection open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await using patient = fastify(endStalled(3_600_000))
  // Each look of `expect.poll` lets the stopped clock go on a little.
  endAnswered(patient, 3_600_000)
  const address = await patient.listen({ host: '127.0.0.1', port: 0 })
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\ncontent-length: 2\r\n\r\n'
  const next = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const last = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
  const answers = (received: string) => received.match(/HTTP\/1\.1 404 /g)?.length ?? 0
  const answered = (count: number) => async (received: () => string) =>
    await expect.poll(() => answers(received())).toBe(count)
  const passed = async () => vi.advanceTimersByTime(3_600_000)
  const sent = onSocket(address, `${head}{`, answered(1), `}${next}`, answered(2), passed, last)
  expect(answers(await sent)).toBe(3)
})

it('a head has less time than the whole request', async () => {
  await using patient = fastify({ clientErrorHandler: answerBadRequest, ...endStalled(3_600_000, 50, 10) })
  const address = await patient.listen({ host: '127.0.0.1', port: 0 })
  expect(await onSocket(address, 'POST / HTTP/1.1\r\nhost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})
