/** What this browser keeps between visits; where it keeps nothing, the console goes without. */
const PREFIX = 'schoolbell-console:'

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Those that begin so. */
export function keptNames(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(PREFIX + start))
      .map(name => name.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Calls back when another tab has written a value whose name begins so. */
export function onKept(start: string, tell: (name: string) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null && key?.startsWith(PREFIX + start)) tell(key.slice(PREFIX.length))
  })
}

/** Of this tab, the same after a reload. */
export function tabId(): string {
  tab ??= sessionTab()
  return tab
}
let tab: string | undefined

function sessionTab(): string {
  const fresh = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
  try {
    const known = sessionStorage.getItem(`${PREFIX}tab`)
    if (known === null) sessionStorage.setItem(`${PREFIX}tab`, fresh)
    return known ?? fresh
  } catch {
    return fresh
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
