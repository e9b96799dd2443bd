/** Checks the Node version before code is loaded that needs a newer one. */
import module from 'node:module'
import { isTooOld, tooOld } from '../shared/node-version.ts'

/** Ends the process if Node is too old. */
export function checkNode(): void {
  const { node } = process.versions
  if (isTooOld(node)) {
    process.stderr.write(`${tooOld(node)}\n`)
    process.exit(2)
  }
  // Caches compiled code in the temporary folder, which makes later starts faster.
  module.enableCompileCache()
}
