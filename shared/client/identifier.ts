/** Identifiers of news: texts, but some services send whole numbers. */

/** Undefined if it is none. A number that JSON cannot hold exactly could be that of another entry. */
export function identifierOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return `${value}`
  return typeof value === 'string' && value !== '' ? value : undefined
}
