/**
 * Calls that are delayed for a minute or longer: three of one browser at most.
 *
 * A browser opens six connections to a host, and the console has the same host: if all six were delayed, the fault could
 * not be cleared there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const MOST_OF_A_BROWSER = 3
/** Shorter delays end soon enough. */
const LONG_MS = 60_000

/** By browser, the oldest first. */
const held = new Map<string, FastifyReply[]>()

/** Closes the oldest call of a browser that has too many. */
export function hold({ headers, ip }: FastifyRequest, reply: FastifyReply, forMs: number): void {
  const agent = headers['user-agent'] ?? ''
  if (forMs < LONG_MS || !agent.startsWith('Mozilla/')) return
  const browser = `${ip} ${agent}`
  const calls = held.get(browser) ?? []
  held.set(browser, [...calls, reply])
  reply.raw.once('close', () => {
    const others = (held.get(browser) ?? []).filter(other => other !== reply)
    if (others.length === 0) held.delete(browser)
    else held.set(browser, others)
  })
  if (calls.length >= MOST_OF_A_BROWSER) calls[0]?.raw.destroy()
}
