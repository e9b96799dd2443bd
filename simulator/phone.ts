/**
 * One simulated phone: its setup, its in-app browser, and its user's session.
 *
 * The session is a real one, issued by the service in the chosen environment. It ends when the phone is removed or given to
 * another user.
 */
import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import { entranceHeaders } from '../shared/contract/entrance-headers.ts'
import type { SimulatorContext } from './context.ts'
import { entranceCall } from './entrance-record.ts'
import type { Exchange } from './exchanges.ts'
import { type InAppBrowser, openInAppBrowser, TapRefused } from './in-app-browser.ts'
import { type PhoneSetup, selectedBy } from './setup.ts'
import type { SimulatorUserWithChildren } from './users.ts'
import type { Tap } from './visits.ts'

/** A phone as the console shows it. */
export interface Phone {
  phoneId: number
  setup: PhoneSetup
  /** Absent when the person was deleted. */
  user?: SimulatorUserWithChildren
  /** ISO 8601 in UTC; absent until More is tapped for the first time. */
  session?: { createdAt: string; expireAt: string }
}

/** What the host of the service can set, and the console cannot. */
export interface PhoneExtras {
  /** Instead of the one in App settings, which may then be switched off. */
  entranceUrl?: string | undefined
  /** An address in a network, for real phones. Default: loopback. */
  host?: string | undefined
  /** Default: a free one. */
  port?: number | undefined
  /** Called whenever something was sent or received. */
  changed?(): void
}

export interface PhoneOptions {
  context: SimulatorContext
  phoneId: number
  setup: PhoneSetup
  extras: PhoneExtras
  /** Ports of the service and of all phones: no web-app stands there. */
  ownPorts(): Iterable<number>
}

interface Session {
  token: string
  createdAt: Temporal.Instant
  expireAt: Temporal.Instant
}

export class SimulatedPhone {
  #context: SimulatorContext
  #options: PhoneOptions
  #setup: PhoneSetup
  /** Set by {@link open}, which alone makes phones. */
  #browser!: InAppBrowser
  #session: Session | undefined

  static async open(options: PhoneOptions): Promise<SimulatedPhone> {
    const phone = new SimulatedPhone(options)
    phone.#browser = await phone.#openBrowser(options.extras.port ?? 0)
    return phone
  }

  private constructor(options: PhoneOptions) {
    this.#context = options.context
    this.#options = options
    this.#setup = options.setup
  }

  get port(): number {
    return this.#browser.port
  }

  shown(): Phone {
    const session = this.#session
    const user = this.#context.users.get(this.#setup.userId)
    return {
      phoneId: this.#options.phoneId,
      setup: this.#setup,
      ...(user && { user }),
      ...(session && { session: { createdAt: `${session.createdAt}`, expireAt: `${session.expireAt}` } }),
    }
  }

  change(setup: PhoneSetup): void {
    const { userId, environment, sessionMinutes } = this.#setup
    const isAnotherUser = setup.userId !== userId
    if (isAnotherUser || setup.environment !== environment || setup.sessionMinutes !== sessionMinutes)
      this.#endSession()
    // Another user of the same phone signs in without the cookies of the one before.
    if (isAnotherUser) this.#browser.forgetCookies()
    this.#setup = setup
  }

  /** `framed`: for the console's frame, once. `direct`: for any browser on this machine, as often as it is opened. */
  link(way: 'framed' | 'direct', hostname?: string): string {
    return this.#browser.link(way, hostname)
  }

  exchanges(after?: number): Exchange[] {
    return this.#browser.exchanges(after)
  }

  /** As if the app were deleted and installed again. */
  async reinstall(): Promise<void> {
    const before = this.#browser
    this.#endSession()
    // Another port is another origin: what scripts stored is out of reach as well.
    this.#browser = await this.#openBrowser(0, before)
    await before.close()
  }

  async close(): Promise<void> {
    this.#endSession()
    await this.#browser.close()
  }

  #openBrowser(port: number, before?: InAppBrowser): Promise<InAppBrowser> {
    const { clock, newSecret, log, lookup, origin, phoneHost, requests, changes } = this.#context
    const { extras, ownPorts } = this.#options
    return openInAppBrowser(
      { host: extras.host ?? phoneHost, port },
      {
        clock,
        newSecret,
        logger: log,
        leftovers: before?.leftovers(),
        lastExchange: before?.lastExchange(),
        changed() {
          changes.changed('simulator')
          extras.changed?.()
        },
        noteEntrance: exchange => requests.note({ ...entranceCall(exchange), txID: randomUUID() }),
        tap: () => this.#tap(),
        language: () => this.#setup.language,
        setIn: extras.entranceUrl === undefined ? 'settings' : 'option',
        target: { lookup, ownPorts, ownOrigins: () => [origin()] },
      },
    )
  }

  /** @throws {TapRefused} */
  #tap(): Tap {
    const { repositories, users } = this.#context
    const settings = repositories.school.settings()
    const { entranceUrl } = this.#options.extras
    if (entranceUrl === undefined && !settings.moreEnabled)
      throw new TapRefused({ code: 'MORE_OFF', about: '' })
    const { userId, language, sso, forgetsCookies } = this.#setup
    if (!users.get(userId)) throw new TapRefused({ code: 'USER_GONE', about: `${userId}` })
    return {
      entranceUrl: entranceUrl ?? settings.entranceUrl,
      headers: entranceHeaders({
        appId: repositories.school.facts().appId,
        sessionToken: this.#liveSession().token,
        language,
        selected: selectedBy(this.#setup, users),
        sso,
      }),
      forgetsCookies,
    }
  }

  /** An app renews its session before it opens a page. */
  #liveSession(): Session {
    const { clock, newSecret, repositories } = this.#context
    const now = clock.now()
    const { environment, userId, sessionMinutes } = this.#setup
    // It may have been ended elsewhere, or with the whole state.
    if (this.#session && repositories.sessions.resolve(environment, this.#session.token, now))
      return this.#session
    this.#endSession()
    const createdAt = sessionMinutes === 0 ? now.subtract({ minutes: 1 }) : now
    const expireAt = sessionMinutes === 0 ? now : now.add({ minutes: sessionMinutes })
    this.#session = { token: newSecret(), createdAt, expireAt }
    repositories.sessions.begin({ environment, userId, ...this.#session, sample: false })
    this.#context.changes.changed('simulator')
    return this.#session
  }

  #endSession(): void {
    if (this.#session) this.#context.repositories.sessions.end(this.#setup.environment, this.#session.token)
    this.#session = undefined
  }
}
