/**
 * What is being typed, kept in this browser until it is saved: a reload, a closed tab, a session that ends lose nothing.
 *
 * One key for one record, as in `popups/12` or `popups/new`. Two tabs at one record keep a draft each; that of a tab which
 * was closed, or ended without a word, is found by the next one.
 */
import { keep, kept, keptNames, onKept, tabId } from './kept.ts'
import { hasEnded, watchTab } from './tabs.ts'

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
  for (const leave of own.values()) leave()
})

interface Stored<T> {
  value: T
  /** When it was written, by this machine. */
  at: number
  /** Whether its tab has gone. */
  left: boolean
}

/** Where tabs cannot be watched: a tab that wrote nothing for so long counts as closed. */
const SILENT_MS = 10 * 60_000
/** What to do with the drafts of this tab when it goes, by their names. */
const own = new Map<string, () => void>()

const tabOf = (name: string) => name.slice(name.lastIndexOf('@') + 1)
for (const name of keptNames('draft:')) watchTab(tabOf(name))
onKept('draft:', name => watchTab(tabOf(name)))

export function draft<T>(key: string): Draft<T> {
  const name = `draft:${key}@${tabId()}`
  // A page that was left a moment ago may not have written yet what this one is to find.
  for (const write of waiting) write()
  let value = read<T>(name)?.value ?? takeOver<T>(`draft:${key}@`)
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.delete(write)
    store(false)
  }
  const store = (left: boolean) => {
    if (value === undefined) return
    own.set(name, leave)
    keep(name, JSON.stringify({ value, at: Date.now(), left } satisfies Stored<T>))
  }
  const leave = () => store(true)
  if (value !== undefined) store(false)
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
      own.delete(name)
      keep(name, null)
    },
  }
}

/** What an editor would find, opened in this tab: by their keys, as in `popups/12`, of all that begin with `popups/`. */
export function draftsBelow<T>(start: string): Map<string, T> {
  for (const write of waiting) write()
  const found = new Map<string, T>()
  for (const name of keptNames(`draft:${start}`)) {
    const stored = read<T>(name)
    const isOwn = tabOf(name) === tabId()
    if (!stored || !(isOwn || isLeft(name, stored))) continue
    const key = name.slice('draft:'.length, name.lastIndexOf('@'))
    if (isOwn || !found.has(key)) found.set(key, stored.value)
  }
  return found
}

/** The last one that a tab has left behind. */
function takeOver<T>(start: string): T | undefined {
  const [found] = keptNames(start)
    .flatMap(name => {
      const stored = read<T>(name)
      return stored && isLeft(name, stored) ? { name, stored } : []
    })
    .sort((one, other) => other.stored.at - one.stored.at)
  if (!found) return undefined
  keep(found.name, null)
  return found.stored.value
}

const isLeft = (name: string, { left, at }: Stored<unknown>): boolean =>
  left || hasEnded(tabOf(name)) || Date.now() - at > SILENT_MS

function read<T>(name: string): Stored<T> | undefined {
  const text = kept(name)
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
