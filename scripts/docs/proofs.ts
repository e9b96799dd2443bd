/**
 * The page of proofs: each promise of test/promises.ts with the tests that hold it.
 *
 * A test says what it holds in a comment right above it: `// Promise: popups/language, silent/empty-lang`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROMISES } from '../../test/promises.ts'
import { ROOT } from '../pack/places.ts'

export interface Proof {
  readonly id: string
  readonly file: string
  readonly title: string
}

const HEAD = `# Every promise and its proof

For maintainers: what the product promises, and the tests that hold it. \`npm run docs:reference\` writes this page from \`test/promises.ts\` and
the comments \`// Promise: …\` in the tests. A test says when a promise has no proof, and when this page is out of date.

Paths are below \`test/\`. A title with \`%s\` or \`$name\` stands for a row of a table each.
`

export function proofsPage(): string {
  const found = Map.groupBy(allProofs(), ({ id }) => id)
  const parts = [...Map.groupBy(PROMISES, ({ from }) => from)].map(([from, promises]) => {
    const rows = promises.map(({ id, says }) => {
      const tests = (found.get(id) ?? []).map(({ file, title }) => `\`${file}\`: ${asText(title)}`)
      return `| ${says} | ${tests.join('<br>')} |\n`
    })
    return `\n## ${from}\n\n| Promise | Proof |\n|---|---|\n${rows.join('')}`
  })
  return HEAD + parts.join('')
}

export const allProofs = (): Proof[] =>
  globSync('**/*.ts', { cwd: join(ROOT, 'test'), exclude: ['**/node_modules/**'] })
    .toSorted()
    .flatMap(proofsIn)

function proofsIn(file: string): Proof[] {
  const lines = readFileSync(join(ROOT, 'test', file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [, ids] = /^ *\/\/ Promise: (.*)$/.exec(line) ?? []
    if (ids === undefined) return []
    const start = lines.findIndex((next, at) => at > index && !next.trimStart().startsWith('//'))
    const own = titleAt(lines, start)
    if (own === undefined) throw new Error(`test/${file}:${index + 1}: no test below this promise`)
    const title = [...groupsAround(lines, start), own].join(': ')
    return ids.split(', ').map(id => ({ id, file, title }))
  })
}

/** Of the test or group that begins in this line. Its title may stand below a table, as Biome formats it. */
function titleAt(lines: readonly string[], start: number): string | undefined {
  const [indent = ''] = /^ */.exec(lines[start] ?? '') ?? []
  const opening = new RegExp(
    `^${indent}(?:(?:it|test|describe)[\\w.]*|\\S.*\\))\\(\\s*(['"\`])(.*?)\\1,`,
    'm',
  )
  return /^ *(?:it|test|describe)\b/.test(lines[start] ?? '')
    ? opening.exec(lines.slice(start).join('\n'))?.[2]
    : undefined
}

/** The titles of the groups that a line is in, the outermost first. */
function groupsAround(lines: readonly string[], start: number): string[] {
  const titles: string[] = []
  let inner = indentOf(lines[start])
  for (const line of lines.slice(0, start).toReversed()) {
    if (line === '' || indentOf(line) >= inner) continue
    inner = indentOf(line)
    const [, , title] = /^ *(?:describe[\w.]*|\S.*\))\((['"`])(.*)\1,/.exec(line) ?? []
    if (title !== undefined) titles.unshift(title)
  }
  return titles
}

const indentOf = (line = '') => line.length - line.trimStart().length

/** As a cell of Markdown, and nothing that VitePress takes for an element or a template. */
const asText = (title: string) =>
  title.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll(/[*_$]/g, '\\$&')
