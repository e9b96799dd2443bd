/** Keeps the page from scrolling while a dialog is open, and off the paper. */

/**
 * It adds a style sheet: nothing of the page is changed, so nothing has to be restored, and two popups do not conflict.
 *
 * @returns lets the page scroll again
 */
export function lockScroll(popup: Element): () => void {
  const { documentElement: root, body, scrollingElement } = document
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible'
  // If only the body has `overflow`, browsers apply it to the window. Setting it on the root then would make the body
  // a box with its own scroll bar and margins.
  const scroller = body && isVisible(root) && !isVisible(body) ? 'body' : ':root'
  // The space of a scroll bar stays, unless the page has its own rule for that.
  const gutter = innerWidth > (scrollingElement ?? root).clientWidth ? 'stable' : ''
  try {
    const sheet = new CSSStyleSheet()
    // Not on paper: the page would end after the first sheet.
    sheet.replaceSync(
      `@media screen{:where(:root){scrollbar-gutter:${gutter}}${scroller}{overflow:hidden!important}}${
        // Inside another component it cannot be named here.
        popup.getRootNode() === document ? ALONE : ''
      }`,
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      // The page may have kept the list, and set it again later.
      sheet.disabled = true
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
    }
  } catch {
    // In an old browser the page behind the dialog scrolls.
    return () => {}
  }
}

/** Only what holds the popup stays, without a size of its own: empty sheets would follow the message. */
const ALONE = `@media print{:root,:root :has(school-popup){visibility:hidden!important;height:auto!important;min-height:0!important;margin:0!important;padding:0!important}:root>:not(school-popup,:has(school-popup)),:root>body :not(school-popup,:has(school-popup)){display:none!important}}`
