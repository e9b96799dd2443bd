/**
 * Calls that are held for longer than a person waits: few of one browser.
 *
 * A browser opens six connections to a host, and the console in it has the same host: were all six held, nobody could clear
 * the fault there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const MOST_OF_A_BROWSER = 3
/** Held for less, they come to their end by themselves. */
const LONG_MS = 60_000

/** By the browser, the oldest first. */
const held = new Map<string, FastifyReply[]>()

/** Breaks off the oldest call of a browser for one that is too many. */
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
