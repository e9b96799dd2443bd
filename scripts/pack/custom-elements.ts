/** Descriptions of the elements for editors and catalogues: a custom elements manifest, and VS Code's HTML data. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { create, ts } from '@custom-elements-manifest/analyzer'
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js'
import type { CustomElement, Package } from 'custom-elements-manifest/schema.d.ts'
import { ROOT } from './places.ts'

/** The elements and the files that register them, and where @schoolbell/widget has each. */
const SOURCES: Readonly<Record<string, string>> = {
  'school-popup': 'dist/index.js',
  'school-news': 'dist/news.js',
  define: 'dist/define.js',
  'define-news': 'dist/news/define.js',
}

/** @param folder gets both descriptions */
export function writeElementDescriptions(folder: string): void {
  const manifest = customElementsManifest()
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  write('custom-elements.json', manifest)
  write('html-custom-data.json', htmlCustomData(manifest))
}

/** https://github.com/webcomponents/custom-elements-manifest */
export function customElementsManifest(): Package {
  const modules = Object.keys(SOURCES).map(name => {
    const text = readFileSync(join(ROOT, 'widget', `${name}.ts`), 'utf8')
    return ts.createSourceFile(`${name}.ts`, text, ts.ScriptTarget.Latest, true)
  })
  const manifest = create({ modules, plugins: litPlugin() })
  return JSON.parse(JSON.stringify(manifest), published)
}

/** Adapted for users of the package: paths of built files, public members only, descriptions in one line. */
function published(key: string, value: unknown): unknown {
  switch (key) {
    case 'path':
    case 'module':
      return SOURCES[basename(String(value), '.ts')] ?? value
    case 'members':
      return (value as { name: string }[]).filter(({ name }) => !name.startsWith('#'))
    case 'description':
      return String(value).replace(/\s+/g, ' ')
    case 'readme':
      return 'README.md'
    default:
      return value
  }
}

export const elementsOf = ({ modules }: Package): CustomElement[] =>
  modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(declaration => 'customElement' in declaration)

/** https://github.com/microsoft/vscode-custom-data, for the setting `html.customData`. */
export const htmlCustomData = (manifest: Package): object => ({
  version: 1.1,
  tags: elementsOf(manifest).map(({ tagName, description, attributes = [] }) => ({
    name: tagName,
    description,
    attributes: attributes.map(({ name, description, type }) => {
      const values = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => ({ name: value }))
      const kind = type?.text === 'boolean' ? { valueSet: 'v' } : values.length > 0 ? { values } : {}
      return { name, description, ...kind }
    }),
  })),
})
