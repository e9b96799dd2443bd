import { join } from 'node:path'
import { PACKAGE_ROOT } from './package-root.ts'

/** The built browser files: scripts, icons, themes. Each package that serves them holds them. */
export const WIDGET_DIR = join(PACKAGE_ROOT, 'dist', 'widget')
