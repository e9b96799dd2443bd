/** The root folder of the package with this file: a clone, or an installed package. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRoot(folder: string): string {
  const parent = dirname(folder)
  // At the top there is nothing left to look through, as when a host has packed everything into one file.
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : findRoot(parent)
}

/** Absolute path. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname)

/** The built console of the reference service. */
export const CONSOLE_DIR = join(PACKAGE_ROOT, 'dist', 'console')
