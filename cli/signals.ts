/** Ctrl-C and SIGTERM: work is cancelled in order, and what runs is closed in order, also during its start. */
import { clearLine } from './progress-line.ts'

export interface Closable {
  close(): Promise<void>
}

/** @param start starts the part; before it throws, it must release everything. It may give up when it is stopped */
export async function untilStopped(start: (stopping: AbortSignal) => Promise<Closable>): Promise<void> {
  // Listens before anything is opened: a half-started part would leave files behind.
  const { promise: stopped, resolve: stop } = Promise.withResolvers<NodeJS.Signals>()
  const stopping = new AbortController()
  const disarm = onSignals(signal => {
    stopping.abort()
    stop(signal)
  })
  try {
    const part = await start(stopping.signal)
    const signal = await stopped
    // A second signal ends the process at once.
    const disarmHurry = onSignals(() => process.exit(signal === 'SIGINT' ? 130 : 143))
    await part.close()
    disarmHurry()
  } catch (error) {
    const hasGivenUp = stopping.signal.aborted && Object(error).name === 'AbortError'
    if (!hasGivenUp) throw error
  } finally {
    disarm()
  }
}

/** For a part that failed to start: closes it and throws the reason again. */
export function closeAndRethrow(part: Closable): (reason: unknown) => Promise<never> {
  return async reason => {
    await part.close()
    throw reason
  }
}

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
  const disarm = onSignals(() => cancel.abort())
  try {
    return await work(cancel.signal)
  } catch (error) {
    throw whenCancelled !== undefined && cancel.signal.aborted ? new Error(whenCancelled) : error
  } finally {
    clearLine(process.stderr)
    disarm()
  }
}

function onSignals(act: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.once(name, act)
  return () => {
    for (const name of signals) process.removeListener(name, act)
  }
}
