/** Signing out of the console: this browser, or every browser. */
import type { FastifyRequest } from 'fastify'
import type { Tag } from '../../service/openapi.ts'
import { noBody } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import type { ConsoleAccess } from './access.ts'
import { endedCookie } from './cookie.ts'

export async function signOutApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { access } = context

  server.post('/sign-out', { schema: SIGN_OUT }, (request, reply) => {
    if (request.consoleSession) access.sessions.end(request.consoleSession)
    reply.code(204).header('set-cookie', signedOut(request, context))
    return null
  })

  server.post('/sign-out-everywhere', { schema: SIGN_OUT_EVERYWHERE }, (request, reply) => {
    signOutEverywhere(access)
    // The terminal shows a fresh one.
    access.links.announceUse()
    reply.code(204).header('set-cookie', signedOut(request, context))
    return null
  })
}

/** Also those who hold a link that was not used. */
export function signOutEverywhere({ sessions, links }: ConsoleAccess): void {
  sessions.endAll()
  links.endAll()
}

/** @returns the cookie that ends the browser's */
function signedOut({ headers }: FastifyRequest, { access, changes }: ConsoleContext): string {
  // Every open stream of events checks whether its session is live.
  changes.changed('access')
  return endedCookie(access.port(), access.origins.isSecure(headers.host, headers.origin))
}

const tags: Tag[] = ['Console: access']
const SIGN_OUT = {
  tags,
  operationId: 'signOut',
  summary: 'Sign this browser out',
  response: { 204: noBody('It is signed out') },
}
const SIGN_OUT_EVERYWHERE = {
  tags,
  operationId: 'signOutEverywhere',
  summary: 'Sign every browser out, and end the sign-in links that were not used',
  response: { 204: noBody('They are signed out') },
}
