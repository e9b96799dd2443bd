/** Runs a part until Ctrl-C or SIGTERM, also one that comes while it is starting, and closes it in order. */

export interface Closable {
  close(): Promise<void>
}

/**
 * @param start starts the part; what it throws goes on, and it must have let go of everything by then
 */
export async function untilStopped(start: () => Promise<Closable>): Promise<void> {
  // Armed before anything is opened: a part half started would leave files behind.
  const { promise: stopped, resolve: stop } = Promise.withResolvers<NodeJS.Signals>()
  const disarm = onSignals(stop)
  try {
    const part = await start()
    const signal = await stopped
    // A second signal does not wait.
    const disarmHurry = onSignals(() => process.exit(signal === 'SIGINT' ? 130 : 143))
    await part.close()
    disarmHurry()
  } finally {
    disarm()
  }
}

/** For a part that could not start: it lets go of what it holds, and the reason it could not goes on. */
export function closeAndRethrow(part: Closable): (reason: unknown) => Promise<never> {
  return async reason => {
    await part.close()
    throw reason
  }
}

function onSignals(act: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.once(name, act)
  return () => {
    for (const name of signals) process.removeListener(name, act)
  }
}
