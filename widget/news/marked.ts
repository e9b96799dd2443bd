/**
 * A search result with its matches marked. It comes as HTML with text and `<mark>`. Everything else in it is shown as
 * text.
 */
import { html, type TemplateResult } from 'lit'

const SIGNS = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" }))

export function marked(text: string): (string | TemplateResult)[] {
  let depth = 0
  return text.split(/(<\/?mark>)/i).map(part => {
    if (/^<\/?mark>$/i.test(part)) {
      depth = part[1] === '/' ? 0 : 1
      return ''
    }
    const words = part.replace(/&(#?\w+);/g, (sign, name) => SIGNS.get(name.toLowerCase()) ?? sign)
    return depth && words ? html`<mark>${words}</mark>` : words
  })
}
