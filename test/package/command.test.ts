/** The package `schoolbell`: the command, with everything that its sub-commands show. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestIn } from '../../scripts/pack/install.ts'
import { ROOT } from '../../scripts/pack/places.ts'
import { run, start } from '../support/command.ts'
import { CONSOLE_TOKEN, consoleCalls } from '../support/console-calls.ts'
import { type Host, hostWithAll } from '../support/host.ts'
import { photograph } from '../support/media-files.ts'

let host: Host
let main: string
const installed = (...parts: string[]) => host.installed('schoolbell', ...parts)
beforeAll(async () => {
  host = hostWithAll()
  main = installed('dist', 'bin', 'schoolbell.js')
})
afterAll(() => host[Symbol.dispose]())

describe('its files', () => {
  it('are few, so that it starts soon: all libraries are in them but those that read files of their own', () => {
    const files = globSync('dist/*.js', { cwd: installed() })
    expect(files.length).toBeGreaterThan(10)
    expect(files.length).toBeLessThan(100)
    expect(Object.keys(manifestIn(host.installed(), 'schoolbell').dependencies)).toEqual([
      '@fastify/swagger-ui',
      'better-sqlite3',
      'sharp',
    ])
  })

  it('name the authors of those libraries and the terms that they set', () => {
    const licences = readFileSync(installed('licences.txt'), 'utf8')
    for (const name of ['fastify', 'typebox', 'commander', 'pino']) expect(licences).toMatch(`\n${name} `)
  })
})

it('has the plugin for WordPress, with its translations', () => {
  const plugin = (file: string) => existsSync(installed('wordpress', 'schoolbell-news', file))
  expect(plugin('schoolbell-news.php')).toBe(true)
  expect(plugin('languages/schoolbell-news-zh_HK.mo')).toBe(true)
})

it('tells its version through the command that npm links', () => {
  // By its first line it is run by the `node` of the PATH, which need not be the one that runs the tests.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const options = { encoding: 'utf8', env: { ...process.env, PATH } } as const
  const output = execFileSync(host.installed('.bin', 'schoolbell'), ['--version'], options)
  expect(output).toBe(`${manifestIn(ROOT, '.').version}\n`)
})

it('prints the tag of the browser files that it holds', async () => {
  const { code, output } = await run(['widget', 'tag', '--integrity'], { main })
  expect(code).toBe(0)
  const names = output.match(/[\w-]+\.js/g) ?? []
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) expect(existsSync(installed('dist', 'widget', name))).toBe(true)
})

it('runs a service with its console, and a sync', async () => {
  const env = { SCHOOLBELL_CONSOLE_TOKEN: CONSOLE_TOKEN }
  await using service = start(['service', '--port', '0', '--ephemeral'], { main, cwd: host.folder, env })
  const base = await service.nextLine()
  const page = await (await fetch(`${base}/console/`)).text()
  const files = page.match(/\/console\/[\w./-]+\.(?:js|css|svg)/g) ?? []
  expect(files.length).toBeGreaterThan(3)
  for (const file of files)
    expect({ file, status: (await fetch(base + file)).status }).toEqual({ file, status: 200 })
  const { upload } = consoleCalls(() => base)
  expect((await upload('pitch.jpg', await photograph('jpeg'))).body).toMatchObject({ fileType: 'image/jpeg' })
  const args = ['sync', 'once', '--service-url', `${base}/cms`, '--db', host.path('news.db')]
  const sync = await run(args, { main })
  expect(sync).toMatchObject({ code: 0, output: expect.stringMatching(/[1-9]\d* new/) })
})

it('shows the demo with its pictures and its widget', async () => {
  const linked = host.installed('.bin', 'schoolbell')
  await using demo = start(['demo', '--port-base', '0', '--ephemeral'], { main: linked, cwd: host.folder })
  let line = ''
  while (!line.includes('Landing page')) line = await demo.nextLine()
  const address = /http:\S+/.exec(line)?.[0] ?? ''
  const page = await (await fetch(address)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/[\w./-]+\.(?:js|css|svg|jpg|png|webp))"/g)].map(
    found => found[1],
  )
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    const { status } = await fetch(new URL(file ?? '', address))
    expect({ file, status }).toEqual({ file, status: 200 })
  }
  while (!line.includes('open-extension')) line = await demo.nextLine()
  expect(line.trim()).toMatch(/^npx schoolbell open-extension --data-dir /)
})
