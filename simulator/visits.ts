/** The visits of one phone: where its entrance is, which request carries the headers, and what the browser forgets. */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../shared/clock.ts'
import type { EntranceHeaders } from '../shared/contract/entrance-headers.ts'
import { type PhoneCookies, phoneCookies } from './cookies.ts'
import type { Exchanges } from './exchanges.ts'
import { type Target, TargetError, type TargetParts, targetOf } from './target.ts'

/** What a tap on More opens. */
export interface Tap {
  entranceUrl: string
  headers: EntranceHeaders
  /** The web view keeps no cookie of this visit. Default: it keeps them. */
  forgetsCookies?: boolean | undefined
}

export interface VisitParts {
  /** Asked at each visit. @throws {TapRefused} the app has nothing to open */
  tap(): Tap
  target: TargetParts
  clock: Clock
  /** Set-Cookie lines by which the browser forgets an installation before this one. */
  leftovers?: readonly string[] | undefined
  /** Something was sent or received. */
  changed?(): void
}

export class Visits {
  /** The web-app's origin; undefined before the first visit. */
  target: Target | undefined
  readonly cookies: PhoneCookies
  readonly #parts: VisitParts
  readonly #log: Exchanges
  /** The visit that has begun and whose first request has not come yet. */
  #arrival: { path: string; headers: EntranceHeaders } | undefined
  /** Set-Cookie lines for the next visit. */
  #forgotten: string[]
  #forgetsCookies = false

  constructor(parts: VisitParts, log: Exchanges) {
    this.#parts = parts
    this.#log = log
    this.#forgotten = [...(parts.leftovers ?? [])]
    this.cookies = phoneCookies({
      target: () => this.target?.host ?? 'nowhere.invalid',
      clock: parts.clock,
      forgets: () => this.#forgetsCookies,
    })
  }

  /**
   * A tap on More: looks the entrance up again.
   *
   * @returns where the browser goes, at its own origin
   * @throws {TapRefused} the app has nothing to open
   * @throws {TargetError} the entrance URL leads nowhere, or to where no web-app may be
   */
  async begin(): Promise<string> {
    const { entranceUrl, headers, forgetsCookies = false } = this.#parts.tap()
    const found = await this.#targetOf(entranceUrl)
    const isElsewhere = this.target !== undefined && this.target.host !== found.host
    if (isElsewhere || forgetsCookies || this.#forgetsCookies) this.forgetCookies()
    this.#forgetsCookies = forgetsCookies
    this.target = found
    this.#arrival = { path: found.path, headers }
    return found.path + found.hash
  }

  /** The entrance's headers, for the first navigation of a visit and for no other request. */
  takeHeaders(request: IncomingMessage): EntranceHeaders | undefined {
    const mode = request.headers['sec-fetch-mode'] ?? 'navigate'
    const arrival = this.#arrival
    if (!arrival || request.method !== 'GET' || mode !== 'navigate' || request.url !== arrival.path)
      return undefined
    this.#arrival = undefined
    return arrival.headers
  }

  forgetCookies(): void {
    this.#forgotten.push(...this.cookies.forget())
  }

  /** Set-Cookie lines by which the browser forgets what it was given; each is given once. */
  takeForgotten(): string[] {
    return this.#forgotten.splice(0)
  }

  async #targetOf(entranceUrl: string): Promise<Target> {
    try {
      return await targetOf(entranceUrl, this.#parts.target)
    } catch (error) {
      if (error instanceof TargetError) this.#noteUnsent(entranceUrl, error)
      throw error
    }
  }

  /** The newest of what was sent and received is then not that of an entrance before it. */
  #noteUnsent(path: string, { code, message }: TargetError): void {
    const at = new Date(this.#parts.clock.now().epochMilliseconds).toISOString()
    const exchange = this.#log.begin({ at, kind: 'entrance', method: 'GET', path, sent: [], forgotten: [] })
    Object.assign(exchange, { failure: { code, detail: message }, isOver: true })
    this.#parts.changed?.()
  }
}
