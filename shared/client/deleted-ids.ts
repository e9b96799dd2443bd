/**
 * `delNewsIds`, which the interface declares as a string and shows as an array of identifiers (News entry).
 *
 * Read are an array, the same array as a text, a text with commas, and a single identifier. What no entry can have as its identifier
 * is left out with a remark: the other deletions count.
 */
import { identifierOf } from './identifier.ts'
import { collectRemarks, type Remark } from './remarks.ts'

export interface DeletedIds {
  /** Without duplicates. */
  delNewsIds: string[]
  /** What was left out; paths as in `/content/delNewsIds/3`. */
  remarks: Remark[]
}

export function readDeletedIds(value: unknown): DeletedIds {
  const { remarks, note } = collectRemarks()
  const ids = new Set<string>()
  const isList = Array.isArray(value)
  const list: unknown[] = isList ? value : typeof value === 'string' ? listIn(value) : [value]
  list.forEach((id, index) => {
    if (id === null || id === undefined || id === '') return
    const newsId = identifierOf(id)
    if (newsId !== undefined) ids.add(newsId)
    else note(isList ? `${AT}/${index}` : AT, id, 'left out: no entry can have it as its identifier')
  })
  return { delNewsIds: [...ids], remarks }
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
