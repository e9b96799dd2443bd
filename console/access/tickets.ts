/**
 * Tickets for downloads: a browser that follows a link sends its cookie alone, which is not enough (sessions.ts). So the page
 * asks for a ticket first, which lets one download of the same session through, at once.
 */
import { hashOf, sameHash } from '../../service/store/secret.ts'

export interface DownloadTickets {
  make(session: Buffer): string
  /** Whether the session was given this ticket just now and has not used it; it has from now on. */
  use(ticket: string, session: Buffer): boolean
}

const TICKET_MS = 60_000
/** That wait to be used; the oldest goes for the next. */
const MOST_TICKETS = 100

export function downloadTickets(now: () => number, newSecret: () => string): DownloadTickets {
  let tickets: { hash: Buffer; session: Buffer; until: number }[] = []
  return {
    make(session) {
      const ticket = newSecret()
      const fresh = { hash: hashOf(ticket), session, until: now() + TICKET_MS }
      tickets = [...tickets.slice(1 - MOST_TICKETS), fresh]
      return ticket
    },
    use(ticket, session) {
      const asked = hashOf(ticket)
      const found = tickets.find(({ hash }) => sameHash(hash, asked))
      if (!found || !sameHash(found.session, session)) return false
      tickets = tickets.filter(other => other !== found)
      return now() < found.until
    },
  }
}
