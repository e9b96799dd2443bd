#!/usr/bin/env node
/** The `schoolbell` command. Looks at the Node version before anything that needs a newer one is loaded. */
import { isTooOld, tooOld } from '../shared/node-version.ts'

const { node } = process.versions
if (isTooOld(node)) {
  process.stderr.write(`${tooOld(node)}\n`)
  process.exit(2)
}

const { run } = await import('./program.ts')
await run(process.argv)
