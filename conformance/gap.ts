/** Why nothing more of a part can be seen: nobody answers, something else answers, nothing is there, or the call is refused. */
import { TransportError } from '../shared/client/errors.ts'
import { isSuccess } from '../shared/client/reply.ts'
import { withoutEnd } from '../shared/text/without-end.ts'
import type { Answer } from './ask.ts'
import type { Part } from './case.ts'
import { holdsUser } from './cases/session/user.ts'
import { isEnvelope } from './envelope.ts'
import { ACADEMY, type Visit } from './visit.ts'

export interface Gap {
  /** All parts whose cases cannot be seen. */
  parts: readonly Part[]
  reason: string
  /** What to do about it, after the finding. */
  hint: string
}

/** @param part one whose first call has failed */
export async function gapOf(part: Part, visit: Visit): Promise<Gap | undefined> {
  return part === 'popups' || part === 'news' ? contentGap(part, visit) : otherGap(part, visit)
}

type Answerer = 'a service' | 'another server' | 'nothing' | 'nobody'

/** Both parts have one address. */
async function contentGap(part: 'popups' | 'news', visit: Visit): Promise<Gap | undefined> {
  const [own, other] = await Promise.all([
    answererAt(part, visit),
    answererAt(part === 'news' ? 'popups' : 'news', visit),
  ])
  if (own === 'a service') return undefined
  if (other === 'a service')
    return own === 'nobody' ? { parts: [part], reason: NO_ANSWER, hint: '' } : undefined
  const parts = ['popups', 'news'] as const
  if (own === 'nobody') return { parts, reason: NO_ANSWER, hint: '' }
  const why =
    own === 'nothing' && other === 'nothing' ? 'every answer is HTTP 404' : 'no answer has an envelope'
  return { parts, reason: `${NO_SERVICE}: ${why}`, hint: await addressHint(visit) }
}

const NO_ANSWER = 'no answer comes'
const NO_SERVICE = 'another program answers there'

/** A service answers a right call or a wrong one with an envelope; whatever stands in HTTP 404, nothing may be at the address. */
async function answererAt(part: 'popups' | 'news', visit: Visit): Promise<Answerer> {
  const call = part === 'news' ? visit.news : visit.popups
  const right = part === 'news' ? { ...ACADEMY, lastSyncTime: visit.recent } : ACADEMY
  try {
    const answers = []
    for (const parameters of [right, { ...right, siteId: '' }]) {
      const answer = await call(parameters)
      if (isOfService(answer)) return 'a service'
      answers.push(answer)
    }
    return answers.every(({ status }) => status === 404) ? 'nothing' : 'another server'
  } catch (error) {
    return isUnreachable(error) ? 'nobody' : 'a service'
  }
}

const isOfService = (answer: Answer) => answer.status !== 404 && isEnvelope(answer)

/** As in `; http://127.0.0.1:4010/cms answers: use this address`. */
async function addressHint(visit: Visit): Promise<string> {
  const { origin, pathname } = new URL(visit.content.serviceUrl)
  const path = withoutEnd(pathname, '/')
  const usual = `${origin}/cms`
  const base = path.replace(/\/api\/v1(?:\/.*)?$/, '')
  const others = new Set([`${origin}${base}`, usual])
  for (const other of others) {
    if (other === `${origin}${path}`) continue
    const answers = await visit.popups(ACADEMY, { base: other }).then(isOfService, () => false)
    if (answers) return `; ${other} answers: use this address`
  }
  if (base !== path && base !== '') return `; the address ends before /api/v1, as in ${origin}${base}`
  if (path === '/cms') return '; /cms is the usual first path segment: ask which one this service has'
  return `; ${base === '' ? 'the first path segment is missing' : 'check the first path segment'}, as in ${usual}`
}

async function otherGap(part: 'attendance' | 'session', visit: Visit): Promise<Gap | undefined> {
  const call = part === 'attendance' ? visit.list : visit.user
  const parts = [part]
  try {
    const answer = await call()
    const { status } = answer
    const isRefused = status === 401 || status === 403
    if (isSuccess(status) && !isOtherThanJson(answer)) return undefined
    const none = part === 'attendance' ? 'no list comes' : 'no user comes'
    const reason = isOtherThanJson(answer) && !isRefused ? NO_SERVICE : none
    if (isRefused) return { parts, reason, hint: REFUSED[part] }
    return {
      parts,
      reason,
      hint: part === 'session' ? await environmentHint(visit, status) : listHint(status),
    }
  } catch (error) {
    return isUnreachable(error) ? { parts, reason: NO_ANSWER, hint: '' } : undefined
  }
}

const REFUSED = {
  attendance: '; check the app id and the key',
  session: '; check the app id and the token',
}

const listHint = (status: number) =>
  `; check the address, which is what stands before /units/…, ${status === 404 ? '' : 'the app id, the key, '}and the unit, year, group and date`

/** As in `; http://127.0.0.1:4010/session/staging answers: use this address`. */
async function environmentHint(visit: Visit, status: number): Promise<string> {
  const staging = `${withoutEnd(visit.session.sessionUrl, '/')}/staging`
  if (!/\/(?:staging|production)$/.test(withoutEnd(visit.session.sessionUrl, '/'))) {
    const answers = await visit.user({ base: staging }).then(holdsUser, () => false)
    if (answers) return `; ${staging} answers: use this address`
  }
  const address = '; check the address, which is what stands before /v2/grd/external-session'
  return status === 404 ? address : `${address}, the app id and the token`
}

/** Neither valid JSON nor declared as JSON. */
const isOtherThanJson = ({ isJson, headers }: Answer) =>
  !isJson && !headers.get('content-type')?.includes('json')

const isUnreachable = (error: unknown) =>
  error instanceof TransportError && (error.code === 'UNREACHABLE' || error.code === 'TIMEOUT')
