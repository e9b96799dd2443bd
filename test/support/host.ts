/** A folder in which somebody has installed packages of schoolbell: programs there find what is installed, and nothing else. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Installation, install } from '../../scripts/pack/install.ts'
import { INSTALLED, ROOT } from '../../scripts/pack/places.ts'
import { type Scratch, scratch } from './scratch.ts'

export interface Host extends Scratch {
  /** A path in node_modules. */
  installed(...parts: string[]): string
  /** Adds libraries as the clone has them, without asking npm. */
  add(...names: string[]): void
  /** What the strict compiler finds wrong with a program. */
  faultsOf(file: string, program: string, options?: object): string
  /** What a program prints. */
  output(file: string, program: string): Promise<string>
}

/** For the types of Node itself, which every program for Node has. */
export const NODE_TYPES = { types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] }

/** Several would each learn the libraries' types anew: on two cores, half the work is for nothing. */
export const ONE_CHECKER = ['--checkers', '1']

/** Installs the packages from their tarballs. */
export async function hostWith(...names: string[]): Promise<Host & { installation: Installation }> {
  const host = hostIn(scratch())
  return { ...host, installation: await install(host.folder, names) }
}

/** All packages as they were packed, linked: for tests of what does not depend on what else is installed. */
export function hostWithLinks(): Host {
  const host = hostIn(scratch())
  mkdirSync(host.installed())
  symlinkSync(join(INSTALLED, '@schoolbell'), host.installed('@schoolbell'))
  writeFileSync(host.path('package.json'), '{ "private": true, "type": "module" }')
  return host
}

function hostIn(place: Scratch): Host {
  if (!existsSync(INSTALLED)) throw new Error(`${INSTALLED} is missing; run: npm run pack`)
  const installed = (...parts: string[]) => place.path('node_modules', ...parts)
  return {
    ...place,
    installed,
    add(...names) {
      for (const name of names) {
        mkdirSync(dirname(installed(name)), { recursive: true })
        symlinkSync(join(ROOT, 'node_modules', name), installed(name))
      }
    },
    faultsOf(file, program, options) {
      writeFileSync(place.path(file), program)
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true }
      const modern = {
        target: 'es2024',
        module: 'nodenext',
        lib: ['es2025', 'esnext', 'dom', 'dom.iterable'],
      }
      const compilerOptions = { noEmit: true, types: [], ...strict, ...modern, ...options }
      writeFileSync(place.path('tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
      const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
      return spawnSync(compiler, ONE_CHECKER, { cwd: place.folder, encoding: 'utf8' }).stdout
    },
    async output(file, program) {
      writeFileSync(place.path(file), program)
      return (await promisify(execFile)(process.execPath, [file], { cwd: place.folder })).stdout
    },
  }
}
