/**
 * Plays the scenes in each engine that is installed, and in Chromium as if it were of 2022: `npm run test:browsers`.
 *
 * Words after it go to Vitest: `npm run test:browsers -- test/scenes/popup-layout.test.ts`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Engine, INSTALLED_ENGINES, PACKAGES, versionOf } from '../test/support/visitor/engines.ts'

const found: Engine[] = ['Oldest']
console.log('Oldest: Chromium without what docs/browsers.md does not ask for')
for (const engine of INSTALLED_ENGINES) {
  const version = await versionOf(engine)
  if (version) found.push(engine)
  console.log(
    version
      ? `${engine}: ${version}`
      : `${engine}: not installed, nothing is tried in it (Debian: apt-get install ${PACKAGES[engine]})`,
  )
}
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ENGINES: found.join() },
})
process.exitCode = status ?? 1
