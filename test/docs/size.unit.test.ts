/** The documents stay short, and the site's lists of pages name only what is there. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isThere, listedPages } from '../../scripts/docs/pages.ts'
import { ROOT } from '../../scripts/pack/places.ts'

it('README.md and docs/ have at most 28,000 words: the reference is made from code, and Chinese pages are translations', () => {
  const pages = globSync('docs/**/*.md', { cwd: ROOT }).filter(page => !/^docs\/(reference|zh)\//.test(page))
  const words = ['README.md', ...pages].flatMap(page =>
    readFileSync(join(ROOT, page), 'utf8').split(/\s+/).filter(Boolean),
  )
  expect(words.length).toBeLessThanOrEqual(28_000)
})

it('the lists of the site name only pages that are there', () => {
  expect(listedPages().filter(page => !isThere(page))).toEqual([])
})
