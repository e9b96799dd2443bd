/** Routes for every visitor: entrance, language, sign-out. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { chooseLanguage, knownVisitor } from '../visitor.ts'
import { showGuardianHome } from './guardian.ts'
import { showNotice, type TripParts } from './parts.ts'
import { showStaffHome } from './staff.ts'
import { showStudentHome } from './student.ts'

const HOMES = { Guardian: showGuardianHome, Student: showStudentHome, Staff: showStaffHome }

export function everybodysRoutes(server: FastifyInstance, parts: TripParts): void {
  const { requireVisit, signOut } = parts.visits
  server.get('/', { preHandler: requireVisit() }, (request, reply) =>
    HOMES[knownVisitor(request).visit.user.role](request, reply, parts),
  )

  server.get<{ Querystring: { to?: string; from?: string } }>('/language', (request, reply) => {
    const { to, from } = request.query
    const lang = LANGUAGES.find(language => language === to)
    if (lang) chooseLanguage(reply, lang)
    return reply.header('cache-control', 'no-store').redirect(ownPath(from), 303)
  })

  server.post('/sign-out', (request: FastifyRequest, reply) => {
    signOut(request)
    return reply.redirect('/signed-out', 303)
  })
  server.get('/signed-out', (request, reply) =>
    showNotice(request, reply, { title: 'outTitle', text: 'outText' }),
  )
}

/** Redirects only to pages of this web-app, whatever the parameter says. */
function ownPath(from: string | string[] | undefined): string {
  const own = 'http://trips.invalid'
  const target = typeof from === 'string' ? URL.parse(from, own) : undefined
  return target?.origin === own ? target.pathname.replace(/^\/+/, '/') + target.search : '/'
}
