/** How long a request may take to come: one that stalls holds its connection no longer. */

import type { FastifyInstance } from 'fastify'

/** Longer than any network needs for a head. */
const HEAD_MS = 20_000
/** How often Node looks. */
const LOOK_MS = 5_000

/**
 * For Fastify, whose own default is to wait for ever.
 *
 * @param wholeMs for head and body together: where large files come, as long as a slow line needs for them
 */
export const endStalled = (wholeMs: number, headMs = HEAD_MS, lookMs = LOOK_MS) => ({
  requestTimeout: wholeMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: lookMs },
})

/** As long as a client may need to notice that it was refused in the middle of its body. */
const UNREAD_MS = 10_000

/** A body that still comes after its answer holds its connection no longer than this. */
export function endAnswered(server: FastifyInstance, unreadMs = UNREAD_MS): void {
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return
    const { socket } = raw
    const timer = setTimeout(() => {
      socket.off('close', stop)
      if (!raw.complete) socket.destroy()
    }, unreadMs).unref()
    const stop = () => clearTimeout(timer)
    socket.once('close', stop)
  })
}
