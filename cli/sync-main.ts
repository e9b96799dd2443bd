#!/usr/bin/env node
/** The `schoolbell-sync` command: `schoolbell sync` for a server on which only @schoolbell/sync-agent is installed. */
import { setFlagsFromString } from 'node:v8'
import { checkNode } from './check-node.ts'

checkNode()
setFlagsFromString('--optimize-for-size')
const { run } = await import('./program.ts')
const { default: syncCommand } = await import('./sync.ts')
await run(syncCommand().name('schoolbell-sync'), process.argv)
