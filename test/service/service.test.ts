import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import {
  createBareService,
  createService,
  SampleCredentialsError,
  type ServiceOptions,
} from '../../console/index.ts'
import { createServiceWith } from '../../service/service.ts'
import { ListenError } from '../../shared/server/listen.ts'
import { onSocket } from '../support/on-socket.ts'
import { scratch } from '../support/scratch.ts'
import {
  ACCESS_KEY,
  APP_ID,
  SMALL_SCHOOL,
  STAGING_TOKEN,
  startSmallSchool,
  writeSeed,
} from '../support/small-school.ts'

const PUBLIC = 'https://sis.larkwater.example'
const PASSWORD = 'harbour-lantern-tide'

describe('listening', () => {
  it('takes a free port for 0 and says where everything is', async () => {
    await using school = await startSmallSchool()
    const { base, ...addresses } = school.addresses
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(addresses).toEqual({
      serviceUrl: `${base}/cms`,
      syncUrl: `${base}/sync`,
      sessionUrls: { staging: `${base}/session/staging`, production: `${base}/session/production` },
    })
  })

  // Promise: popups/array
  it('answers the interface without console and simulator', async () => {
    await using service = await createBareService({ port: 0, seed: 'empty' })
    const { base, serviceUrl } = await service.listen()
    const popups = await fetch(`${serviceUrl}/api/v1/popupmsg/check?siteId=academy`)
    expect(await popups.json()).toMatchObject({ code: 'D00000', content: [] })
    expect((await fetch(`${base}/console/`)).status).toBe(404)
  })

  it('says which port is busy', async () => {
    await using school = await startSmallSchool()
    const port = Number(new URL(school.addresses.base).port)
    await using other = await createService({ port, seed: 'empty' })
    await expect(other.listen()).rejects.toThrow(ListenError)
  })

  // Promise: integrate/sample-credentials
  it.each(['0.0.0.0', '::', '192.0.2.1'])(
    'is refused on %s while sample credentials are held',
    async host => {
      using place = scratch()
      const dataDir = place.path('new')
      const refusal = createService({ host, port: 0, publicUrl: PUBLIC, dataDir })
      await expect(refusal).rejects.toThrow(SampleCredentialsError)
      await expect(refusal).rejects.toMatchObject({ code: 'SAMPLE_CREDENTIALS' })
      await expect(refusal).rejects.toThrow(`served on loopback only, not on ${host}`)
      expect(existsSync(dataDir)).toBe(false)
    },
  )

  it('is refused as well for a seed that calls itself a sample, or has copied one sample secret', async () => {
    using place = scratch()
    const flagged = writeSeed(place.folder, { ...SMALL_SCHOOL, sample: true })
    const first = createService({ host: '0.0.0.0', port: 0, seed: flagged, publicUrl: PUBLIC })
    await expect(first).rejects.toThrow(SampleCredentialsError)
    const accessKeys = [{ label: 'copied', key: 'sample-access-key' }]
    const copied = writeSeed(place.folder, { ...SMALL_SCHOOL, accessKeys })
    const second = createService({ host: '0.0.0.0', port: 0, seed: copied, publicUrl: PUBLIC })
    await expect(second).rejects.toThrow(SampleCredentialsError)
  })

  it('stays refused after a restart with another seed: the store decides', async () => {
    using place = scratch()
    await (await createService({ dataDir: place.folder })).close()
    const again = createService({
      dataDir: place.folder,
      seed: 'empty',
      host: '0.0.0.0',
      port: 0,
      publicUrl: PUBLIC,
      adminPassword: PASSWORD,
    })
    await expect(again).rejects.toThrow(SampleCredentialsError)
    await expect(again).rejects.toThrow(`${place.folder} holds published sample keys`)
  })

  it('is refused for keys that came after it was made', async () => {
    const [host, publicUrl, adminPassword] = ['0.0.0.0', PUBLIC, PASSWORD]
    using place = scratch()
    const options = { seed: 'empty', host, port: 0, publicUrl, adminPassword, dataDir: place.folder }
    await using own = await createService(options)
    await using beside = await createService({ port: 0, dataDir: place.folder })
    await beside.state.reset('sample')
    await expect(own.listen()).rejects.toThrow(SampleCredentialsError)
  })

  it('is allowed anywhere for a school of its own', async () => {
    await using school = await startSmallSchool({
      host: '0.0.0.0',
      publicUrl: PUBLIC,
      adminPassword: PASSWORD,
    })
    const { port } = new URL(school.addresses.base)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })
})

describe('closing', () => {
  it('does not wait for a connection that is kept open, and may be asked for twice', async () => {
    await using school = await startSmallSchool()
    const { hostname, port } = new URL(school.addresses.base)
    const socket = new Socket()
    socket.on('error', () => {})
    socket.connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    await Promise.all([school.service.close(), school.service.close()])
    await expect(fetch(`${school.addresses.base}/healthz`)).rejects.toThrow()
    socket.destroy()
  })
})

it('waits for the head of a request for seconds, and for all of an upload for minutes', async () => {
  let limits: number[] = []
  await using _ = await createServiceWith({ port: 0, seed: 'empty' }, async ({ server }) => {
    limits = [server.headersTimeout, server.requestTimeout]
    return { handle: {}, close: async () => {} }
  })
  expect(limits).toEqual([20_000, 900_000])
})

describe('the service’s own pages', () => {
  it('have the school’s name as text', async () => {
    using place = scratch()
    const name = { 'en-US': '<b>Lark & water</b>', 'zh-HK': '雲雀水' }
    await using school = await startSmallSchool({
      seed: writeSeed(place.folder, { ...SMALL_SCHOOL, school: name }),
    })
    const html = await (await fetch(school.addresses.base)).text()
    expect(html).toContain('&lt;b&gt;Lark &amp; water')
    expect(html).not.toContain('<b>')
  })

  it('name the public address where there is one, never one that nobody can follow', async () => {
    await using school = await startSmallSchool({
      host: '0.0.0.0',
      publicUrl: PUBLIC,
      adminPassword: PASSWORD,
    })
    const { port } = new URL(school.addresses.base)
    const html = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    expect(html).toContain(`${PUBLIC}/cms/api/v1/popupmsg/check`)
    expect(html).not.toContain('0.0.0.0')
  })

  it('are problems where there is none, and no answer may be taken for another type', async () => {
    await using school = await startSmallSchool()
    const missing = await fetch(`${school.addresses.base}/none`)
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    const undecodable = await (await fetch(`${school.addresses.base}/%zz`)).json()
    expect(undecodable.detail).toBe('The address cannot be decoded')
    for (const path of ['/', '/healthz', '/none', '/%zz', '/cms/api/v1/news/check', '/sync/units/1'])
      expect((await fetch(`${school.addresses.base}${path}`)).headers.get('x-content-type-options')).toBe(
        'nosniff',
      )
  })

  it('hold browsers to https under an https public address, and under no other name', async () => {
    const strictAt = async (publicUrl: string, host: string) => {
      await using school = await startSmallSchool({ publicUrl })
      const answer = await onSocket(
        school.addresses.base,
        `GET /none HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      )
      return /strict-transport-security: (\S+)/.exec(answer)?.[1]
    }
    expect(await strictAt(PUBLIC, new URL(PUBLIC).host)).toBe('max-age=31536000')
    expect(await strictAt(PUBLIC, '127.0.0.1')).toBeUndefined()
    expect(await strictAt('http://sis.larkwater.example', 'sis.larkwater.example')).toBeUndefined()
    expect(await strictAt(`${PUBLIC}:8443`, `${new URL(PUBLIC).host}:8443`)).toBeUndefined()
  })

  it('leave every other answer without an origin and without scripts, should a browser show it as a page', async () => {
    await using school = await startSmallSchool()
    const { base } = school.addresses
    school.service.faults.add({ endpoint: 'popups', when: 'until-cleared', fault: { kind: 'html' } })
    for (const path of [
      '/cms/api/v1/popupmsg/check?siteId=academy',
      '/cms/api/v1/news/check?siteId=academy&lastSyncTime=20260101000000',
      '/sync/units/1',
      '/session/staging/v2/grd/external-session',
      '/healthz',
      '/none',
      '/%zz',
      `/${'x'.repeat(100_000)}`,
      '/console/api/overview',
      '/console/api/access',
    ]) {
      const head = (
        await onSocket(
          base,
          `GET ${path} HTTP/1.1\r\nhost: ${new URL(base).host}\r\nconnection: close\r\n\r\n`,
        )
      ).split('\r\n\r\n')[0]
      expect(head, path.slice(0, 80)).toContain("\r\ncontent-security-policy: default-src 'none'; sandbox")
      expect(head, path.slice(0, 80)).toContain('\r\nx-content-type-options: nosniff')
    }
  })
})

describe('the log', () => {
  // Promise: content/tx-id
  it('has a line for each answer under its txID, and no key or token at any level', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'trace' }, { write: line => lines.push(line) })
    await using school = await startSmallSchool({ logger })
    const { serviceUrl, syncUrl, sessionUrls } = school.addresses
    const popups = await fetch(`${serviceUrl}/api/v1/popupmsg/check?siteId=academy`)
    const { txID } = await popups.json()
    const list = `${syncUrl}/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01`
    await fetch(list, { headers: { 'x-app-id': APP_ID, 'x-access-key': ACCESS_KEY } })
    for (const sessionUrl of Object.values(sessionUrls)) {
      const headers = { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN }
      await fetch(`${sessionUrl}/v2/grd/external-session`, { headers })
    }
    const { token } = school.service.sessions.issue({ environment: 'staging', userId: 20 })
    const { key } = school.service.accessKeys.create('library')
    await school.service.close()

    const answers = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    expect(answers).toHaveLength(4)
    expect(answers[0]).toMatchObject({ txID, method: 'GET', status: 200 })
    for (const secret of [ACCESS_KEY, STAGING_TOKEN, token, key]) expect(lines.join('')).not.toContain(secret)
  })
})

describe('options that cannot be', () => {
  it.each<[keyof ServiceOptions, ServiceOptions]>([
    ['dataDir', { dataDir: '' }],
    ['zone', { zone: 'Hong Kong' }],
    ['port', { port: 70_000 }],
    ['port', { port: 1.5 }],
    ['contentPath', { contentPath: '/c m s' }],
    ['contentPath', { contentPath: '/:any' }],
    ['publicUrl', { publicUrl: 'sis.larkwater.example' }],
    ['publicUrl', { publicUrl: 'ftp://sis.larkwater.example' }],
    ['publicUrl', { publicUrl: 'https://sis.larkwater.example/cms' }],
    ['publicUrl', { publicUrl: 'https://office:pass@sis.larkwater.example' }],
    ['publicUrl', { publicUrl: 'https://sis.larkwater.example/?' }],
    ['publicUrl', { publicUrl: 'http://0.0.0.0:4010' }],
    ['host', { host: '' }],
    ['publicUrl', { host: '0.0.0.0' }],
    ['publicUrl', { host: '::' }],
    ['publicUrl', { host: '0:0::0' }],
    ['publicUrl', { host: '0' }],
    ['answerWithinMs', { answerWithinMs: Number.NaN }],
  ])('are named: %s in %j', async (option, options) => {
    const refusal = createService({ seed: 'empty', ...options })
    await expect(refusal).rejects.toMatchObject({ code: 'SERVICE_OPTION_INVALID', option })
    if (option === 'publicUrl') await expect(refusal).rejects.toThrow('as in https://service.school.example')
  })
})
