/**
 * What is being typed, kept in this browser until it is saved: a reload, a closed tab, a session that ends lose nothing.
 *
 * One key for one record, as in `popups/12` or `popups/new`.
 */
import { keep, kept } from './kept.ts'

export interface Draft<T> {
  /** What was kept before, or by this page since; undefined when there is nothing. */
  readonly value: T | undefined
  /** Kept within 300 ms, and at once when the page goes. */
  keep(value: T): void
  /** It has been saved, or is not wanted any more. */
  clear(): void
}

const KEEP_MS = 250
/** Drafts of this page that wait to be written. */
const waiting = new Set<() => void>()
addEventListener('pagehide', () => {
  for (const write of waiting) write()
})

export function draft<T>(key: string): Draft<T> {
  const name = `draft:${key}`
  // A page that was left a moment ago may not have written yet what this one is to find.
  for (const write of waiting) write()
  let value = read<T>(name)
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.delete(write)
    keep(name, JSON.stringify(value))
  }
  return {
    get value() {
      return value
    },
    keep(next) {
      value = next
      waiting.add(write)
      timer ??= setTimeout(write, KEEP_MS)
    },
    clear() {
      clearTimeout(timer)
      timer = undefined
      waiting.delete(write)
      value = undefined
      keep(name, null)
    },
  }
}

function read<T>(name: string): T | undefined {
  const text = kept(name)
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
