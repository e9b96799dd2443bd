/** The agent behind a web server that gives it a path of the school's address, whichever way that server passes it on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../../sync-agent/outlets/http/openapi.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, entry, getJson, news, RELAYING, servedIds } from '../support.ts'

let files: Scratch
let upstream: Upstream
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news([entry('a'), entry('b/c')]))
})
afterAll(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

const PUBLIC = 'https://school.example/our/school/'

describe.each(['left in the address', 'taken off'])('the path of the public address, %s', how => {
  const path = how === 'taken off' ? '' : '/our/school'

  it('leads to all that the agent serves', async () => {
    await using agent = await agentBefore(upstream, files.path(`${path.length}.db`), {
      publicUrl: PUBLIC,
      ...RELAYING,
    })
    const address = await agent.listen()
    await agent.syncOnce()
    expect(await servedIds(address + path)).toEqual(['b/c', 'a'])
    // Again, out of kept bytes.
    expect(await servedIds(address + path)).toEqual(['b/c', 'a'])
    expect(await getJson(`${address}${path}/v1/news/b%2Fc`)).toMatchObject({ newsId: 'b/c' })
    expect((await fetch(`${address}${path}/widget/popup.js`)).status).toBe(200)
    const popups = await fetch(`${address}${path}/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US`)
    expect(await popups.json()).toHaveProperty('code')
    const feed = await (await fetch(`${address}${path}/feeds/academy/en-US.json`)).json()
    expect(feed.feed_url).toBe(`${PUBLIC}feeds/academy/en-US.json`)
    const { addresses } = (await getJson(`${address}${path}/`)) as { addresses: Record<string, string> }
    expect(addresses.news).toMatch(/^\/our\/school\/v1\/news\{/)
    const missing = await rawRequest(address, `${path}/nowhere`)
    expect(missing.status).toBe(404)
    expect(missing.body.toString()).toContain(`GET ${path}/nowhere`)
    // A longer word is not the path.
    expect((await rawRequest(address, '/our/schools/v1/news')).status).toBe(404)
  })
})

it('a path on which the agent has something itself is refused', async () => {
  await using agent = await agentBefore(upstream, files.path('paths.db'))
  const { paths } = (await getJson(`${await agent.listen()}/openapi.json`)) as OpenApiDocument
  const first = new Set(Object.keys(paths).map(path => path.split('/')[1]))
  first.delete('')
  expect(first.size).toBeGreaterThan(5)
  for (const name of first) {
    const publicUrl = `https://school.example/${name}/news`
    await expect(agentBefore(upstream, files.path('refused.db'), { publicUrl })).rejects.toThrow(
      `publicUrl: the agent itself uses /${name}/`,
    )
  }
})
