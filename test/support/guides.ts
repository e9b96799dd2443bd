/** The programs that the guides in docs/ show, with this checkout in place of the installed packages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readPackages } from '../../scripts/pack/packages.ts'
import { INSTALLED, ROOT } from '../../scripts/pack/places.ts'
import { isBuilt } from './built.ts'

/** @param guide as in `extension/express.md` @returns by their names, as they stand there */
export function programsOf(guide: string): Map<string, string> {
  const text = readFileSync(join(ROOT, 'docs', guide), 'utf8')
  return new Map(
    [...text.matchAll(/^```ts (\S+)\n(.*?)^```/gms)].map(([, name = '', code = '']) => [name, code]),
  )
}

/** A program of a guide that runs from any folder. */
export function programOf(guide: string, name: string): string {
  const program = programsOf(guide).get(name)
  if (!program) throw new Error(`docs/${guide} has no program ${name}`)
  return program.replaceAll(/'(@schoolbell\/[\w/-]+)'/g, (_, imported) => `'${fileOf(imported)}'`)
}

/** Source files by what users import, as in `@schoolbell/extension/hono`. */
const SOURCES = new Map(
  readPackages().flatMap(({ name, exports }) =>
    Object.entries(exports).map(([path, source]) => [name + path.slice(1), join(ROOT, source)] as const),
  ),
)

/** For the compiler. */
export const SOURCE_PATHS = Object.fromEntries([...SOURCES].map(([name, source]) => [name, [source]]))

/** As built, which starts in a fifth of the time, unless a source is newer than that. */
export function fileOf(name: string): string {
  const source = SOURCES.get(name)
  if (!source) throw new Error(`no package exports ${name}`)
  return isBuilt() ? createRequire(join(INSTALLED, 'guide.js')).resolve(name) : source
}
