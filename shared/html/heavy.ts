/**
 * Whether a body would keep a browser busy for seconds: judged in its text, before a parser reads it.
 *
 * Parsers need a time that grows with the square of the nesting and of the attributes of one tag, and make formatting that
 * is not closed anew in every paragraph. What an editor writes stays far below these limits.
 */
import { DEEPEST } from './policy.ts'

/** Characters of a body, also of one that is shown as text. */
export const LONGEST = 300_000
/** Each tag counts 1, and 1 more for every formatting element that is open. */
const MOST_WORK = 20_000
/** Opening and closing ones, and comments. */
const MOST_TAGS = 10_000
const MOST_ATTRIBUTES = 500

const TAGS = /<(\/?)([a-z][^\s/>]*|[!?])((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^>"'])*)/gi
const QUOTED = /"[^"]*(?:"|$)|'[^']*(?:'|$)/g
/** Void, or closed by the next one of the kind. */
const NEVER_OPEN = /^([!?]|area|br|col|d[dt]|hr|img|input|li|link|meta|p|t([dhr]|body|foot|head)|wbr)$/
const FORMATTING = /^(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/

export function isHeavy(html: string): boolean {
  if (html.length > LONGEST) return true
  const open = new Map<string, number>()
  let depth = 0
  let formatting = 0
  let tags = 0
  let work = 0
  for (const [, slash, tag = '', attributes = ''] of html.matchAll(TAGS)) {
    const name = tag.toLowerCase()
    const isOpen = open.get(name) ?? 0
    const step = slash ? -Math.sign(isOpen) : NEVER_OPEN.test(name) ? 0 : 1
    open.set(name, isOpen + step)
    depth += step
    if (FORMATTING.test(name)) formatting += step
    work += 1 + formatting
    tags += 1
    if (depth > DEEPEST || tags > MOST_TAGS || work > MOST_WORK) return true
    if (attributes.replace(QUOTED, '').split(/[\s/=]+/).length > MOST_ATTRIBUTES) return true
  }
  return false
}
