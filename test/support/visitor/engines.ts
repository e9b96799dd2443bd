/** The browser engines that scenes are played in: their names, and where each is found on this machine. */
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** `Oldest` is Chromium without what docs/website/browsers.md does not ask of a browser. */
export type Engine = 'Chromium' | 'Oldest' | 'Firefox' | 'WebKit'

/** Those that `npm ci` does not bring. */
export const INSTALLED_ENGINES = ['Firefox', 'WebKit'] as const

/** Debian's packages for them. */
export const PACKAGES: Record<(typeof INSTALLED_ENGINES)[number], string> = {
  Firefox: 'firefox-esr',
  WebKit: 'webkit2gtk-driver xvfb dbus-x11',
}

/** What WebKit needs: its driver opens a small browser on a display, and both talk over a message bus. */
export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
  bus: string
}

export function findFirefox(): string | undefined {
  const named = process.env.FIREFOX_PATH
  if (named && !existsSync(named)) throw new Error(`FIREFOX_PATH: there is no ${named}`)
  return named ?? onPath('firefox-esr') ?? onPath('firefox')
}

export function findWebKit(): WebKitPrograms | undefined {
  const driver = onPath('WebKitWebDriver')
  const [browser] = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.1/MiniBrowser')
  const display = onPath('Xvfb')
  const bus = onPath('dbus-run-session')
  return driver && browser && display && bus ? { driver, browser, display, bus } : undefined
}

/** The version of what is installed, as in `153.7.0esr`; undefined where it is not. */
export async function versionOf(engine: (typeof INSTALLED_ENGINES)[number]): Promise<string | undefined> {
  if (engine === 'Firefox') {
    const path = findFirefox()
    return path && (await said(path, ['--version'])).match(/[\d.]+\w*/)?.[0]
  }
  // Its programs print no version; the package says it.
  if (!findWebKit()) return undefined
  const known = await said('dpkg-query', ['--show', 'libwebkit2gtk-4.1-0'])
  return known.match(/\s([\d.]+)/)?.[1] ?? 'of unknown version'
}

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, program))
    .find(file => existsSync(file))
}

const said = async (program: string, args: string[]) =>
  (await promisify(execFile)(program, args).catch(() => ({ stdout: '' }))).stdout
