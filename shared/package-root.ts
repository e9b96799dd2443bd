/** Where the package lies, the same for a clone (shared/) and for an installation (dist/lib/shared/). */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRoot(folder: string): string {
  const parent = dirname(folder)
  // At the top there is nothing left to look through, as when a host has packed everything into one file.
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : findRoot(parent)
}

/** Absolute path. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname)

/**
 * The parts' folders, and with them the files that lie beside their code: of a clone its root, of an installation dist/lib,
 * also for a program of which the build has made a few files (dist/lib/cli).
 */
export const PARTS_DIR = dirname(import.meta.dirname)

/** The built browser files: scripts, icons, themes. */
export const WIDGET_DIR = join(PACKAGE_ROOT, 'dist', 'widget')

/** The built console of the reference service. */
export const CONSOLE_DIR = join(PACKAGE_ROOT, 'dist', 'console')
