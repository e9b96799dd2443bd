/** How long a request may take to come: one that stalls holds its connection no longer. */

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
