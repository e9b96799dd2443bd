/**
 * Divides a stream into pages of twenty entries, counted from the oldest, so that a new entry changes only the index. The
 * index has the newest twenty to thirty-nine entries.
 */

export const PAGE_SIZE = 20

export interface NewsPage<Entry> {
  /** `index`, or `page-12`. */
  name: string
  /** Newest first. */
  entries: Entry[]
  /** Name of the next page, with older entries. */
  older: string | undefined
  newer: string | undefined
}

export const INDEX = 'index'

/** @param oldestFirst all entries. @returns oldest page first, the index last; there is always an index */
export function divideIntoPages<Entry>(oldestFirst: readonly Entry[]): NewsPage<Entry>[] {
  const pages = Math.max(0, Math.floor(oldestFirst.length / PAGE_SIZE) - 1)
  const nameOf = (number: number) => (number > pages ? INDEX : `page-${number}`)
  return Array.from({ length: pages + 1 }, (_, at) => {
    const number = at + 1
    const end = number > pages ? oldestFirst.length : number * PAGE_SIZE
    return {
      name: nameOf(number),
      entries: oldestFirst.slice(at * PAGE_SIZE, end).reverse(),
      older: number > 1 ? nameOf(number - 1) : undefined,
      newer: number > pages ? undefined : nameOf(number + 1),
    }
  })
}
