/** Formats the user of a session, and explains refusals. */
import type { Temporal } from 'temporal-polyfill'
import type { TransportError } from '../../shared/client/errors.ts'
import type { SessionUser } from '../../shared/contract/session.ts'
import { nameLines } from '../print.ts'
import { instantIn, inZone, spanText } from '../zone.ts'

interface Context {
  appId: string
  zone: string
  now: Temporal.Instant
}

export function userText(user: SessionUser, { appId, zone, now }: Context): string {
  const rows = [
    ['Role', user.role],
    ['Name', user.fullName],
    ['Chinese name', user.chineseName || '–'],
    ['User id', `${user.userId}`],
    ['Ref. no.', user.refNo],
    ['E-mail', user.email],
    ['Picture', user.imageUrl],
    [
      'App id',
      user.appId === appId ? appId : `${user.appId}: not the requested one; a web-app must refuse it`,
    ],
    ['Created', `${inZone(user.createdAt, zone)} (${zone})`],
    ['Expires', `${inZone(user.expireAt, zone)}: ${lifeText(user.expireAt, now)}`],
  ] as const
  return nameLines(rows)
}

/** By this machine's clock. */
function lifeText(expireAt: string, now: Temporal.Instant): string {
  const end = instantIn(expireAt)
  if (!end) return 'not a timestamp, so a web-app cannot tell when it expires'
  const leftMs = end.epochMilliseconds - now.epochMilliseconds
  return leftMs > 0 ? `in ${spanText(leftMs)}` : `expired ${spanText(-leftMs)} ago; a web-app must refuse it`
}

/** One sentence; undefined if the error's own message is enough. */
export function refusalText(error: TransportError): string | undefined {
  const { status, retryAfterSeconds = 60 } = error
  const meaning = status === undefined ? undefined : MEANINGS[status]
  if (status === 429)
    return `Too many wrong tokens from this address; try again in ${spanText(retryAfterSeconds * 1000)} (${error.message})`
  return meaning && `${meaning} (${error.message})`
}

const NOT_GOOD =
  'The token is not valid: it has expired, was ended, belongs to the other environment (staging or production) or to another app id, or never existed; a service does not say which'
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The service cannot read the token or the app id',
  401: NOT_GOOD,
  403: NOT_GOOD,
  404: 'There is no session API at this address; use the base address of one environment, as in …/session/staging',
}
