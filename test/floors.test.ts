/** Every import of the program goes to the importer's own folder or to a floor below it: never sideways, never up. */
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FLOORS: Record<string, number> = {
  shared: 1,
  service: 2,
  'sync-agent': 2,
  widget: 2,
  extension: 2,
  conformance: 2,
  simulator: 3,
  console: 4,
  demo: 5,
  cli: 6,
}
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"\s]+)['"]/g

const files = globSync(`{${Object.keys(FLOORS).join(',')}}/**/*.ts`, { cwd: ROOT })
const imports = files.flatMap(file =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, target]) => ({
    file,
    target: target ?? '',
  })),
)

/** What is wrong with an import, or undefined when nothing is. */
function fault(file: string, target: string): string | undefined {
  if (!target.startsWith('.')) return undefined
  const from = topFolder(file)
  const to = topFolder(relative(ROOT, resolve(ROOT, dirname(file), target)))
  const fromFloor = FLOORS[from]
  const toFloor = FLOORS[to]
  if (fromFloor === undefined || toFloor === undefined)
    return `${file} imports ${target}, which is on no floor`
  if (from === to || toFloor < fromFloor) return undefined
  return `${file} (floor ${fromFloor}) imports ${target} (floor ${toFloor})`
}

const topFolder = (path: string) => path.split('/')[0] ?? ''

describe('the floors', () => {
  it('are all there is in the program', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(new Set(files.map(topFolder))).toEqual(new Set(Object.keys(FLOORS).filter(isThere)))
  })

  it('no import goes sideways or up', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(imports.map(({ file, target }) => fault(file, target)).filter(Boolean)).toEqual([])
  })

  it('would notice an import that does', () => {
    expect(fault('widget/loader.ts', '../service/service.ts')).toContain('(floor 2) imports')
    expect(fault('shared/client/content.ts', '../../cli/main.ts')).toContain('(floor 6)')
    expect(fault('service/service.ts', '../test/support/x.ts')).toContain('on no floor')
    expect(fault('cli/main.ts', '../demo/demo.ts')).toBeUndefined()
  })

  it("a page of the console takes nothing from another page: what two need is one of the console's parts", () => {
    const PAGES = 'console/ui/pages/'
    const sideways = imports.filter(({ file, target }) => {
      if (!file.startsWith('console/ui/') || !target.startsWith('.')) return false
      const to = relative(ROOT, resolve(ROOT, dirname(file), target))
      return to.startsWith(PAGES) && dirname(to) !== dirname(file) && file !== 'console/ui/pages.ts'
    })
    expect(sideways).toEqual([])
  })

  it('every package imported is a declared dependency, so that an installed schoolbell has it', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const declared = Object.keys({ ...dependencies, ...peerDependencies }).map(name =>
      // Some packages have their types in another.
      name.replace(/^@types\/(?=react$)/, ''),
    )
    const packages = imports
      // What the console's browser part is made of is in its build, which the package carries.
      .filter(({ file }) => !file.startsWith('console/ui/'))
      .map(({ target }) => target)
      .filter(target => !target.startsWith('.') && !target.startsWith('node:'))
      .map(target => target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
    expect(new Set(packages).difference(new Set(declared))).toEqual(new Set())
    expect(packages.filter(name => builtinModules.includes(name))).toEqual([])
  })
})

function isThere(folder: string): boolean {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT }).length > 0
}
