#!/usr/bin/env node
/** The `schoolbell` command. Looks at the Node version before anything that needs a newer one is loaded. */
import module from 'node:module'
import { isTooOld, tooOld } from '../shared/node-version.ts'

const { node } = process.versions
if (isTooOld(node)) {
  process.stderr.write(`${tooOld(node)}\n`)
  process.exit(2)
}

// What Node makes of the source is kept in the machine's temporary folder: from its second start the command is quicker.
module.enableCompileCache()
const { run } = await import('./program.ts')
await run(process.argv)
