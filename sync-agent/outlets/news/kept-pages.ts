/**
 * Answers kept as bytes for as long as the store's version stays the same: a page that is asked for again costs no
 * query, no serialisation and no compression. What was not asked for the longest makes room.
 */
import { createPage, type Page, type PageContent } from '../../../shared/server/page.ts'

const MOST_BYTES = 16 * 1024 * 1024

export interface KeptPages {
  /** The page under this key, when there is one of this version. */
  get(key: string, version: string): Page | undefined
  /** @param write called by the first; those who ask meanwhile wait for the same */
  take(key: string, version: string, write: () => Promise<PageContent & { keep?: boolean }>): Promise<Page>
}

export function keepPages(mostBytes = MOST_BYTES): KeptPages {
  const kept = new Map<string, Page>()
  const underWay = new Map<string, Promise<Page>>()
  let keptOf = ''
  let total = 0
  const turnTo = (version: string) => {
    if (version === keptOf) return
    keptOf = version
    kept.clear()
    underWay.clear()
    total = 0
  }
  const keep = (key: string, page: Page) => {
    kept.set(key, page)
    total += page.size
    for (const [oldest, { size }] of kept) {
      if (total <= mostBytes) return
      kept.delete(oldest)
      total -= size
    }
  }
  const get = (key: string, version: string) => {
    turnTo(version)
    const page = kept.get(key)
    if (!page) return undefined
    // Behind all others: the first is the one that was not asked for the longest.
    kept.delete(key)
    kept.set(key, page)
    return page
  }
  return {
    get,
    async take(key, version, write) {
      const page = get(key, version) ?? underWay.get(key)
      if (page) return page
      const writing = write().then(content => {
        const written = createPage(content)
        if (keptOf === version && content.keep !== false) keep(key, written)
        return written
      })
      underWay.set(key, writing)
      const forget = () => underWay.get(key) === writing && underWay.delete(key)
      writing.then(forget, forget)
      return writing
    },
  }
}
