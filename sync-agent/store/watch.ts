/**
 * Tells who waits that the store's last change is another.
 *
 * What this agent applies is told at once. What another process writes into the same file sends no event, so the file is
 * asked for its `seq` a few times a second, but only while somebody waits.
 */
import type { AgentStore } from './store.ts'

export interface SeqWatch {
  /** Ends once the store's last change is another than this one, or at the signal. */
  moved(seen: number, signal: AbortSignal): Promise<void>
}

export interface WatchedStore {
  /** The same store, which tells the watch what it applies. */
  store: AgentStore
  watch: SeqWatch
}

const POLL_MS = 300

/** @param pollMs between two looks at the file */
export function watchedStore(store: AgentStore, pollMs = POLL_MS): WatchedStore {
  const waiting = new Set<{ seen: number; wake: () => void }>()
  let polling: NodeJS.Timeout | undefined

  const tell = (seq: number) => {
    for (const waiter of waiting) if (waiter.seen !== seq) waiter.wake()
  }
  const look = () =>
    store.lastSeq().then(tell, () => {
      // Who waits finds out by its own reading, and says so.
      for (const { wake } of waiting) wake()
    })

  return {
    store: {
      ...store,
      async apply(...batch) {
        const applied = await store.apply(...batch)
        tell(applied.seq)
        return applied
      },
    },
    watch: {
      async moved(seen, signal) {
        if (signal.aborted) return
        await new Promise<void>(resolve => {
          const wake = () => {
            waiting.delete(waiter)
            signal.removeEventListener('abort', wake)
            if (waiting.size === 0) {
              clearInterval(polling)
              polling = undefined
            }
            resolve()
          }
          const waiter = { seen, wake }
          waiting.add(waiter)
          signal.addEventListener('abort', wake)
          polling ??= setInterval(look, pollMs)
          // Something may have been applied since the waiter has read.
          look()
        })
      },
    },
  }
}
