#!/usr/bin/env node
/** The `schoolbell` command. Looks at the Node version before anything that needs a newer one is loaded. */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`schoolbell needs Node 22.18 or newer; this is ${process.version}\n`)
  process.exit(2)
}

const { run } = await import('./program.ts')
await run(process.argv)
