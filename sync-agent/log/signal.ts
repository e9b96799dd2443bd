/** A signal: if nobody waits for it, the next one who waits gets it at once. */
export function createSignal() {
  let isSent = false
  let resume: (() => void) | undefined
  return {
    send() {
      isSent = true
      resume?.()
    },
    async received() {
      if (!isSent) await new Promise<void>(resolve => (resume = resolve))
      isSent = false
      resume = undefined
    },
  }
}
