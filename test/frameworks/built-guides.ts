/** The examples that are built before they are started. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, start } from '../support/command.ts'
import { WORK } from './places.ts'

interface BuiltGuide {
  /** What its script `start` runs, with the framework's folder as the working folder. */
  main: string
  args: (port: string) => string[]
}

const asEnvironmentSays = () => []

export const BUILT_GUIDES: Readonly<Record<string, BuiltGuide>> = {
  nextjs: {
    main: '../node_modules/next/dist/bin/next',
    args: port => ['start', '-H', '127.0.0.1', '-p', port],
  },
  nuxt: { main: '.output/server/index.mjs', args: asEnvironmentSays },
  sveltekit: { main: 'build/index.js', args: asEnvironmentSays },
}

/** Written when it was built: SvelteKit's build knows its address. */
export const portFile = (framework: string) => join(WORK, framework, 'guide', 'port')

export function startBuiltGuide(
  framework: string,
  env: Record<string, string>,
): { port: string; running: Running } {
  const guide = BUILT_GUIDES[framework]
  if (!guide || !existsSync(portFile(framework)))
    throw new Error(`the example with ${framework} is not built`)
  const port = readFileSync(portFile(framework), 'utf8')
  const cwd = join(WORK, framework, 'guide')
  const running = start(guide.args(port), {
    main: join(cwd, guide.main),
    cwd,
    env: {
      ...{ ...env, HOST: '127.0.0.1', PORT: port, NEXT_TELEMETRY_DISABLED: '1' },
      NODE_OPTIONS: '--max-http-header-size=65536',
    },
  })
  return { port, running }
}
