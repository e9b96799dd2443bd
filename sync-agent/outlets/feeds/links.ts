/** Addresses in feeds: those of the site's own pages, made from a template, and those in a body, made absolute. */
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { escaped, unescaped } from '../../../shared/html/entities.ts'
import { fileNameOf } from '../../../shared/text/file-name.ts'
import type { Stream } from '../../stream.ts'

/** Filled into a template; `{language}` is `en` or `zh`, `{fileName}` the newsId as published files are named by it. */
const PLACEHOLDERS = ['newsId', 'fileName', 'siteId', 'lang', 'language'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** Why a template cannot be used; undefined when it can. */
export function templateFault(template: string, required?: Placeholder): string | undefined {
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const unknown = names.find(name => !PLACEHOLDERS.some(known => known === name))
  if (unknown !== undefined)
    return `{${unknown}} is none of ${PLACEHOLDERS.map(name => `{${name}}`).join(', ')}`
  if (required && !names.includes(required) && !names.includes('fileName'))
    return `"${template}" has no {${required}}, as https://school.example/news/{newsId} has`
  const filled = fill(template, { siteId: 'academy', lang: LANGUAGES[0] }, 'id')
  const url = URL.parse(filled, template.startsWith('/') ? 'http://site.invalid' : undefined)
  if (url && /^https?:$/.test(url.protocol)) return undefined
  return `"${template}" is neither an http(s) address nor a path that begins with /`
}

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
  return new URL(fill(template, stream, newsId), base).href
}

function fill(template: string, { siteId, lang }: Stream, newsId: string): string {
  const language = lang.slice(0, 2)
  const values: Record<Placeholder, string> = { newsId, fileName: fileNameOf(newsId), siteId, lang, language }
  return PLACEHOLDERS.reduce(
    (text, name) => text.replaceAll(`{${name}}`, () => encodeURIComponent(values[name].toWellFormed())),
    template,
  )
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
