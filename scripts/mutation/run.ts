/**
 * Which changes of the code no test sees: `npm run test:mutation -- shared/html sync-agent/log`, and for one file that is judged in a
 * browser `npm run test:mutation -- widget/sanitise.ts`.
 *
 * Each folder is judged by its own tests, which are quick, as those in test/sync-agent/log; what these do not see, by all of its
 * part, as in test/sync-agent. With POSTGRES=1 those of a store judge on PostgreSQL as well. At least 85 % of the changes have to be
 * seen. What was tried before is kept in dist/mutation, and tried again only where the code or its tests changed: a run that is
 * broken off goes on there.
 *
 * Its report reads the files again at the end: change none meanwhile. Changed code may write where the code never would: run it as a
 * user who may not, or in a container.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { installBeside } from '../install-beside.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const STRYKER = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
/** The one file that only a browser can run. */
const IN_BROWSER = 'widget/sanitise.ts'

const folders = process.argv.slice(2).map(folder => normalize(folder).replace(/\/$/, ''))
const missing = folders.find(folder => folder !== IN_BROWSER && !isFolder(folder))
if (missing !== undefined || folders.length === 0) {
  const fault = missing === undefined ? '' : `${missing} is no folder of this repository. `
  console.error(`${fault}Name a folder, as in: npm run test:mutation -- shared/html sync-agent/log`)
  process.exit(2)
}

installBeside(import.meta.dirname)
const red = folders.filter(folder => {
  if (folder === IN_BROWSER) return !judged(folder, 'sanitise.config.mjs')
  const own = join('test', folder)
  const ofPart = join('test', folder.split('/')[0] as string)
  const isGreen = [...new Set([own, ofPart])].map(
    tests => isFolder(tests) && judged(folder, 'stryker.config.mjs', tests),
  )
  return !isGreen.at(-1)
})
if (red.length > 0) {
  console.error(`Not well enough tested: ${red.join(', ')}`)
  process.exitCode = 1
}

/** Whether these tests see enough. */
function judged(folder: string, config: string, tests = ''): boolean {
  const env = { ...process.env, MUTATED_FOLDER: folder, MUTATION_TESTS: tests }
  const args = [STRYKER, 'run', join(import.meta.dirname, config)]
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0
}

function isFolder(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}
