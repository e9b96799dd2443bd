/**
 * An entry as Markdown with front matter, for static site generators.
 *
 * The body is the sanitised HTML in one block, which Markdown passes on unchanged. So it must not have a blank line, which
 * would end the block, or brackets that a generator's templates would interpret.
 */
import { textOf } from '../../../shared/html/text-of.ts'
import type { StoredEntry } from '../../store/types.ts'
import { newsItem } from '../news/item.ts'

export function markdownFile(entry: StoredEntry, zone: string): string {
  const { html, publishedAt, title, date, ...item } = newsItem(entry, { zone })
  const front = {
    title: title.trim() || textOf(html).slice(0, 80) || date,
    date: publishedAt,
    ...item,
  }
  // JSON is valid YAML for any title.
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${yaml(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n<div class="news-entry">\n${asOneBlock(html)}\n</div>\n`
}

/** YAML does not allow some characters that JSON leaves unescaped, and reads others as line ends. */
function yaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function asOneBlock(html: string): string {
  return html
    .trim()
    .replaceAll('\r', '')
    .replace(/\n(?=[^\S\n]*\n)/g, '&#10;')
    .replace(/\{(?=[{%#<])/g, '&#123;')
}
