/** A real browser for tests: the one named by CHROMIUM_PATH, else the one that came with `npm ci`. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Without a window and, unlike the bundled browser's own arguments, with every check of a browser in place. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

/** Starts one; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS, headless: true })
}

/** Unpacks the bundled browser on first use. */
async function chromiumPath(): Promise<string> {
  const own = process.env.CHROMIUM_PATH
  if (own) return own
  // A bare machine lacks the libraries a browser needs. The package brings them, and unpacks them only where it
  // believes to run in the cloud; it looks once, when it is loaded.
  if (!LIBRARY_FOLDERS.some(folder => existsSync(`${folder}/libnss3.so`)))
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  return bundled.executablePath()
}

const LIBRARY_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
  '/lib/x86_64-linux-gnu',
  '/lib64',
]
