/**
 * When to try a message again: after 5 s, 5 min, 30 min, 2 h, 5 h and then every 10 h, for three days after its first
 * failure, with a last attempt at their end. Each wait is a random time between half and all of that. If the target asks
 * for a pause of up to a day, it is not a failure: the three days begin with the next failure.
 *
 * After five calls in a row without a response, or with a gateway's error, the whole target is suspended for half a minute
 * and then longer, up to an hour; then one attempt decides. So a thousand messages do not call a dead host thirteen
 * thousand times. Any other response only concerns its own message, and shows that the target is there: the count begins again.
 */
import { type PlanRetry, RESTS_AFTER, TRIED_FOR_MS } from '../../store/webhook-types.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WAITS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR] as const
const FIRST_REST_MS = 30 * SECOND
const LONGEST_REST_MS = HOUR
const LONGEST_RETRY_AFTER_MS = 24 * HOUR

export interface FailureFacts {
  now: number
  /** From 0 up to 1. */
  random: () => number
  /** From the target's `Retry-After`. */
  retryAfterMs: number | undefined
}

export function retryPlan({ now, random, retryAfterMs }: FailureFacts): PlanRetry {
  const spread = (milliseconds: number) => Math.round(milliseconds * (0.5 + random() / 2))
  const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS)
  const asksToWait = retryAfterMs !== undefined && retryAfterMs <= LONGEST_RETRY_AFTER_MS
  return ({ attempts, giveUpAt = now + TRIED_FOR_MS, unansweredInARow }) => {
    const waitMs = Math.max(askedMs, spread(WAITS_MS[attempts] ?? 10 * HOUR))
    const excess = unansweredInARow - RESTS_AFTER
    const restMs =
      excess >= 0 ? spread(Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(excess, 10))) : 0
    const pauseMs = Math.max(askedMs, restMs)
    const nextAt = now < giveUpAt ? Math.min(now + waitMs, giveUpAt) : undefined
    return {
      ...(asksToWait ? { nextAt: now + waitMs, giveUpAt: undefined } : { nextAt, giveUpAt }),
      notBefore: pauseMs > 0 ? now + pauseMs : undefined,
    }
  }
}
