/**
 * Notifies waiting callers when the store has changed.
 *
 * Another process that writes the same store sends no event, so its `seq` is read a few times a second, but only while somebody
 * waits; and at once when this agent says that it may have written.
 */
export interface SeqWatch {
  /** Reads the store now. */
  look(): void
  /** Resolves when the store's last change is no longer this one, or when the signal is aborted. */
  moved(seen: number, signal: AbortSignal): Promise<void>
}

const POLL_MS = 300

/** @param lastSeq reads the store's last change @param pollMs between two reads */
export function createWatch(lastSeq: () => Promise<number>, pollMs = POLL_MS): SeqWatch {
  const waiting = new Set<{ seen: number; wake: () => void }>()
  let polling: NodeJS.Timeout | undefined

  const tell = (seq: number) => {
    for (const waiter of waiting) if (waiter.seen !== seq) waiter.wake()
  }
  const read = () =>
    lastSeq().then(tell, () => {
      // The waiting caller gets the error when it reads the store itself.
      for (const { wake } of waiting) wake()
    })
  let looking = false
  let lookAgain = false
  /** Callers share a read. If it may have begun too early for the last of them, another follows. */
  const look = async () => {
    lookAgain = looking
    if (looking || waiting.size === 0) return
    looking = true
    await read()
    looking = false
    if (lookAgain) void look()
  }

  return {
    look: () => void look(),
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
        polling ??= setInterval(read, pollMs)
        // There may have been a change since the caller read the store.
        void look()
      })
    },
  }
}
