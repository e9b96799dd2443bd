/** The web-apps of examples/, made whole: each takes the one shop. */
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/pack/places.ts'

export const EXAMPLES = join(ROOT, 'examples')

/** Where the guide of each framework says to copy the shop, see docs/web-app. */
export const SHOP_PLACES: Readonly<Record<string, string>> = {
  ...{ express: '.', fastify: '.', hono: '.', plain: '.', nextjs: '.' },
  ...{ nuxt: 'server/utils', sveltekit: 'src/lib/server' },
}

/** Puts a whole web-app into a folder; it listens on this port. */
export function copyExample(framework: string, folder: string, port: string): void {
  // A clone in which somebody runs an example has more than the repository holds.
  const isOwn = (path: string) => !/\/(node_modules|\.\w+|build)$/.test(path)
  cpSync(join(EXAMPLES, framework), folder, { recursive: true, filter: isOwn })
  cpSync(join(EXAMPLES, 'shop.ts'), join(folder, SHOP_PLACES[framework] ?? '', 'shop.ts'))
  for (const file of globSync('**/*.{json,ts}', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('4030', port))
  }
}
