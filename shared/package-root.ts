/** Where the package lies, the same for a clone (shared/) and for an installation (dist/lib/shared/). */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

/** Absolute path. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname)

/** The built browser files: scripts, icons, themes. */
export const WIDGET_DIR = join(PACKAGE_ROOT, 'dist', 'widget')
