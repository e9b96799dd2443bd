/** Where a redirect of the web-app leads, and which one is not followed. */
import type { IncomingMessage } from 'node:http'
import type { Failure } from './exchanges.ts'
import type { Target } from './target.ts'

/** In a row without a page between them; browsers give up after twenty. */
const MOST_REDIRECTS = 12

export interface Redirect {
  /** At the same origin a path, else a whole address. */
  to: string
  isForeign: boolean
}

export function redirectOf(
  { statusCode = 0, headers }: IncomingMessage,
  path: string,
  { origin }: Target,
): Redirect | undefined {
  const { location } = headers
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const base = `${origin}${path}`
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined
  if (url?.origin !== origin || url.username !== '' || url.password !== '')
    return { to: url?.href ?? location, isForeign: true }
  return { to: `${url.pathname}${url.search}${url.hash}`, isForeign: false }
}

export function stoppedAt(
  redirect: Redirect | undefined,
  inARow: number,
): { code: Failure; about: string } | undefined {
  if (redirect?.isForeign) return { code: 'FOREIGN_REDIRECT', about: redirect.to }
  if (redirect && inARow > MOST_REDIRECTS) return { code: 'REDIRECT_LOOP', about: redirect.to }
  return undefined
}
