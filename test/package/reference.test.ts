/** The page about the elements, whose analyzer is installed for the packages. The other pages: test/docs/reference.test.ts. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGES, pathOf } from '../../scripts/docs/reference.ts'

it('docs/reference/elements.md is up to date; if it is not: npm run docs:reference', async () => {
  expect(readFileSync(pathOf('elements'), 'utf8')).toBe(await PAGES.elements?.())
})
