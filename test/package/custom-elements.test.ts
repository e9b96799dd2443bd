// @vitest-environment happy-dom
/** What editors and catalogues are told of the elements is what their classes really have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { customElementsManifest, elementsOf, htmlCustomData } from '../../scripts/pack/custom-elements.ts'
import type { PopupMessage } from '../../shared/contract/popup.ts'
import '../../widget/define.ts'
import '../../widget/define-news.ts'
import { SchoolPopup } from '../../widget/index.ts'
import { SchoolNews } from '../../widget/news/index.ts'
import { everyPartOfNews } from '../widget/news/every-part.ts'

const WIDGET = join(import.meta.dirname, '..', '..', 'widget')
const manifest = customElementsManifest()
const descriptionOf = (tag: string) => {
  const found = elementsOf(manifest).find(({ tagName }) => tagName === tag)
  const {
    description,
    members = [],
    attributes = [],
    events = [],
    cssParts = [],
    cssProperties = [],
  } = found ?? {}
  const fields = members.filter(({ kind }) => kind === 'field')
  const methods = members.filter(({ kind }) => kind === 'method')
  return { description, attributes, fields, methods, events, cssParts, cssProperties }
}
const names = (described: readonly { name: string }[]) => described.map(({ name }) => name).toSorted()

const EVENTS = { 'school-popup': 'events.ts', 'school-news': 'school-news.events.ts' } as const

describe.each([
  { tag: 'school-popup', type: SchoolPopup, partsOf: everyPartOfPopup },
  { tag: 'school-news', type: SchoolNews, partsOf: everyPartOfNews },
] as const)('the description of $tag', ({ tag, type, partsOf }) => {
  const element = descriptionOf(tag)

  it('has the attributes that the element observes, each with its property', () => {
    const observed = type.observedAttributes
    expect(names(element.attributes)).toEqual(observed.toSorted())
    for (const { name, fieldName } of element.attributes) {
      const made = document.createElement(tag)
      const before = made[fieldName as 'lang']
      made.setAttribute(name, '77')
      expect({ name, after: String(made[fieldName as 'lang']) }).not.toEqual({ name, after: String(before) })
    }
  })

  it('has the properties and the methods that a page can use, and no other', () => {
    const own = Object.entries(Object.getOwnPropertyDescriptors(type.prototype))
    const lifecycle =
      /^(constructor|connectedCallback|disconnectedCallback|scheduleUpdate|willUpdate|render|update|updated|firstUpdated)$/
    const methods = own
      .filter(([name, { value }]) => typeof value === 'function' && !lifecycle.test(name))
      .map(([name]) => ({ name }))
    const fields = [...type.elementProperties.keys()].map(name => ({ name: String(name) }))
    expect(names(element.methods)).toEqual(names(methods))
    expect(names(element.fields)).toEqual(names(fields))
  })

  it('has the parts that are rendered', async () => {
    const found = await partsOf()
    expect(names(element.cssParts)).toEqual([...found].toSorted())
  })

  it('has the custom properties that the styles read', () => {
    const styles = readFileSync(join(WIDGET, `${tag}.styles.ts`), 'utf8')
    const own = new RegExp(`var\\(\\s*(--${tag}-[\\w-]+)`, 'g')
    const read = new Set([...styles.matchAll(own)].map(([, name = '']) => name))
    expect(names(element.cssProperties)).toEqual([...read].toSorted())
  })

  it('has the events that the types name', () => {
    const types = readFileSync(join(WIDGET, EVENTS[tag]), 'utf8')
    const typed = [...types.matchAll(new RegExp(`^ {2}'(${tag}-\\w+)': (.+)$`, 'gm'))]
    expect(element.events.map(({ name, type }) => `${name} ${type.text}`).toSorted()).toEqual(
      typed.map(([, name, type]) => `${name} ${type}`).toSorted(),
    )
  })

  it('says something of each', () => {
    const { description, attributes, fields, methods, events, cssParts, cssProperties } = element
    expect(description).toMatch(/^Shows .+\.$/)
    for (const all of [attributes, fields, methods, events, cssParts, cssProperties]) {
      expect(all.length).toBeGreaterThan(2)
      for (const { name, description } of all) {
        expect({ name, length: (description ?? '').length > 5 }).toEqual({ name, length: true })
        expect(description).not.toMatch(/\*|\n|@/)
      }
    }
  })
})

/** Every part's name, with messages on the screen that together have them all. */
async function everyPartOfPopup(): Promise<Set<string>> {
  const message = { msgTitle: 'Title', msgBody: '<p>Body</p>', displayDate: '20260901073000' }
  const messages: PopupMessage[] = [{ ...message, iconId: '5', needConfirm: 'Accept' }, message]
  const found = new Set<string>()
  for (const shown of messages) {
    const popup = document.createElement('school-popup')
    document.body.append(popup)
    popup.preview([shown, shown])
    await popup.updateComplete
    for (const part of popup.shadowRoot?.querySelectorAll('[part]') ?? [])
      for (const name of part.getAttribute('part')?.split(' ') ?? []) found.add(name)
    popup.remove()
  }
  return found
}

it('the description is about files of the package', () => {
  const paths = manifest.modules.map(({ path }) => path)
  expect(paths).toEqual(['index', 'news', 'define', 'news/define'].map(name => `dist/${name}.js`))
  const defined = manifest.modules.flatMap(({ exports = [] }) => exports)
  expect(defined).toContainEqual({
    kind: 'custom-element-definition',
    name: 'school-news',
    declaration: { name: 'SchoolNews', module: 'dist/news.js' },
  })
})

it('an editor offers the words that an attribute takes', () => {
  const data = htmlCustomData(manifest) as {
    tags: [{ attributes: { name: string; values?: unknown }[] }]
  }
  const remember = data.tags[0].attributes.find(({ name }) => name === 'remember')
  expect(remember?.values).toEqual(expect.arrayContaining([{ name: 'always' }, { name: 'session' }]))
})
