/** Addresses below /console/, without reloading the page. */

export const ROOT = '/console/'

export interface Place {
  /** First part, as in `popups`; empty at the root. */
  page: string
  rest: readonly string[]
}

export function placeOf(pathname: string): Place {
  const [page = '', ...rest] = pathname.slice(ROOT.length).split('/').filter(Boolean).map(decoded)
  return { page, rest }
}

/** Links below /console/ are followed here; whatever a browser would do otherwise (new tab, download) it still does. */
export function followLinks(root: EventTarget, go: (path: string) => void): void {
  root.addEventListener('click', event => {
    const click = event as MouseEvent
    if (
      click.defaultPrevented ||
      click.button !== 0 ||
      click.metaKey ||
      click.ctrlKey ||
      click.shiftKey ||
      click.altKey
    )
      return
    const link = click.composedPath().find(target => target instanceof HTMLAnchorElement)
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (
      !link.pathname.startsWith(ROOT) ||
      /^\/console\/(api|assets|preview|simulator-frame)\b/.test(link.pathname)
    )
      return
    click.preventDefault()
    go(link.pathname.slice(ROOT.length) + link.search)
  })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
