/**
 * Installs what one command alone needs, from the package.json and the lock file in a folder of its own, so that `npm ci` need not bring it:
 *
 *     node scripts/install-beside.ts FOLDER…
 *
 * Does nothing where that is done already, and the lock file has not changed since.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export function installBeside(folder: string): void {
  if (isInstalled(folder)) return
  const name = relative(ROOT, folder)
  console.log(`Installing what ${name} needs …`)
  try {
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
    })
  } catch {
    throw new Error(
      `${name} could not be installed (see above). Once npm can ask its registry: npm ci --prefix ${name}`,
    )
  }
}

function isInstalled(folder: string): boolean {
  const done = join(folder, 'node_modules', '.package-lock.json')
  return existsSync(done) && statSync(done).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
}

if (import.meta.main) for (const folder of process.argv.slice(2)) installBeside(join(ROOT, folder))
