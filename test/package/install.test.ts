/** What `npm pack` makes is what a school installs: it is put into an empty folder and used from there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, start } from '../support/command.ts'
import { type Scratch, scratch } from '../support/scratch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NPM_TIME = 240_000

let place: Scratch
/** The installed command. */
let main: string
const installed = (...parts: string[]) => place.path('host', 'node_modules', 'schoolbell', ...parts)

beforeAll(() => {
  if (!existsSync(join(ROOT, 'dist', 'lib', 'cli', 'main.js')))
    throw new Error('dist is missing; run: npm run build')
  place = scratch()
  // The build has run; packing runs no script again.
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', place.folder)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  mkdirSync(place.path('host'))
  writeFileSync(place.path('host', 'package.json'), '{ "name": "host", "private": true, "type": "module" }')
  npm(
    place.path('host'),
    'install',
    '--prefer-offline',
    '--no-audit',
    place.path(`schoolbell-${version}.tgz`),
  )
  main = installed('dist', 'lib', 'cli', 'main.js')
}, NPM_TIME)

afterAll(() => place[Symbol.dispose]())

describe('the installed package', () => {
  it('tells its version through the command that npm links', () => {
    const output = execFileSync(place.path('host', 'node_modules', '.bin', 'schoolbell'), ['--version'], {
      encoding: 'utf8',
    })
    expect(output).toBe(`${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}\n`)
  })

  it('holds no source, no test, and the browser files', () => {
    expect(existsSync(installed('cli'))).toBe(false)
    expect(existsSync(installed('test'))).toBe(false)
    const { scripts } = JSON.parse(readFileSync(installed('dist', 'widget', 'integrity.json'), 'utf8'))
    for (const { file, hashedFile } of [scripts.loader, scripts.dialog])
      for (const name of [file, hashedFile, `${hashedFile}.br`])
        expect(existsSync(installed('dist', 'widget', name))).toBe(true)
    const { customElements } = JSON.parse(readFileSync(installed('package.json'), 'utf8'))
    expect(JSON.parse(readFileSync(installed(customElements), 'utf8'))).toHaveProperty('modules')
  })

  it('prints the tag of the browser files that it holds', async () => {
    const { code, output } = await run(['widget', 'tag', '--integrity'], { main })
    expect(code).toBe(0)
    const names = output.match(/[\w-]+\.js/g) ?? []
    expect(names.length).toBe(2)
    for (const name of names) expect(existsSync(installed('dist', 'widget', name))).toBe(true)
  })

  it('runs a service and a sync', async () => {
    await using service = start(['service', '--port', '0', '--ephemeral'], { main, cwd: place.path('host') })
    const base = await service.nextLine()
    const page = await (await fetch(`${base}/console/`)).text()
    const files = page.match(/\/console\/[\w./-]+\.(?:js|css|svg)/g) ?? []
    expect(files.length).toBeGreaterThan(3)
    for (const file of files)
      expect({ file, status: (await fetch(base + file)).status }).toEqual({ file, status: 200 })
    const db = place.path('host', 'news.db')
    const sync = await run(['sync', 'once', '--service-url', `${base}/cms`, '--db', db], { main })
    expect(sync).toMatchObject({ code: 0 })
    expect(sync.output).toMatch(/[1-9]\d* new/)
  })

  const writeProgram = () => {
    const program = place.path('host', 'program.ts')
    writeFileSync(
      program,
      `import { createContentClient } from 'schoolbell/client'
import { type ConformanceReport, runConformance } from 'schoolbell/conformance'
import { type PopupMessage, RETURN_CODES } from 'schoolbell/contract'
import { readEntrance } from 'schoolbell/extension'
import { createService, type Service } from 'schoolbell/service'
import { createSyncAgent, type SyncAgent } from 'schoolbell/sync-agent'
import type { SchoolPopup } from 'schoolbell/widget'

const service: Service = await createService({ port: 0 })
const { serviceUrl } = await service.listen()
const { messages } = await createContentClient({ serviceUrl }).popups({ siteId: 'academy' })
const first: PopupMessage | undefined = messages[0]
const report: ConformanceReport = await runConformance({ serviceUrl, only: ['popups/answers'] })
const agent: SyncAgent = await createSyncAgent({
  serviceUrl, streams: [{ siteId: 'academy', lang: 'en-US' }], db: './imported.db',
})
await agent.close()
await service.close()
const headers = new Headers({ 'X-App-Id': 'a', 'X-Session-Token': 't' })
const entrance = readEntrance(name => headers.get(name))
const element: SchoolPopup | undefined = undefined
console.log(JSON.stringify([typeof first?.msgTitle, RETURN_CODES.D00000, entrance.language, report.summary.passed, element ?? null]))
`,
    )
    return program
  }

  it('has types under each of its names that a strict program accepts', () => {
    writeProgram()
    writeFileSync(
      place.path('host', 'tsconfig.json'),
      `{ "compilerOptions": { "noEmit": true, "strict": true, "exactOptionalPropertyTypes": true, "target": "es2024",
        "module": "nodenext", "lib": ["es2025", "esnext", "dom", "dom.iterable"], "types": ["node"],
        "typeRoots": ["${join(ROOT, 'node_modules', '@types')}"] }, "files": ["program.ts"] }`,
    )
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
    expect(spawnSync(compiler, { cwd: place.path('host'), encoding: 'utf8' }).stdout).toBe('')
  })

  it('can be imported under each of its names', () => {
    const output = execFileSync(process.execPath, [writeProgram()], {
      cwd: place.path('host'),
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toEqual(['string', 'successful return', 'en-US', 1, null])
  })

  it('has the extension kit without any framework, and its adapters for whoever has one', () => {
    for (const framework of ['express', 'hono'])
      expect(existsSync(place.path('host', 'node_modules', framework))).toBe(false)
    const names = ['', '/express', '/fastify', '/hono', '/fetch', '/testing'].map(
      name => `schoolbell/extension${name}`,
    )
    const script = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).sort().join(' '))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: place.path('host'),
      encoding: 'utf8',
    })
    const exported = new Map(
      output
        .trim()
        .split('\n')
        .map(line => [line.split(' ')[0], line]),
    )
    expect([...exported.keys()]).toEqual(names)
    for (const name of ['express', 'fastify', 'hono'])
      expect(exported.get(`schoolbell/extension/${name}`)).toMatch(
        / getVisit isEntrance requireVisit signOut visitOf visits$/,
      )
    expect(exported.get('schoolbell/extension/fetch')).toMatch(
      / getVisit isEntrance requireVisit signOut withVisits$/,
    )

    const program = place.path('host', 'adapters.ts')
    writeFileSync(
      program,
      `import { createExtension, type Visit } from 'schoolbell/extension'
import * as express from 'schoolbell/extension/express'
import * as fastify from 'schoolbell/extension/fastify'
import { requireVisit, withVisits } from 'schoolbell/extension/fetch'
import * as hono from 'schoolbell/extension/hono'
import { entranceOf, fakeSessions, sessionUser } from 'schoolbell/extension/testing'

const user = sessionUser({ role: 'Student' })
const extension = createExtension<{ pupil: string }>({
  appId: user.appId, sessionUrl: 'https://sis.example', environment: 'staging',
  secret: 'a secret of the tests, and of nobody else', onVisit: ({ refNo }) => ({ pupil: refNo }),
  fetch: fakeSessions({ users: [user] }).fetch,
})
const app = withVisits(extension, request => {
  const visit: Visit<{ pupil: string }> = requireVisit(request)
  return Response.json([visit.account.pupil, express.visits.length, fastify.visits.name, hono.visits.length])
})
console.log(await (await app(entranceOf({ user }).request('https://shop.example/'))).text())
`,
    )
    const compilerOptions = {
      ...{
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        target: 'es2024',
        module: 'nodenext',
      },
      // The framework's own declarations are its own affair.
      ...{ skipLibCheck: true, lib: ['es2025', 'esnext', 'dom', 'dom.iterable'], types: ['node'] },
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    }
    const config = place.path('host', 'adapters.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['adapters.ts'] }))
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
    const compiled = spawnSync(compiler, ['-p', config], { cwd: place.path('host'), encoding: 'utf8' })
    expect(compiled.stdout).toBe('')
    expect(execFileSync(process.execPath, [program], { cwd: place.path('host'), encoding: 'utf8' })).toBe(
      '["S-2",1,"visits",1]\n',
    )
  })
})

/** Runs npm as it came with the Node that runs the tests, or the one on the path. */
function npm(cwd: string, ...args: string[]): void {
  const script = process.env.npm_execpath
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []]
  execFileSync(command, [...first, ...args], {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, npm_config_loglevel: 'error' },
  })
}
