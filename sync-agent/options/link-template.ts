/** Templates of addresses on the host's site, as in `https://school.example/news/{newsId}`. */
import { LANGUAGES } from '../../shared/contract/site.ts'
import { fileNameOf } from '../../shared/text/file-name.ts'
import type { Stream } from '../stream.ts'

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
  const filled = fillTemplate(template, { siteId: 'academy', lang: LANGUAGES[0] }, 'id')
  const url = URL.parse(filled, template.startsWith('/') ? 'http://site.invalid' : undefined)
  if (url && /^https?:$/.test(url.protocol)) return undefined
  return `"${template}" is neither an http(s) address nor a path that begins with /`
}

export function fillTemplate(template: string, { siteId, lang }: Stream, newsId: string): string {
  const language = lang.slice(0, 2)
  const values: Record<Placeholder, string> = { newsId, fileName: fileNameOf(newsId), siteId, lang, language }
  return PLACEHOLDERS.reduce(
    (text, name) => text.replaceAll(`{${name}}`, () => encodeURIComponent(values[name].toWellFormed())),
    template,
  )
}
