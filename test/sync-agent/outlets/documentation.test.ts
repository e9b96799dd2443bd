/** What the agent tells of its own addresses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import type { OpenApiDocument } from '../../../sync-agent/outlets/http/openapi.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, getJson, news } from '../support.ts'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
let document: OpenApiDocument
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news([]))
  agent = await agentBefore(upstream, files.path('news.sqlite'))
  address = await agent.listen()
  document = (await getJson(`${address}/openapi.json`)) as OpenApiDocument
})
afterAll(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 that tells of every address that the agent names', async () => {
    expect(document.openapi).toBe('3.1.0')
    const { addresses } = (await getJson(`${address}/`)) as { addresses: Record<string, string> }
    const named = Object.values(addresses).map(template => template.replace(/\{[?.].*/, ''))
    for (const path of named) {
      const told = path.replace('{siteId}/{lang}', 'academy/en-US').replace(/^\/feeds\/.*/, '$&.rss')
      expect(Object.keys(document.paths)).toContain(told)
    }
  })

  it('refers to nothing that is not there, and names every parameter of a path', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(references.length).toBeGreaterThan(5)
    expect(new Set(references).difference(new Set(Object.keys(document.components.schemas)))).toEqual(
      new Set(),
    )
    for (const [path, { get }] of Object.entries(document.paths)) {
      const inPath = (get.parameters ?? []).filter(parameter => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']))
    }
  })

  it('says which values a parameter may have', () => {
    const parameters = document.paths['/v1/news']?.get.parameters ?? []
    const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.schema
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
    expect(schemaOf('siteId')).toMatchObject({ enum: ['academy', 'pre-school'] })
  })
})

it.each(['/', '/openapi.json'])('%s can be cached, and asked for again', async path => {
  const { headers } = await rawRequest(address, path)
  expect(headers['cache-control']).toMatch(/^public, max-age=\d+/)
  const held = { 'if-none-match': `${headers.etag}` }
  expect((await rawRequest(address, path, { headers: held })).status).toBe(304)
})
