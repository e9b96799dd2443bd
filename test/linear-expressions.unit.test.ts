/** Whatever a stranger sends, no regular expression takes more than linear time for it: not in a header, a body or an address. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { ROOT } from '../scripts/pack/places.ts'

/** All but the command line, whose words are the operator's own. */
const FOLDERS = [
  'conformance',
  'console',
  'demo',
  'extension',
  'service',
  'shared',
  'simulator',
  'sync-agent',
  'widget',
]

it.each(FOLDERS)('%s/ has no expression with more', folder => {
  const sources = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter(
    file => !/node_modules|\.d\.ts$/.test(file),
  )
  const expressions = sources.flatMap(file =>
    expressionsIn(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' })).map(one => ({
      file,
      one,
    })),
  )
  expect(expressions.length).toBeGreaterThan(0)
  const slow = expressions.filter(({ one }) => analyse(one).reports.length > 0)
  expect(slow.map(({ file, one }) => `${file}: ${one}`)).toEqual([])
})

it.each([/[ \t]+$/, /^(a+)+$/, /^\s*(.*?)\s*=/])('%s would be found', expression => {
  expect(analyse(expression).reports).not.toEqual([])
})

/** The literals of a syntax tree. */
function expressionsIn(node: unknown): RegExp[] {
  if (typeof node !== 'object' || node === null) return []
  const { regex } = node as { regex?: { pattern: string; flags: string } }
  return regex ? [new RegExp(regex.pattern, regex.flags)] : Object.values(node).flatMap(expressionsIn)
}
