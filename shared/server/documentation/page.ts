/** The OpenAPI document as a page for people: plain HTML without a script, from the same words. */
import type { Language } from '../../contract/site.ts'
import { escaped } from '../../html/entities.ts'
import {
  METHODS,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type PathItem,
} from '../openapi/document.ts'
import type { Translations } from './chinese.ts'
import { type DocumentationStrings, STRINGS } from './strings.ts'

/** What is said of one document and of no other. */
export interface DocumentationTexts {
  title: Record<Language, string>
  /** Headings, in their order, by the operations' tags. */
  tags: Record<string, Record<Language, string>>
}

/**
 * Addresses in it are relative to `/docs`.
 *
 * @param chinese the document's texts in Chinese; what is not among them stays English
 */
export function documentationPage(
  document: OpenApiDocument,
  texts: DocumentationTexts,
  lang: Language,
  chinese: Translations = {},
): string {
  const { info, paths, webhooks = {}, components } = document
  const words: Words = { ...STRINGS[lang], said: lang === 'en-US' ? inEnglish : inChinese(chinese) }
  const title = texts.title[lang]
  const other = lang === 'en-US' ? 'zh-HK' : 'en-US'
  const operations = [...operationsOf(paths), ...operationsOf(webhooks)]
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} – schoolbell</title>
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>${words.said(info.description)}</p>
<p><a href="openapi.json">${escaped(words.machineReadable)}</a> · <a href="docs?lang=${other}" lang="${other}">${escaped(words.otherLanguage)}</a></p>
</header>
<main>
<nav aria-labelledby="contents">
<h2 id="contents">${escaped(words.contents)}</h2>
${Object.entries(texts.tags)
  .map(([tag, heading]) => contentsOf(tag, heading[lang], operations, words))
  .join('')}</nav>
${operations.map(told => operationSection(told, words)).join('\n')}
${securitySection(components.securitySchemes ?? {}, words)}<h2>${escaped(words.schemas)}</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaSection(name, schema, words))
  .join('\n')}
</main>
</body>
</html>
`
}

interface Told {
  method: string
  path: string
  operation: OpenApiOperation
}

const operationsOf = (paths: Record<string, PathItem>): Told[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap(name => {
      const operation = item[name]
      return operation ? [{ method: name.toUpperCase(), path, operation }] : []
    }),
  )

function contentsOf(tag: string, heading: string, operations: readonly Told[], words: Words): string {
  const items = operations
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(({ method, path, operation }) => {
      const address = escaped(method === 'GET' ? path : `${method} ${path}`)
      return `<li><a href="#${anchor(method, path)}"><code>${address}</code></a> ${words.said(operation.summary)}</li>`
    })
  return items.length > 0 ? `<h3>${escaped(heading)}</h3>\n<ul>\n${items.join('\n')}\n</ul>\n` : ''
}

function operationSection({ method, path, operation }: Told, words: Words): string {
  const { summary, description, parameters = [], requestBody, responses, security = [] } = operation
  return `<section class="operation" id="${anchor(method, path)}">
<h3><code>${method} ${escaped(path)}</code></h3>
<p>${words.said(summary)}${words.fullStop}</p>
${description ? `<p>${words.said(description)}</p>` : ''}
${security.length > 0 ? `<p>${escaped(words.security)}: ${security.map(schemesOf).join(', ')}</p>` : ''}
${parameters.length > 0 ? `<h4>${escaped(words.parameters)}</h4>${parameterTable(parameters, words)}` : ''}
${requestBody ? `<h4>${escaped(words.body)}</h4><p>${contentOf(requestBody.content)}</p>` : ''}
<h4>${escaped(words.answers)}</h4>
${table(
  [words.status, words.type, words.meaning],
  Object.entries(responses).map(([status, { description, headers = {}, content = {} }]) => [
    status === 'default' ? escaped(words.otherStatus) : status,
    contentOf(content),
    [
      words.said(description),
      ...Object.entries(headers).map(
        ([name, header]) => `<code>${escaped(name)}</code> ${words.said(header.description ?? '')}`,
      ),
    ].join('<br>'),
  ]),
)}
</section>`
}

const contentOf = (content: Record<string, { schema?: Schema }>) =>
  Object.entries(content)
    .map(([type, { schema }]) => `<code>${escaped(type)}</code>${schema ? ` ${typeOf(schema)}` : ''}`)
    .join('<br>')

const schemesOf = (together: Record<string, []>) =>
  Object.keys(together)
    .map(name => `<a href="#security-${escaped(name)}">${escaped(name)}</a>`)
    .join(' + ')

function securitySection(
  schemes: NonNullable<OpenApiDocument['components']['securitySchemes']>,
  words: Words,
): string {
  const sections = Object.entries(schemes).map(([name, scheme]) => {
    const form = scheme.type === 'http' ? 'Authorization: Bearer' : `${scheme.in}: ${scheme.name}`
    return `<section id="security-${escaped(name)}">
<h3>${escaped(name)}</h3>
<p><code>${escaped(form)}</code> ${words.said(scheme.description)}</p>
</section>
`
  })
  return sections.length > 0 ? `<h2>${escaped(words.security)}</h2>\n${sections.join('')}` : ''
}

function parameterTable(parameters: readonly OpenApiParameter[], words: Words): string {
  return table(
    [words.name, words.type, words.meaning],
    parameters.map(({ name, in: place, required, description = '', schema }) => [
      `<code>${escaped(name)}</code>`,
      typeOf(schema),
      `${words.said(description)} <span class="quiet">${aside(words, place, required, schema.default)}</span>`,
    ]),
  )
}

function aside(words: Words, place: OpenApiParameter['in'], required: boolean, byDefault: unknown): string {
  const remarks = [words.place[place], required ? words.required : '']
  if (byDefault !== undefined) remarks.push(`${words.byDefault} ${byDefault}`)
  return escaped(remarks.filter(Boolean).join(words.comma))
}

function schemaSection(name: string, schema: Schema, words: Words): string {
  const { description = '', properties = {}, required = [] } = schema
  return `<section id="schema-${escaped(name)}">
<h3>${escaped(name)}</h3>
${description ? `<p>${words.said(description)}</p>` : ''}
${table(
  [words.field, words.type, words.meaning],
  Object.entries(properties).map(([field, property]) => [
    `<code>${escaped(field)}</code>`,
    typeOf(property),
    `${words.said(property.description ?? '')}${required.includes(field) ? ` <span class="quiet">${escaped(words.required)}</span>` : ''}`,
  ]),
)}
</section>`
}

/** As much of JSON Schema as the outlets use. */
interface Schema {
  $ref?: string
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema | false
  prefixItems?: Schema[]
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, minimum, maximum, maxLength } = schema
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`
  }
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  if (items) return `[${typeOf(items)}]`
  if (schema.enum) return schema.enum.map(value => `<code>${escaped(`${value}`)}</code>`).join(', ')
  if (schema.const !== undefined) return `<code>${escaped(`${schema.const}`)}</code>`
  const range = minimum !== undefined || maximum !== undefined ? `${minimum ?? ''}–${maximum ?? ''}` : ''
  return [escaped(schema.type ?? ''), range, maxLength === undefined ? '' : `≤ ${maxLength}`]
    .filter(Boolean)
    .join(' ')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const head = heads.map(text => `<th scope="col">${escaped(text)}</th>`).join('')
  const body = rows.map(([first = '', ...others]) => {
    return `<tr><th scope="row">${first}</th>${others.map(cell => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<div class="scroll" tabindex="0" role="group"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`
}

/** The page's own words, and what the document says as the page says it. */
interface Words extends DocumentationStrings {
  said(text: string): string
}

const inEnglish = (text: string) => prose(text)

const inChinese = (chinese: Translations) => (text: string) => {
  const translation = chinese[text]
  if (translation !== undefined) return prose(translation)
  return text && `<span lang="en">${prose(text)}</span>`
}

/** Of Markdown only what is used: code. */
const prose = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const anchor = (method: string, path: string) => `${method.toLowerCase()}${path.replaceAll(/\W+/g, '-')}`
