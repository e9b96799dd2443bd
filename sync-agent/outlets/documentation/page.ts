/** The OpenAPI document as a page for people: plain HTML without a script, from the same words. */
import type { Language } from '../../../shared/contract/site.ts'
import { escaped } from '../../../shared/html/entities.ts'
import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  TAGS,
  type Tag,
} from '../openapi.ts'
import { type DocumentationStrings, STRINGS } from './strings.ts'

/** Addresses in it are relative to `/docs`. */
export function documentationPage({ info, paths, components }: OpenApiDocument, lang: Language): string {
  const strings = STRINGS[lang]
  const other = lang === 'en-US' ? 'zh-HK' : 'en-US'
  const operations = Object.entries(paths)
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(strings.title)} – schoolbell</title>
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<header>
<h1>${escaped(strings.title)}</h1>
<p lang="en">${escaped(info.description)}</p>
<p><a href="openapi.json">${escaped(strings.machineReadable)}</a> · <a href="docs?lang=${other}" lang="${other}">${escaped(strings.otherLanguage)}</a></p>
</header>
<main>
<nav aria-labelledby="contents">
<h2 id="contents">${escaped(strings.contents)}</h2>
${TAGS.map(tag => contentsOf(tag, operations, strings)).join('')}</nav>
${operations.map(([path, { get }]) => operationSection(path, get, strings)).join('\n')}
<h2>${escaped(strings.schemas)}</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaSection(name, schema, strings))
  .join('\n')}
</main>
</body>
</html>
`
}

function contentsOf(tag: Tag, operations: readonly PathOperation[], strings: DocumentationStrings): string {
  const items = operations
    .filter(([, { get }]) => get.tags.includes(tag))
    .map(
      ([path, { get }]) =>
        `<li><a href="#${anchor(path)}"><code>${escaped(path)}</code></a> ${english(get.summary)}</li>`,
    )
  return items.length > 0 ? `<h3>${escaped(strings.tags[tag])}</h3>\n<ul>\n${items.join('\n')}\n</ul>\n` : ''
}

type PathOperation = [path: string, operation: { get: OpenApiOperation }]

function operationSection(path: string, operation: OpenApiOperation, strings: DocumentationStrings): string {
  const { summary, description, parameters = [], responses } = operation
  return `<section class="operation" id="${anchor(path)}">
<h3><code>GET ${escaped(path)}</code></h3>
<p lang="en">${prose(summary)}.</p>
${description ? `<p lang="en">${prose(description)}</p>` : ''}
${parameters.length > 0 ? `<h4>${escaped(strings.parameters)}</h4>${parameterTable(parameters, strings)}` : ''}
<h4>${escaped(strings.answers)}</h4>
${table(
  [strings.status, strings.type, strings.meaning],
  Object.entries(responses).map(([status, { description, content = {} }]) => [
    status === 'default' ? escaped(strings.otherStatus) : status,
    Object.entries(content)
      .map(([type, { schema }]) => `<code>${escaped(type)}</code>${schema ? ` ${typeOf(schema)}` : ''}`)
      .join('<br>'),
    english(description),
  ]),
)}
</section>`
}

function parameterTable(parameters: readonly OpenApiParameter[], strings: DocumentationStrings): string {
  return table(
    [strings.name, strings.type, strings.meaning],
    parameters.map(({ name, in: place, required, description = '', schema }) => [
      `<code>${escaped(name)}</code>`,
      typeOf(schema),
      `${english(description)} <span class="quiet">${aside(strings, place, required, schema.default)}</span>`,
    ]),
  )
}

function aside(
  strings: DocumentationStrings,
  place: OpenApiParameter['in'],
  required: boolean,
  byDefault: unknown,
): string {
  const remarks = [strings.place[place], required ? strings.required : '']
  if (byDefault !== undefined) remarks.push(`${strings.byDefault} ${byDefault}`)
  return escaped(remarks.filter(Boolean).join(', '))
}

function schemaSection(name: string, schema: Schema, strings: DocumentationStrings): string {
  const { description = '', properties = {}, required = [] } = schema
  return `<section id="schema-${escaped(name)}">
<h3>${escaped(name)}</h3>
<p lang="en">${prose(description)}</p>
${table(
  [strings.field, strings.type, strings.meaning],
  Object.entries(properties).map(([field, property]) => [
    `<code>${escaped(field)}</code>`,
    typeOf(property),
    `${english(property.description ?? '')}${required.includes(field) ? ` <span class="quiet">${escaped(strings.required)}</span>` : ''}`,
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
  items?: Schema
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

const english = (text: string) => (text ? `<span lang="en">${prose(text)}</span>` : '')

/** Of Markdown only what is used: code. */
const prose = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const anchor = (path: string) => `get${path.replaceAll(/\W+/g, '-')}`
