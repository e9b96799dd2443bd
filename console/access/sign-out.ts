/** Signing out of the console: this browser, or every browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../service/openapi.ts'
import type { ConsoleContext } from '../context.ts'
import { endedCookie } from './cookie.ts'

export async function signOutApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { sessions } = context.access

  server.post('/sign-out', { config: { openapi: SIGN_OUT } }, (request, reply) => {
    if (request.consoleSession) sessions.end(request.consoleSession)
    return signedOut(request, reply, context)
  })

  server.post('/sign-out-everywhere', { config: { openapi: SIGN_OUT_EVERYWHERE } }, (request, reply) => {
    sessions.endAll()
    return signedOut(request, reply, context)
  })
}

function signedOut(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { access, changes }: ConsoleContext,
): FastifyReply {
  // Every open stream of events checks whether its session is live.
  changes.changed('access')
  const isSecure = access.origins.isSecure(headers.host, headers.origin)
  return reply.code(204).header('set-cookie', endedCookie(access.port(), isSecure)).send()
}

const tag = 'Console: access'
const SIGN_OUT: Operation = {
  tag,
  summary: 'Sign this browser out',
  answers: { 204: { description: 'It is signed out' } },
}
const SIGN_OUT_EVERYWHERE: Operation = {
  tag,
  summary: 'Sign every browser out',
  answers: { 204: { description: 'They are signed out' } },
}
