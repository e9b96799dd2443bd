#!/usr/bin/env node
/** The `schoolbell` command. Checks the Node version before it loads code that needs a newer one. */
import module from 'node:module'
import { isTooOld, tooOld } from '../shared/node-version.ts'

const { node } = process.versions
if (isTooOld(node)) {
  process.stderr.write(`${tooOld(node)}\n`)
  process.exit(2)
}

// Caches compiled code in the temporary folder, which makes later starts faster.
module.enableCompileCache()
const { run } = await import('./program.ts')
await run(process.argv)
