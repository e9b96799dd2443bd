/** Every import goes to the importer's own folder or to a floor below it: never sideways, never up, never in a circle. */
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPackages } from '../scripts/pack/packages.ts'

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
/**
 * Inside a part: its files and folders from the lowest to the highest. One imports itself and what is lower. A part that is
 * not listed has no order yet. A file that is listed beside its folder has a place of its own.
 */
const ORDERS: Record<string, readonly string[]> = {
  service: [
    // What a record, an interface and an envelope are.
    ...['seed.ts', 'openapi.ts', 'interface/endpoint.ts', 'interface/envelope.ts'],
    // What is kept, and who changes it.
    ...['media', 'office', 'store', 'request-log', 'lab', 'sample', 'seeding', 'state'],
    ...['options.ts', 'addresses.ts', 'handles.ts', 'context.ts', 'content-import'],
    // What is answered.
    ...['interface', 'routes', 'on-a-network.ts', 'service.ts', 'index.ts'],
  ],
  'sync-agent': [
    ...[
      'stream.ts',
      'service-address.ts',
      'metrics.ts',
      'options',
      'fetch-as-agent.ts',
      'store',
      'context.ts',
      'sync',
      'log',
      'outlets',
      'destinations',
      'operations',
    ],
    ...['server.ts', 'agent.ts', 'error-meanings.ts', 'index.ts'],
  ],
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
const targetOf = (file: string, target: string) => relative(ROOT, resolve(ROOT, dirname(file), target))

/** The same for an import inside one part. */
function faultInside(file: string, target: string): string | undefined {
  const [part = '', ...from] = file.split('/')
  const [otherPart, ...to] = targetOf(file, target).split('/')
  const order = ORDERS[part]
  if (!order || !target.startsWith('.') || part !== otherPart) return undefined
  const placeOf = (path: string[]) =>
    order.includes(path.join('/')) ? order.indexOf(path.join('/')) : order.indexOf(path[0] ?? '')
  if (placeOf(from) < 0) return `${part}/${from[0]} is not in the order of ${part}`
  return placeOf(to) <= placeOf(from) ? undefined : `${file} imports ${target}, which is above it`
}

/** Groups of files each of which leads, import by import, to every other of its group (Tarjan). */
function circlesIn(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string) => {
    const number = order.size
    order.set(file, number)
    lowest.set(file, number)
    open.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lower(file, lowest.get(target))
    }
    if (lowest.get(file) !== number) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || targets.get(file)?.includes(file)) circles.push(circle.toSorted())
  }
  const lower = (file: string, to = 0) => lowest.set(file, Math.min(lowest.get(file) ?? 0, to))
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}

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

  it('no import goes up inside a part whose order is declared', () => {
    expect(imports.map(({ file, target }) => faultInside(file, target)).filter(Boolean)).toEqual([])
    expect(faultInside('sync-agent/store/store.ts', '../sync/cursor.ts')).toContain('above it')
    expect(faultInside('service/media/links.ts', '../office/faults.ts')).toContain('above it')
    expect(faultInside('service/lab/clock.ts', '../interface/news.ts')).toContain('above it')
    expect(faultInside('sync-agent/new/file.ts', '../agent.ts')).toContain('is not in the order')
    expect(faultInside('sync-agent/sync/cycle.ts', '../store/store.ts')).toBeUndefined()
  })

  it('no import leads back to its own file, type imports included', () => {
    const targets = new Map(
      files.map(file => {
        const own = imports.filter(each => each.file === file && each.target.startsWith('.'))
        return [file, own.map(({ target }) => targetOf(file, target))]
      }),
    )
    const circles = circlesIn(targets)
    expect(circles).toEqual([])
  })

  it('would notice such a circle', () => {
    const chain = { a: ['b'], b: ['c', 'd'], c: ['b'], d: [], e: ['e'] }
    expect(circlesIn(new Map(Object.entries(chain)))).toEqual([['b', 'c'], ['e']])
  })

  it("a page of the console takes nothing from another page: what two need is one of the console's parts", () => {
    const PAGES = 'console/ui/pages/'
    const sideways = imports.filter(({ file, target }) => {
      if (!file.startsWith('console/ui/') || !target.startsWith('.')) return false
      const to = relative(ROOT, resolve(ROOT, dirname(file), target))
      return to.startsWith(PAGES) && dirname(to) !== dirname(file) && file !== 'console/ui/page-modules.ts'
    })
    expect(sideways).toEqual([])
  })

  it('an example imports packages and its own files alone, as in the folder that a user copies', () => {
    const examples = globSync('examples/*/**/*.{ts,tsx,svelte,vue}', { cwd: ROOT })
    expect(examples.length).toBeGreaterThan(20)
    for (const file of examples)
      for (const [, target = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT))
        if (target.startsWith('.'))
          expect(targetOf(file, target).split('/').slice(0, 2)).toEqual(file.split('/').slice(0, 2))
  })

  it('every package imported is a declared dependency, so that an installed schoolbell has it', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const peers = readPackages().flatMap(pack => Object.keys(pack.peerDependencies))
    const declared = [...Object.keys(dependencies), ...peers].map(name =>
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
