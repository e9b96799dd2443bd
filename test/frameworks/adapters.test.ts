/** The adapters' promises in Next.js and SvelteKit themselves. */
import { keepsItsPromises } from '../extension/adapter-promises.ts'
import { MOUNTS } from './mounts.ts'

for (const [name, mount] of Object.entries(MOUNTS)) keepsItsPromises(name, mount)
