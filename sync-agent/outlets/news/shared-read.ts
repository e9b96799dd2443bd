/**
 * Reads once for all callers of one tick of the event loop, and one read at a time: who calls while one is under way gets the
 * next, so that no answer is older than its question, and a thousand visitors cost a distant database a few reads.
 */
export function sharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve()
  let shared: Promise<Result> | undefined
  const begin = () => {
    setImmediate(() => {
      shared = undefined
    })
    return read()
  }
  return () => {
    if (!shared) {
      shared = before.then(begin)
      before = shared.catch(() => undefined)
    }
    return shared
  }
}
