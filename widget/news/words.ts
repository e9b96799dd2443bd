/**
 * A text that a translator of the page may have taken over.
 *
 * A browser's translator puts elements in place of text nodes. Lit would write the next text into what it takes for its own
 * node, and the old one would stay. So a changed text is made anew, here; where an element has nothing but a text, it is bound
 * as `.textContent` for the same reason. No text may stand beside a part in a template.
 */
import { keyed } from 'lit/directives/keyed.js'

/** @param shown what stands on the page for the text */
export const wordsOf = (text: string, shown: (text: string) => unknown = text => text): unknown =>
  keyed(text, shown(text))
