/** The text of a body, read without the browser's HTML parser. */

const SIGNS = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: '\u00a0' }))

/** Lines stay lines. Tags, scripts, styles and comments are removed. */
export const plainText = (html: string): string =>
  html
    .replace(/<(script|style|template|title)\b[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/(p|div|li|tr|h\d))\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!?][^>]*(>|$)/gi, '')
    .replace(/&(\w+|#39);/g, (reference, name) => SIGNS.get(name) ?? reference)
    .trim()
