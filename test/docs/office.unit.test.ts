/** The school office's pages name what the console shows, and say the same in both languages. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'

const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** What the console shows in both languages, as in `Save 儲存`. */
const SHOWN = new Set(
  globSync('console/**/*.ts', { cwd: ROOT }).flatMap(file =>
    [...text(file).matchAll(/'en-US':\s*'([^'\n]*)',\s*'zh-HK':\s*'([^'\n]*)'/g)].map(
      ([, english, chinese]) => `${english} ${chinese}`,
    ),
  ),
)

it('the pages are there in both languages', () => {
  expect(pagesIn('docs/zh/office')).toEqual(pagesIn('docs/office'))
})

it.each(pagesIn('docs/office'))('%s names labels of the console, the same ones in both languages', page => {
  const english = [...text(`docs/office/${page}`).matchAll(/\*([^*\n]+)\*/g)].map(([, label = '']) => label)
  const chinese = [...text(`docs/zh/office/${page}`).matchAll(/「([^」\n]+)」/g)].map(
    ([, label = '']) => label,
  )
  expect(english.length).toBeGreaterThan(5)
  expect(chinese).toHaveLength(english.length)
  const pairs = english.map((label, index) => `${label} ${chinese[index]}`)
  expect(pairs.filter(pair => !SHOWN.has(pair))).toEqual([])
})

function pagesIn(folder: string): string[] {
  return globSync(`${folder}/*.md`, { cwd: ROOT })
    .map(file => basename(file))
    .toSorted()
}
