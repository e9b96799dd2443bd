import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** As `sha256sum --check` reads them. */
export const checksums = (files: readonly string[]): string =>
  files
    .map(file => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`)
    .join('')
