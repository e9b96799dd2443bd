/**
 * The browser that came with `npm ci`, unpacked once for each of its versions: before the first test, so that nothing of
 * a test's time goes into it, however slow the disk is.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** For a run of the tests. */
export default async function setup(): Promise<void> {
  await bundledBrowser()
}

/**
 * Its folder; undefined where another browser is used.
 *
 * Programs may start at the same moment: each unpacks into a folder of its own, the first to finish gives it the name that
 * all use, and a run that is broken off leaves nothing half done under it.
 */
export async function bundledBrowser(): Promise<string | undefined> {
  // The package holds a Linux browser for x64 and nothing else.
  if (process.env.CHROMIUM_PATH || process.platform !== 'linux' || process.arch !== 'x64') return undefined
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
