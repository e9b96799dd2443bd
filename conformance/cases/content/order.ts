/** Describes the order of a list. */

/** @param field as in `displayDate` */
export function orderOf(dates: readonly string[], field: string): string {
  const falls = dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''))
  const rises = dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? ''))
  if (falls && rises) return `all have the same ${field}`
  if (falls) return `newest ${field} first`
  return rises ? `oldest ${field} first` : `not by ${field}`
}
