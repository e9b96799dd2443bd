/**
 * Lets callers continue a few at a time, in the order of their calls, each group in a turn of the event loop of its own: a
 * change wakes all followers at once, and visitors are answered between them.
 */
export function turns(few: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  const next = () => {
    for (const go of waiting.splice(0, few)) go()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise(resolve => {
      if (waiting.push(resolve) === 1) setImmediate(next)
    })
}
