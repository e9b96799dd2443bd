/** Markdown that forges and VitePress read alike: VitePress takes `{{` and a bare `<tag>` for a template of its own. */

/** Nothing where there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Words of the code, in a cell or a paragraph. Addresses, options, variables and elements in it become code. */
export const prose = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? code(part.replaceAll('`', '')) : escaped(part)))
    .join('')

const CODE =
  /(`[^`]+`|[a-z+]+:\/\/[^\s,;)]+|(?<!\w)--[a-z][a-z-]+|\bSCHOOLBELL_[A-Z_]+|<[a-z][a-z-]*>|\b[A-Z]\w*_\w+|\{\w+\})/

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '&#123;&#123;')
    .replaceAll(/[*_|[\]]/g, '\\$&')

/** In a cell, too. */
export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** A value as code, words as words. */
export const valueOrWords = (text: string): string =>
  /\s[a-z]/.test(text) ? prose(text) : text && code(text)

/** Its parts with an empty line between; those without text are left out. */
export const page = (...parts: readonly string[]): string => `${parts.filter(Boolean).join('\n\n')}\n`
