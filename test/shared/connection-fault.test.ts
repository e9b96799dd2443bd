/** What people read when a connection fails, by real servers: TLS with bad certificates, other protocols, nobody at all. */
import { once } from 'node:events'
import { createServer as createPlain } from 'node:http'
import { createServer as createSecure, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentClient } from '../../shared/client/index.ts'
import { connectionFault } from '../../shared/connection-fault.ts'
import { CERTIFICATES, KEY, SELF_SIGNED } from '../support/bad-certificates.ts'
import { limitedGuard } from '../support/limited-guard.ts'
import { nobodyListens } from '../support/nobody.ts'

const before = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...before, CERTIFICATES.authority]))
afterAll(() => setDefaultCACertificates(before))

/** Neither OpenSSL's words nor Node's. */
const RAW =
  /fetch failed|routines|altnames|unable to|self-signed|wrong version|getaddrinfo|other side closed|socket hang up|Parse Error|connect E/

/** What the client of the content API, and a webhook's or a file's request, say of one address. */
async function saidOf(origin: string): Promise<string[]> {
  const { host } = new URL(origin)
  const client = createContentClient({ serviceUrl: `${origin}/cms` })
  const guarded = limitedGuard({ hosts: 'any', privateHosts: [host] })
  const limits = { timeoutMs: 10_000, totalMs: 10_000, maxBytes: 1000 }
  const errors = await Promise.all([
    client.popups({ siteId: 'academy' }).catch(error => error),
    guarded(`${origin}/hook?key=secret`, limits).catch(error => error),
  ])
  return errors.map(({ code, message }) => {
    expect(code).toBe('UNREACHABLE')
    expect(message).not.toMatch(RAW)
    return message.replaceAll(host, 'HOST').replaceAll(/:\d{4,5}\b/g, ':PORT')
  })
}

async function saidBy(server: Server, scheme: 'http' | 'https' = 'https'): Promise<string[]> {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  try {
    return await saidOf(`${scheme}://localhost:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

const secure = (options: ServerOptions) =>
  createSecure({ key: KEY, ...options }, (_request, response) => void response.end())

describe('a certificate', () => {
  it('of a known authority is no fault', async () => {
    const server = secure({ cert: CERTIFICATES.good }).listen(0, 'localhost')
    await once(server, 'listening')
    const answer = await fetch(`https://localhost:${(server.address() as AddressInfo).port}/`)
    expect(answer.status).toBe(200)
    server.closeAllConnections()
    server.close()
  })

  const shown = {
    'that has expired': { cert: CERTIFICATES.expired },
    'of the future': { cert: CERTIFICATES.early },
    'without the one between it and its authority': { cert: CERTIFICATES.incomplete },
    'for other names': { cert: CERTIFICATES.other },
    'signed by itself': SELF_SIGNED,
  }
  const said: Record<keyof typeof shown, string> = {
    'that has expired':
      'its certificate has expired; renew it on the server, or correct the clock of this machine (CERT_HAS_EXPIRED)',
    'of the future':
      'its certificate is not valid yet; correct the clock of this machine (CERT_NOT_YET_VALID)',
    'without the one between it and its authority':
      'this machine does not know who issued its certificate; the server must send its whole chain; if the authority is your own, name its file in NODE_EXTRA_CA_CERTS (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    'for other names':
      'its certificate is for other.school.test, www.school.test, not for localhost; use a name of the certificate, or give the server one for this name (ERR_TLS_CERT_ALTNAME_INVALID)',
    'signed by itself':
      'its certificate is signed by itself; if it is your own, name its file in NODE_EXTRA_CA_CERTS (DEPTH_ZERO_SELF_SIGNED_CERT)',
  }
  it.each(Object.keys(shown) as (keyof typeof shown)[])('%s', async which => {
    expect(await saidBy(secure(shown[which]))).toEqual([
      `https://HOST/cms/api/v1/popupmsg/check: ${said[which]}`,
      `https://HOST/hook: ${said[which]}`,
    ])
  })
})

describe('an address', () => {
  it('of http that is asked with https, and the other way round', async () => {
    const plain = createPlain((_request, response) => void response.end())
    for (const said of await saidBy(plain))
      expect(said).toMatch(
        /: does not speak TLS at port \d+; check the port, and whether the address should begin with http:\/\/ \(E\w+\)$/,
      )
    for (const said of await saidBy(secure({ cert: CERTIFICATES.good }), 'http'))
      expect(said).toContain(', and whether the address should begin with https:// (')
  })

  it('whose TLS is too old', async () => {
    const old = secure({
      cert: CERTIFICATES.good,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    for (const said of await saidBy(old))
      expect(said).toContain(': has no TLS version in common with this machine; switch TLS 1.2 or 1.3 on')
  })

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'of another protocol',
      socket => socket.end('220 mail.example ESMTP\r\n'),
      /: does not answer with HTTP at port \d+; check the port, and /,
    ],
    [
      'that closes the connection',
      socket => socket.once('data', () => socket.destroy()),
      /: broke the connection off before its response was complete; check its log and any proxy on the way, /,
    ],
  ])('%s', async (_, answer, expected) => {
    const server = createRaw(socket => answer(socket.on('error', () => {})))
    for (const said of await saidBy(server, 'http')) expect(said).toMatch(expected)
  })

  it('at which nothing listens, or whose name has no address', async () => {
    using nobody = await nobodyListens()
    expect(new Set((await saidOf(nobody.origin)).map(said => said.replace(/^\S+ /, '')))).toEqual(
      new Set([
        'cannot be reached: nothing listens at HOST; check the address and that the server is running (ECONNREFUSED)',
      ]),
    )
  })
})

it.each([
  ['ENOTFOUND', 'the name school.invalid has no address; check how it is spelt (ENOTFOUND)'],
  [
    'EAI_AGAIN',
    'the address of school.invalid could not be looked up; check the network and its name server',
  ],
  ['ETIMEDOUT', 'school.invalid:443 does not answer; check the address and any firewall on the way'],
  [
    'UND_ERR_CONNECT_TIMEOUT',
    'school.invalid:443 does not answer; check the address and any firewall on the way',
  ],
  ['EHOSTUNREACH', 'the network has no way to school.invalid; check the network and any firewall on the way'],
  ['EMFILE', 'this process may not open more files and connections; raise its limit: LimitNOFILE of systemd'],
])('%s, which no test can bring about safely', (code, expected) => {
  const error = new TypeError('fetch failed', {
    cause: new AggregateError([Object.assign(new Error(), { code })]),
  })
  const { what, remedy } = connectionFault(error, new URL('https://school.invalid/cms')) ?? {}
  expect(`${what}; ${remedy} (${code})`).toContain(`cannot be reached: ${expected}`)
})

it('an error that is none of a connection is not explained', () => {
  expect(connectionFault(new TypeError('fetch failed'), new URL('https://school.invalid'))).toBeUndefined()
  expect(connectionFault('a text', new URL('https://school.invalid'))).toBeUndefined()
})
