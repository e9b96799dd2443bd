/** Who asks, and in which language the answer is: the app's at the entrance, then the one chosen on the page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getVisit, isEntrance } from '../../extension/fastify.ts'
import type { Visit } from '../../extension/index.ts'
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { negotiate } from '../site/addresses.ts'

/** What a visit holds of this web-app's own: the reference number under which it has the visitor on record. */
export type TripVisit = Visit<string>

export interface Visitor {
  lang: Language
  visit: TripVisit | undefined
}

const COOKIE = '__Host-trip-language'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

const visitors = new WeakMap<FastifyRequest, Visitor>()

/** Before each page, once the visit is read. */
export async function readVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const visit = getVisit<string>(request)
  const chosen = chosenLanguage(request)
  // Whoever comes from the app comes with the app's language; what was chosen before may have been somebody else's choice.
  const fromApp = isEntrance(request)
  if (visit && fromApp) chooseLanguage(reply, visit.language)
  const lang = (fromApp ? undefined : chosen) ?? visit?.language ?? accepted(request)
  visitors.set(request, { lang, visit })
}

export function visitorOf(request: FastifyRequest): Visitor {
  return visitors.get(request) ?? { lang: chosenLanguage(request) ?? accepted(request), visit: undefined }
}

/** For pages that nobody gets to without a visit. */
export function knownVisitor(request: FastifyRequest): { lang: Language; visit: TripVisit } {
  const { lang, visit } = visitorOf(request)
  if (!visit) throw new Error('no visit: the route lacks requireVisit')
  return { lang, visit }
}

/** It outlives the visit, so that whoever comes too late can read why. */
export function chooseLanguage(reply: FastifyReply, lang: Language): void {
  reply.header('set-cookie', `${COOKIE}=${lang}; Max-Age=86400; ${ATTRIBUTES}`)
}

const accepted = ({ headers }: FastifyRequest) => negotiate(headers['accept-language'])

function chosenLanguage({ headers }: FastifyRequest): Language | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const [, value] = pairs.find(([name]) => name === COOKIE) ?? []
  return LANGUAGES.find(language => language === value)
}
