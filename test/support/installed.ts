/** What `npm run test:packages` has installed, see test/package/install.ts. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inject } from 'vitest'
import type {} from '../package/install.ts'

/** Its node_modules holds all packages of schoolbell and the frameworks that their users have. */
export const installedFolder = (): string => inject('installed')

/** Imports a package as a program there does. */
export const importInstalled = async (name: string): Promise<unknown> =>
  await import(createRequire(join(installedFolder(), 'program.js')).resolve(name))

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The paths of all that comes with a package, itself included, as in `node_modules/lit`. */
export function broughtBy(name: string): Set<string> {
  const lock = readFileSync(join(installedFolder(), 'node_modules', '.package-lock.json'), 'utf8')
  const packages: Record<string, Locked> = JSON.parse(lock).packages
  const found = new Set([`node_modules/${name}`])
  for (const path of found) {
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placesFrom(path, needed).find(place => place in packages)
      if (place) found.add(place)
    }
  }
  return found
}

/** Where Node looks for a package, nearest first. */
function placesFrom(path: string, name: string): string[] {
  const places = [`${path}/node_modules/${name}`]
  for (let end = path.lastIndexOf('node_modules/'); end > 0; end = path.lastIndexOf('node_modules/', end - 1))
    places.push(`${path.slice(0, end)}node_modules/${name}`)
  return [...places, `node_modules/${name}`]
}
