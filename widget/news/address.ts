/** An entry's place in the page's own address, `#news=2026-0917`, so that it can be linked to, and the back button leads back. */

export function idIn(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(name) || undefined
}

export const hashOf = (name: string, newsId: string): string => `#${new URLSearchParams({ [name]: newsId })}`

/** As a new step of the visitor's history, marked as ours. */
export const goTo = (hash: string): void => history.pushState({ schoolNews: true }, '', hash)

/** @returns whether the visitor was led one step back, and `popstate` will tell */
export function goBack(): boolean {
  if (history.state?.schoolNews) {
    history.back()
    return true
  }
  // The visitor came right here: one step back is another page.
  history.replaceState(null, '', location.pathname + location.search)
  return false
}
