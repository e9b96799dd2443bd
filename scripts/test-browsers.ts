/**
 * Runs the tests of all pages in Chromium, and the scenes in Chromium, in Chromium limited to features of 2022, and in each other
 * installed engine: `npm run test:browsers`.
 *
 * `ENGINES=Firefox,WebKit` chooses among them. Further arguments go to Vitest:
 * `npm run test:browsers -- test/scenes/popup-layout.test.ts`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Engine, INSTALLED_ENGINES, PACKAGES, versionOf } from '../test/support/visitor/engines.ts'
import { installBeside } from './install-beside.ts'

const TESTS = join(import.meta.dirname, '..', 'test')
/** What drives Firefox and WebKit. */
const DRIVERS = join(TESTS, 'support', 'visitor')
/** What other people's pages have. */
const LIBRARIES = join(TESTS, 'scenes', 'libraries')

const wanted = process.env.ENGINES?.split(',')
const isWanted = (engine: Engine) => wanted?.includes(engine) ?? true

const found: Engine[] = (['Chromium', 'Oldest'] as const).filter(isWanted)
if (isWanted('Chromium')) console.log('Chromium: as it came with npm ci, or as CHROMIUM_PATH names it')
if (isWanted('Oldest')) console.log('Oldest: the same without what docs/website/browsers.md does not ask for')
for (const engine of INSTALLED_ENGINES.filter(isWanted)) {
  const version = await versionOf(engine)
  if (version) found.push(engine)
  console.log(
    version
      ? `${engine}: ${version}`
      : `${engine}: not installed, nothing is tried in it (Debian: apt-get install ${PACKAGES[engine]})`,
  )
}
if (found.some(engine => engine === 'Firefox' || engine === 'WebKit')) installBeside(DRIVERS)
if (found.length > 0) {
  installBeside(LIBRARIES)
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ENGINES: found.join() },
  })
  process.exitCode = status ?? 1
}
