/**
 * Translates the page as Chrome's translator does, also what comes later: in place of each text, in open shadow roots as well,
 * there are two `<font>` elements with another text. It leaves alone what says `translate="no"`.
 *
 * Runs in the page, and uses nothing from outside.
 */
export function translatePage(): void {
  const isLeft = ({ parentElement: parent }: Node) =>
    !parent ||
    parent.matches('script, style, noscript, textarea, font font') ||
    parent.closest('[translate=no], .notranslate')
  const watched = new WeakSet<Node>()
  const translate = (text: Node) => {
    if (isLeft(text) || !text.nodeValue?.trim()) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.nodeValue.replace(/^\s*/, '$&[xx] ')
    outer.append(inner)
    text.parentNode?.replaceChild(outer, text)
  }
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) return translate(node)
    for (const child of [...node.childNodes]) walk(child)
    const root = (node as Element).shadowRoot
    if (root) take(root)
  }
  const observer = new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') translate(target)
      else for (const node of addedNodes) if (node.isConnected) walk(node)
  })
  const take = (root: Node) => {
    if (!watched.has(root)) observer.observe(root, { childList: true, characterData: true, subtree: true })
    watched.add(root)
    walk(root)
  }
  take(document.documentElement)
}
