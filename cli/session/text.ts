/** A session's user in words, and what a refusal means. */
import type { Temporal } from 'temporal-polyfill'
import type { TransportError } from '../../shared/client/errors.ts'
import type { SessionUser } from '../../shared/contract/session.ts'
import { plainLine } from '../../shared/text/table.ts'
import { instantIn, inZone, spanText } from '../zone.ts'

interface Asked {
  appId: string
  zone: string
  now: Temporal.Instant
}

export function userText(user: SessionUser, { appId, zone, now }: Asked): string {
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
      user.appId === appId ? appId : `${user.appId}: not the one asked with; a web-app must refuse it`,
    ],
    ['Began', `${inZone(user.createdAt, zone)} (${zone})`],
    ['Good until', `${inZone(user.expireAt, zone)}: ${lifeText(user.expireAt, now)}`],
  ] as const
  return rows.map(([name, value]) => `${name.padEnd(14)}${plainLine(value)}`).join('\n')
}

/** By this machine's clock. */
function lifeText(expireAt: string, now: Temporal.Instant): string {
  const end = instantIn(expireAt)
  if (!end) return 'no timestamp, so that no web-app can tell when it is over'
  const leftMs = end.epochMilliseconds - now.epochMilliseconds
  return leftMs > 0
    ? `for another ${spanText(leftMs)}`
    : `over for ${spanText(-leftMs)}; a web-app must refuse it`
}

/** One sentence, or undefined for a failure that says itself what it is. */
export function refusalText(error: TransportError): string | undefined {
  const { status, retryAfterSeconds = 60 } = error
  const meaning = status === undefined ? undefined : MEANINGS[status]
  if (status === 429)
    return `Too many wrong tokens were tried from here; ask again in ${spanText(retryAfterSeconds * 1000)} (${error.message})`
  return meaning && `${meaning} (${error.message})`
}

const NOT_GOOD =
  'The token is not good: it has expired or was ended, is one of the other environment (staging or production) or of another app id, or never was one; a service does not say which'
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The service cannot read the token or the app id',
  401: NOT_GOOD,
  403: NOT_GOOD,
  404: 'There is no session API at this address: is it the base address of one environment, as in …/session/staging?',
}
