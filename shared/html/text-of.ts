/** The text of HTML that was sanitised: what a reader reads, without a tag, in one line. */
import { unescaped } from './entities.ts'

/** @param html sanitised, so that no attribute holds a bare `<` or `>` */
export function textOf(html: string): string {
  const text = html.replace(BREAKS, ' ').replace(/<[^>]*>/g, '')
  return unescaped(text).replace(/\s+/g, ' ').trim()
}

/** The same, a line for each paragraph, heading, item and the like; none that is empty. */
export function paragraphsIn(html: string): string[] {
  return html.split(BREAKS).map(textOf).filter(Boolean)
}

/** Words on both sides of one of these are two words. */
const BREAKS =
  /<\/?(?:address|article|aside|blockquote|br|caption|center|d[dlt]|div|fig(?:caption|ure)|footer|h[1-6r]|header|img|li|main|nav|[ou]l|p|pre|section|table|t[dhr])\b[^>]*>/g
