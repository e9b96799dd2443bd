/** What is looked at of a request before it is read. */
import fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readOnly } from '../../../shared/server/methods.ts'
import { namesOneHost } from '../../../shared/server/one-host.ts'
import { answerWithProblems } from '../../../shared/server/problem.ts'
import { hashOf, sameHash } from '../../../shared/server/secret.ts'

describe('addresses that are only read', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])(
    'refuse %s, and say what they answer',
    async method => {
      await using server = Object.assign(fastify(), { [Symbol.asyncDispose]: () => server.close() })
      answerWithProblems(server)
      readOnly(server as FastifyInstance)
      server.get('/menu', () => 'soup')
      server.route({ method: 'OPTIONS', url: '/menu', handler: () => '' })
      const refused = await server.inject({ method: method as 'POST', url: '/menu' })
      expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(refused.json()).toMatchObject({ detail: 'This address answers GET, HEAD, OPTIONS' })
      expect((await server.inject({ method: 'OPTIONS', url: '/menu' })).headers.allow).toBe(
        'GET, HEAD, OPTIONS',
      )
      const read = await server.inject('/menu')
      expect([read.body, read.headers.allow]).toEqual(['soup', undefined])
    },
  )
})

it.each([
  [['Host', 'a', 'X', 'host'], true],
  [['host', 'a', 'HOST', 'b'], false],
  [['x', 'y'], true],
])('of %j one names the host: %s', (rawHeaders, isOne) => {
  expect(namesOneHost({ rawHeaders } as Parameters<typeof namesOneHost>[0])).toBe(isOne)
})

it('secrets are compared by their hashes, of whatever length', () => {
  expect(sameHash(hashOf('sesame'), hashOf('sesame'))).toBe(true)
  expect(sameHash(hashOf('sesame'), hashOf('Sesame'))).toBe(false)
  expect(sameHash(hashOf('sesame'), Buffer.from('short'))).toBe(false)
})
