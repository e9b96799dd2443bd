/** Who follows the change log just now: a bounded number of open answers, all of which can be ended at once. */
import type { ServerResponse } from 'node:http'

export interface Followers {
  /** Undefined: there are as many as may be, or the server is closing. */
  enter(response: ServerResponse): Follower | undefined
  /** Ends all of them, and lets nobody in any more. */
  endAll(): void
}

export interface Follower {
  /** Aborted when the client has gone or the server closes. */
  signal: AbortSignal
  /** Ends the waiting, as when its time is over. */
  end(): void
  leave(): void
}

/** @param onCount told how many there are, whenever that changes */
export function createFollowers(max: number, onCount: (open: number) => void): Followers {
  const open = new Set<AbortController>()
  let closed = false
  return {
    enter(response) {
      if (closed || open.size >= max || response.destroyed) return undefined
      const controller = new AbortController()
      const end = () => controller.abort()
      open.add(controller)
      onCount(open.size)
      response.once('close', end)
      return {
        signal: controller.signal,
        end,
        leave() {
          response.removeListener('close', end)
          open.delete(controller)
          onCount(open.size)
        },
      }
    },
    endAll() {
      closed = true
      for (const controller of open) controller.abort()
    },
  }
}
