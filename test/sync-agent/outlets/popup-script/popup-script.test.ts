/** `/widget/popup.js?site=` of an agent, over a real socket, before a scripted service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WIDGET_DIR } from '../../../../shared/widget-dir.ts'
import type { SyncAgent } from '../../../../sync-agent/index.ts'
import { rawRequest } from '../../../support/raw-request.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, success, type Upstream } from '../../../support/scripted-upstream.ts'
import { agentBefore, RELAYING } from '../../support.ts'

const SIGNAL = {
  msgTitle: 'Typhoon',
  msgBody: '<p>Stay at home.</p>',
  displayDate: '20260901070000',
  iconId: '9',
}
const LOADER = readFileSync(join(WIDGET_DIR, 'popup.js'), 'utf8')

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(success([SIGNAL]))
  agent = await agentBefore(upstream, files.path('news.sqlite'), RELAYING)
  address = await agent.listen()
})
afterAll(async () => {
  await agent?.close()
  await upstream?.close()
  files?.[Symbol.dispose]()
})

const get = (query = '?site=academy') => rawRequest(address, `/widget/popup.js${query}`)

it('is the loader, behind the messages of its site in both languages', async () => {
  const { status, headers, body } = await get()
  expect(status).toBe(200)
  expect(body.toString().endsWith(LOADER)).toBe(true)
  expect(body.toString().match(/Stay at home/g)).toHaveLength(2)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=15, stale-while-revalidate=60, stale-if-error=21600',
    vary: 'accept-encoding',
  })
})

it('is as small as docs/website/popup.md says where there is no message', async () => {
  using ownFiles = scratch()
  await using quiet = await startUpstream(success([]))
  await using own = await agentBefore(quiet, ownFiles.path('news.sqlite'), RELAYING)
  const { body } = await rawRequest(await own.listen(), '/widget/popup.js?site=academy', {
    headers: { 'accept-encoding': 'br' },
  })
  expect(brotliDecompressSync(body).toString()).toContain('"content":[]')
  expect(body.length).toBeLessThanOrEqual(1350)
})

it('is the same at addresses that no tag writes', async () => {
  expect((await get('?ver=6.1&site=academy')).body.equals((await get()).body)).toBe(true)
})

it('without a site is the loader alone, as for other servers', async () => {
  const { headers, body } = await get('')
  expect(body.toString()).toBe(LOADER)
  expect(headers['cache-control']).toContain('max-age=300')
})

it('refuses a site that it does not have, and names what is wrong', async () => {
  for (const [query, reason] of [
    ['?site=kindergarten', 'must be academy or pre-school'],
    ['?site=', 'must be academy or pre-school'],
    ['?site=academy&site=academy', 'is given 2 times, may be once'],
  ]) {
    const { status, headers, body } = await get(query)
    expect([query, status, headers['cache-control']]).toEqual([query, 400, 'no-store'])
    expect(JSON.parse(body.toString()).detail).toBe(`site: ${reason}`)
  }
})

it('counts as an answer of the relay in each language', async () => {
  const { popups = [] } = await agent.status()
  expect(popups.map(({ siteId, lang }) => `${siteId}/${lang}`)).toEqual(
    expect.arrayContaining(['academy/en-US', 'academy/zh-HK']),
  )
  const metrics = (await rawRequest(address, '/metrics', {})).body.toString()
  expect(metrics).toMatch(/popup_answers_total\{[^}]*lang="zh-HK",kind="fresh"\} [1-9]/)
})
