import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export const TARBALLS = join(ROOT, 'dist', 'packages')

/** What is in the tarballs. Here each package finds the others, and in the root's node_modules the libraries. */
export const INSTALLED = join(TARBALLS, 'node_modules')

/** The command as it is installed. Run from source, Node's reader of TypeScript would be measured, too. */
export const COMMAND = join(INSTALLED, 'schoolbell', 'dist', 'bin', 'schoolbell.js')

/** The OpenAPI document of the interface, with absolute addresses. */
export const INTERFACE_DOCUMENT = join(ROOT, 'dist', 'interface', 'openapi.json')
