/** Writes dist/lib: the JavaScript and type declarations of the package, with the files that stand beside its code. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCommand } from './bundle-command.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist', 'lib')
/** Folders of files that the program reads at run time from beside itself. */
const ASSETS = ['service/sample/media', 'demo/site/assets', 'widget/icons']

rmSync(OUT, { recursive: true, force: true })
const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
const { status } = spawnSync(compiler, ['-p', join(ROOT, 'tsconfig.build.json')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
await bundleCommand(OUT)
for (const folder of ASSETS) {
  cpSync(join(ROOT, folder), join(OUT, folder), {
    recursive: true,
    filter: source => !source.endsWith('.ts'),
  })
}
chmodSync(join(OUT, 'cli', 'main.js'), 0o755)
console.log(`dist/lib: ${globSync('**/*.js', { cwd: OUT }).length} modules with their type declarations`)
