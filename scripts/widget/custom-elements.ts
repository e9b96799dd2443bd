/**
 * What editors and catalogues read about the elements, taken from the comments and declarations of their classes: a
 * custom elements manifest (schema 1.0.0) and VS Code's HTML data.
 *
 * It knows the few forms that the classes are written in and throws at any other, so that nothing public goes undescribed.
 */

/** One thing with its name and what it is. */
interface Described {
  name: string
  description: string
}

interface Typed extends Described {
  type: { text: string }
}

interface Field extends Typed {
  kind: 'field'
  /** The attribute that sets it. */
  attribute?: string
}

interface Method extends Described {
  kind: 'method'
  parameters: { name: string; type: { text: string } }[]
  return: { type: { text: string } }
}

export interface ElementDescription {
  /** As in `SchoolPopup`. */
  className: string
  /** As in `school-popup`; the class stands in the file of this name. */
  tagName: string
  description: string
  attributes: (Typed & { fieldName: string })[]
  fields: Field[]
  methods: Method[]
  events: Typed[]
  cssParts: Described[]
  cssProperties: Described[]
}

/** @throws something public has no description, or is written in a form unknown here */
export function describeElement(source: string): ElementDescription {
  const className = /\nexport class (\w+) extends LitElement \{\n/.exec(source)?.[1] ?? ''
  const tagName = className.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase()
  try {
    return { className, tagName, ...membersOf(source) }
  } catch (error) {
    throw new Error(`${tagName || 'the element'}.ts: ${(error as Error).message}`)
  }
}

function membersOf(source: string): Omit<ElementDescription, 'className' | 'tagName'> {
  const [head, body] = splitAt(source, /\nexport class \w+ extends LitElement \{\n/)
  const [description = '', ...tags] = text(lastComment(head)).split(/(?:^|\n)@/)
  const properties = propertiesOf(body)
  const fields = fieldsOf(body, properties)
  return {
    description: unbroken(description),
    attributes: fields.flatMap(({ attribute, name, description, type }) =>
      attribute === undefined ? [] : [{ name: attribute, fieldName: name, description, type }],
    ),
    fields,
    methods: methodsOf(body),
    events: tagged(tags, 'fires').map(({ type = 'Event', ...event }) => ({ ...event, type: { text: type } })),
    cssParts: tagged(tags, 'csspart').map(({ type: _, ...part }) => part),
    cssProperties: tagged(tags, 'cssproperty').map(({ type: _, ...property }) => property),
  }
}

/** An element, the file that registers it, and what tells people of it. */
export interface DescribedElement {
  element: ElementDescription
  /** Without its ending. */
  definedIn: string
}

/** https://github.com/webcomponents/custom-elements-manifest */
export const customElementsManifest = (...elements: DescribedElement[]): object => ({
  schemaVersion: '1.0.0',
  readme: 'docs/popup-widget.md',
  modules: elements.flatMap(modulesOf),
})

function modulesOf({ element, definedIn }: DescribedElement): object[] {
  const { className, tagName, description, attributes, fields, methods, events, cssParts, cssProperties } =
    element
  const path = `dist/lib/widget/${tagName}.js`
  const declaration = { name: className, module: path }
  return [
    {
      kind: 'javascript-module',
      path,
      declarations: [
        {
          kind: 'class',
          name: className,
          customElement: true,
          tagName,
          superclass: { name: 'LitElement', package: 'lit' },
          description,
          attributes,
          members: [...fields, ...methods],
          events,
          cssParts,
          cssProperties,
        },
      ],
      exports: [{ kind: 'js', name: className, declaration }],
    },
    {
      kind: 'javascript-module',
      path: `dist/lib/widget/${definedIn}.js`,
      exports: [{ kind: 'custom-element-definition', name: tagName, declaration }],
    },
  ]
}

/** https://github.com/microsoft/vscode-custom-data, for the setting `html.customData`. */
export const htmlCustomData = (...elements: ElementDescription[]): object => ({
  version: 1.1,
  tags: elements.map(({ tagName, description, attributes }) => ({
    name: tagName,
    description,
    attributes: attributes.map(({ name, description, type }) => {
      const values = [...type.text.matchAll(/'([^']+)'/g)].map(([, value]) => ({ name: value }))
      const kind = type.text === 'boolean' ? { valueSet: 'v' } : values.length > 0 ? { values } : {}
      return { name, description, ...kind }
    }),
  })),
})

function splitAt(source: string, pattern: RegExp): [before: string, after: string] {
  const [before, after, ...others] = source.split(pattern)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`not one place fits ${pattern}`)
  return [before, after.slice(0, after.indexOf('\n}\n'))]
}

/** Attribute by property, as `static properties` gives it to Lit; `false` for none. */
function propertiesOf(body: string): Map<string, string | false> {
  const [, block] = /static override properties = \{\n([\s\S]*?)\n {2}\}/.exec(body) ?? []
  if (block === undefined) throw new Error('no static properties')
  return new Map(
    block.split('\n').map(line => {
      const [, name, options = ''] = /^ {4}(\w+): \{(.*)\},$/.exec(line) ?? []
      if (name === undefined) throw new Error(`cannot read the property "${line.trim()}"`)
      const [, attribute] = /\battribute: '([\w-]+)'/.exec(options) ?? []
      return [name, /\battribute: false/.test(options) ? false : (attribute ?? name.toLowerCase())]
    }),
  )
}

function fieldsOf(body: string, properties: ReadonlyMap<string, string | false>): Field[] {
  const fields = members(body, /^declare (\w+): (.+)$/).map(([description, name = '', type = '']): Field => {
    const attribute = properties.get(name)
    if (attribute === undefined) throw new Error(`${name} is not among the properties`)
    return { kind: 'field', name, description, type: { text: type }, ...(attribute && { attribute }) }
  })
  if (fields.length !== properties.size) throw new Error('a property is not declared')
  return fields
}

/** Lit's own hooks are `override`, and of no use to a page. */
function methodsOf(body: string): Method[] {
  return members(body, /^(?:async )?(?!constructor\b)(\w+)\((.*)\): (.+) \{$/).map(
    ([description, name = '', parameters = '', type = '']) => ({
      kind: 'method',
      name,
      description,
      parameters: [...parameters.matchAll(/(\w+)\??: ([^,]+)/g)].map(([, name = '', type = '']) => ({
        name,
        type: { text: type },
      })),
      return: { type: { text: type } },
    }),
  )
}

/** What stands at the first level of the class and fits, each with the comment above it. */
function members(body: string, pattern: RegExp): [description: string, ...groups: string[]][] {
  const lines = body.split('\n')
  return lines.flatMap((line, at): [string, ...string[]][] => {
    const found = /^ {2}\S/.test(line) ? pattern.exec(line.trim()) : null
    if (!found) return []
    if (!lines[at - 1]?.endsWith('*/')) throw new Error(`no comment above "${line.trim()}"`)
    return [[unbroken(text(lastComment(lines.slice(0, at).join('\n')))), ...found.slice(1)]]
  })
}

function tagged(tags: readonly string[], kind: string): (Described & { type?: string })[] {
  return tags
    .filter(tag => tag.startsWith(`${kind} `))
    .map(tag => {
      const [, type, name = '', description] = /^\w+ (?:\{(.+?)\} )?(\S+) - (.+)$/.exec(unbroken(tag)) ?? []
      if (description === undefined) throw new Error(`cannot read "@${tag}"`)
      return { name, description, ...(type === undefined ? {} : { type }) }
    })
}

const lastComment = (source: string): string => source.slice(source.lastIndexOf('/**'))

/** A comment without its frame. */
const text = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .trim()

const unbroken = (lines: string): string => lines.replace(/\s+/g, ' ').trim()
