/** Reads once for all who ask in one tick of the event loop: requests of a crowd come several at a time. */
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
