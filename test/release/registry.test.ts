/**
 * A version as operators get it: from a registry by its name, then the next one, and back, with one store: `npm run test:release`.
 *
 * The version before is the one of dist/packages, or of the folder of tarballs that BEFORE names, as an older commit makes them.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readPackages } from '../../scripts/pack/packages.ts'
import { INSTALLED, TARBALLS } from '../../scripts/pack/places.ts'
import { nextVersion, versionNow } from '../../scripts/release/version.ts'
import { run } from '../support/command.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { startUpstream } from '../support/scripted-upstream.ts'
import { entry, news } from '../sync-agent/support.ts'
import { type Registry, startRegistry } from './registry.ts'

const BEFORE = process.env.BEFORE ?? TARBALLS
const NEXT = nextVersion(versionNow(), 'minor')

it('is installed by name, upgrades a store, and rolls back from a backup', { timeout: 900_000 }, async () => {
  using files = scratch()
  await using registry = await startRegistry(files)
  await using upstream = await startUpstream(news([entry('2026-1')]))
  for (const tarball of globSync(join(BEFORE, '*.tgz'))) registry.npm('publish', tarball, '--tag', 'before')
  for (const tarball of packAgain(registry, files)) registry.npm('publish', tarball)

  const db = files.path('news.db')
  const main = files.path('global', 'lib', 'node_modules', 'schoolbell', 'dist', 'bin', 'schoolbell.js')
  const install = (tag: string) =>
    registry.npm('install', '--global', '--prefix', files.path('global'), `schoolbell@${tag}`)
  const schoolbell = async (...args: string[]) => run(args, { main, cwd: files.folder })
  const copied = async () => {
    const once = await schoolbell('sync', 'once', '--service-url', upstream.url, '--db', db)
    expect(once).toMatchObject({ code: 0 })
    const { output } = await schoolbell('sync', 'status', '--json', '--db', db)
    return JSON.parse(output).streams[0].entries
  }

  install('before')
  const before = (await schoolbell('--version')).output.trim()
  expect(before).not.toBe(NEXT)
  expect(await copied()).toBe(1)
  expect(await schoolbell('sync', 'backup', files.path('before.db'), '--db', db)).toMatchObject({ code: 0 })

  install('latest')
  expect((await schoolbell('--version')).output.trim()).toBe(NEXT)
  upstream.answer(news([entry('2026-2')]))
  expect(await copied()).toBe(2)

  install('before')
  expect((await schoolbell('--version')).output.trim()).toBe(before)
  expect(await schoolbell('sync', 'restore', files.path('before.db'), '--db', db)).toMatchObject({ code: 0 })
  upstream.answer(news([entry('2026-1'), entry('2026-2')]))
  expect(await copied()).toBe(2)
})

/** The packages of dist/packages as the next version. @returns their tarballs */
function packAgain(registry: Registry, files: Scratch): string[] {
  const names = readPackages().map(({ name }) => name)
  mkdirSync(files.path('next'))
  return names.map(name => {
    const folder = files.path('next', name)
    cpSync(join(INSTALLED, name), folder, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const siblings = names.filter(other => other in manifest.dependencies).map(other => [other, NEXT])
    const dependencies = { ...manifest.dependencies, ...Object.fromEntries(siblings) }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: NEXT, dependencies }))
    const printed = registry.npm('pack', folder, '--json')
    return files.path(JSON.parse(printed)[0].filename)
  })
}
