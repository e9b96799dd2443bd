/** The text of sanitised HTML in one line, without tags. */
import { unescaped } from './entities.ts'

/** @param html sanitised, so that no attribute holds a bare `<` or `>` */
export function textOf(html: string): string {
  const text = html.replace(BREAKS, ' ').replace(/<[^<>]*>/g, '')
  return unescaped(text).replace(/\s+/g, ' ').trim()
}

/** The same, with one line for each paragraph, heading or item; without empty lines. */
export function paragraphsIn(html: string): string[] {
  return html.split(BREAKS).map(textOf).filter(Boolean)
}

/** Tags that separate words. */
const BREAKS =
  /<\/?(?:address|article|aside|blockquote|br|caption|center|d[dlt]|div|fig(?:caption|ure)|footer|h[1-6r]|header|img|li|main|nav|[ou]l|p|pre|section|table|t[dhr])\b[^<>]*>/g
