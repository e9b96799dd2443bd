/**
 * Keeps the news on a page current while the page is visible.
 *
 * It loads the newest page. Then an agent sends each change; files are checked every minute. When the connection ends, it
 * connects again after a pause that grows with each failure. The pause is random, because an agent that restarts has lost
 * all visitors at once.
 */
import type { NewsPage } from './page.ts'
import type { NewsChange, NewsSource } from './source.ts'

export interface LiveParts {
  source: Pick<NewsSource, 'newest' | 'follow'>
  /** The newest page, the first time and each time it is loaded again. */
  renew: (page: NewsPage) => void
  hear: (change: NewsChange) => void
  /** The newest page could not be loaded this time. */
  fail: (error: unknown) => void
  /** `false`: try until the newest page is loaded, then stop. */
  live: boolean
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  random?: () => number
}

/** Between two checks of files, in ms. */
const LOOK = 60_000
/** A connection that lasted this long does not count as a failure, in ms. */
const SETTLED = 10_000
const FIRST_PAUSE = 4_000
const LONGEST_PAUSE = 60_000

export async function keepCurrent(parts: LiveParts, signal: AbortSignal): Promise<void> {
  const { source, renew, hear, fail, live, pause = timer, random = Math.random } = parts
  for (let failures = 0; !signal.aborted; ) {
    try {
      const page = await source.newest(signal)
      if (signal.aborted) return
      renew(page)
      if (!live) return
      const began = performance.now()
      if (source.follow) await source.follow(page.seq, hear, signal)
      else await pause(LOOK * (0.75 + random() / 2), signal)
      failures = source.follow && performance.now() - began < SETTLED ? failures + 1 : 0
      if (!source.follow) continue
    } catch (error) {
      if (signal.aborted) return
      fail(error)
      failures++
    }
    await pause((0.1 + random()) * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures), signal)
  }
}

/** Runs `start` when the page becomes visible, and what it returns when the page is hidden. @returns ends both */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  const look = () => {
    if (document.hidden) stop = void stop?.()
    else stop ??= start()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop?.()
  }
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timeout)
      for (const event of RETURNS) removeEventListener(event, done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timeout = setTimeout(done, ms)
    // The device is back online: no reason to wait.
    for (const event of RETURNS) addEventListener(event, done)
    signal.addEventListener('abort', done)
  })
}

const RETURNS = ['online']
