/**
 * Writes dist/lib: the JavaScript and type declarations of the package, and the files that its code reads.
 *
 *     node scripts/build-lib.ts [--checked]
 *
 * With `--checked`, the compiler does not check types, because a check has just passed.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleCommand } from './bundle-command.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist', 'lib')
/** Folders of files that the program reads at run time. */
const ASSETS = ['service/sample/media', 'demo/site/assets', 'widget/icons']

// Built in a temporary folder and moved at the end: the last build stays while this one runs, and if it fails.
const draft = `${OUT}.new-${process.pid}`
process.on('exit', () => rmSync(draft, { recursive: true, force: true }))
const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
const project = join(ROOT, 'tsconfig.build.json')
const { values } = parseArgs({ options: { checked: { type: 'boolean', default: false } } })
const unchecked = values.checked ? ['--noCheck'] : []
const { status } = spawnSync(compiler, ['-p', project, '--outDir', draft, ...unchecked], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
await bundleCommand(draft)
for (const folder of ASSETS) {
  cpSync(join(ROOT, folder), join(draft, folder), {
    recursive: true,
    filter: source => !source.endsWith('.ts'),
  })
}
chmodSync(join(draft, 'cli', 'main.js'), 0o755)
rmSync(OUT, { recursive: true, force: true })
renameSync(draft, OUT)
console.log(`dist/lib: ${globSync('**/*.js', { cwd: OUT }).length} modules with their type declarations`)
