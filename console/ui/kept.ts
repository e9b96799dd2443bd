/** What this browser keeps between visits; where it keeps nothing, the console goes without. */
const PREFIX = 'schoolbell-console:'

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Null forgets it. False when there is no room, or nothing is kept at all. */
export function keep(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
    return true
  } catch {
    return false
  }
}
