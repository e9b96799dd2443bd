/** The decisions where the interface is silent: each has a test that names it, and no test names another. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'

const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('each row has a test that names it', () => {
  const [, section = ''] = text('docs/project/decisions.md').split(/^## /m).slice(0, 2)
  const rows = [...section.matchAll(/^\| (.*?) \|/gm)].map(([, row = '']) => row).slice(1)
  expect(rows.length).toBeGreaterThan(40)
  const tests = globSync('test/**/*.test.ts', { cwd: ROOT })
  const named = tests.flatMap(file =>
    [...text(file).matchAll(/^ *\/\/ Decision: (.*)$/gm)].map(([, row]) => row),
  )
  expect([...new Set(named)].toSorted()).toEqual(rows.toSorted())
})
