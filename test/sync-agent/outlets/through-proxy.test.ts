/** The agent behind the proxy that Node was told of: a real one, on a real socket, that alone knows where names lead. */
import { once } from 'node:events'
import http from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createSilent, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fetchAsAgent } from '../../../sync-agent/fetch-as-agent.ts'
import { createSyncAgent } from '../../../sync-agent/index.ts'
import type { Lookup } from '../../../sync-agent/outlets/guarded-fetch.ts'
import { createSend } from '../../../sync-agent/outlets/webhooks/send.ts'
import { limitedGuard } from '../../support/limited-guard.ts'
import { type RunningProxy, startProxy } from '../../support/proxy.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { json, type Script, startUpstream, success } from '../../support/scripted-upstream.ts'
import { TEST_TLS } from '../../support/tls.ts'
import { agentBefore, entry, getJson, news } from '../support.ts'
import { attachment, fileOf, serving } from './media/support.ts'

const authorities = getCACertificates()
beforeAll(() => setDefaultCACertificates([...authorities, TEST_TLS.cert]))
// Other test files run in the same process.
afterAll(() => setDefaultCACertificates(authorities))

const PDF = fileOf('application/pdf')
const FILE = 'https://service.school.test/files/a.pdf'
const POPUP = { msgTitle: 'Typhoon', msgBody: '<p>Stay at home.</p>', displayDate: '20260901070000' }
const everything: Script = serving(
  (response, request) => {
    const isPopups = request.url?.includes('/popupmsg/')
    const content = success([POPUP])
    const entries = news([entry('a', { attachments: [attachment(FILE, PDF)] })])
    ;(isPopups ? content : entries)(response, request)
  },
  { '/files/a.pdf': PDF, '/hook': json({}, 204), '/half': response => void response.write('begun') },
)

let place: Scratch
let useNone = () => {}
let proxy: RunningProxy
let secure: { url: string; close(): void }
let plain: Awaited<ReturnType<typeof startUpstream>>
beforeEach(async () => {
  place = scratch()
  const server = createServer(TEST_TLS, (request, response) => everything(response, request))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  secure = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close().closeAllConnections(),
  }
  plain = await startUpstream(everything)
  proxy = await startProxy({
    ...{ 'service.school.test': secure.url, 'hooks.school.test': secure.url },
    'plain.school.test': plain.url,
  })
})
afterEach(async () => {
  useNone()
  await proxy[Symbol.asyncDispose]()
  await plain.close()
  secure.close()
  place[Symbol.dispose]()
})

const withPassword = () => proxy.url.replace('//', '//agent:p%40ss@')
const LIMITS = { timeoutMs: 5_000, totalMs: 5_000, maxBytes: 1_000_000 }

/** For all of this process, until the end of the test. */
function use(env: Record<string, string>): void {
  useNone()
  useNone = http.setGlobalProxyFromEnv(env)
}

describe('through a proxy', () => {
  it('come news, files of the news and popup messages of an https service, in tunnels', async () => {
    use({ HTTPS_PROXY: withPassword() })
    await using agent = await agentBefore({ url: 'https://service.school.test' }, place.path('news.db'), {
      popupIntervalMs: 15_000,
      ...{ publicUrl: 'https://school.example/', media: { dir: place.path('media') } },
    })
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied: { new: 1 } }])
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
    const address = await agent.listen()
    const popups = await getJson(`${address}/cms/api/v1/popupmsg/check?siteId=academy`)
    expect(popups).toMatchObject({ code: 'D00000', content: [{ msgTitle: 'Typhoon' }] })
    expect(new Set(proxy.lines)).toEqual(new Set(['CONNECT service.school.test:443']))
    // News and popup messages share one; a file has its own.
    expect(proxy.lines).toHaveLength(2)
    const basic = `Basic ${Buffer.from('agent:p@ss').toString('base64')}`
    expect(new Set(proxy.headers.map(headers => headers['proxy-authorization']))).toEqual(new Set([basic]))
  })

  it('goes a webhook, and what the receiver answers comes back', async () => {
    use({ HTTPS_PROXY: proxy.url })
    const send = createSend({ allowedHosts: [] })
    const headers = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }
    const answer = await send(
      'https://hooks.school.test/hook',
      { headers, body: '{}' },
      new AbortController().signal,
    )
    expect(answer.status).toBe(204)
    expect(proxy.lines).toEqual(['CONNECT hooks.school.test:443'])
  })

  it('comes the news of an http service, in a tunnel or by its whole address, and a file', async () => {
    plain.answer((response, request) => {
      if (request.url === '/files/a.pdf') return everything(response, request)
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const content = { newsList: [entry('a')], delNewsIds: [] }
      response.end(gzipSync(JSON.stringify({ txID: 'x', code: 'D00000', message: '', content })))
    })
    use({ HTTP_PROXY: proxy.url })
    await using agent = await agentBefore({ url: 'http://plain.school.test' }, place.path('news.db'))
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied: { new: 1 } }])
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
    expect((await guarded('http://plain.school.test/files/a.pdf', LIMITS)).status).toBe(200)
    // Node 24 opens a tunnel for its fetch, Node 26 asks by the whole address.
    expect(proxy.lines).toEqual([
      expect.stringMatching(/^(CONNECT plain\.school\.test:80|GET http:\/\/plain\.school\.test\/\S+)$/),
      'GET http://plain.school.test/files/a.pdf',
    ])
    expect(plain.requests[0]?.headers.host).toBe('plain.school.test')
  })

  it('comes nothing for a host of NO_PROXY, and nothing without a proxy for its scheme', async () => {
    use({ HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1,.other.test' })
    const { host } = new URL(plain.url)
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [host] })
    expect((await guarded(`${plain.url}/hook`, LIMITS)).status).toBe(204)
    expect((await fetchAsAgent(`${plain.url}/hook`)).status).toBe(204)
    use({ HTTPS_PROXY: proxy.url })
    expect((await guarded(`${plain.url}/hook`, LIMITS)).status).toBe(204)
    expect((await fetchAsAgent(`${plain.url}/hook`)).status).toBe(204)
    expect(proxy.lines).toEqual([])
  })

  it('a refusal has the status of the proxy, and one that is not there is named', async () => {
    use({ HTTPS_PROXY: withPassword() })
    const url = { url: 'https://service.school.test' }
    await using agent = await agentBefore(url, place.path('news.db'))
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
    const failures = async () => {
      const [cycle] = await agent.syncOnce()
      const file = await guarded(FILE, LIMITS).catch(error => error)
      return [JSON.stringify(cycle), file.message]
    }
    proxy.refuse(407)
    for (const text of await failures()) {
      expect(text).toContain('cannot be reached: the proxy answers HTTP 407; check that the proxy lets')
      expect(text).not.toMatch(/p%40ss|p@ss/)
    }
    const { host } = new URL(proxy.url)
    await proxy[Symbol.asyncDispose]()
    for (const text of await failures())
      expect(text).toContain(`the proxy cannot be reached: nothing listens at ${host};`)
  })

  it('a service sees the agent’s name', async () => {
    await using upstream = await startUpstream(response => response.end())
    await fetchAsAgent(upstream.url, { headers: { accept: 'application/json' } })
    expect(upstream.requests[0]?.headers).toMatchObject({
      'user-agent': 'schoolbell-sync-agent',
      accept: 'application/json',
    })
  })

  it('a proxy that says nothing is waited for no longer than a service that says nothing, and asked again', async () => {
    const { port } = new URL(proxy.url)
    const silences: Socket[] = []
    let hangs = true
    const hanging = createSilent(socket => {
      socket.on('error', () => {})
      if (!hangs) return void socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket)
      silences.push(socket.resume())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      for (const socket of silences) socket.destroy()
      hanging.close()
    })
    await once(hanging, 'listening')
    use({ HTTPS_PROXY: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}` })
    const url = { url: 'https://service.school.test' }
    await using agent = await agentBefore(url, place.path('news.db'), { timeoutMs: 50, totalMs: 100 })
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code: 'TIMEOUT' } }])
    hangs = false
    expect((await fetchAsAgent(FILE)).status).toBe(200)
  })

  it('a file from behind a proxy that says nothing is given up in time, with its connection', async () => {
    const silent = createSilent(socket => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    use({ HTTPS_PROXY: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
    const limits = { timeoutMs: 50, totalMs: 100, maxBytes: 1_000 }
    await expect(guarded(FILE, limits)).rejects.toMatchObject({ code: 'TIMEOUT' })
    // Closes only when nothing holds a connection.
    silent.close()
    await once(silent, 'close')
  })

  it('a file that is cancelled in its middle ends the tunnel', async () => {
    use({ HTTPS_PROXY: proxy.url })
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
    const reading = new AbortController()
    const half = guarded(new URL('/half', FILE).href, { ...LIMITS, signal: reading.signal }, async parts => {
      for await (const _part of parts) reading.abort()
    })
    await expect(half).rejects.toMatchObject({ code: 'ABORTED' })
    // Waits for what is open.
    await proxy[Symbol.asyncDispose]()
  })

  it('hosts that are not allowed and private addresses are refused before the proxy', async () => {
    use({ HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url })
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
    for (const host of ['10.0.0.1', '[fd00::1]', '127.0.0.1', '0x7f.1', 'localhost'])
      for (const scheme of ['https', 'http'])
        await expect(guarded(`${scheme}://${host}/`, LIMITS)).rejects.toMatchObject({
          code: 'ADDRESS_PRIVATE',
        })
    const listed = limitedGuard({ hosts: ['media.school.test'], privateHosts: [] })
    await expect(listed(FILE, LIMITS)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' })
    expect(proxy.lines).toEqual([])
  })

  it.each<[string, Lookup, string]>([
    ['private', (_name, _all, done) => done(null, [{ address: '10.1.2.3', family: 4 }]), 'ADDRESS_PRIVATE'],
    ['public', (_name, _all, done) => done(null, [{ address: '93.184.216.34', family: 4 }]), ''],
    ['unknown', (_name, _all, done) => done(new Error('ENOTFOUND'), []), ''],
    ['looked up for too long', () => {}, ''],
  ])('a name that is %s here goes to the proxy, unless it is private', async (_, lookup, code) => {
    use({ HTTPS_PROXY: proxy.url })
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [], lookup })
    const outcome = await guarded('https://hooks.school.test/hook', LIMITS).catch(error => error)
    expect(outcome).toMatchObject(code ? { code } : { status: 204 })
    expect(proxy.lines).toEqual(code ? [] : ['CONNECT hooks.school.test:443'])
  })

  it('a host of NO_PROXY is called at the checked addresses only', async () => {
    use({ HTTP_PROXY: proxy.url, NO_PROXY: 'inside.school.test' })
    const addresses = ['93.184.216.34', '127.0.0.1']
    const lookup: Lookup = (_name, _all, done) =>
      done(null, [{ address: addresses.shift() ?? '', family: 4 }])
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [], lookup })
    const { port } = new URL(plain.url)
    await expect(guarded(`http://inside.school.test:${port}/hook`, LIMITS)).rejects.toMatchObject({
      code: 'ADDRESS_PRIVATE',
    })
    expect([proxy.lines, plain.requests]).toEqual([[], []])
  })
})

it('the option proxy is gone, and the error says what there is in its place', async () => {
  const options = { proxy: { https: 'http://proxy:3128' } }
  await expect(
    createSyncAgent({
      ...{ serviceUrl: 'https://service.school.test/cms', db: place.path('news.db'), ...options },
      streams: [{ siteId: 'academy', lang: 'en-US' }],
    }),
  ).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining('proxy: this option is gone; call http.setGlobalProxyFromEnv()'),
  })
})
