/** Identifiers of news: texts that a URL and every database can hold, but some services send whole numbers. */

/** Bytes. A key of a database has several of them, and PostgreSQL's hold 2,700. */
export const LONGEST_IDENTIFIER = 1_000

/** Undefined if it is none. A number that JSON cannot hold exactly could be that of another entry. */
export function identifierOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return `${value}`
  if (typeof value !== 'string' || isTooLong(value)) return undefined
  return /^[^\0]+$/.test(value) && value.isWellFormed() ? value : undefined
}

export const isTooLong = (value: unknown): boolean =>
  typeof value === 'string' && new TextEncoder().encode(value).length > LONGEST_IDENTIFIER

export interface DeletedIds {
  /** Without duplicates. */
  delNewsIds: string[]
  /** What was left out, by paths as in `/content/delNewsIds/3`. */
  leftOut: [path: string, value: unknown][]
}

/**
 * `delNewsIds`, which the interface declares as a string and shows as an array of identifiers (News entry).
 *
 * Read are an array, the same array as a text, a text with commas, and a single identifier. What no entry can have as its identifier
 * is left out: the other deletions count.
 */
export function readDeletedIds(value: unknown): DeletedIds {
  const leftOut: DeletedIds['leftOut'] = []
  const ids = new Set<string>()
  const isList = Array.isArray(value)
  const list: unknown[] = isList ? value : typeof value === 'string' ? listIn(value) : [value]
  list.forEach((id, index) => {
    if (id === null || id === undefined || id === '') return
    const newsId = identifierOf(id)
    if (newsId !== undefined) ids.add(newsId)
    else leftOut.push([isList ? `${AT}/${index}` : AT, id])
  })
  return { delNewsIds: [...ids], leftOut }
}

const AT = '/content/delNewsIds'

/** `["4","5"]`, `[4, 5]` and `4, 5`. */
function listIn(text: string): unknown[] {
  const trimmed = text.trim()
  const inner = /^\[(.*)\]$/s.exec(trimmed)?.[1]
  if (inner === undefined) return separated(trimmed)
  const parts = separated(inner)
  try {
    // Numbers as texts, of which no digit is lost.
    return JSON.parse(`[${parts.map(id => (/^\d+$/.test(id) ? `"${id}"` : id)).join()}]`)
  } catch {
    return parts
  }
}

const separated = (text: string) => text.split(',').map(id => id.trim())
