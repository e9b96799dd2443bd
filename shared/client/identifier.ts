/** Identifiers of news: texts that a URL and every database can hold, but some services send whole numbers. */

/** Undefined if it is none. A number that JSON cannot hold exactly could be that of another entry. */
export function identifierOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return `${value}`
  return typeof value === 'string' && /^[^\0]+$/.test(value) && value.isWellFormed() ? value : undefined
}
