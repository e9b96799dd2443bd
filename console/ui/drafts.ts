/**
 * What is being typed, kept in this tab until it is saved: a reload or a session that ends loses nothing.
 *
 * One key for one record, as in `popups/12` or `popups/new`.
 */
export interface Draft<T> {
  /** What was kept before, or by this page since; undefined when there is nothing. */
  readonly value: T | undefined
  keep(value: T): void
  /** It has been saved, or is not wanted any more. */
  clear(): void
}

const PREFIX = 'schoolbell-console:draft:'

export function draft<T>(key: string): Draft<T> {
  let value = read<T>(key)
  return {
    get value() {
      return value
    },
    keep(next) {
      value = next
      try {
        sessionStorage.setItem(PREFIX + key, JSON.stringify(next))
      } catch {
        // No room, or nothing is kept at all: the console goes without.
      }
    },
    clear() {
      value = undefined
      try {
        sessionStorage.removeItem(PREFIX + key)
      } catch {
        // Nothing is kept at all.
      }
    },
  }
}

/** By their keys, as in `popups/12`, all that begin with `popups/`. */
export function draftsBelow<T>(start: string): Map<string, T> {
  const found = new Map<string, T>()
  for (const key of keys()) {
    const value = key.startsWith(start) ? read<T>(key) : undefined
    if (value !== undefined) found.set(key, value)
  }
  return found
}

function keys(): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter(name => name.startsWith(PREFIX))
      .map(name => name.slice(PREFIX.length))
  } catch {
    return []
  }
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '') as T
  } catch {
    return undefined
  }
}
