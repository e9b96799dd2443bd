/** A real browser for tests: the one named by CHROMIUM_PATH, else the one that came with `npm ci`. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Without a window and, unlike the bundled browser's own arguments, with every check of a browser in place. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // A container may have 64 MB of it, or none.
  '--disable-dev-shm-usage',
]

/**
 * Starts one; the caller closes it.
 *
 * @param more switches of the browser's command line
 * @param without switches that Playwright gives it otherwise
 */
export async function launchBrowser(
  more: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    ...(await program()),
    args: [...ARGUMENTS, ...more],
    ignoreDefaultArgs: [...without],
    headless: true,
  })
}

/** Starts one that nobody steers, on one page: a debugger keeps some things from happening. */
export async function startBrowser(url: string): Promise<{ close(): Promise<void> }> {
  const { executablePath = 'google-chrome', env } = await program()
  const profile = await mkdtemp(join(tmpdir(), 'schoolbell-profile-'))
  const browser = spawn(
    executablePath,
    // Without a port to listen on it ends with its first page.
    [...ARGUMENTS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, url],
    { stdio: 'ignore', env: env as NodeJS.ProcessEnv },
  )
  const ended = once(browser, 'exit')
  return {
    async close() {
      browser.kill()
      await ended
      // Its other processes end, and write, a moment after it.
      await rm(profile, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

async function program(): Promise<LaunchOptions> {
  const own = process.env.CHROMIUM_PATH
  if (own) return { executablePath: own }
  // The package holds a Linux browser for x64 and nothing else.
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const libraries = hasLibraries() ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return { executablePath, env: { ...process.env, ...libraries, FONTCONFIG_PATH: join(folder, 'fonts') } }
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
  const folder = join(root, 'node_modules', '.cache', `chromium-${JSON.parse(about).version}`)
  if (existsSync(folder)) return folder
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', 'await (await import("@sparticuz/chromium")).default.executablePath()'],
    // It unpacks to the temporary folder, and a browser's libraries only where it believes to run in the cloud.
    { cwd: root, env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
  )
  await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsIn(join(folder, 'fonts')))
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}

/** A machine that never had a browser lacks the libraries that one needs. */
const hasLibraries = (): boolean =>
  ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib'].some(folder =>
    existsSync(join(folder, 'libnss3.so')),
  )

/** Without any font a browser lays out no text at all, and the package's own list names folders of a cloud only. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`
