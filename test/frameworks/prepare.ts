/** Installs each framework in a folder of its own, with this checkout's packages, and builds the web-apps of the tests. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isBuilt } from '../../scripts/pack/is-built.ts'
import { npm } from '../../scripts/pack/npm.ts'
import { INSTALLED } from '../../scripts/pack/places.ts'
import { copyExample } from '../support/examples.ts'
import { freePort } from '../support/free-port.ts'
import { portFile } from './built-guides.ts'
import { FRAMEWORKS, WORK } from './places.ts'

/** What builds a web-app in its folder. */
const BUILDS = { nextjs: ['next', 'build'], nuxt: ['nuxt', 'build'], sveltekit: ['vite', 'build'] } as const

/** No framework reports from a test. */
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }

export async function setup(): Promise<void> {
  if (!isBuilt()) throw new Error('the packages are older than their sources: npm run build')
  for (const [framework, command] of Object.entries(BUILDS)) {
    await installIn(framework)
    // The server of Nuxt is among the frameworks that need no build.
    if (framework !== 'nuxt') await build(copySuite(framework), command)
    await build(await writeExample(framework), command)
  }
}

function emptyFolder(framework: string, name: string): string {
  const folder = join(WORK, framework, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  cpSync(join(WORK, framework, 'package.json'), join(folder, 'package.json'))
  return folder
}

/** The web-app of the adapters’ promises. */
function copySuite(framework: string): string {
  const folder = emptyFolder(framework, 'suite')
  cpSync(join(FRAMEWORKS, framework, 'suite'), folder, { recursive: true })
  cpSync(join(FRAMEWORKS, 'under-test.js'), join(folder, 'under-test.js'))
  return folder
}

/** The web-app of the guides. */
async function writeExample(framework: string): Promise<string> {
  const folder = emptyFolder(framework, 'guide')
  const port = `${await freePort()}`
  copyExample(framework, folder, port)
  writeFileSync(portFile(framework), port)
  asInstalled(folder)
  return folder
}

/** With the kit among its dependencies, as npm writes it there: a build may treat those in another way. */
function asInstalled(folder: string): void {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.dependencies = { ...manifest.dependencies, '@schoolbell/extension': '*' }
  writeFileSync(file, JSON.stringify(manifest))
}

/** Once for each lock file: two hundred megabytes. The kit is copied each time. */
async function installIn(framework: string): Promise<void> {
  const [from, to] = [join(FRAMEWORKS, framework), join(WORK, framework)]
  mkdirSync(to, { recursive: true })
  const lock = join(to, 'package-lock.json')
  const wanted = readFileSync(join(from, 'package-lock.json'), 'utf8')
  if (!existsSync(lock) || readFileSync(lock, 'utf8') !== wanted) {
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to)
    cpSync(join(from, 'package.json'), join(to, 'package.json'))
    cpSync(join(from, 'package-lock.json'), lock)
    await npm(to, 'ci', '--no-audit', '--no-fund').catch(error => {
      rmSync(lock)
      throw error
    })
  }
  const kit = join(to, 'node_modules', '@schoolbell')
  rmSync(kit, { recursive: true, force: true })
  cpSync(join(INSTALLED, '@schoolbell'), kit, { recursive: true })
}

async function build(folder: string, [command = '', ...args]: readonly string[]): Promise<void> {
  const commands = join(folder, '..', 'node_modules', '.bin')
  const env = {
    // With the Node that runs the tests, and nothing of the tests' own environment.
    PATH: [commands, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    NODE_ENV: 'production' as const,
    ...QUIET,
    VISIT_SECRET: 'a secret of the build that opens nothing later',
  }
  await promisify(execFile)(command, args, { cwd: folder, env }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${message}\n${stdout}${stderr}`)
  })
}
