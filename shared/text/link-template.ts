/** Templates of URLs on the host's site, such as `https://school.example/news/{newsId}`. */
import { LANGUAGES, type Language, type SiteId } from '../contract/site.ts'
import { fileNameOf } from './file-name.ts'
import { parsedUrl } from './parsed-url.ts'

/** Values of a template; `{language}` is `en` or `zh`, `{fileName}` the name of the published file. */
const PLACEHOLDERS = ['newsId', 'fileName', 'siteId', 'lang', 'language'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** The error in a template; undefined if it is valid. */
export function templateFault(template: string, required?: Placeholder): string | undefined {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name)
  const unknown = names.find(name => !PLACEHOLDERS.some(known => known === name))
  if (unknown !== undefined)
    return `{${unknown}} is not one of ${PLACEHOLDERS.map(name => `{${name}}`).join(', ')}`
  if (required && !names.includes(required) && !names.includes('fileName'))
    return `"${template}" needs {${required}}, as in https://school.example/news/{newsId}`
  const filled = fillTemplate(template, { siteId: 'academy', lang: LANGUAGES[0] }, 'id')
  const url = parsedUrl(filled, template.startsWith('/') ? 'http://site.invalid' : undefined)
  if (url && /^https?:$/.test(url.protocol)) return undefined
  return `"${template}" is neither an http(s) address nor a path that begins with /`
}

export function fillTemplate(
  template: string,
  { siteId, lang }: { siteId: SiteId; lang: Language },
  newsId: string,
): string {
  const language = lang.slice(0, 2)
  const values: Record<Placeholder, string> = { newsId, fileName: fileNameOf(newsId), siteId, lang, language }
  return PLACEHOLDERS.reduce(
    (text, name) => text.replaceAll(`{${name}}`, () => encodeURIComponent(wellFormed(values[name]))),
    template,
  )
}

/** As `toWellFormed`, which some of the console's browsers lack: half a character has no address. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
