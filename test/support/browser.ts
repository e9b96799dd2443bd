/** A real browser for tests: the one named by CHROMIUM_PATH, else the one that came with `npm ci`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { bundledBrowser } from './bundled-browser.ts'

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

let shared: Promise<Browser> | undefined

/** The one of all test files that this worker runs, one after the other; each closes its pages with `closePages`. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then(browser => {
    browser.on('disconnected', () => {
      shared = undefined
    })
    return browser
  })
  return shared
}

/** Closes what a test file has opened in it, cookies and storage included. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map(context => context.close()) ?? [])
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
  const folder = await bundledBrowser()
  if (folder === undefined) return { channel: 'chrome' }
  const executablePath = join(folder, 'chromium')
  const libraries = hasLibraries() ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return { executablePath, env: { ...process.env, ...libraries, FONTCONFIG_PATH: join(folder, 'fonts') } }
}

/** A machine that never had a browser lacks the libraries that one needs. */
const hasLibraries = (): boolean =>
  ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib'].some(folder =>
    existsSync(join(folder, 'libnss3.so')),
  )
