/**
 * Makes the packages: dist/packages holds their tarballs, in node_modules their files, which run there as if installed, and
 * the zip of the plugin for WordPress, which the command has as a folder.
 * Expects dist/widget and dist/console.
 *
 *     node scripts/pack.ts [--if-changed] [--measure]
 *
 * With `--measure` each is installed in an empty folder: prints their number of packages, size and time, and ends with 1 when one is
 * over its limits.
 */
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackage, type Internals } from './pack/build.ts'
import { writeElementDescriptions } from './pack/custom-elements.ts'
import { writeInterfaceDocument } from './pack/interface.ts'
import { isBuilt } from './pack/is-built.ts'
import { manifestOf } from './pack/manifest.ts'
import { measure } from './pack/measure.ts'
import { npm } from './pack/npm.ts'
import { readPackages } from './pack/packages.ts'
import { ROOT, TARBALLS } from './pack/places.ts'
import { readmeOf } from './pack/readme.ts'
import { packWordPressPlugin, writeWordPressPlugin } from './pack/wordpress.ts'

const { values } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
  },
})

if (values['if-changed'] && isBuilt()) console.log('dist/packages: up to date')
else await pack()

if (values.measure) {
  const faults = await measure()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

async function pack(): Promise<void> {
  // Built beside the old folder and moved at the end, so the old one stays until then, and after an error.
  const draft = `${TARBALLS}.new-${process.pid}`
  process.on('exit', () => rmSync(draft, { recursive: true, force: true }))

  await writeInterfaceDocument()
  const packages = readPackages()
  const folderOf = (name: string) => join(draft, 'node_modules', name)
  const internals = new Map<string, Internals>()
  for (const pack of packages) {
    const folder = folderOf(pack.name)
    const imports = await buildPackage(pack, packages, internals, folder)
    for (const [from, to] of Object.entries(pack.files)) {
      cpSync(join(ROOT, from), join(folder, to), { recursive: true, filter: path => !path.endsWith('.ts') })
    }
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
    writeFileSync(join(folder, 'README.md'), readmeOf(pack))
    const manifest = manifestOf(pack, packages, imports, internals.get(pack.name))
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  writeElementDescriptions(join(folderOf('@schoolbell/widget'), 'dist', 'widget'))
  writeWordPressPlugin(join(folderOf('schoolbell'), 'wordpress'))
  await npm(ROOT, 'pack', ...packages.map(({ name }) => folderOf(name)), '--pack-destination', draft)
  const plugin = await packWordPressPlugin(draft)
  rmSync(TARBALLS, { recursive: true, force: true })
  renameSync(draft, TARBALLS)
  console.log(`dist/packages: ${[...packages.map(({ name }) => name), plugin].join(', ')}`)
}
