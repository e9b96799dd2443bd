/** A folder of somebody who has installed packages of schoolbell: programs there find what is installed, and nothing else. */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/pack/places.ts'
import { broughtBy, installedFolder } from './installed.ts'
import { type Scratch, scratch } from './scratch.ts'

export interface Host extends Scratch {
  /** A path in node_modules. */
  installed(...parts: string[]): string
  /** What the strict compiler finds wrong with programs, by their files: one run of it takes as long as another. */
  faultsOf(programs: Readonly<Record<string, string>>, options?: object): string
  /** What a program prints. */
  output(file: string, program: string): Promise<string>
}

/** For the types of Node itself, which every program for Node has. */
export const NODE_TYPES = { types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] }

/** Several would each learn the libraries' types anew: on two cores, half the work is for nothing. */
export const ONE_CHECKER = ['--checkers', '1']

/** With all packages and the frameworks of test/package/package.json. */
export function hostWithAll(): Host {
  const place = scratch()
  symlinkSync(join(installedFolder(), 'node_modules'), place.path('node_modules'))
  return hostIn(place)
}

/** With one package, and what it brings. */
export function hostWithOnly(name: string): Host {
  const place = scratch()
  for (const path of broughtBy(name))
    cpSync(join(installedFolder(), path), place.path(path), { recursive: true })
  return hostIn(place)
}

/** With nothing. */
export const emptyHost = (): Host => hostIn(scratch())

function hostIn(place: Scratch): Host {
  writeFileSync(place.path('package.json'), '{ "name": "host", "private": true, "type": "module" }')
  return {
    ...place,
    installed: (...parts) => place.path('node_modules', ...parts),
    faultsOf(programs, options) {
      const files = Object.keys(programs)
      for (const file of files) writeFileSync(place.path(file), programs[file] ?? '')
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true }
      const modern = {
        target: 'es2024',
        module: 'nodenext',
        lib: ['es2025', 'esnext', 'dom', 'dom.iterable'],
      }
      const compilerOptions = { noEmit: true, types: [], ...strict, ...modern, ...options }
      writeFileSync(place.path('tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
      return spawnSync(compiler, ONE_CHECKER, { cwd: place.folder, encoding: 'utf8' }).stdout
    },
    async output(file, program) {
      writeFileSync(place.path(file), program)
      return (await promisify(execFile)(process.execPath, [file], { cwd: place.folder })).stdout
    },
  }
}
