/** Two agents on one PostgreSQL behind the documented nginx: any of them answers, one is killed, then the database is gone. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createService, type Service } from '../../../console/index.ts'
import { ROOT } from '../../../scripts/pack/places.ts'
import { freePort } from '../../support/free-port.ts'
import { type Server, serverIn } from '../../support/postgres/server.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import type { Nginx } from './nginx.ts'
import { type Agent, Follower, publish, startAgent, startAwayNginx } from './school.ts'

const COMPOSE = parse(readFileSync(join(ROOT, 'docs/files/container/compose.yaml'), 'utf8'), { merge: true })
const LIST = '/v1/news?siteId=academy&lang=en-US'
const SEEN = ['/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US', `${LIST}&limit=3`, '/widget/popup.js']

let files: Scratch
let database: Server
let service: Service
let first: Agent
let second: Agent
let folder: string
/** Also those that never became ready. */
const agents = new AsyncDisposableStack()
let nginx: Nginx
let school: string
let follower: Follower

beforeAll(async () => {
  files = scratch()
  // The database's server is another user.
  chmodSync(files.folder, 0o755)
  mkdirSync(files.path('database'))
  database = serverIn(files.path('database'))
  const db = `postgres://postgres@127.0.0.1:${await database.port()}/postgres`
  service = await createService({
    dataDir: files.path('service'),
    port: 0,
    logger: pino({ level: 'silent' }),
  })
  const { serviceUrl } = await service.listen()
  const port = await freePort()
  school = `http://127.0.0.1:${port}/school`
  mkdirSync(files.path('srv'))
  folder = files.path('srv', 'news-files')
  const own = ['--service-url', serviceUrl, '--db', db, '--public-url', `${school}/`]
  const publishing = ['--publish-to', folder, '--base-url', `http://127.0.0.1:${port}/news-files/`]
  first = await startAgent(agents, ...own)
  second = await startAgent(agents, ...own, ...publishing)
  nginx = await startAwayNginx({ port, files, first, second: new URL(second.url).host })
  follower = new Follower(school, 'en-US')
})
afterAll(async () => {
  await follower?.[Symbol.asyncDispose]()
  await nginx?.[Symbol.asyncDispose]()
  await agents[Symbol.asyncDispose]()
  await service?.close()
  await database?.end()
  files?.[Symbol.dispose]()
})

/** Of a whole answer. */
const statusAt = async (url: string) => (await rawRequest(url, url.slice(new URL(url).origin.length))).status

/** Pages of news that an agent has answered, by its own count. */
async function asked({ url }: { url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(/^schoolbell_sync_http_requests_total\{.*route="\/v1\/news".*\} (\d+)$/gm)
  return [...lines].reduce((all, [, count]) => all + Number(count), 0)
}

// Promise: operate/any-agent
it('any of them answers any request, and all say the same', async () => {
  const before = [await asked(first), await asked(second)]
  for (let limit = 1; limit <= 20; limit += 1)
    expect(await statusAt(`${school}${LIST}&limit=${limit}`)).toBe(200)
  for (const [index, agent] of [first, second].entries())
    expect(await asked(agent)).toBeGreaterThan((before[index] ?? 0) + 5)
  for (const path of [LIST, '/v1/changes?limit=5', '/feeds/academy/en-US.rss']) {
    const [one, other] = await Promise.all([first, second].map(({ url }) => fetch(`${url}/school${path}`)))
    expect({ path, etag: one?.headers.get('etag') }).toEqual({ path, etag: other?.headers.get('etag') })
    expect(await one?.text()).toBe(await other?.text())
  }
})

/** What compose.yaml has a container run, with this machine's ports; 0 is healthy. */
async function healthOf(service: 'web' | 'database'): Promise<number> {
  const [, program = '', ...args]: string[] = COMPOSE.services[service].healthcheck.test
  const own = args.map(arg => arg.replace('http://127.0.0.1:8080/school', school))
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: `${await database.port()}` }
  return await promisify(execFile)(program, own, { env }).then(
    () => 0,
    ({ code }) => code,
  )
}

it('the health checks of compose.yaml pass', async () => {
  expect(await healthOf('web')).toBe(0)
  expect(await healthOf('database')).toBe(0)
})

it('a follower misses nothing and never starts over when one of them is killed', async () => {
  const reaches = (newsId: string) =>
    expect.poll(() => follower.titles.has(`en-US ${newsId}`), { message: newsId }).toBe(true)
  publish(service, 'ferry', 'Ferry delayed')
  await reaches('ferry')
  for (const path of SEEN) await statusAt(school + path)
  await first.stop('SIGKILL')
  publish(service, 'gala', 'Swimming gala')
  await reaches('gala')
  expect(follower.restarts).toBe(0)
})

it('without the database, what visitors saw stays, and lists come from the folder', async () => {
  const index = join(folder, 'news', 'academy', 'zh-HK', 'index.json')
  const isPublished = () => existsSync(index) && readFileSync(index, 'utf8').includes('gala')
  await expect.poll(isPublished, { message: 'gala in the folder' }).toBe(true)
  await database.end()
  await expect.poll(() => statusAt(`${second.url}/readyz`), { message: 'readiness' }).toBe(503)
  const statuses = (paths: string[]) => Promise.all(paths.map(path => statusAt(school + path)))
  expect(await statuses([...SEEN, `${LIST}&limit=77`, '/feeds/academy/zh-HK.rss'])).toEqual([
    200, 200, 200, 200, 200,
  ])
  expect(await statuses(['/v1/changes', `${LIST}&q=gala`])).toEqual([503, 503])
  // A follower is told by the agent when to come again.
  expect((await rawRequest(school, '/school/v1/changes')).headers).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': expect.stringMatching(/^\d+$/),
  })
  expect(await statusAt(`${second.url}/livez`)).toBe(200)
  expect([await healthOf('web'), await healthOf('database')]).toEqual([0, 2])
})
