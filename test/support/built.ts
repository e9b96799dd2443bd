/** What programs of the tests run: the packages as built, or the sources where one is newer than the build. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isBuilt } from '../../scripts/pack/is-built.ts'
import { readPackages } from '../../scripts/pack/packages.ts'
import { INSTALLED, ROOT } from '../../scripts/pack/places.ts'

/** Source files by what users import, as in `@schoolbell/extension/hono`. */
const SOURCES = new Map(
  readPackages().flatMap(({ name, exports }) =>
    Object.entries(exports).map(([path, source]) => [name + path.slice(1), join(ROOT, source)] as const),
  ),
)

/** A built file starts in a fifth of the time. */
export function fileOf(name: string): string {
  const source = SOURCES.get(name)
  if (!source) throw new Error(`no package exports ${name}`)
  return isBuilt() ? createRequire(join(INSTALLED, 'program.js')).resolve(name) : source
}
