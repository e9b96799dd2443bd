/**
 * Tickets for downloads: a browser that follows a link sends its cookie alone, which is not enough (sessions.ts). So the page
 * asks for a ticket first. It opens one download of the same session, within a minute.
 */
import { hashOf, sameHash } from '../../shared/server/secret.ts'

export interface DownloadTickets {
  make(session: Buffer): string
  /** Whether the ticket is live and of this session; it is used up by that. */
  use(ticket: string, session: Buffer): boolean
}

const TICKET_MS = 60_000
/** Unused ones; the oldest goes for the next. */
const MAX_TICKETS = 100

export function downloadTickets(now: () => number, newSecret: () => string): DownloadTickets {
  let tickets: { hash: Buffer; session: Buffer; until: number }[] = []
  return {
    make(session) {
      const ticket = newSecret()
      const fresh = { hash: hashOf(ticket), session, until: now() + TICKET_MS }
      tickets = [...tickets.slice(1 - MAX_TICKETS), fresh]
      return ticket
    },
    use(ticket, session) {
      const hash = hashOf(ticket)
      const found = tickets.find(other => sameHash(other.hash, hash))
      if (!found || !sameHash(found.session, session)) return false
      tickets = tickets.filter(other => other !== found)
      return now() < found.until
    },
  }
}
