import { join } from 'node:path'
import { PACKAGE_ROOT } from './package-root.ts'

/** The built browser files: scripts, icons, themes. The package @schoolbell/widget holds them and this file. */
export const WIDGET_DIR = join(PACKAGE_ROOT, 'dist', 'widget')
