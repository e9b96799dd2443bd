/** The pages of docs/reference say what the code says, and name all that the guides and configuration files name. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OTHER_VARIABLES } from '../../cli/variables.ts'
import { PAGES, pathOf } from '../../scripts/docs/reference.ts'
import { ROOT } from '../../scripts/pack/places.ts'

/** Their analyzer is installed for the packages alone: test/package/reference.test.ts. */
const OF_CODE = Object.keys(PAGES).filter(name => name !== 'elements')
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const page = (name: string) => readFileSync(pathOf(name), 'utf8')
const everyMatch = (text: string, pattern: RegExp) => new Set(text.match(pattern))

it.each(OF_CODE)('docs/reference/%s.md is up to date; if it is not: npm run docs:reference', async name => {
  expect(page(name)).toBe(await PAGES[name]?.())
})

it('every variable that a program reads is on the page of variables', () => {
  const read = globSync('{cli,sync-agent,service,console,extension,shared}/**/*.ts', { cwd: ROOT }).flatMap(
    file => [...text(file).matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name]) => name),
  )
  // Set by systemd, for the agent alone.
  const known = [...Object.keys(OTHER_VARIABLES), 'JOURNAL_STREAM']
  expect(read.length).toBeGreaterThan(3)
  expect(known).toEqual(expect.arrayContaining(read))
})

it('every code of an error that somebody may see is on the page of codes', () => {
  const files = globSync('{cli,sync-agent,extension,shared/client}/**/*.ts', { cwd: ROOT })
  const codes = files.flatMap(file =>
    [...text(file).matchAll(/^ +readonly code = '([A-Z_]+)'/gm)].map(([, code]) => code),
  )
  expect(codes.length).toBeGreaterThan(20)
  expect([...page('error-codes').matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code)).toEqual(
    expect.arrayContaining(codes),
  )
})

it.each(['README.md', ...globSync('docs/**/*.{md,conf,yaml,service,mjs}', { cwd: ROOT })])(
  '%s names variables that there are',
  file => {
    const named = everyMatch(text(file), /\bSCHOOLBELL_[A-Z_]+\b/g)
    expect(named.difference(everyMatch(page('variables'), /\bSCHOOLBELL_[A-Z_]+\b/g))).toEqual(new Set())
  },
)

it('the alerts name metrics and commands that there are', () => {
  const alerts = text('docs/files/operations/schoolbell-alerts.yml')
  const metrics = everyMatch(alerts, /schoolbell_sync_[a-z_]+/g)
  expect(metrics.size).toBe(7)
  expect(metrics.difference(everyMatch(page('metrics'), /schoolbell_sync_[a-z_]+/g))).toEqual(new Set())
  const commands = [...alerts.matchAll(/schoolbell-sync ([a-z]+)/g)].map(
    ([, name]) => `## schoolbell sync ${name}\n`,
  )
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(page('command-line')).toContain(command)
})
