/** What runs in the browser of who uses the console is there in the oldest ones that docs/browsers.md promises. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

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

it('no script of the console needs what the oldest of its browsers lack', () => {
  const files = everythingFrom(
    globSync(join(ROOT, 'console/ui/**/*.ts')).filter(file => !file.endsWith('.d.ts')),
  )
  const found = [...files].flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => !/^\s*(\/\/|\/?\*)/.test(line) && NEWER.some(name => name.test(line)))
      .map(line => `${relative(ROOT, file)}: ${line.trim()}`),
  )
  expect([...files].map(file => relative(ROOT, file))).toContain('service/school/entrance-url.ts')
  expect(found).toEqual([])
})
