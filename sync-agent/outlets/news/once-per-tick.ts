/** Reads once for all requests in one tick of the event loop. */
export function oncePerTick<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  return () => {
    if (!reading) {
      reading = read()
      setImmediate(() => {
        reading = undefined
      })
    }
    return reading
  }
}
