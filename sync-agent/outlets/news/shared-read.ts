import { setTimeout } from 'node:timers/promises'
import { StoreError } from '../../../shared/sqlite/open.ts'

/** A new connection, and one row over it; a large answer may take longer, but no one waits behind that. */
const LIMIT_MS = 8_000

/**
 * Reads once for all callers of one tick of the event loop, and one read at a time: who calls while one is under way gets the
 * next, so that no answer is older than its question, and a thousand visitors cost a distant database a few reads.
 *
 * No caller waits longer than the limit, in which the wait for the read before is included: a database that falls silent
 * ends a read only much later.
 *
 * @throws {StoreError} with `STORE_BUSY`: the limit is over; and what the read throws
 */
export function sharedRead<Result>(
  read: () => Promise<Result>,
  limitMs: number = LIMIT_MS,
): () => Promise<Result> {
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
      shared = inTime(before.then(begin), limitMs)
      before = shared.catch(() => undefined)
    }
    return shared
  }
}

async function inTime<Result>(result: Promise<Result>, limitMs: number): Promise<Result> {
  const ended = new AbortController()
  const late = async () => {
    await setTimeout(limitMs, undefined, { signal: ended.signal, ref: false })
    throw new StoreError('STORE_BUSY', 'the store did not answer in time; the agent asks again')
  }
  try {
    return await Promise.race([result, late()])
  } finally {
    ended.abort()
  }
}
