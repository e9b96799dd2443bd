/** The command as built: it must start soon, so it is a few files that name no package but those with compiled code. */
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'lib', 'cli')
const IMPORT =
  /^(?:import|export)\b[^'"]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|\bawait import\("([^"]+)"\)/gm

describe('the built command', () => {
  const files = globSync('**/*.js', { cwd: CLI })
  const imports = files.flatMap(file =>
    [...readFileSync(join(CLI, file), 'utf8').matchAll(IMPORT)].map(
      found => found.slice(1).find(Boolean) ?? '',
    ),
  )

  it('brings the packages that it uses along in a few files', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files.length).toBeLessThan(80)
    const packages = imports.filter(name => !name.startsWith('.') && !isBuiltin(name))
    expect([...new Set(packages)].toSorted()).toEqual(['better-sqlite3', 'sharp'])
  })

  it('names their authors and the terms that they set', () => {
    const licences = readFileSync(join(CLI, 'licences.txt'), 'utf8')
    for (const name of ['fastify', 'typebox', 'commander', 'pino']) expect(licences).toMatch(`\n${name} `)
  })
})
