/** Where the focus goes in the rendered element, and where the page scrolls to. */

type Row = HTMLElement & { newsId: string }

/** The first that is there, and the page does not scroll to it. */
export const focusOn = (root: ShadowRoot, selector: string): void =>
  root.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })

/** While it is loading, the back button. */
export const focusHeadline = (root: ShadowRoot): void =>
  focusOn(root, root.querySelector('[part=headline]') ? '[part=headline]' : BACK)

/** The first row if there is no such row. */
export function focusRow(root: ShadowRoot, newsId: string | undefined): void {
  const rows = rowsIn(root)
  const row = rows.find(row => row.newsId === newsId) ?? rows[0]
  row?.querySelector<HTMLElement>('[part=link]')?.focus({ preventScroll: true })
}

export const isFocused = (root: ShadowRoot, selector: string): boolean =>
  !!root.activeElement?.matches(selector)

export const BACK = '[part=back]'

export function toTop({ host }: ShadowRoot): void {
  if (host.getBoundingClientRect().top < 0) host.scrollIntoView({ block: 'start', behavior: 'instant' })
}

export const rowsIn = (root: ShadowRoot): Row[] => [...root.querySelectorAll<Row>('[part=item]')]
