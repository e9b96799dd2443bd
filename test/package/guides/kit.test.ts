/** The guides of the extension kit: their programs are run, and their tables hold what there is. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../../console/index.ts'
import { createExtension, FAULT_STATUS } from '../../../extension/index.ts'
import { entranceOf } from '../../../extension/testing.ts'
import { ROOT } from '../../../scripts/pack/places.ts'
import { phone } from '../../extension/phone.ts'
import { run, start } from '../../support/command.ts'
import { EXAMPLES } from '../../support/examples.ts'
import { freePort } from '../../support/free-port.ts'
import { programOf } from '../../support/guides.ts'
import { installedFolder } from '../../support/installed.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'

const guide = (name: string) => readFileSync(join(ROOT, 'docs', 'web-app', name), 'utf8')
const SECRET = 'a secret of the tests, and of nobody else'

let files: Scratch
beforeAll(() => {
  files = scratch()
  symlinkSync(join(installedFolder(), 'node_modules'), files.path('node_modules'))
  writeFileSync(files.path('package.json'), '{ "type": "commonjs" }')
})
afterAll(() => files[Symbol.dispose]())

describe('their programs', () => {
  it('greet the guardian who opens the page from the app, again on the next one, and nobody else', async () => {
    await using service = await startService()
    const port = await freePort()
    const code = programOf('web-app/start.md', 'start.mts')
      .replaceAll('4030', `${port}`)
      .replace('http://127.0.0.1:4010/session/staging', service.sessionUrls.staging)
    writeFileSync(files.path('greets.mts'), code)
    await using app = start([], { main: files.path('greets.mts'), env: { VISIT_SECRET: SECRET } })
    const origin = `http://127.0.0.1:${port}`
    expect(await app.nextLine()).toBe(`${origin}/`)
    const hers = phone(origin)
    expect((await hers.enter('sample-guardian')).text).toBe('Hello, Yuk-lan Sheung')
    expect((await hers.open('/')).text).toBe('Hello, Yuk-lan Sheung')
    expect((await phone(origin).enter('sample-staff')).status).toBe(403)
    expect((await phone(origin).open('/')).status).toBe(401)
  })

  it('say at once when there is no secret', async () => {
    writeFileSync(files.path('bare.mts'), programOf('web-app/start.md', 'start.mts'))
    const { code, errors } = await run([], { main: files.path('bare.mts') })
    expect(code).toBe(1)
    expect(errors).toContain('openssl rand -base64 32')
  })

  it('test a web-app without a network', async () => {
    writeFileSync(files.path('tests.mts'), programOf('web-app/test-without-service.md', 'testing.mts'))
    const { code, output, errors } = await run([], { main: files.path('tests.mts') })
    expect({ code, output, errors }).toEqual({ code: 0, output: 'ok\n', errors: '' })
  })

  it('write the visit into a page whose scripts send it, whatever the name holds', async () => {
    const fullName = '</script><b>"A" & B \u2028'
    await using upstream = await startUpstream(response =>
      response.end(JSON.stringify({ ...USER, fullName })),
    )
    const used = `${readFileSync(join(EXAMPLES, 'bearer', 'page.ts'), 'utf8')}
const origin = 'https://orders.example'
const entered = await app(new Request(origin, { headers: JSON.parse(process.argv[2] ?? '') }))
const html = await entered.text()
const [, json = ''] = /<script id="visit" type="application.json">(.*?)<.script>/s.exec(html) ?? []
const { bearer, name } = JSON.parse(json)
const asked = async headers => {
  const response = await app(new Request(origin + '/orders', { headers }))
  return [response.status, response.ok && await response.text()]
}
console.log(JSON.stringify({ name, sent: await asked({ authorization: 'Bearer ' + bearer }), bare: await asked({}) }))`
    const code = used.replace('http://127.0.0.1:4010/session/staging', upstream.url)
    writeFileSync(files.path('bearer.mts'), code)
    const { headers } = entranceOf({ user: USER })
    const { output } = await run([JSON.stringify(headers)], {
      main: files.path('bearer.mts'),
      env: { VISIT_SECRET: SECRET },
    })
    expect(JSON.parse(output)).toEqual({
      name: fullName,
      sent: [200, 'Orders of STF-1'],
      bare: [401, false],
    })
  })

  it('replace a secret while visits go on', async () => {
    writeFileSync(files.path('visit-secret'), `${SECRET}: the new one\n`)
    writeFileSync(files.path('visit-secret.old'), `${SECRET}: the old one\n`)
    const used = `${programOf('web-app/security.md', 'rotation.mts')}
const admitted = await extension.admit({ method: 'GET', header: name => name === 'cookie' ? process.argv[2] : null })
console.log(admitted.kind)`
    writeFileSync(files.path('rotates.mts'), used)
    const sealedWith = async (secret: string) => {
      const before = createExtension({
        ...{ appId: 'sample-school', sessionUrl: 'https://sis.example', environment: 'production', secret },
        onVisit: () => null,
        fetch: async () => Response.json(USER),
      })
      const headers: Record<string, string> = { 'x-app-id': 'sample-school', 'x-session-token': 't' }
      const admission = await before.admit({ method: 'GET', header: name => headers[name] })
      const cookie = 'setCookie' in admission ? (admission.setCookie?.split(';')[0] ?? '') : ''
      const { output } = await run([cookie], { main: files.path('rotates.mts'), cwd: files.folder })
      return output.trim()
    }
    expect(await sealedWith(`${SECRET}: the old one`)).toBe('visit')
    expect(await sealedWith(`${SECRET}: the new one`)).toBe('visit')
    expect(await sealedWith(`${SECRET}: another one`)).toBe('refused')
  })
})

describe('their program for single sign-on', () => {
  it('lets in staff with an id_token of their own, and nobody with that of a colleague', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k' }]
    await using upstream = await startUpstream((response, { url }) =>
      response.end(JSON.stringify(url === '/keys' ? { keys } : USER)),
    )
    const used = `${programOf('web-app/reference.md', 'sso.mts')}
const headers = JSON.parse(process.argv[2])
const admitted = await extension.admit({ method: 'GET', header: name => headers[name] })
console.log(JSON.stringify(admitted.visit?.account ?? admitted.error.code))`
    const code = used
      .replace('https://login.example/keys', `${upstream.url}/keys`)
      .replace('https://sis.example/session', `${upstream.url}/session`)
    writeFileSync(files.path('sso.mts'), code)
    const enter = async (employee_id: string) => {
      const id_token = await new SignJWT({ employee_id, department: 'Science' })
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer('https://login.example')
        .setAudience('client-id-of-the-mobile-app')
        .setSubject('person-1')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
      const { headers } = entranceOf({ user: USER, sso: { id_token } })
      const env = { VISIT_SECRET: SECRET }
      const { output } = await run([JSON.stringify(headers)], { main: files.path('sso.mts'), env })
      return JSON.parse(output)
    }
    expect(await enter('STF-1')).toEqual({ refNo: 'STF-1', department: 'Science' })
    expect(await enter('STF-2')).toBe('SSO_OTHER_USER')
  })
})

const USER = {
  ...{ userId: 1, appId: 'sample-school', role: 'Staff', refNo: 'STF-1' },
  ...{ createdAt: '2026-09-01T00:00:00Z', expireAt: '2099-09-01T00:00:00Z' },
  ...{ firstName: 'A', lastName: 'B', fullName: 'A B', chineseName: '', email: '', imageUrl: '' },
}

describe('their tables', () => {
  it('name every error with its status', () => {
    const rows = [...guide('fix.md').matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)].map(
      ([, code = '', status]) => [code, Number(status)] as const,
    )
    expect(Object.fromEntries(rows)).toEqual(FAULT_STATUS)
    expect(rows.length).toBe(Object.keys(FAULT_STATUS).length)
  })

  it('name what adapters export', async () => {
    for (const adapter of ['express', 'fastify', 'hono', 'fetch', 'nitro']) {
      const exported = Object.keys(await import(`../../../extension/${adapter}.ts`))
      for (const name of exported) expect(guide('reference.md')).toContain(`\`${name}\``)
    }
  })
})
