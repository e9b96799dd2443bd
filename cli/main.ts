#!/usr/bin/env node
/** The `schoolbell` command. */
import { checkNode } from './check-node.ts'

checkNode()
const { run } = await import('./program.ts')
const { schoolbellCommand } = await import('./commands.ts')
await run(await schoolbellCommand(process.argv.slice(2)), process.argv)
