/** While a dialog is open, the page behind it neither scrolls nor moves. */

/**
 * By a sheet of its own: nothing that the page has set is touched, so nothing has to be set again, and two popups need
 * not know of each other.
 *
 * @returns what lets the page scroll again
 */
export function holdPage(): () => void {
  const { documentElement: root, body, scrollingElement } = document
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible'
  // A browser takes it from the body where the root says nothing. Said by the root then, it would make the body a box
  // with a scroll bar and margins of its own.
  const scroller = body && isVisible(root) && !isVisible(body) ? 'body' : ':root'
  // The room of a scroll bar stays, unless the page has its own way of that.
  const gutter = innerWidth > (scrollingElement ?? root).clientWidth ? 'stable' : ''
  try {
    const sheet = new CSSStyleSheet()
    // On paper the page is not held: it would end with the first sheet.
    sheet.replaceSync(
      `@media screen{:where(:root){scrollbar-gutter:${gutter}}${scroller}{overflow:hidden!important}}`,
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      // A page that kept the list may set it again.
      sheet.disabled = true
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
    }
  } catch {
    // A browser of old scrolls the page behind the dialog, and no more.
    return () => {}
  }
}
