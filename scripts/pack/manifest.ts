/** The package.json of a package: what its pack.json says, and as dependencies what its built files import. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryName, type Imports, type Internals } from './build.ts'
import type { Package } from './packages.ts'
import { ROOT } from './places.ts'

/** The root's package.json: version, licence and the versions of all libraries. */
const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** @param internals what other packages import of this one under no public name */
export function manifestOf(
  pack: Package,
  packages: Package[],
  imports: Imports,
  internals: Internals = new Map(),
) {
  const modules = Object.keys(pack.exports).map(name => [name, moduleAt(entryName(name), true)])
  const typed = [...internals.values()].some(({ typed }) => typed)
  if (internals.size > 0) modules.push(['./internal/*', moduleAt('internal/*', typed)])
  const files = Object.entries(pack.fileExports).map(([name, file]) => [name, `./${placeOf(file, pack)}`])
  const commands = Object.keys(pack.bin).map(name => [name, `dist/bin/${name}.js`])
  const peers = Object.keys(pack.peerDependencies)
  return {
    name: pack.name,
    version: root.version,
    description: pack.description,
    license: root.license,
    ...(root.repository && { repository: root.repository }),
    type: 'module',
    engines: root.engines,
    publishConfig: { access: 'public' },
    ...(commands.length > 0 && { bin: Object.fromEntries(commands) }),
    exports: { ...Object.fromEntries([...modules, ...files]), './package.json': './package.json' },
    sideEffects: pack.sideEffects.length > 0 && pack.sideEffects.map(name => `./dist/${entryName(name)}.js`),
    ...(pack.customElements && { customElements: pack.customElements }),
    dependencies: dependenciesOf(pack, packages, imports),
    ...(peers.length > 0 && {
      peerDependencies: pack.peerDependencies,
      peerDependenciesMeta: Object.fromEntries(peers.map(name => [name, { optional: true }])),
    }),
  }
}

const moduleAt = (file: string, typed: boolean) => ({
  ...(typed && { types: `./dist/${file}.d.ts` }),
  default: `./dist/${file}.js`,
})

/** Libraries in the versions of the root; the other packages in exactly this version, because internals may change. */
function dependenciesOf(pack: Package, packages: Package[], { code, types }: Imports) {
  const siblings = packages.map(({ name }) => name)
  const version = (name: string): string => {
    const found = siblings.includes(name) ? root.version : root.dependencies[name]
    if (!found) throw new Error(`${pack.name} needs ${name}, which package.json names under no dependencies`)
    return found
  }
  const described = [...types]
    .map(name => `@types/${name}`)
    .filter(name => name in root.dependencies || name in root.devDependencies)
  const needed = [...code, ...types, ...described].filter(
    name => !(name in pack.peerDependencies || `@types/${name}` in pack.peerDependencies),
  )
  return Object.fromEntries(needed.toSorted().map(name => [name, version(name)]))
}

/** Path of a repository's file in the package. */
function placeOf(file: string, { name, files }: Package): string {
  const from = Object.keys(files).find(path => file.startsWith(`${path}/`))
  if (from === undefined) throw new Error(`${name} exports ${file} and does not hold it`)
  return files[from] + file.slice(from.length)
}
