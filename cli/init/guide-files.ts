/** The files of the guides (`docs/`), which `schoolbell init` gives out with a website's own values. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'

/** @param path below `docs` */
export const guideFile = (...path: string[]): string =>
  readFileSync(join(PACKAGE_ROOT, 'docs', ...path), 'utf8')

/** The same with other values in the place of the documented ones, each of which must be there. */
export function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [documented, here]) => {
    if (!filled.includes(documented)) throw new Error(`a guide’s file has no "${documented}"`)
    return filled.replaceAll(documented, () => here)
  }, text)
}
