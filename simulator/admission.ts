/** Who is served: a browser that came by a link of this phone, at a name of this machine, from no other page. */
import type { IncomingMessage } from 'node:http'
import { namesOneHost } from '../shared/server/one-host.ts'
import { hashOf, sameHash } from '../shared/server/secret.ts'

/** `screen`: around the web-app in the console's frame, once. `enter`: into that frame, once. `direct`: as often as asked for. */
export type Way = 'screen' | 'enter' | 'direct'

/** Paths of the in-app browser itself. */
export const OWN_PATH = '/.schoolbell/'
/** Links that were asked for and not followed. */
const MOST_TICKETS = 20

export class Admission {
  /** The Set-Cookie line that admits a browser. */
  readonly cookie: string
  readonly #host: string
  readonly #port: number
  readonly #names: ReadonlySet<string>
  readonly #cookieName: string
  readonly #secret: string
  readonly #lasting: string
  readonly #tickets: { screen: Tickets; enter: Tickets }

  constructor({ host, port }: { host: string; port: number }, newSecret: () => string) {
    // As browsers write it: in lower case, IPv6 in its short form.
    const urlOf = (name: string) => new URL(`http://${name}:${port}`)
    this.#host = urlOf(host.includes(':') ? `[${host}]` : host).hostname
    this.#port = port
    this.#names = new Set([this.#host, 'localhost', '127.0.0.1'].map(name => urlOf(name).host))
    this.#cookieName = `schoolbell-phone-${port}`
    this.#secret = newSecret()
    this.#lasting = newSecret()
    this.cookie = `${this.#cookieName}=${this.#secret}; Path=/; HttpOnly; SameSite=Lax`
    this.#tickets = { screen: new Tickets(newSecret), enter: new Tickets(newSecret) }
  }

  link(way: 'direct' | 'framed', hostname = this.#host): string {
    const path = way === 'direct' ? this.#lasting : `screen/${this.#tickets.screen.make()}`
    return `http://${hostname}:${this.#port}${OWN_PATH}${path}`
  }

  /** For the screen's frame: the web-app in it cannot enter by itself. */
  framePath(): string {
    return `${OWN_PATH}enter/${this.#tickets.enter.make()}`
  }

  /** Which link a request has followed. A ticket is used up. */
  wayOf(request: IncomingMessage): Way | undefined {
    const path = pathOf(request).slice(OWN_PATH.length)
    const [, name, ticket = ''] = /^(screen|enter)\/(.*)$/s.exec(path) ?? []
    if (name === 'screen') return this.#tickets.screen.use(ticket) ? name : undefined
    if (name === 'enter')
      return this.isAdmitted(request) && this.#tickets.enter.use(ticket) ? name : undefined
    return isSame(path, this.#lasting) ? 'direct' : undefined
  }

  /** 421: at a name that somebody else's page pointed at this machine. */
  refusalOf(request: IncomingMessage): 400 | 421 | undefined {
    if (!namesOneHost(request)) return 400
    if (!this.#names.has(request.headers.host?.toLowerCase() ?? '')) return 421
    return request.url?.startsWith('/') ? undefined : 400
  }

  isAdmitted(request: IncomingMessage): boolean {
    return this.holdsSecret(request) && isOfThisPage(request)
  }

  holdsSecret({ headers: { cookie = '' } }: IncomingMessage): boolean {
    const start = `${this.#cookieName}=`
    const pair = cookie.split(/;\s*/).find(one => one.startsWith(start))
    return isSame(pair?.slice(start.length) ?? '', this.#secret)
  }
}

/** Each is good for one use. */
class Tickets {
  readonly #newSecret: () => string
  #waiting: string[] = []

  constructor(newSecret: () => string) {
    this.#newSecret = newSecret
  }

  make(): string {
    const ticket = this.#newSecret()
    this.#waiting = [...this.#waiting, ticket].slice(-MOST_TICKETS)
    return ticket
  }

  use(ticket: string): boolean {
    const at = this.#waiting.findIndex(one => isSame(one, ticket))
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }
}

const isSame = (one: string, other: string): boolean => sameHash(hashOf(one), hashOf(other))

export const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? ''

export const ownOriginOf = ({ headers }: IncomingMessage): string => `http://${headers.host ?? ''}`

/**
 * Whether a page of this origin asks, or the person at the browser: another page on this machine is of the same site, so its
 * requests carry the cookie as well.
 */
function isOfThisPage(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, origin } = request.headers
  if (site === undefined) return origin === undefined || origin === ownOriginOf(request)
  if (site === 'same-origin' || site === 'none') return true
  // A link that leads here, as to any page.
  return request.method === 'GET' && mode === 'navigate' && dest === 'document'
}
