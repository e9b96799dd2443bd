/**
 * Builds one package with tsdown. Its own sources and those that belong to no package become its files; sources of another
 * package are imported from there, so that no class exists twice; libraries stay imports.
 */
import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Rolldown } from 'tsdown'
import { licencesOf } from '../console/licences.ts'
import { ownerOf, type Package } from './packages.ts'
import { ROOT } from './places.ts'

/** Sources of a package that others import under no public name, and whether by their type declarations, too. */
export type Internals = Map<string, { typed: boolean }>

/** Names of packages, without those of Node. */
export interface Imports {
  code: Set<string>
  types: Set<string>
}

/**
 * @param internals of each package by its name; what this one imports of the others is added
 * @param folder where its files are written
 */
export async function buildPackage(
  pack: Package,
  packages: Package[],
  internals: Map<string, Internals>,
  folder: string,
): Promise<Imports> {
  const own = internals.get(pack.name) ?? new Map()
  const entries = [
    ...Object.entries(pack.exports).map(([name, file]) => ({ out: entryName(name), file, typed: true })),
    ...Object.entries(pack.bin).map(([name, file]) => ({ out: `bin/${name}`, file, typed: false })),
    ...[...own].map(([file, { typed }]) => ({ out: `internal/${moduleName(file)}`, file, typed })),
  ]
  const typed = entries.filter(entry => entry.typed).map(({ file }) => file)
  const built = await build({
    config: false,
    cwd: ROOT,
    logLevel: 'warn',
    // The compiler is started as a program, so that it has no interface yet does not matter.
    suppressWarnings: [/TypeScript 7.0 does not yet have a stable API/],
    checks: { pluginTimings: false },
    entry: Object.fromEntries(entries.map(({ out, file }) => [out, file])),
    outDir: join(folder, 'dist'),
    format: 'esm',
    fixedExtension: false,
    platform: 'node',
    target: 'es2024',
    tsconfig: join(ROOT, 'tsconfig.build.json'),
    dts: typed.length > 0 && { entry: typed, tsgo: true },
    ...(pack.external
      ? { deps: { alwaysBundle: [/./], neverBundle: pack.external, onlyBundle: false } }
      : { deps: { neverBundle: true }, plugins: [importsOfOthers(pack, packages, internals)] }),
  })
  const chunks = built.flatMap(bundle => bundle.chunks).filter(chunk => chunk.type === 'chunk')
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  if (pack.external) writeFileSync(join(folder, 'licences.txt'), licencesOf(modules))
  return {
    code: packagesIn(chunks.filter(({ fileName }) => fileName.endsWith('.js'))),
    types: packagesIn(chunks.filter(({ fileName }) => fileName.endsWith('.d.ts'))),
  }
}

/** Replaces the path of another package's source by that package's name. */
function importsOfOthers(
  pack: Package,
  packages: Package[],
  internals: Map<string, Internals>,
): Rolldown.Plugin {
  const above = packages.slice(0, packages.indexOf(pack))
  return {
    name: 'imports-of-others',
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        if (importer === undefined || !id.startsWith('.')) return
        const file = relative(ROOT, resolve(dirname(importer), id)).replace(/\.d\.ts$/, '.ts')
        const owner = ownerOf(file, packages)
        if (owner === undefined || owner === pack) return
        if (above.includes(owner)) throw new Error(`${importer} imports ${file} of ${owner.name}`)
        return { id: publicName(owner, file) ?? internalName(owner, file, importer), external: true }
      },
    },
  }

  function internalName(owner: Package, file: string, importer: string): string {
    const ofOwner = internals.get(owner.name) ?? new Map()
    internals.set(owner.name, ofOwner)
    const typed = importer.endsWith('.d.ts') || (ofOwner.get(file)?.typed ?? false)
    ofOwner.set(file, { typed })
    return `${owner.name}/internal/${moduleName(file)}`
  }
}

function publicName(owner: Package, file: string): string | undefined {
  const name = Object.keys(owner.exports).find(name => owner.exports[name] === file)
  return name === undefined ? undefined : owner.name + name.slice(1)
}

/** The file of a public name, without its ending. */
export const entryName = (name: string) => (name === '.' ? 'index' : name.slice(2))

const moduleName = (file: string) => file.replace(/\.ts$/, '')

function packagesIn(chunks: Rolldown.OutputChunk[]): Set<string> {
  const files = new Set(chunks.map(({ fileName }) => fileName))
  return new Set(
    chunks
      .flatMap(({ imports, dynamicImports, fileName, code }) => [
        ...imports,
        ...dynamicImports,
        // The bundler does not see those that the compiler has written into a type.
        ...(fileName.endsWith('.d.ts')
          ? code.matchAll(/\bimport\("([^"]+)"\)/g).map(([, name = '']) => name)
          : []),
      ])
      .filter(name => !files.has(name) && !name.startsWith('.') && !isBuiltin(name))
      .map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  )
}
