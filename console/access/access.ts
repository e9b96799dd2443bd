/** What decides who may use the console: made once for a service, from its context. */
import type { ServiceContext } from '../../service/context.ts'
import { type Attempts, limitAttempts } from '../../shared/server/attempts.ts'
import { type SignInLinks, signInLinks } from './links.ts'
import { type OwnOrigins, ownOrigins } from './origins.ts'
import { type ConsoleSessions, consoleSessions } from './sessions.ts'
import { type DownloadTickets, downloadTickets } from './tickets.ts'

export interface ConsoleAccess {
  /** The console's address, as in `http://127.0.0.1:4010/console/`. */
  url(): string
  /** The address of a link that signs in. */
  linkTo(token: string): string
  /** The port of the service, which is part of its cookie's name. */
  port(): string
  origins: OwnOrigins
  sessions: ConsoleSessions
  links: SignInLinks
  tickets: DownloadTickets
  /** Failed attempts to sign in. */
  attempts: Attempts
  /** Hash of the administrator's password. */
  adminPassword: Buffer | undefined
  /** Hash of the token that programs use. */
  consoleToken: Buffer | undefined
}

/** Enough for people who mistype, too few to guess. */
const LIMITS = { perAddress: 10, overall: 100, windowMs: 15 * 60_000 }

export function consoleAccess(service: ServiceContext): ConsoleAccess {
  const { settings, database, addresses, newSecret, elapsedMs } = service
  const { host, publicUrl, adminPassword, consoleToken } = settings
  // The real clock: moving the service's own signs nobody out.
  const now = () => settings.clock.now().epochMilliseconds
  const base = () => addresses.own().base
  const url = () => `${publicUrl ?? base()}/console/`
  return {
    url,
    linkTo: token => `${url()}#sign-in=${token}`,
    port: () => new URL(base()).port || '80',
    origins: ownOrigins({ host, publicUrl, base }),
    sessions: consoleSessions({ database, now, newSecret }),
    links: signInLinks(now, newSecret),
    tickets: downloadTickets(now, newSecret),
    attempts: limitAttempts({ ...LIMITS, elapsedMs }),
    adminPassword,
    consoleToken,
  }
}
