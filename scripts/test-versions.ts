/**
 * Runs the tests of `npm test` on the Node that the product needs at least, and on a newer one: `npm run test:versions`.
 *
 * The newer one is a package of its own, scripts/node-26. Further arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { installBeside } from './install-beside.ts'

const NEWER = join(import.meta.dirname, 'node-26')
const VITEST = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')

installBeside(NEWER)
const results = [process.execPath, join(NEWER, 'node_modules', 'node', 'bin', 'node')].map(node => {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  console.log(`\n=== Node ${version}`)
  // What a test starts by the name "node" is this one as well.
  const PATH = `${dirname(node)}:${process.env.PATH}`
  const args = [VITEST, 'run', ...process.argv.slice(2)]
  const isGreen = spawnSync(node, args, { stdio: 'inherit', env: { ...process.env, PATH } }).status === 0
  return { version, isGreen }
})
for (const { version, isGreen } of results) console.log(`Node ${version}: ${isGreen ? 'green' : 'RED'}`)
if (results.some(({ isGreen }) => !isGreen)) process.exitCode = 1
