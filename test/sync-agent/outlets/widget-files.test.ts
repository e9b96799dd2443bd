/** The widget's files as the agent serves them to the pages of any site, over a real socket. */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WIDGET_DIR } from '../../../shared/widget-dir.ts'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, logLines, news, WARN } from '../support.ts'

const built = globSync('**/*.{js,css,svg,json}', { cwd: WIDGET_DIR })
const named = (pattern: RegExp) => built.find(file => pattern.test(file)) ?? 'dist/widget is not built'
const hashed = named(/^school-popup-[0-9a-f]{6}\.js$/)
const hashedLoader = named(/^popup-[0-9a-f]{6}\.js$/)

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news())
  agent = await agentBefore(upstream, files.path('news.sqlite'))
  address = await agent.listen()
})
afterAll(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const get = (path: string) => rawRequest(address, `/widget/${path}`)
const onDisk = (path: string) => readFileSync(join(WIDGET_DIR, path))

describe('GET /widget/', () => {
  it('has every file of the build, whole, under its own type, for pages of every origin', async () => {
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
      json: 'application/json; charset=utf-8',
    }
    expect(built.length).toBeGreaterThan(12)
    for (const file of built) {
      const { status, headers, body } = await get(file)
      expect({ file, status, body: body.equals(onDisk(file)) }).toEqual({ file, status: 200, body: true })
      expect(headers).toMatchObject({
        'content-type': types[file.split('.').at(-1) ?? ''],
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      })
    }
  })

  it('may be kept as long as a name means the same', async () => {
    const caching = async (file: string) => (await get(file)).headers['cache-control']
    for (const file of [hashed, hashedLoader])
      expect(await caching(file)).toBe('public, max-age=31536000, immutable')
    for (const file of ['popup.js', 'school-popup.js', 'integrity.json'])
      expect(await caching(file)).toBe('public, max-age=300, stale-while-revalidate=86400')
    expect(await caching('icons/typhoon-10.svg')).toBe('public, max-age=86400')
  })

  it('has nothing at any other address, and says so as a problem', async () => {
    for (const path of [
      ...['', 'nothing.js', 'icons', 'icons/', '../integrity.json', '../../package.json'],
      ...['%2e%2e/%2e%2e/package.json', '..%2f..%2fpackage.json', 'icons/../../../package.json'],
      ...['popup.js.br', 'popup.js%00.svg', '__proto__', 'icons/event-012345.svg'],
    ]) {
      const { status, headers, body } = await get(path)
      expect({ path, status, type: headers['content-type'], caching: headers['cache-control'] }).toEqual({
        ...{ path, status: 404, type: 'application/problem+json', caching: 'no-store' },
      })
      expect(JSON.parse(body.toString())).toMatchObject({ status: 404, title: 'Not Found' })
    }
  })

  // Promise: website/update
  it('leads a page that was open during an update to the dialog of today', async () => {
    const gone = await get('school-popup-000000.js')
    expect(gone).toMatchObject({
      status: 307,
      headers: {
        location: 'school-popup.js',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      },
    })
    const followed = await fetch(`${address}/widget/school-popup-000000.js`)
    expect(await followed.text()).toBe(onDisk('school-popup.js').toString())
    const ofSite = await get('popup-000000.js?site=pre-school')
    expect(ofSite.headers.location).toBe('popup.js?site=pre-school')
  })

  it('is what integrity.json says, so that a browser lets it run', async () => {
    const { scripts } = JSON.parse((await get('integrity.json')).body.toString())
    for (const { hashedFile, integrity } of [scripts.loader, scripts.dialog]) {
      const { body } = await get(hashedFile)
      expect(`sha384-${createHash('sha384').update(body).digest('base64')}`).toBe(integrity)
    }
  })
})

describe('the folder of the widget', () => {
  it('can be another, without anything compressed in it, or none, without a word', async () => {
    mkdirSync(files.path('own', 'icons'), { recursive: true })
    writeFileSync(files.path('own', 'popup.js'), '// own')
    const log = logLines()
    const loaderOf = async (widgetDir: string | false) => {
      const options = { widgetDir, logger: log.logger }
      await using own = await agentBefore(upstream, files.path('own.sqlite'), options)
      return await fetch(`${await own.listen()}/widget/popup.js`)
    }
    const answer = await loaderOf(files.path('own'))
    expect(await answer.text()).toBe('// own')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect((await loaderOf(false)).status).toBe(404)
    expect(log.at(WARN)).toEqual([])
  })

  it('is missing: one line says what makes it, and everything else is served', async () => {
    const log = logLines()
    await using bare = await agentBefore(upstream, files.path('bare.sqlite'), {
      widgetDir: files.path('nowhere'),
      logger: log.logger,
    })
    const base = await bare.listen()
    expect((await fetch(`${base}/widget/popup.js`)).status).toBe(404)
    expect(await bare.syncOnce()).toMatchObject([{ outcome: 'done' }])
    expect((await fetch(`${base}/v1/news`)).status).toBe(200)
    const lines = log.at(WARN).map(({ msg }) => msg)
    expect(lines).toEqual([expect.stringContaining('npm run build:widget')])
    expect(lines[0]).toContain(files.path('nowhere'))
  })
})
