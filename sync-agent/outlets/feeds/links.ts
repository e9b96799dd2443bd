/** Addresses in feeds: those of the site's own pages, made from a template, and those in a body, made absolute. */
import { escaped, unescaped } from '../../../shared/html/entities.ts'
import { fillTemplate } from '../../options/link-template.ts'
import type { Stream } from '../../stream.ts'

/**
 * The address that a template names for an entry, absolute.
 *
 * @param base for a template that is only a path
 * @returns undefined for the identifiers `.` and `..` within a path, which no address can hold
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

/** Readers show a body far from the site: a link to a place on it becomes a whole address. */
export function withWholeLinks(html: string, base: string): string {
  return html.replace(LINK, (all, before: string, href: string, after: string) => {
    const url = URL.parse(unescaped(href), base)
    return url ? before + escaped(url.href) + after : all
  })
}

/** As the sanitiser writes one: values in double quotes, no bare `<` or `>` in them. */
const LINK = /(<a\s(?:[^>]*\s)?href=")([^"]*)(")/g
