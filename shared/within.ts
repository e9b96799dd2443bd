/** Waits for a promise, but not longer than this. What becomes of it then is nobody's concern. */
import { setTimeout } from 'node:timers/promises'

export async function within(milliseconds: number, end: Promise<unknown>): Promise<void> {
  const inTime = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: inTime.signal }).catch(() => undefined)
  // Its end may be a fault that comes too late to be told.
  end.catch(() => undefined)
  await Promise.race([end, late])
  inTime.abort()
}
