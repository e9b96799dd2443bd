/**
 * The app simulator: phones with a user each, on which More can be tapped.
 *
 * A phone's session is a real one, issued by the service in the chosen environment; it ends when the phone is put away, is given
 * to somebody else, or the service closes. Nothing of it is kept over a restart.
 */

import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import type { School } from '../service/school/school.ts'
import type { Sessions } from '../service/session/sessions.ts'
import type { Clock } from '../shared/clock.ts'
import { entranceHeaders } from '../shared/contract/entrance.ts'
import type { Exchange } from './exchanges.ts'
import { type InAppBrowser, openInAppBrowser, type Tap, TapRefused } from './in-app-browser.ts'
import type { Riders, RiderWithChildren } from './riders.ts'
import { acceptSetup, type PhoneSetup, selectedBy } from './setup.ts'
import type { Lookup } from './target.ts'

export interface SimulatorParts {
  school: School
  riders: Riders
  sessions: Sessions
  clock: Clock
  newSecret(): string
  logger: Logger
  lookup: Lookup
  /** A loopback address to listen on. */
  host: string
  /** The service's own port and origins: no web-app stands there. */
  ownPort(): number
  ownOrigins(): Iterable<string>
  changed(): void
  /** An entrance was opened, or could not be. */
  noteEntrance(exchange: Exchange): void
}

export interface Phone {
  phoneId: number
  setup: PhoneSetup
  rider: RiderWithChildren | undefined
  /** ISO 8601 in UTC; absent until More was tapped for the first time. */
  session?: { createdAt: string; expireAt: string }
}

/** What a host of the service can ask of a phone, and the console cannot. */
export interface PhoneExtras {
  /** Instead of the one in App settings, which need not be switched on then. */
  entranceUrl?: string | undefined
  /** Default: a free one. */
  port?: number | undefined
  /** Called whenever something was sent or received. */
  changed?(): void
}

export interface Simulator {
  riders: Riders
  phones(): Phone[]
  get(phoneId: number): Phone | undefined
  /** @throws {DraftError} a setup that cannot be */
  add(setup: unknown, extras?: PhoneExtras): Promise<Phone>
  /** @throws {DraftError} a setup that cannot be */
  change(phoneId: number, setup: unknown): Phone | undefined
  /** A link for the console's frame that works once. Another installation has cookies and storage of its own. */
  tapMore(phoneId: number, hostname?: string): string | undefined
  /** A link that opens the web-app itself, in any browser, as often as it is asked for. */
  directLink(phoneId: number): string | undefined
  /** As if the app were deleted from the phone and installed anew. */
  reinstall(phoneId: number): Promise<boolean>
  exchanges(phoneId: number, after?: number): Exchange[] | undefined
  putAway(phoneId: number): Promise<boolean>
  close(): Promise<void>
}

interface Held {
  phoneId: number
  setup: PhoneSetup
  extras: PhoneExtras
  browser: InAppBrowser
  session?: { token: string; createdAt: Temporal.Instant; expireAt: Temporal.Instant } | undefined
}

/** Each holds a port; the one longest unused is put away for another. */
const MOST_PHONES = 8

export function createSimulator(parts: SimulatorParts): Simulator {
  const { school, riders, sessions, clock, newSecret, changed } = parts
  const held = new Map<number, Held>()
  let lastId = 0

  function tap(phoneId: number): Tap {
    const phone = held.get(phoneId)
    const settings = school.settings()
    const own = phone?.extras.entranceUrl
    if (!phone || (own === undefined && !settings.moreEnabled))
      throw new TapRefused({ code: 'MORE_OFF', about: '' })
    const { setup } = phone
    if (!riders.get(setup.userId)) throw new TapRefused({ code: 'USER_GONE', about: `${setup.userId}` })
    const { token } = liveSession(phone)
    const { appId } = school.facts()
    return {
      entranceUrl: own ?? settings.entranceUrl,
      headers: entranceHeaders({
        appId,
        sessionToken: token,
        language: setup.language,
        selected: selectedBy(setup, riders),
        sso: setup.sso,
      }),
    }
  }

  /** The one there is, or a new one: an app renews its session before it opens a page. */
  function liveSession(phone: Held): NonNullable<Held['session']> {
    const now = clock.now()
    const { environment, userId, sessionMinutes } = phone.setup
    // It may have been ended elsewhere, or gone with everything else.
    const isLive = phone.session && sessions.resolve(environment, phone.session.token, now) !== undefined
    if (phone.session && isLive) return phone.session
    endSession(phone)
    const createdAt = sessionMinutes === 0 ? now.subtract({ minutes: 1 }) : now
    const expireAt = sessionMinutes === 0 ? now : now.add({ minutes: sessionMinutes })
    phone.session = { token: newSecret(), createdAt, expireAt }
    sessions.begin({ environment, userId, ...phone.session, sample: false })
    changed()
    return phone.session
  }

  function endSession(phone: Held): void {
    if (phone.session) sessions.end(phone.setup.environment, phone.session.token)
    phone.session = undefined
  }

  const openBrowser = (phoneId: number, extras: PhoneExtras, leftovers?: string[]): Promise<InAppBrowser> =>
    openInAppBrowser(
      { host: parts.host, port: extras.port ?? 0 },
      {
        ...parts,
        leftovers,
        changed() {
          changed()
          extras.changed?.()
        },
        tap: () => tap(phoneId),
        language: () => held.get(phoneId)?.setup.language ?? 'en',
        setIn: extras.entranceUrl === undefined ? 'settings' : 'option',
        target: {
          lookup: parts.lookup,
          ownPorts: () => [parts.ownPort(), ...[...held.values()].map(({ browser }) => browser.port)],
          ownOrigins: parts.ownOrigins,
        },
      },
    )

  const shown = ({ phoneId, setup, session }: Held): Phone => ({
    phoneId,
    setup,
    rider: riders.get(setup.userId),
    ...(session && { session: { createdAt: `${session.createdAt}`, expireAt: `${session.expireAt}` } }),
  })

  const putAway = async (phoneId: number): Promise<boolean> => {
    const phone = held.get(phoneId)
    if (!phone) return false
    held.delete(phoneId)
    endSession(phone)
    await phone.browser.close()
    changed()
    return true
  }

  return {
    riders,
    phones: () => [...held.values()].map(shown),
    get(phoneId) {
      const phone = held.get(phoneId)
      return phone && shown(phone)
    },
    async add(draft, extras = {}) {
      const setup = acceptSetup(draft, riders)
      lastId += 1
      const phoneId = lastId
      const phone: Held = { phoneId, setup, extras, browser: await openBrowser(phoneId, extras) }
      held.set(phoneId, phone)
      for (const eldest of [...held.keys()].slice(0, -MOST_PHONES)) await putAway(eldest)
      changed()
      return shown(phone)
    },
    change(phoneId, draft) {
      const phone = held.get(phoneId)
      if (!phone) return undefined
      const setup = acceptSetup(draft, riders)
      const { userId, environment, sessionMinutes } = phone.setup
      const isAnother =
        setup.userId !== userId ||
        setup.environment !== environment ||
        setup.sessionMinutes !== sessionMinutes
      if (isAnother) endSession(phone)
      // Somebody else at the same phone signs in anew: the cookies of the one before are gone.
      if (setup.userId !== userId) phone.browser.forgetCookies()
      phone.setup = setup
      changed()
      return shown(phone)
    },
    tapMore(phoneId, hostname) {
      const phone = held.get(phoneId)
      if (!phone) return undefined
      // The one used last is the last to be put away.
      held.delete(phoneId)
      held.set(phoneId, phone)
      return phone.browser.link('framed', hostname)
    },
    directLink: phoneId => held.get(phoneId)?.browser.link('direct'),
    async reinstall(phoneId) {
      const phone = held.get(phoneId)
      if (!phone) return false
      const before = phone.browser
      endSession(phone)
      // Another port is another origin: what scripts stored is out of reach as well.
      phone.browser = await openBrowser(phoneId, { ...phone.extras, port: 0 }, before.leftovers())
      await before.close()
      changed()
      return true
    },
    exchanges: (phoneId, after) => held.get(phoneId)?.browser.exchanges(after),
    putAway,
    async close() {
      for (const phoneId of [...held.keys()]) await putAway(phoneId)
    },
  }
}
