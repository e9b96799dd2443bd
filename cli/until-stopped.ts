/** Runs until Ctrl-C or SIGTERM, then closes in order. A second signal does not wait. */
export async function untilStopped(close: () => Promise<void>): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve)
  })
  const hurry = () => process.exit(signal === 'SIGINT' ? 130 : 143)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, hurry)
  await close()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, hurry)
}

/** For a part that could not start: it lets go of what it holds, and the reason it could not goes on. */
export function closeAndRethrow(part: { close(): Promise<void> }): (reason: unknown) => Promise<never> {
  return async reason => {
    await part.close()
    throw reason
  }
}
