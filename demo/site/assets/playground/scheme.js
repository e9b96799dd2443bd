// Shows the page and the popup as in light or dark mode, whatever the device prefers.

const asWritten = new Map()
const PREFERENCE = /\(prefers-color-scheme:\s*(light|dark)\)/g

// Style sheets ask the device by a media condition: it is answered here in its place.
export function showIn(scheme, sheets) {
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme
  for (const rule of sheets.flatMap(mediaRules)) {
    if (!asWritten.has(rule)) asWritten.set(rule, rule.media.mediaText)
    const wanted = asWritten
      .get(rule)
      .replace(PREFERENCE, (asked, asksFor) =>
        scheme === 'system' ? asked : asksFor === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
      )
    if (rule.media.mediaText !== wanted) rule.media.mediaText = wanted
  }
}

const mediaRules = ({ cssRules = [] }) =>
  [...cssRules].flatMap(rule => (rule instanceof CSSMediaRule ? [rule] : []).concat(mediaRules(rule)))
