/** The cookie of a signed-in browser. */
import { SESSION_HOURS } from './sessions.ts'

const NAME = 'schoolbell-console'

/** Set-Cookie that signs a browser in. */
export function sessionCookie(token: string, port: string, isSecure: boolean): string {
  return cookie(token, SESSION_HOURS * 3600, port, isSecure)
}

/** Set-Cookie that signs a browser out. */
export function endedCookie(port: string, isSecure: boolean): string {
  return cookie('', 0, port, isSecure)
}

/** Every value that could be ours, the best protected first. */
export function* tokensIn(header: string | undefined, port: string, isSecure: boolean): Generator<string> {
  const pairs = (header ?? '').split(';').map(pair => pair.trim())
  const names = isSecure ? [nameOf(port, true)] : [nameOf(port, true), nameOf(port, false)]
  for (const name of names)
    for (const pair of pairs)
      if (pair.startsWith(`${name}=`) && pair.length > name.length + 1) yield pair.slice(name.length + 1)
}

function cookie(value: string, maxAge: number, port: string, isSecure: boolean): string {
  // A __Host- cookie must be for the whole host.
  const where = isSecure ? 'Path=/; Secure' : 'Path=/console'
  return `${nameOf(port, isSecure)}=${value}; ${where}; HttpOnly; SameSite=Strict; Max-Age=${maxAge}`
}

/** Cookies are shared by all ports of a host, and two services on one machine must not sign each other out. */
function nameOf(port: string, isSecure: boolean): string {
  return isSecure ? `__Host-${NAME}` : `${NAME}-${port}`
}
