/** The widget's elements, from their classes; the script tag's attributes; the fields of what events and properties hold. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomElement } from 'custom-elements-manifest/schema.d.ts'
import { PopupMessage } from '../../../shared/contract/popup.ts'
import { TAG_ATTRIBUTES } from '../../../widget/tags.ts'
import { customElementsManifest, elementsOf } from '../../pack/custom-elements.ts'
import { ROOT } from '../../pack/places.ts'
import { code, page, prose, table, valueOrWords } from './markdown.ts'

/** In an event's detail, or a property. */
const FIELDS = [
  ['OpenedNews', 'widget/school-news.events.ts'],
  ['NewsEntry', 'widget/news/entry.ts'],
  ['NewsAttachment', 'widget/news/entry.ts'],
] as const

export function elementsPage(): string {
  return page(
    '# Elements',
    HEAD,
    '## The script tag of popup.js',
    table(
      ['Attribute', 'What it does', 'Default'],
      Object.entries(TAG_ATTRIBUTES).map(([name, [meaning, fallback]]) => [
        code(name),
        prose(meaning),
        prose(fallback),
      ]),
    ),
    ...elementsOf(customElementsManifest()).map(element),
    messageFields(),
    ...FIELDS.map(([name, file]) => fields(name, readFileSync(join(ROOT, file), 'utf8'))),
  )
}

const HEAD = `For web editors and developers: all that a page can set, call and hear of the popup and of the list of news. Events are
\`CustomEvent\`s that bubble and cross shadow roots; \`document\` gets them, too. "Cancelled" means \`preventDefault()\`.`

function element({ tagName = '', description = '', ...all }: CustomElement): string {
  const { members = [], attributes = [], events = [], cssParts = [], cssProperties = [] } = all
  const attributeOf = new Map(attributes.map(({ name, fieldName }) => [fieldName, name]))
  const described = (head: string, of: readonly { name: string; description?: string | undefined }[]) =>
    table(
      [head, 'What it is'],
      of.map(({ name, description = '' }) => [code(name), prose(description)]),
    )
  return page(
    `## ${code(`<${tagName}>`)}`,
    prose(description),
    table(
      ['Attribute', 'Property', 'Type', 'What it does', 'Default'],
      members.flatMap(member => {
        if (member.kind !== 'field') return []
        const { name, type, description = '', default: fallback = '' } = member
        const attribute = attributeOf.get(name)
        return [
          [
            attribute ? code(attribute) : '',
            code(name),
            code(type?.text ?? ''),
            prose(description),
            fallback === "''" ? '' : valueOrWords(fallback),
          ],
        ]
      }),
    ),
    table(
      ['Method', 'What it does'],
      members.flatMap(member => {
        if (member.kind !== 'method') return []
        const parameters = (member.parameters ?? []).map(({ name }) => name).join(', ')
        return [[code(`${member.name}(${parameters})`), prose(member.description ?? '')]]
      }),
    ),
    table(
      ['Event', '`detail`', 'When'],
      events.map(({ name, type, description = '' }) => [
        code(name),
        code(type.text.replace(/^CustomEvent<(.*)>$/, '$1')),
        prose(description),
      ]),
    ),
    described('CSS part', cssParts),
    described('Custom property', cssProperties),
  ).trimEnd()
}

interface FieldSchema {
  description?: string
  enum?: readonly string[]
}

/** Of the interface's schema. */
function messageFields(): string {
  // TypeBox's types leave out what a schema says in words.
  const properties = PopupMessage.properties as unknown as Record<string, FieldSchema>
  const required: readonly string[] = PopupMessage.required
  return page(
    '## PopupMessage',
    table(
      ['Field', 'Type', 'What it is'],
      Object.entries(properties).map(([name, { description = '', enum: values }]) => [
        code(required.includes(name) ? name : `${name}?`),
        code(values?.map(value => `'${value}'`).join(' | ') ?? 'string'),
        prose(description),
      ]),
    ),
  ).trimEnd()
}

/** Of an interface, with its comments. */
function fields(name: string, source: string): string {
  const [, body = ''] = new RegExp(`export interface ${name} \\{(.*?)^\\}`, 'ms').exec(source) ?? []
  const rows = [...body.matchAll(/(?:^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\s*)?^ {2}(\w+\??): ([^\n]*)$/gms)]
  return rows.length === 0
    ? ''
    : page(`## ${name}`, table(['Field', 'Type', 'What it is'], rows.map(fieldRow))).trimEnd()
}

const fieldRow = ([, comment = '', field = '', type = '']: RegExpExecArray): string[] => [
  code(field),
  code(type),
  prose(comment.replaceAll(/^\s*\*/gm, '')),
]
