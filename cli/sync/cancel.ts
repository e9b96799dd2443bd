/** Work that Ctrl-C or SIGTERM cancels in order: open changes are rolled back and the lease is released. */
export async function cancellable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work(cancel.signal)
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
  }
}
