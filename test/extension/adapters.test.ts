/** The adapters of frameworks that npm ci brings, and of those that a stand-in takes the place of. Others: test/package, test/frameworks. */
import { keepsItsPromises } from './adapter-promises.ts'
import { MOUNTS } from './mounts.ts'
import { mountNext } from './next-stand-in.ts'
import { mountSvelteKit } from './sveltekit-stand-in.ts'

for (const [name, mount] of Object.entries(MOUNTS)) keepsItsPromises(name, mount)
keepsItsPromises('Next.js, without itself', mountNext)
keepsItsPromises('SvelteKit, without itself', mountSvelteKit)
