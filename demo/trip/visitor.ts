/** The user and the language of a response: the app's at the entrance, then the one chosen on the page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyVisits } from '../../extension/fastify.ts'
import type { Visit } from '../../extension/index.ts'
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { negotiate } from '../site/addresses.ts'

/** The web-app's own part of a visit: the reference number of the user's record. */
export type TripVisit = Visit<string>

export interface Visitor {
  lang: Language
  visit: TripVisit | undefined
}

const COOKIE = '__Host-trip-language'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

const visitors = new WeakMap<FastifyRequest, Visitor>()

/** The hook that runs before each page, after the visit is read. */
export function visitorReader({ findVisit, isEntrance }: FastifyVisits<string>) {
  return async function readVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const visit = findVisit(request)
    const chosen = chosenLanguage(request)
    // An entrance uses the app's language: an earlier choice may be that of another user.
    const fromApp = isEntrance(request)
    if (visit && fromApp) chooseLanguage(reply, visit.language)
    const lang = (fromApp ? undefined : chosen) ?? visit?.language ?? accepted(request)
    visitors.set(request, { lang, visit })
  }
}

export function visitorOf(request: FastifyRequest): Visitor {
  return visitors.get(request) ?? { lang: chosenLanguage(request) ?? accepted(request), visit: undefined }
}

/** For pages that require a visit. */
export function knownVisitor(request: FastifyRequest): { lang: Language; visit: TripVisit } {
  const { lang, visit } = visitorOf(request)
  if (!visit) throw new Error('no visit: the route lacks requireVisit')
  return { lang, visit }
}

/** This cookie lasts longer than the visit, so that a user whose visit has expired sees the reason in the right language. */
export function chooseLanguage(reply: FastifyReply, lang: Language): void {
  reply.header('set-cookie', `${COOKIE}=${lang}; Max-Age=86400; ${ATTRIBUTES}`)
}

const accepted = ({ headers }: FastifyRequest) => negotiate(headers['accept-language'])

function chosenLanguage({ headers }: FastifyRequest): Language | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const [, value] = pairs.find(([name]) => name === COOKIE) ?? []
  return LANGUAGES.find(language => language === value)
}
