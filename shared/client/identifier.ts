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
