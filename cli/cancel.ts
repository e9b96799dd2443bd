import { clearLine } from './progress-line.ts'

/**
 * Work that Ctrl-C or SIGTERM cancels in order: open changes are rolled back and the lease is released. Its line of progress goes.
 *
 * @param whenCancelled what is said then, in place of the work's own error
 */
export async function cancellable<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  whenCancelled?: string,
): Promise<Result> {
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await work(cancel.signal)
  } catch (error) {
    throw whenCancelled !== undefined && cancel.signal.aborted ? new Error(whenCancelled) : error
  } finally {
    clearLine(process.stderr)
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
  }
}
