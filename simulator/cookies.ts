/**
 * The cookies of one simulated phone.
 *
 * A web view speaks to the web-app over TLS; this one may speak over plain http on one machine, where a browser would refuse
 * `Secure` and `__Host-` cookies and show those of one port to all others. So cookies are kept here, as over TLS, and sent to
 * the web-app only. Those that the web-app's own scripts may read are given to the browser as well, and what scripts make of
 * them comes back with the next request.
 */
import { Cookie, CookieJar } from 'tough-cookie'
import type { Clock } from '../shared/clock.ts'
import { type Dropped, whyDropped } from './dropped-cookie.ts'

export interface PhoneCookies {
  /** What a request sends. */
  send(path: string, fromBrowser: string | undefined): SentCookies
  /** Keeps what an answer sets. */
  take(path: string, setCookie: readonly string[], clearSiteData?: string | undefined): TakenCookies
  /** Names that were in the browser before the web-app was: other programs on this machine set them. */
  notOurs(fromBrowser: string | undefined): void
  /** Forgets everything, and gives what makes the browser forget its part. */
  forget(): string[]
}

export interface SentCookies {
  /** The Cookie header, or undefined when there is nothing to send. */
  header: string | undefined
  /** Names of those that another phone would have sent. */
  forgotten: string[]
}

export interface TakenCookies {
  /** Set-Cookie lines for the browser. */
  forBrowser: string[]
  /** Each name with its attributes, without its value. */
  seen: string[]
  /** Those that a web view does not keep. */
  dropped: Dropped[]
}

/** The console's and the simulator's own. */
const RESERVED = /^(__Host-|__Secure-)?schoolbell/i

export interface PhoneCookiesParts {
  /** The web-app's host. */
  target(): string
  clock: Clock
  /** Whether the web view keeps no cookie: each is noted, so that it can be named, and none is sent or given to the browser. */
  forgets(): boolean
}

export function phoneCookies({ target, clock, forgets }: PhoneCookiesParts): PhoneCookies {
  const jar = new CookieJar(undefined, { allowSpecialUseDomain: true, rejectPublicSuffixes: false })
  const foreign = new Set<string>()
  /** Paths by name of what the browser was given; confirmed once it came back. */
  const mirrored = new Map<string, { path: string; cameBack: boolean }>()
  const now = () => new Date(clock.now().epochMilliseconds)
  /** The scheme is always that of TLS. A path is put behind the host and can name no other. */
  const at = (path: string) => `https://${target()}${path}`

  const adopt = (path: string, pairs: ReadonlyMap<string, string>): void => {
    for (const cookie of jar.getCookiesSync(at(path), { expire: false })) {
      const mirror = mirrored.get(cookie.key)
      if (cookie.httpOnly || !mirror) continue
      const value = pairs.get(cookie.key)
      if (value !== undefined) {
        mirror.cameBack = true
        if (value !== cookie.value)
          jar.setCookieSync(withValue(cookie, value), at(path), { ignoreError: true })
      } else if (mirror.cameBack) {
        // A script deleted it.
        jar.setCookieSync(withExpiry(cookie, new Date(0)), at(path), { ignoreError: true })
        mirrored.delete(cookie.key)
      }
    }
  }

  const forgetAll = (): string[] => {
    jar.removeAllCookiesSync()
    const gone = [...mirrored].map(([name, { path }]) => `${name}=; Path=${path}; Max-Age=0; SameSite=Lax`)
    mirrored.clear()
    return gone
  }

  return {
    send(path, fromBrowser) {
      const pairs = pairsIn(fromBrowser)
      adopt(path, pairs)
      const kept = jar.getCookiesSync(at(path), { expire: false }).filter(cookie => !isOver(cookie, now()))
      const names = new Set(kept.map(cookie => cookie.key))
      const made = [...pairs].filter(
        ([name]) => !names.has(name) && !foreign.has(name) && !RESERVED.test(name) && !mirrored.has(name),
      )
      if (forgets()) return { header: undefined, forgotten: [...names, ...made.map(([name]) => name)] }
      const all = [...kept.map(cookie => cookie.cookieString()), ...made.map(pair => pair.join('='))]
      return { header: all.length === 0 ? undefined : all.join('; '), forgotten: [] }
    },
    take(path, setCookie, clearSiteData = '') {
      const taken: TakenCookies = { forBrowser: [], seen: [], dropped: [] }
      for (const line of setCookie) {
        taken.seen.push(withoutValue(line))
        const parsed = parse(line, now())
        const why = parsed && whyDropped(parsed)
        const cookie = parsed && !why && jar.setCookieSync(parsed, at(path), { ignoreError: true })
        if (parsed && !cookie) taken.dropped.push({ name: parsed.key, why: why ?? 'FOR_NO_HOST_OF_THIS' })
        if (!cookie || cookie.httpOnly || RESERVED.test(cookie.key) || forgets()) continue
        foreign.delete(cookie.key)
        if (isOver(cookie, now())) mirrored.delete(cookie.key)
        else mirrored.set(cookie.key, { path: cookie.path ?? '/', cameBack: false })
        taken.forBrowser.push(forBrowser(cookie, now()))
      }
      if (CLEARS_COOKIES.test(clearSiteData)) taken.forBrowser = forgetAll()
      return taken
    },
    notOurs(fromBrowser) {
      for (const name of pairsIn(fromBrowser).keys()) if (!mirrored.has(name)) foreign.add(name)
    },
    forget: forgetAll,
  }
}

/** Of `Clear-Site-Data`; also those that the same response sets. */
const CLEARS_COOKIES = /"(?:cookies|\*)"/

function pairsIn(header: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(equals, 0)).trimStart()
    if (name !== '' && !pairs.has(name)) pairs.set(name, part.slice(equals + 1))
  }
  return pairs
}

/** With Max-Age as an instant of the service's clock: the jar would count it anew from each use, by the machine's. */
function parse(line: string, now: Date): Cookie | undefined {
  const cookie = Cookie.parse(line, { loose: true })
  if (!cookie || typeof cookie.maxAge !== 'number') return cookie
  return withExpiry(cookie, new Date(cookie.maxAge <= 0 ? 0 : now.getTime() + cookie.maxAge * 1000))
}

function withExpiry(cookie: Cookie, expires: Date): Cookie {
  cookie.expires = Number.isNaN(expires.getTime()) ? 'Infinity' : expires
  cookie.maxAge = null
  return cookie
}

function withValue(cookie: Cookie, value: string): Cookie {
  cookie.value = value
  return cookie
}

function isOver(cookie: Cookie, now: Date): boolean {
  const expiry = cookie.expiryTime()
  return expiry !== undefined && expiry <= now.getTime()
}

/** As an attribute of the phone's address and no other, without what a plain address cannot hold. */
function forBrowser(cookie: Cookie, now: Date): string {
  const expiry = cookie.expiryTime()
  const lasting =
    expiry === undefined || !Number.isFinite(expiry)
      ? ''
      : `; Max-Age=${Math.max(0, Math.round((expiry - now.getTime()) / 1000))}`
  return `${cookie.cookieString()}; Path=${cookie.path ?? '/'}; SameSite=Lax${lasting}`
}

function withoutValue(line: string): string {
  const [pair = '', ...attributes] = line.split(';')
  return [pair.split('=')[0]?.trim() ?? '', ...attributes.map(attribute => attribute.trim())].join('; ')
}
