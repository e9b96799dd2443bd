/** The programs that the guides and the READMEs of the packages show, and the examples, before a strict compiler: all of them in one run of it. */
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { readPackages } from '../../../scripts/pack/packages.ts'
import { ROOT } from '../../../scripts/pack/places.ts'
import { copyExample } from '../../support/examples.ts'
import { programsOf } from '../../support/guides.ts'
import { ONE_CHECKER } from '../../support/host.ts'
import { installedFolder } from '../../support/installed.ts'
import { scratch } from '../../support/scratch.ts'

it('are accepted', { timeout: 600_000 }, async () => {
  using files = scratch()
  const names = [...writePrograms(files.folder), ...writeExamples(files.folder)]
  expect(names.length).toBeGreaterThan(20)
  symlinkSync(join(installedFolder(), 'node_modules'), files.path('node_modules'))
  writeFileSync(files.path('package.json'), '{ "type": "module" }')
  const compilerOptions = {
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    paths: { vitest: [join(ROOT, 'node_modules', 'vitest', 'dist', 'index.d.ts')] },
    rewriteRelativeImportExtensions: false,
  }
  writeFileSync(
    files.path('tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files: names }),
  )
  const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
  const faults = await promisify(execFile)(compiler, ONE_CHECKER, { cwd: files.folder }).then(
    () => '',
    ({ stdout, message }) => stdout || message,
  )
  expect(faults).toBe('')
})

/** Each guide in a folder of its own. @returns the paths of the programs */
function writePrograms(folder: string): string[] {
  const given = globSync('docs/files/**/*.mts', { cwd: ROOT })
  for (const file of given) cpSync(join(ROOT, file), join(folder, file))
  const readmes = readPackages().map(({ folder }) => join('..', folder, 'pack.md'))
  const shown = [...globSync('**/*.md', { cwd: join(ROOT, 'docs') }), ...readmes].flatMap(guide => {
    const place = guide.replace(/^\.\./, 'readmes').replace(/\.md$/, '')
    // Such a name, as `express/server.ts`, is that of a part of an example.
    const programs = [...programsOf(guide)].filter(([name]) => !name.includes('/'))
    return programs.map(([name, code]) => {
      const path = join(place, extname(name) ? name : `${name}.mts`)
      mkdirSync(join(folder, place), { recursive: true })
      writeFileSync(join(folder, path), code)
      return path
    })
  })
  return [...given, ...shown]
}

/** Those that are one program; the others are built by their framework: npm run test:frameworks. @returns their paths */
function writeExamples(folder: string): string[] {
  return [
    'express/server.ts',
    'fastify/server.ts',
    'hono/server.ts',
    'plain/server.ts',
    'bearer/page.ts',
  ].map(program => {
    copyExample(dirname(program), join(folder, 'examples', dirname(program)), '4030')
    return join('examples', program)
  })
}
