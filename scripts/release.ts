/**
 * Makes a release: versions, changelog, packages, and all that is checked before somebody gets them.
 *
 *     npm run release -- (major|minor|patch|1.2.3) [--dry-run]
 *     npm run release -- check
 *
 * dist/release holds what is published: the tarballs, the zip for WordPress, the bill of materials (CycloneDX) and SHA256SUMS.
 * It ends with a commit and a tag; with `--dry-run`, or after an error, the sources are as they were before. `check` does all
 * but the versions, for a tag that is there already. It publishes nothing: .github/workflows/release.yml does.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installBeside } from './install-beside.ts'
import { measure } from './pack/measure.ts'
import { ROOT, TARBALLS } from './pack/places.ts'
import { faultsOfPackage, TOOLS } from './release/checks.ts'
import { checksums } from './release/checksums.ts'
import { billOfMaterials, licenceFaults } from './release/materials.ts'
import { nextVersion, setVersion, versionNow } from './release/version.ts'

const RELEASE = join(ROOT, 'dist', 'release')

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
})
try {
  const [step, ...more] = positionals
  if (!step || more.length > 0)
    throw new Error('Say which: npm run release -- (major|minor|patch|1.2.3) [--dry-run], or: check')
  if (step === 'check') await makeRelease()
  else await release(nextVersion(versionNow(), step), values['dry-run'])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release(version: string, isDry: boolean): Promise<void> {
  if (git('status', '--porcelain') !== '')
    throw new Error('There are changes that are in no commit: commit or stash them.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`There is a tag v${version} already.`)

  process.once('exit', () => git('restore', '--staged', '--worktree', '.'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  setVersion(version, new Date().toISOString().slice(0, 10))
  await makeRelease()
  if (isDry) return console.log(`${version} could be released. The sources are as before: --dry-run.`)
  git('commit', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `schoolbell ${version}`)
  console.log(`Released ${version} here. Publish it: git push --follow-tags`)
}

/** Fills dist/release. @throws {Error} with every fault */
async function makeRelease(): Promise<void> {
  say('packages')
  if (spawnSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: 'inherit' }).status !== 0)
    throw new Error('npm run build failed, see above.')
  say('publint, are the types wrong')
  installBeside(TOOLS)
  const files = globSync('*.{tgz,zip}', { cwd: TARBALLS }).toSorted()
  const faults = files
    .filter(file => file.endsWith('.tgz'))
    .flatMap(file => faultsOfPackage(join(TARBALLS, file)))
  say('sizes')
  faults.push(...(await measure()))
  say('licences, bill of materials')
  const bill = await billOfMaterials()
  faults.push(...licenceFaults(bill))
  if (faults.length > 0) throw new Error(`No release:\n${faults.join('\n')}`)

  rmSync(RELEASE, { recursive: true, force: true })
  mkdirSync(RELEASE, { recursive: true })
  for (const file of files) cpSync(join(TARBALLS, file), join(RELEASE, file))
  writeFileSync(join(RELEASE, `schoolbell-${versionNow()}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
  const sums = checksums(globSync(join(RELEASE, '*')).toSorted())
  writeFileSync(join(RELEASE, 'SHA256SUMS'), sums)
  console.log(`${bill.components.length} libraries\n\n=== dist/release\n${sums}`)
}

function say(what: string): void {
  console.log(`\n=== ${what}`)
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}
