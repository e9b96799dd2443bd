/** URLs in feeds: pages of the site, made from a template, and links of a body, made absolute. */
import { escaped, unescaped } from '../../../shared/html/entities.ts'
import { fillTemplate } from '../../../shared/text/link-template.ts'
import type { Stream } from '../../stream.ts'

/**
 * The absolute URL of an entry, from a template.
 *
 * @param base for a template that is only a path
 * @returns undefined for the identifiers `.` and `..` in a path, which URLs cannot have
 */
export function linkTo(template: string, base: string, stream: Stream, newsId = ''): string | undefined {
  if (
    /^\.\.?$/.test(newsId) &&
    template.includes('{newsId}') &&
    !template.split('{newsId}')[0]?.includes('?')
  )
    return undefined
  return new URL(fillTemplate(template, stream, newsId), base).href
}

/** Readers show a body outside the site, so its links become absolute. */
export function withWholeLinks(html: string, base: string): string {
  return html.replace(LINK, (all, before: string, href: string, after: string) => {
    const url = URL.parse(unescaped(href), base)
    return url ? before + escaped(url.href) + after : all
  })
}

/** Attributes as the sanitiser writes them: values in double quotes, without `<` or `>`. */
const LINK = /(<a\s(?:[^>]*\s)?href=")([^"]*)(")/g
