/** Current followers of the change log: a limited number of open responses, which can all be ended at once. */
import type { ServerResponse } from 'node:http'

export interface Followers {
  /** Undefined: the limit is reached, or the server is closing. */
  enter(response: ServerResponse): Follower | undefined
  /** Ends all of them and accepts no new ones. */
  endAll(): void
}

export interface Follower {
  /** Aborted when the client disconnects or the server closes. */
  signal: AbortSignal
  /** Ends the wait, for example when its time is over. */
  end(): void
  leave(): void
}

/** @param onCount called with their number when it changes */
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
