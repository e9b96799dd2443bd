/** Each promise has a test that names it, no test names another one. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allProofs } from '../../scripts/docs/proofs.ts'
import { ROOT } from '../../scripts/pack/places.ts'
import { PROMISES, SILENT } from '../promises.ts'

const ids = PROMISES.map(({ id }) => id)

it('each promise has a test that names it', () => {
  const proven = new Set(allProofs().map(({ id }) => id))
  expect(ids.filter(id => !proven.has(id))).toEqual([])
})

it('each test names a promise that there is', () => {
  expect(allProofs().filter(({ id }) => !ids.includes(id))).toEqual([])
})

it('no two promises have one name', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

it('each row of the decisions where the interface is silent is a promise', () => {
  const decisions = readFileSync(join(ROOT, 'docs/project/decisions.md'), 'utf8')
  const [, section = ''] = decisions.split(/^## /m)
  const rows = [...section.matchAll(/^\| (.*?) \|/gm)].map(([, row = '']) => row).slice(1)
  expect(rows.length).toBeGreaterThan(40)
  const silent = PROMISES.filter(({ from }) => from === SILENT).map(({ says }) => says)
  expect(silent.toSorted()).toEqual(rows.toSorted())
})

it('each guide that promises something is there', () => {
  const guides = PROMISES.map(({ from }) => from).filter(from => from.startsWith('docs/'))
  expect(guides.filter(guide => !existsSync(join(ROOT, guide)))).toEqual([])
})
