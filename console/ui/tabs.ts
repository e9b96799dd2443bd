/**
 * Which of this browser's tabs have ended, however they did: each holds a lock while it is open, and one that is killed
 * or crashes says nothing when it goes. Where a browser has no locks, nothing is known of it.
 */
import { tabId } from './kept.ts'

const ended = new Set<string>()
const watched = new Set<string>()

export const hasEnded = (tab: string): boolean => ended.has(tab)

/** Finds out, in a moment when it has ended already, otherwise when it does. */
export function watchTab(tab: string): void {
  ended.delete(tab)
  if (watched.has(tab) || tab === tabId()) return
  watched.add(tab)
  void locks()?.request(lockOf(tab), { mode: 'shared' }, () => {
    watched.delete(tab)
    ended.add(tab)
  })
}

/** Only where pages are served safely, or on the machine itself. */
const locks = (): LockManager | undefined => navigator.locks
const lockOf = (tab: string) => `schoolbell-console:tab:${tab}`

/** Held until the page goes. */
void locks()?.request(lockOf(tabId()), () => new Promise(() => {}))
