/** The packages that are published. The name, description and exports of each are in the pack.json of its folder, an example in its pack.md. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './places.ts'

/** Importers first: what they need of the others is known when the others are built. */
const FOLDERS = ['cli', 'service', 'sync-agent', 'extension', 'widget', 'shared/client']

/** All paths are relative to the folder of the file. */
interface PackFile {
  name: string
  description: string
  /** Source files by their public name. */
  exports?: Record<string, string>
  /** Source files by the name of the command. */
  bin?: Record<string, string>
  /** Sources that are in no other package: those that depend on this one import them from it. */
  owns?: string[]
  /**
   * When given, all libraries but these are taken into its files: a command that is a few files starts in half the time.
   * They are those that read files of their own.
   */
  external?: string[]
  /** Files that are read at run time, and where they lie in the package. */
  files?: Record<string, string>
  /** Those exports that do something when they are imported. */
  sideEffects?: string[]
  customElements?: string
  /** All of them are optional. */
  peerDependencies?: Record<string, string>
  limits?: Limits
}

/** What an installation in an empty folder may have at most. */
export interface Limits {
  packages?: number
  megabytes?: number
}

/** With paths relative to the root. */
export interface Package extends Required<Omit<PackFile, 'customElements' | 'external'>> {
  /** Holds its pack.json and its pack.md. */
  folder: string
  customElements: string | undefined
  external: string[] | undefined
  /** Those exports that are files and no modules. */
  fileExports: Record<string, string>
}

export function readPackages(): Package[] {
  return FOLDERS.map(folder => {
    const file: PackFile = JSON.parse(readFileSync(join(ROOT, folder, 'pack.json'), 'utf8'))
    const fromRoot = (path: string) => relative(ROOT, join(ROOT, folder, path))
    const paths = (record: Record<string, string> = {}) =>
      Object.entries(record).map(([name, path]) => [name, fromRoot(path)] as const)
    const exported = paths(file.exports)
    return {
      folder,
      name: file.name,
      description: file.description,
      exports: Object.fromEntries(exported.filter(([, path]) => path.endsWith('.ts'))),
      fileExports: Object.fromEntries(exported.filter(([, path]) => !path.endsWith('.ts'))),
      bin: Object.fromEntries(paths(file.bin)),
      owns: (file.owns ?? []).map(fromRoot),
      files: Object.fromEntries(Object.entries(file.files ?? {}).map(([from, to]) => [fromRoot(from), to])),
      external: file.external,
      sideEffects: file.sideEffects ?? [],
      customElements: file.customElements,
      peerDependencies: file.peerDependencies ?? {},
      limits: file.limits ?? {},
    }
  })
}

/** The package that owns this source file; undefined: each package gets a copy. */
export function ownerOf(file: string, packages: Package[]): Package | undefined {
  return packages.find(({ owns }) => owns.some(path => file === path || file.startsWith(`${path}/`)))
}
