/** Where the version stands, and what a release makes of it. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../pack/places.ts'

const STEPS = ['major', 'minor', 'patch']
const PLUGIN = 'wordpress/schoolbell-news'

export const versionNow = (): string => JSON.parse(read('package.json')).version

/** The same version once more is one that has not been released. @throws {Error} a step that is none, or a version before `now` */
export function nextVersion(now: string, step: string): string {
  const old = numbersOf(now)
  const place = STEPS.indexOf(step)
  if (place >= 0)
    return old.map((number, index) => (index < place ? number : index === place ? number + 1 : 0)).join('.')
  if (!/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(step))
    throw new Error(`"${step}" is no version: write major, minor, patch or one such as 1.2.3.`)
  const next = numbersOf(step)
  const changed = next.findIndex((number, index) => number !== old[index])
  if (changed >= 0 && (next[changed] ?? 0) < (old[changed] ?? 0))
    throw new Error(`${step} is before ${now}, the version now.`)
  return step
}

/** Writes it wherever it stands: package.json, the changelog, the plugin for WordPress, the tarballs in the guides. */
export function setVersion(version: string, date: string): void {
  const old = versionNow()
  const npm = ['version', version, '--no-git-tag-version', '--ignore-scripts']
  execFileSync('npm', npm, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  rewrite('CHANGELOG.md', text => releasedIn(text, version, date))
  rewrite(`${PLUGIN}/schoolbell-news.php`, text => text.replace(/(\* Version: +)\S+/, `$1${version}`))
  rewrite(`${PLUGIN}/readme.txt`, text => text.replace(/(Stable tag: )\S+/, `$1${version}`))
  for (const guide of [
    'README.md',
    ...globSync(['docs/**/*.md', 'docs/files/**/*.*', '*/pack.md'], { cwd: ROOT }),
  ])
    rewrite(guide, text => inGuide(text, old, version))
}

/**
 * What was not released yet is of this version.
 *
 * @throws {Error} nothing is written there
 */
export function releasedIn(changelog: string, version: string, date: string): string {
  const heading = '## [Unreleased]\n'
  const [before, after] = changelog.split(heading)
  const [written = ''] = after?.split(/^## /m) ?? []
  if (before === undefined || written.trim() === '')
    throw new Error('CHANGELOG.md says nothing below "## [Unreleased]": write what users will notice.')
  return `${before}${heading}\n## [${version}] - ${date}\n${after}`
}

/** The names of tarballs and images. */
export const inGuide = (text: string, old: string, version: string): string =>
  text.replaceAll(
    new RegExp(`(schoolbell(?:-[a-z-]{1,20})?[-:])${RegExp.escape(old)}(?![\\d.]*\\d)`, 'g'),
    `$1${version}`,
  )

const numbersOf = (version: string) => version.split('.').map(Number)

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function rewrite(file: string, change: (text: string) => string): void {
  const text = read(file)
  const changed = change(text)
  if (changed !== text) writeFileSync(join(ROOT, file), changed)
}
