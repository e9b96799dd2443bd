/** The console of a service as its host holds it: where it is, and links that sign in. */
import type { Clock } from '../shared/clock.ts'
import { limitAttempts } from '../shared/server/attempts.ts'
import type { SqliteDatabase } from '../shared/sqlite/open.ts'
import type { GuardParts } from './access/guard.ts'
import { signInLinks } from './access/links.ts'
import { ownOrigins } from './access/origins.ts'
import type { AccessParts } from './access/routes.ts'
import { consoleSessions } from './access/sessions.ts'
import { downloadTickets } from './access/tickets.ts'

export interface ConsoleHandle {
  /** As in `http://127.0.0.1:4010/console/`. */
  readonly url: string
  /** A link that signs a browser in once, within a quarter of an hour. Whoever has it is let in: show it to nobody else. */
  signInLink(): string
  /** Called whenever a link was used, or tried when it had been or had expired. @returns ends it */
  onLinkUsed(tell: () => void): () => void
  /** Signs every browser out. */
  signOutEverywhere(): void
}

export interface ConsoleAccessParts {
  database: SqliteDatabase
  host: string
  publicUrl: string | undefined
  base(): string
  adminPassword: Buffer | undefined
  consoleToken: Buffer | undefined
  /** The real one. */
  clock: Clock
  newSecret(): string
  elapsedMs(): number
  /** Has every stream of events look whether its session still is. */
  onEnded(): void
}

/** Failed attempts: some for people who mistype, few for whoever guesses. */
const LIMITS = { perAddress: 10, overall: 100, windowMs: 15 * 60_000 }

export function consoleAccess(parts: ConsoleAccessParts): {
  access: AccessParts & GuardParts
  handle: ConsoleHandle
} {
  const {
    database,
    host,
    publicUrl,
    base,
    adminPassword,
    consoleToken,
    clock,
    newSecret,
    elapsedMs,
    onEnded,
  } = parts
  const now = () => clock.now().epochMilliseconds
  const links = signInLinks(now, newSecret)
  const sessions = consoleSessions({ database, now, newSecret })
  const telling = new Set<() => void>()
  const url = () => `${publicUrl ?? base()}/console/`
  const linkTo = (token: string) => `${url()}#sign-in=${token}`
  return {
    access: {
      origins: ownOrigins({ host, publicUrl, base }),
      sessions,
      links,
      tickets: downloadTickets(now, newSecret),
      linkTo,
      adminPassword,
      consoleToken,
      attempts: limitAttempts({ ...LIMITS, elapsedMs }),
      port: () => new URL(base()).port || '80',
      onLinkUsed() {
        for (const tell of telling) tell()
      },
      onEnded,
    },
    handle: {
      get url() {
        return url()
      },
      signInLink: () => linkTo(links.make()),
      onLinkUsed(tell) {
        telling.add(tell)
        return () => telling.delete(tell)
      },
      signOutEverywhere() {
        sessions.endAll()
        onEnded()
      },
    },
  }
}
