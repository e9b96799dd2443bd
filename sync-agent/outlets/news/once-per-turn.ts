/** Reads once for all who ask in one turn of the event loop: a crowd comes in several at a time. */
export function oncePerTurn<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  const forget = () => {
    reading = undefined
  }
  return () => {
    if (!reading) {
      reading = read()
      setImmediate(forget)
    }
    return reading
  }
}
