/** The tarballs, before anybody installs them. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifestIn, tarballOf } from '../../scripts/pack/install.ts'
import { readPackages } from '../../scripts/pack/packages.ts'
import { INSTALLED, ROOT } from '../../scripts/pack/places.ts'
import { broughtBy, importInstalled } from '../support/installed.ts'

const { checkPackage, createPackageFromTarballData } = (await importInstalled(
  '@arethetypeswrong/core',
)) as TypesJudge
const { publint } = (await importInstalled('publint')) as ModulesJudge
const { formatMessage } = (await importInstalled('publint/utils')) as ModulesJudge

interface TypesJudge {
  checkPackage(pack: object): Promise<{ types: unknown; problems: { resolutionKind?: string }[] }>
  createPackageFromTarballData(tarball: Uint8Array): object
}
interface ModulesJudge {
  publint(options: object): Promise<{ messages: object[]; pkg: object }>
  formatMessage(message: object, pkg: object): string
}

const limits = new Map(readPackages().map(({ name, limits }) => [name, limits.packages]))
const packages = [...limits.keys()]
const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const IMPORT =
  /^(?:import|export)\b[^'"]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|\bawait import\("([^"]+)"\)/gm
const TYPE_IMPORT = /\bfrom\s*"([^"]+)"|\bimport\s*"([^"]+)"|\bimport\("([^"]+)"\)/g
/** Every package is for import alone; older ways to resolve a name are not promised. */
const RESOLUTIONS = ['node16-esm', 'bundler']

describe.each(packages)('%s', name => {
  const manifest = manifestIn(INSTALLED, name)
  const tarball = new Uint8Array(readFileSync(tarballOf(name)))

  it('is what publint asks for', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    expect(messages.map(message => formatMessage(message, pkg))).toEqual([])
  })

  // Promise: integrate/packages
  it('has types that resolve as its modules do', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(tarball))
    const problems = analysis.types === false ? [] : analysis.problems
    const promised = problems.filter(problem =>
      problem.resolutionKind ? RESOLUTIONS.includes(problem.resolutionKind) : true,
    )
    expect(promised).toEqual([])
  })

  it('depends on libraries in the versions that are tested here, and on packages of its own version', () => {
    expect(manifest.version).toBe(root.version)
    for (const [library, version] of Object.entries(manifest.dependencies)) {
      expect({ library, version }).toEqual({
        library,
        version: packages.includes(library) ? root.version : root.dependencies[library],
      })
    }
  })

  it('brings no more packages than its limit', () => {
    expect(broughtBy(name).size).toBeLessThanOrEqual(limits.get(name) ?? Number.POSITIVE_INFINITY)
  })

  // Promise: integrate/packages
  it('imports nothing that it does not depend on', () => {
    const known = [name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })]
    const files = globSync('dist/**/*{.js,.d.ts}', {
      cwd: join(INSTALLED, name),
      exclude: ['dist/{widget,console}/**'],
    })
    const imported = files.flatMap(file => [
      ...readFileSync(join(INSTALLED, name, file), 'utf8').matchAll(
        file.endsWith('.js') ? IMPORT : TYPE_IMPORT,
      ),
    ])
    const others = imported
      .map(found => found.slice(1).find(Boolean) ?? '')
      .filter(target => !target.startsWith('.') && !isBuiltin(target))
      .map(target => target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
      .filter(target => !known.includes(target) && !known.includes(`@types/${target}`))
    expect(new Set(others)).toEqual(new Set())
  })

  it('has a README with an example, and its guides are where it says', () => {
    const readme = readFileSync(join(INSTALLED, name, 'README.md'), 'utf8')
    expect(readme).toMatch(/^```(ts|sh|html)/m)
    const own = readme.includes('folder `docs` of this package')
    const guides = /^Guides: (.*?)\. /m.exec(readme)?.[1]?.split(', ') ?? []
    expect(guides.length).toBeGreaterThan(1)
    for (const guide of guides) {
      const path = join(own ? join(INSTALLED, name) : ROOT, 'docs', guide.replaceAll('`', ''))
      expect({ path, there: existsSync(path) }).toEqual({ path, there: true })
    }
  })

  it('holds no source and no test', () => {
    expect(
      globSync('**/*.ts', { cwd: join(INSTALLED, name) }).filter(file => !file.endsWith('.d.ts')),
    ).toEqual([])
  })
})

it('the errors of the client are in the client alone, so that instanceof holds everywhere', async () => {
  const client = await import(join(INSTALLED, '@schoolbell', 'client', 'dist', 'index.js'))
  const errors = Object.keys(client).filter(key => client[key].prototype instanceof Error)
  expect(errors).toContain('TransportError')
  const copies = globSync('@schoolbell/{extension,service,sync-agent}/dist/**/*.js', {
    cwd: INSTALLED,
  }).flatMap(file => {
    const code = readFileSync(join(INSTALLED, file), 'utf8')
    return errors.filter(name => code.includes(`class ${name} `)).map(name => `${file}: ${name}`)
  })
  expect(copies).toEqual([])
})

it('a class that two packages export is one class', async () => {
  const owners = new Map<string, unknown>()
  for (const name of ['client', 'extension', 'sync-agent', 'service']) {
    const exported = await import(join(INSTALLED, '@schoolbell', name, 'dist', 'index.js'))
    for (const [key, value] of Object.entries(exported)) {
      expect({ name, key, value }).toEqual({ name, key, value: owners.get(key) ?? value })
      owners.set(key, value)
    }
  }
  expect([...owners.keys()]).toContain('NodeVersionError')
})
