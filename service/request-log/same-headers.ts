/** Headers of two calls, names and values in turn: a crowd’s browsers send the same ones, in lists of their own. */
export function areEqual(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return false
  return true
}
