/** What the console's scripts are: at home in the oldest browsers that docs/website/browsers.md promises, and watched by its build. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { SOURCES } from '../../../scripts/console/sources.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Chrome 111, Firefox 115 or Safari 16.4 lacks them. */
const NEWER = [
  /\bAbortSignal\.any\b/,
  /\bURL\.(parse|canParse)\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\.(isWellFormed|toWellFormed)\(/,
  /\bIterator\.from\b|(?<!\bObject)\.(values|keys|entries|matchAll)\([^()]*\)\s*\.(map|filter|find|some|every|take|toArray)\(/,
  /\bRegExp\.escape\b/,
  /\bIntl\.(Segmenter|DurationFormat)\b/,
  /\.(showPopover|togglePopover|requestClose|startViewTransition|requestIdleCallback|setHTML|setHTMLUnsafe)\(/,
  /\bUint8Array\.from(Base64|Hex)\b/,
]
/** Types alone are not there when it runs. */
const IMPORTED = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"](\.[^'"]+\.ts)['"]/gm
const LOADED = /\bimport\(\s*['"](\.[^'"]+\.ts)['"]\s*\)/g

function everythingFrom(files: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const file of files) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    const paths = [IMPORTED, LOADED].flatMap(form => [...text.matchAll(form)].map(([, path]) => path ?? ''))
    everythingFrom(
      paths.map(path => join(dirname(file), path)),
      seen,
    )
  }
  return seen
}

const SCRIPTS = [...everythingFrom(globSync(join(ROOT, 'console/ui/**/*.ts')))].map(file =>
  relative(ROOT, file),
)

// Promise: website/oldest-console
it('no script of the console needs what the oldest of its browsers lack', () => {
  const found = SCRIPTS.flatMap(file =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter(line => !/^\s*(\/\/|\/?\*)/.test(line) && NEWER.some(name => name.test(line)))
      .map(line => `${file}: ${line.trim()}`),
  )
  expect(SCRIPTS).toContain('service/office/entrance-url.ts')
  expect(found).toEqual([])
})

it.each([
  ['of the console', SCRIPTS],
  [
    'that builds it',
    [...everythingFrom([join(ROOT, 'scripts/build-console.ts')])].map(file => relative(ROOT, file)),
  ],
])('a change of any script %s builds it again', (_which, scripts) => {
  const watched = new Set(SOURCES.flatMap(pattern => globSync(pattern, { cwd: ROOT })))
  expect(scripts.filter(file => !watched.has(file))).toEqual([])
})
