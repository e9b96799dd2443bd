/** What the agent tells of its own addresses, to programs and to people. */
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
      expect(get.responses).toHaveProperty('default')
    }
  })

  it('says which values a parameter may have', () => {
    const parameters = document.paths['/v1/news']?.get.parameters ?? []
    const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.schema
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
    expect(schemaOf('siteId')).toMatchObject({ enum: ['academy', 'pre-school'] })
  })
})

describe('/docs', () => {
  it('tells of every address and field, in both languages', async () => {
    for (const [lang, heading] of [
      ['en-US', 'Parameters'],
      ['zh-HK', '參數'],
    ] as const) {
      const page = await (await fetch(`${address}/docs?lang=${lang}`)).text()
      expect(page).toContain(`<html lang="${lang}">`)
      expect(page).toContain(heading)
      for (const path of Object.keys(document.paths)) expect(page).toContain(`<code>GET ${path}</code>`)
      for (const schema of Object.values(document.components.schemas) as { properties?: object }[])
        for (const field of Object.keys(schema.properties ?? {}))
          expect(page).toContain(`<code>${field}</code>`)
    }
  })

  it('runs nothing: no script, no style of its own, under a policy that allows its style sheet alone', async () => {
    const response = await fetch(`${address}/docs`)
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(await response.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
  })

  it('leads nowhere but to what is there, under a prefix as well', async () => {
    const page = await (await fetch(`${address}/docs`)).text()
    const links = [...page.matchAll(/(?:href)="([^"]+)"/g)].map(([, link = '']) => link)
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const link of links) {
      expect(link).not.toMatch(/^(\/|https?:)/)
      if (link.startsWith('#')) expect(ids).toContain(link.slice(1))
      else expect((await fetch(new URL(link, `${address}/docs`))).status).toBe(200)
    }
    expect(links).toContain('docs/style.css')
    expect(ids.size).toBe([...page.matchAll(/ id="/g)].length)
  })
})

it.each(['/', '/openapi.json', '/docs', '/docs?lang=zh-HK', '/docs/style.css'])(
  '%s can be cached, compressed, and asked for again',
  async path => {
    const headers = { 'accept-encoding': 'br' }
    const first = await rawRequest(address, path, { headers })
    expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+/)
    if (path !== '/') expect(first.headers['content-encoding']).toBe('br')
    const again = await rawRequest(address, path, {
      headers: { ...headers, 'if-none-match': `${first.headers.etag}` },
    })
    expect(again.status).toBe(304)
    expect(again.body.length).toBe(0)
  },
)
