/** The agent inside hosts of every kind: the guides' own programs, run against a real service. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewsList } from '../../../sync-agent/index.ts'
import { type Running, start } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { givenProgram, programOf } from '../../support/guides.ts'
import { installedFolder } from '../../support/installed.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { eventsOf } from '../../sync-agent/outlets/changes/support.ts'
import { agentBefore, entry, getJson, news } from '../../sync-agent/support.ts'

const FRAMEWORKS = {
  express: programOf('website/node.md', 'express'),
  fastify: givenProgram('node/fastify.mts'),
  hono: givenProgram('node/hono.mts'),
}

let files: Scratch
let upstream: Upstream
beforeAll(async () => {
  files = scratch()
  symlinkSync(join(installedFolder(), 'node_modules'), files.path('node_modules'))
  writeFileSync(files.path('package.json'), '{ "type": "commonjs" }')
  upstream = await startUpstream(news([entry('a'), entry('b')]))
})
afterAll(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

/** A program with its addresses replaced. */
const replacedIn = (program: string, replaced: Record<string, string>) =>
  Object.entries(replaced).reduce((code, [from, to]) => code.replaceAll(from, to), program)

describe.each(Object.entries(FRAMEWORKS))('mounted in %s', (framework, program) => {
  let host: Running
  let site: string
  beforeAll(async () => {
    const port = await freePort()
    const folder = files.path(framework)
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'site.mts'),
      replacedIn(program, {
        'https://information.school.example': upstream.url,
        3000: `${port}`,
      }),
    )
    host = start([], { main: join(folder, 'site.mts'), cwd: folder })
    site = await host.nextLine()
    expect(site).toBe(`http://127.0.0.1:${port}`)
  })
  afterAll(() => host[Symbol.asyncDispose]())

  // Promise: website/mounted
  it('copies news and serves it under the path, beside the site’s own pages', async () => {
    let held: Partial<NewsList>
    do held = (await getJson(`${site}/school/v1/news`)) as Partial<NewsList>
    while (held.items?.length !== 2)
    expect(held.items?.map(({ newsId }) => newsId)).toEqual(['b', 'a'])
    expect(await getJson(`${site}/school/v1/news/a?lang=en-US`)).toMatchObject({ newsId: 'a' })
    expect(await (await fetch(site)).text()).toBe('The site itself')
  })

  it('keeps its headers, tags and refusals', async () => {
    const whole = await fetch(`${site}/school/v1/news?limit=1`)
    const tag = whole.headers.get('etag') ?? ''
    const length = (await whole.arrayBuffer()).byteLength
    expect(whole.headers.get('access-control-allow-origin')).toBe('*')
    const asked = { headers: { 'if-none-match': tag }, cache: 'no-store' } as const
    expect((await fetch(`${site}/school/v1/news?limit=1`, asked)).status).toBe(304)
    const head = await fetch(`${site}/school/v1/news?limit=1`, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(`${length}`)
    const missing = await fetch(`${site}/school/v1/nowhere?a=1`)
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ detail: 'There is nothing at GET /school/v1/nowhere' })
    expect((await fetch(`${site}/school/v1/news?limit=0`)).status).toBe(400)
  })

  it('gives addresses that lead back under the path', async () => {
    const { addresses } = (await getJson(`${site}/school/`)) as { addresses: Record<string, string> }
    for (const address of Object.values(addresses)) expect(address).toMatch(/^\/school\//)
    expect((await fetch(site + addresses.news?.replace(/\{.*\}/, ''))).status).toBe(200)
    const widget = await fetch(`${site}/school/widget/school-popup-000000.js`)
    expect(new URL(widget.url).pathname).toBe('/school/widget/school-popup.js')
  })

  // Promise: website/mounted-inside
  it('keeps what operators ask inside', async () => {
    for (const path of ['metrics', 'readyz', 'freshz']) {
      expect((await fetch(`${site}/school/${path}`)).status).toBe(404)
    }
  })

  // Promise: website/mounted-stops
  it('ends streams and held back calls when the site is stopped, and then the process', async () => {
    const { next } = (await getJson(`${site}/school/v1/changes`)) as { next: string }
    const response = await fetch(`${site}/school/v1/changes/stream?after=0`)
    const events = eventsOf(response)
    const ids: unknown[] = []
    while (ids.length < 2) {
      const { value } = await events.next()
      if (value?.data !== undefined) ids.push(JSON.parse(value.data).entry.newsId)
    }
    expect(ids).toEqual(['a', 'b'])
    const call = request(`${site}/school/v1/changes?after=${next}&wait=30`, {
      headers: { expect: '100-continue' },
    })
    const held = once(call, 'response').then(([response]) => json(response))
    const isTaken = once(call, 'continue')
    call.end()
    await isTaken
    host.process.kill('SIGTERM')
    for await (const { data } of events) expect(data).toBeUndefined()
    expect(await held).toMatchObject({ changes: [], next })
    expect(await host.ended).toEqual({ code: 0, signal: null })
  })
})

it('the guide’s follower holds what the agent has, deletions included, and goes on where it was', async () => {
  await using agent = await agentBefore(upstream, files.path('followed.db'))
  const folder = files.path('follow')
  mkdirSync(folder)
  const address = await agent.listen()
  writeFileSync(
    join(folder, 'follow.mts'),
    replacedIn(programOf('operate/http-api.md', 'follow'), { 'http://127.0.0.1:4020': address }),
  )
  await agent.syncOnce()
  const held = () => {
    const { stdout } = spawnSync(process.execPath, [
      ...['--disable-warning=ExperimentalWarning', '--eval'],
      `import('node:sqlite').then(({ DatabaseSync }) => console.log(JSON.stringify(
        new DatabaseSync(${JSON.stringify(join(folder, 'followed.db'))}).prepare('SELECT id FROM news ORDER BY id').all())))`,
    ])
    return JSON.parse(stdout.toString()).map(({ id }: { id: string }) => id)
  }
  {
    await using follower = start([], { main: join(folder, 'follow.mts'), cwd: folder })
    expect(await follower.nextLine()).toMatch(/^2-/)
    expect(await follower.stop()).toEqual({ code: 0, signal: null })
  }
  expect(held()).toEqual(['a', 'b'])
  upstream.answer(news([entry('c')], ['a']))
  await agent.syncOnce()
  await using follower = start([], { main: join(folder, 'follow.mts'), cwd: folder })
  expect(await follower.nextLine()).toMatch(/^4-/)
  await follower.stop()
  expect(held()).toEqual(['b', 'c'])
})

describe('the handler', () => {
  it('serves a plain server, with and without the path in the address', async () => {
    await using agent = await agentBefore(upstream, files.path('plain.db'))
    await agent.syncOnce()
    const under = agent.handlerAt('/school/')
    const server = createServer((request, response) =>
      (request.headers['x-mounted'] === 'yes' ? agent.handler : under)(request, response),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const status = async (path: string, headers = {}) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    for (const path of ['/school', '/school/', '/school?a', '/school/v1/news', '/v1/news']) {
      expect({ path, status: await status(path) }).toEqual({ path, status: 200 })
    }
    expect(await status('/schools/v1/news')).toBe(404)
    expect(await status('/v1/news', { 'x-mounted': 'yes' })).toBe(200)
    await agent.close()
    expect(await status('/school/v1/news')).toBe(503)
    server.close()
    server.closeAllConnections()
  })
})
