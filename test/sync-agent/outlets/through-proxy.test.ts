/** The agent behind a proxy: a real one, on a real socket, that alone knows where names lead. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createSilent } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { proxiesOf } from '../../../sync-agent/options/options.ts'
import { checkProxy, proxyFromEnvironment } from '../../../sync-agent/options/proxy.ts'
import { createGuardedFetch } from '../../../sync-agent/outlets/guarded-fetch.ts'
import { createSend } from '../../../sync-agent/outlets/webhooks/send.ts'
import { outboundFetch } from '../../../sync-agent/through-proxy.ts'
import { call } from '../../support/call.ts'
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
  { '/files/a.pdf': PDF, '/hook': json({}, 204) },
)

let place: Scratch
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
  await proxy[Symbol.asyncDispose]()
  await plain.close()
  secure.close()
  place[Symbol.dispose]()
})

const withPassword = () => proxy.url.replace('//', '//agent:p%40ss@')

describe('through a proxy', () => {
  it('come news, files of the news and popup messages of an https service, in tunnels', async () => {
    await using agent = await agentBefore({ url: 'https://service.school.test' }, place.path('news.db'), {
      ...{ proxy: { https: withPassword() }, popupIntervalMs: 15_000 },
      ...{ publicUrl: 'https://school.example/', media: { dir: place.path('media') } },
    })
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied: { new: 1 } }])
    expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
    const address = await agent.listen()
    const popups = await getJson(`${address}/cms/api/v1/popupmsg/check?siteId=academy`)
    expect(popups).toMatchObject({ code: 'D00000', content: [{ msgTitle: 'Typhoon' }] })
    expect(new Set(proxy.lines)).toEqual(new Set(['CONNECT service.school.test:443']))
    expect(proxy.lines.length).toBeGreaterThanOrEqual(3)
    const basic = `Basic ${Buffer.from('agent:p@ss').toString('base64')}`
    expect(new Set(proxy.headers.map(headers => headers['proxy-authorization']))).toEqual(new Set([basic]))
  })

  it('goes a webhook, and what the receiver answers comes back', async () => {
    const send = createSend({ allowedHosts: [], proxies: proxiesOf({ https: proxy.url }) })
    const signed = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }
    const answer = await send(
      'https://hooks.school.test/hook',
      { signed, body: '{}' },
      new AbortController().signal,
    )
    expect(answer.status).toBe(204)
    expect(proxy.lines).toEqual(['CONNECT hooks.school.test:443'])
  })

  it('comes the news of an http service by its whole address, also compressed', async () => {
    plain.answer(response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const content = { newsList: [entry('a')], delNewsIds: [] }
      response.end(gzipSync(JSON.stringify({ txID: 'x', code: 'D00000', message: '', content })))
    })
    const url = { url: 'http://plain.school.test' }
    await using agent = await agentBefore(url, place.path('news.db'), { proxy: { http: proxy.url } })
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied: { new: 1 } }])
    expect(proxy.lines).toEqual([
      'GET http://plain.school.test/cms/api/v1/news/check?siteId=academy&lang=en-US&lastSyncTime=19700101000000',
    ])
    expect(plain.requests[0]?.headers.host).toBe('plain.school.test')
  })

  it('a refusal names the proxy and its status', async () => {
    proxy.refuse(403)
    const env = { HTTPS_PROXY: proxy.url, SCHOOLBELL_LOG_LEVEL: 'silent', SCHOOLBELL_LANG: 'en-US' }
    const service = ['--service-url', 'https://service.school.test/cms']
    const once = ['sync', 'once', '--db', place.path('news.db'), ...service]
    expect((await call(once, env)).output).toContain(
      `the proxy ${new URL(proxy.url).host} answers HTTP 403 for service.school.test:443`,
    )
    expect(await call(once, { ...env, HTTPS_PROXY: 'socks5://me:secret@proxy' })).toMatchObject({
      code: 2,
      errors:
        'schoolbell: HTTPS_PROXY: is not the http or https address of a proxy, as in http://proxy:3128 (in a password, write % as %25)\n',
    })
    expect(await call(once, { ...env, HTTPS_PROXY: 'http://me:se%cret@proxy' })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('write % as %25'),
    })
  })

  it.each(['http', 'https'] as const)(
    'a proxy that is not there or switches protocols is named, for %s',
    async scheme => {
      const odd = createSilent(socket =>
        socket
          .on('error', () => {})
          .once('data', () =>
            socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
          ),
      ).listen(0, '127.0.0.1')
      await once(odd, 'listening')
      const host = `127.0.0.1:${(odd.address() as AddressInfo).port}`
      const fetch = outboundFetch(proxiesOf({ [scheme]: `http://${host}` }))
      const ask = () => fetch(`${scheme}://service.school.test/cms`)
      const what = { http: 'closed the connection without an answer', https: 'answers HTTP 101' }[scheme]
      await expect(ask()).rejects.toThrow(`the proxy ${host} ${what}`)
      odd.close()
      await once(odd, 'close')
      await expect(ask()).rejects.toThrow(
        `the proxy ${host}: cannot be reached: nothing listens at ${host}; check`,
      )
    },
  )

  it('a service sees the agent’s name', async () => {
    await using upstream = await startUpstream(response => response.end())
    await outboundFetch(undefined)(upstream.url, { headers: { accept: 'application/json' } })
    expect(upstream.requests[0]?.headers).toMatchObject({
      'user-agent': 'schoolbell-sync-agent',
      accept: 'application/json',
    })
  })

  it('a proxy that says nothing is waited for no longer than a service that says nothing', async () => {
    const silent = createSilent(socket => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const https = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const url = { url: 'https://service.school.test' }
    const options = { proxy: { https }, timeoutMs: 50, totalMs: 100 }
    await using agent = await agentBefore(url, place.path('news.db'), options)
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code: 'TIMEOUT' } }])
    const guarded = createGuardedFetch({ hosts: 'any', privateHosts: [], proxies: proxiesOf({ https }) })
    const limits = { timeoutMs: 50, totalMs: 100, maxBytes: 1_000 }
    await expect(guarded(FILE, limits)).rejects.toMatchObject({ code: 'TIMED_OUT' })
    // Closes only when nothing holds a connection.
    silent.close()
    await once(silent, 'close')
  })

  it('hosts that are not allowed and private addresses without a name are refused before the proxy', async () => {
    const proxies = proxiesOf({ https: proxy.url })
    const guarded = createGuardedFetch({ hosts: 'any', privateHosts: [], proxies })
    const limits = { timeoutMs: 5_000, totalMs: 5_000, maxBytes: 1_000 }
    for (const host of ['10.0.0.1', '[fd00::1]', '127.0.0.1', 'localhost'])
      await expect(guarded(`https://${host}/`, limits)).rejects.toMatchObject({ code: 'ADDRESS_PRIVATE' })
    const listed = createGuardedFetch({ hosts: ['media.school.test'], privateHosts: [], proxies })
    await expect(listed(FILE, limits)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' })
    expect(proxy.lines).toEqual([])
  })
})

describe('which proxy', () => {
  const PROXIES = { http: 'http://one:3128', https: 'two.school.example:8080' }
  it.each([
    ['http://school.example/', '', 'one:3128'],
    ['https://school.example/', '', 'two.school.example:8080'],
    ['http://127.0.0.1:4010/', '', undefined],
    ['http://localhost:4010/', '', undefined],
    ['http://[::1]:4010/', '', undefined],
    ['http://localhost./', '', undefined],
    ['https://school.example/', '*', undefined],
    ['https://www.school.example/', 'other.example, school.example', undefined],
    ['https://www.school.example/', '.school.example', undefined],
    ['https://www.school.example/', '*.SCHOOL.example', undefined],
    ['https://preschool.example/', 'school.example', 'two.school.example:8080'],
    ['https://school.example/', 'school.example:8443', 'two.school.example:8080'],
    ['https://school.example:8443/', 'school.example:8443', undefined],
    ['https://10.1.2.3/', '10.0.0.0/8', undefined],
    ['https://11.1.2.3/', '10.0.0.0/8,10.0.0.0/99', 'two.school.example:8080'],
    ['https://[fd00::1]/', 'fd00::/8', undefined],
    ['https://[fd00::1]/', 'fd00::1', undefined],
  ])('%s without proxies for "%s": %s', (address, except, host) => {
    const proxies = checkProxy({ ...PROXIES, except }, reason => new Error(reason))
    expect(proxies?.(new URL(address))?.host).toBe(host)
  })

  it('is in the variables, in lower case first; without any there is none', () => {
    const env = { HTTPS_PROXY: 'http://upper', https_proxy: 'http://lower', HTTP_PROXY: '', NO_PROXY: 'a' }
    expect(proxyFromEnvironment(env)).toEqual({ http: undefined, https: 'http://lower', except: 'a' })
    expect(checkProxy(proxyFromEnvironment({ NO_PROXY: '*' }), reason => new Error(reason))).toBeUndefined()
  })
})
