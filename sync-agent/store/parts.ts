/** Work on many rows in parts: a statement holds only so many values, and others get their turn between two parts. */
import { setImmediate } from 'node:timers/promises'

/** More rows in a statement are hardly faster, and take more memory. */
export const ROWS = 100

/** The items in their order, a hundred at a time. */
export function* inParts<Item>(items: readonly Item[], size = ROWS): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** The same; between two parts, the event loop goes on. Aborted, it throws the signal's reason. */
export async function* inTurns<Item>(items: readonly Item[], signal?: AbortSignal): AsyncGenerator<Item[]> {
  let isFirst = true
  for (const part of inParts(items)) {
    if (!isFirst) await setImmediate()
    signal?.throwIfAborted()
    isFirst = false
    yield part
  }
}
