/** An entry's place in the page's own address, `#news=2026-0917`, so that it can be linked to, and the back button leads back. */

export function idIn(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(name) || undefined
}

/** With the page's path: a `<base>` would lead a bare `#…` to another page. */
export const addressOf = (name: string, newsId: string): string =>
  `${here()}#${new URLSearchParams({ [name]: newsId })}`

/** As a new step of the visitor's history, marked as ours. */
export const goTo = (address: string): void => history.pushState({ schoolNews: true }, '', address)

/** @returns whether the visitor was led one step back, and `popstate` will tell */
export function goBack(): boolean {
  if (history.state?.schoolNews) {
    history.back()
    return true
  }
  // The visitor came right here: one step back is another page.
  history.replaceState(history.state, '', here())
  return false
}

const here = () => location.pathname + location.search
