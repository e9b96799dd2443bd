/** Installs packages from their tarballs into an empty folder, as somebody does who has nothing else of schoolbell. */
import { globSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.ts'
import { INSTALLED, TARBALLS } from './places.ts'

export interface Installation {
  /** All that npm has installed, with the package itself. */
  packages: number
  /** As the disk counts. */
  megabytes: number
  seconds: number
}

export async function install(folder: string, names: string[]): Promise<Installation> {
  writeFileSync(join(folder, 'package.json'), '{ "name": "host", "private": true, "type": "module" }')
  const tarballs = [...withSiblings(names)].map(tarballOf)
  const started = performance.now()
  await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs)
  const seconds = (performance.now() - started) / 1000
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
  const bytes = globSync('node_modules/**', { cwd: folder })
    .map(path => lstatSync(join(folder, path)).blocks * 512)
    .reduce((sum, size) => sum + size, 0)
  return { packages: Object.keys(lock.packages).length, megabytes: bytes / 1_000_000, seconds }
}

interface Manifest {
  version: string
  dependencies: Record<string, string>
  peerDependencies?: Record<string, string>
}

export function manifestIn(folder: string, name: string): Manifest {
  return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
}

/** No registry has them: npm finds those that a package depends on only when it is given them, too. */
function withSiblings(names: string[]): Set<string> {
  const found = new Set(names)
  for (const name of found) {
    for (const other of Object.keys(manifestIn(INSTALLED, name).dependencies)) {
      if (other.startsWith('@schoolbell/')) found.add(other)
    }
  }
  return found
}

export function tarballOf(name: string): string {
  const { version } = manifestIn(INSTALLED, name)
  return join(TARBALLS, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
}
