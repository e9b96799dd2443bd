/** The requested range of a file (RFC 9110, 14). For several ranges, the whole file is sent. */
import type { IncomingHttpHeaders } from 'node:http'

/** First and last byte, both included. */
export interface ByteRange {
  first: number
  last: number
}

/** @returns undefined: the whole file */
export function rangeAsked(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  size: number,
  entityTag: string,
): ByteRange | 'unsatisfiable' | undefined {
  if (range === undefined) return undefined
  // A date is not a validator for this file.
  if (condition !== undefined && condition !== entityTag) return undefined
  const [, from = '', to = ''] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/.exec(range) ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return suffix(Number(to), size)
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** The last bytes. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { first: Math.max(0, size - length), last: size - 1 }
}
