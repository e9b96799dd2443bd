/** Reads XML as strictly as the specification asks, names with their namespaces: what is not well-formed throws. */
import { SaxesParser } from 'saxes'

export interface Element {
  /** `{namespace}local`; the local name alone where there is no namespace. */
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Its own text, without that of its children. */
  text: string
}

/** @throws the first fault, with its line and column */
export function parseXml(source: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const named = Object.values(attributes).map(({ name, value }) => [name, value])
    const element: Element = {
      name: uri ? `{${uri}}${local}` : local,
      attributes: Object.fromEntries(named),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(source).close()
  const [document] = root.children
  if (!document) throw new Error('there is no element')
  return document
}

export const allOf = ({ children }: Element, name: string) => children.filter(child => child.name === name)

/** @throws when there is none, or more than one */
export function oneOf(parent: Element, name: string): Element {
  const found = allOf(parent, name)
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${found.length} ${name} in ${parent.name}, not 1`)
  return only
}

export const textOf = (parent: Element, name: string) => oneOf(parent, name).text
