/** The entrance over a socket: any bytes that HTTP lets through, in any number. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forExpress } from '../../extension/express.ts'
import { createExtension, ExtensionError } from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { onSocket } from '../support/on-socket.ts'

const parent = sessionUser({ userId: 11 })
const { headers: good } = entranceOf({
  user: parent,
  selected: { userId: 2001, refNo: '初一-07' },
  sso: { a: '陳' },
})
const outcomes: unknown[] = []
const failures: unknown[] = []
const extension = createExtension({
  appId: 'sample-school',
  sessionUrl: 'http://sessions.example/session/staging',
  environment: 'staging',
  secret: 'a secret, long enough for anybody to use',
  onVisit: () => 'family 7',
  onEntrance: outcome => void outcomes.push(outcome),
  fetch: fakeSessions({ users: [parent] }).fetch,
})
const { visits, findVisit } = forExpress(extension)
const server = createServer({ maxHeaderSize: 128 * 1024 }, (request, response) => {
  const answer = (error?: unknown) => {
    if (error) failures.push(error)
    response.end(findVisit(request) ? 'somebody' : 'nobody')
  }
  Promise.resolve(visits(request, response, answer)).catch(answer)
})
let address: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** @param headers name and value of each, in the order in which they are sent */
const enter = (headers: readonly (readonly [string, string])[]) =>
  onSocket(
    address,
    `GET / HTTP/1.1\r\nhost: trips.example\r\nconnection: close\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

/** One character a byte, without those that end a header. */
const bytes = (max: number) =>
  fc
    .uint8Array({ maxLength: max })
    .map(all => Buffer.from(all.filter(byte => ![0, 10, 13].includes(byte))).toString('latin1'))
const anything = fc.oneof(
  bytes(60),
  fc.constantFrom(...Object.values(good), 'zh', 'all', '__proto__', '0x10', '1e3', ' '),
  fc.json().map(text => Buffer.from(text).toString('base64')),
  fc.nat({ max: 60_000 }).map(length => 'A'.repeat(length)),
  fc.tuple(bytes(20), bytes(20)).map(([one, other]) => `${one}, ${other}`),
  fc.json().map(text => `Bearer ${Buffer.from(text).toString('base64url')}.${text.length}`),
  fc.json().map(text => `__Host-schoolbell-visit=${Buffer.from(text).toString('base64url')}....`),
)

it('a whole one is let in, Chinese and all', async () => {
  expect(await enter(Object.entries(good))).toContain('somebody')
})

// Promise: entrance/token
it('whatever the six headers, a bearer and cookies hold, however often: an answer of the family, and never a user without the token', async () => {
  const name = fc.constantFrom(...Object.keys(good), 'authorization', 'cookie')
  const others = fc.array(fc.tuple(name, anything), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(anything, others, async (token, rest) => {
      outcomes.length = 0
      const headers = [['x-session-token', token] as const, ...rest]
      const tokens = headers.filter(([each]) => each === 'x-session-token').map(([, value]) => value.trim())
      const answer = await enter(headers)
      if (tokens.join(', ') !== good['x-session-token']) expect(answer).not.toContain('somebody')
      expect([200, 400, 401, 403, 431]).toContain(statusOf(answer))
      for (const outcome of outcomes) if (outcome !== 'visit') expect(outcome).toBeInstanceOf(ExtensionError)
    }),
    { numRuns: 60 },
  )
  expect(failures).toEqual([])
})

it('with one header of a good one spoilt, it is refused under that header’s code or let in as its user', async () => {
  const hints = Object.keys(good).filter(name => !/token|app-id/.test(name))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...hints), anything, async (name, value) => {
      outcomes.length = 0
      const answer = await enter(Object.entries({ ...good, [name]: value }))
      if (answer.includes('somebody')) expect(outcomes).toEqual(['visit'])
      else expect(statusOf(answer)).toBe(400)
    }),
    { numRuns: 30 },
  )
})

it.each(['x-session-token', 'x-app-id'])('%s given twice lets nobody in, though each is good', async name => {
  const answer = await enter([...Object.entries(good), [name, good[name] ?? '']])
  expect(answer).not.toContain('somebody')
  expect([401, 403]).toContain(statusOf(answer))
})
