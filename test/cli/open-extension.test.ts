/** `schoolbell open-extension` as a developer of a web-app runs it. */
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../console/index.ts'
import { readEntrance } from '../../extension/index.ts'
import { createSessionClient } from '../../shared/client/index.ts'
import { call } from '../support/call.ts'
import { type Running, run, start } from '../support/command.ts'
import { rawRequest } from '../support/raw-request.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { type Got, page, startWebApp, type WebApp } from '../support/web-app.ts'

let webApp: WebApp
beforeAll(async () => {
  webApp = await startWebApp({
    'GET /entrance': (_request, response) =>
      void response.writeHead(200, { 'set-cookie': 'session=s3cret; HttpOnly' }).end(page('Welcome')),
    'GET /refuses': (_request, response) => void response.writeHead(401).end(page('Open this page again')),
    'GET /slash/': (_request, response) => void response.writeHead(308, { location: '/slash' }).end(),
    'GET /broken': (_request, response) => void response.writeHead(500).end('it broke'),
  })
})
afterAll(() => webApp[Symbol.asyncDispose]())

const entranceOf = ({ headers }: Got) => readEntrance(name => [headers[name] ?? null].flat()[0])
const lastEntrance = () =>
  entranceOf(webApp.requests.at(-1) ?? { method: '', url: '', headers: {}, body: '' })
const NEVER_ASKED =
  /The web-app refused the entrance, and this service was never asked for the user\. (Check the web-app’s settings: its session URL should be|Set the web-app’s session URL to) http:\/\/127\.0\.0\.1:\d+\/session\/staging/
/** The line of the phone's output that holds this. */
async function lineWith(phone: Running, text: string): Promise<string> {
  for (;;) {
    const line = await phone.nextLine()
    if (line.includes(text)) return line
  }
}
/** Opens the phone's link as a browser does. @returns how it opens a page after that */
async function opens(link: URL) {
  const opened = await rawRequest(link.origin, link.pathname)
  const [cookie = ''] = [opened.headers['set-cookie'] ?? []].flat()[0]?.split(';') ?? []
  return (path: string, headers = {}) => rawRequest(link.origin, path, { headers: { cookie, ...headers } })
}
function ssoFile(place: Scratch, sso: object): string {
  mkdirSync(place.folder, { recursive: true })
  writeFileSync(place.path('sso.json'), JSON.stringify(sso))
  return place.path('sso.json')
}
const PRINT = ['open-extension', '--service-port', '0', '--print', '--entrance-url']

describe('schoolbell open-extension --print', () => {
  it('opens the entrance as the app does and shows what went over the wire, but no secret', async () => {
    using place = scratch()
    const sso = { issuer: 'login.example', name: '陳大文' }
    const args = ['--child', '3001', '--lang', 'zh', '--sso', ssoFile(place, sso)]
    const { code, output, errors } = await run([...PRINT, `${webApp.origin}/entrance?x=1#y`, ...args])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const { appId, language, selectionHint, ssoHint, sessionToken } = lastEntrance()
    expect([appId, language, ssoHint]).toEqual(['sample-school', 'zh-HK', sso])
    expect(selectionHint).toEqual({ kind: 'student', userId: 3001, refNo: 'TB260001' })
    for (const shown of ['X-Session-Token: (43 characters, not shown)', '\n200\n', 'Welcome'])
      expect(output).toContain(shown)
    for (const secret of [sessionToken, 's3cret']) expect(output).not.toContain(secret)
  })

  it('as JSON, with a token that somebody else issued, without any service', async () => {
    const env = { SCHOOLBELL_SESSION_TOKEN: 'a-token-of-staging' }
    const args = ['--app-id', 'other-school', '--child', '7', '--child-ref-no', 'S-7', '--json']
    const { code, output } = await run([...PRINT, `${webApp.origin}/entrance`, ...args], { env })
    expect(code).toBe(0)
    expect(lastEntrance()).toMatchObject({ appId: 'other-school', sessionToken: 'a-token-of-staging' })
    const printed = JSON.parse(output)
    expect(printed).toMatchObject({
      request: { method: 'GET' },
      answer: { status: 200, body: page('Welcome') },
    })
    expect(printed.request.headers).toContainEqual({ name: 'X-Session-Token', hidden: 18 })
    expect(output).not.toContain('a-token-of-staging')
  })

  it('ends with 1 when the web-app answers with an error, or does not answer at all', async () => {
    const [broken, nobody, nowhere] = await Promise.all([
      run([...PRINT, `${webApp.origin}/broken`]),
      call([...PRINT, 'http://127.0.0.1:9/']),
      call([...PRINT, 'http://a..b/', '--lang', 'en']),
    ])
    expect([broken.code, nobody.code, nowhere.code]).toEqual([1, 1, 1])
    expect(broken.output).toContain('it broke')
    expect(nobody.output).toContain(
      'Nothing answers at http://127.0.0.1:9/. Start your web-app there, or change the entrance page URL in --entrance-url.',
    )
    expect(nowhere.output).toContain('leads nowhere. The name a..b has no address. Look for a spelling')
  })

  it('names the session URL that a web-app needs which refuses and never asked for the user', async () => {
    const json = [...PRINT, `${webApp.origin}/refuses`, '--json']
    const [refused, welcome, failed] = await Promise.all([
      run([...PRINT, `${webApp.origin}/refuses`]),
      call([...PRINT, `${webApp.origin}/entrance`, '--json']),
      call(json),
    ])
    expect(refused.output).toMatch(NEVER_ASKED)
    expect(refused.code).toBe(1)
    const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/session\/staging$/)
    expect(JSON.parse(failed.output)).toMatchObject({
      sessionUrl: address,
      remedy: expect.stringMatching(NEVER_ASKED),
    })
    expect(JSON.parse(welcome.output)).toMatchObject({ sessionUrl: address })
    expect(welcome.output).not.toContain('remedy')
  })

  it('says that an entrance was redirected before anything read it', async () => {
    const lost =
      /The entrance was redirected to \/slash and no cookie was set\. .* Make \/slash the entrance page URL/
    const [printed, json] = await Promise.all([
      call([...PRINT, `${webApp.origin}/slash/`]),
      call([...PRINT, `${webApp.origin}/slash/`, '--json']),
    ])
    expect(printed.output).toMatch(lost)
    expect(JSON.parse(json.output)).toMatchObject({ remedy: expect.stringMatching(lost) })
  })

  it('names the option that a server with Node’s own limit of headers needs', async () => {
    using place = scratch()
    const server = createWebServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const sso = ssoFile(place, { id_token: 'x'.repeat(20_000) })
    const refused = await call([...PRINT, `http://127.0.0.1:${port}/`, '--sso', sso])
    server.close()
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(
      /\n431\n[\s\S]*server does not accept 2\d KB of headers\. Give it maxHeaderSize 65536 \(docs\/web-app\/fix\.md\)\./,
    )
  })

  it.each<[args: string[], reason: string]>([
    [['--child', '3002'], '--child: 3002 is no child of user 2001'],
    [['--user', '99999'], '--user: 99999 names no user'],
    [['--user', 'headmaster'], 'guardian, student, staff or a user id'],
    [['--lang', 'fr'], 'It must be en or zh'],
    [['--environment', 'test'], 'Allowed choices'],
    [['--sso', '/nowhere.json'], '--sso: /nowhere.json cannot be read (ENOENT); give a JSON file'],
    [['--entrance-url', 'javascript:alert(1)'], 'the URL of a page'],
    [['--entrance-url', 'http://a:b@127.0.0.1/'], 'no user name or password'],
  ])('a wrong call ends with 2 and says why: %j', async (args, reason) => {
    const { code, output, errors } = await call([...PRINT, `${webApp.origin}/entrance`, ...args])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
  })

  it.each([
    [['--user', 'student'], 'a-token-of-staging', '--user has no effect with your own token'],
    [['--app-id', 'other-school'], '', '--app-id is for your own token'],
    [[], 'a-token-of-staging', '--app-id is missing'],
  ])('refuses what has no effect, and asks for what a token does not say: %j', async (args, token, says) => {
    const env = { SCHOOLBELL_SESSION_TOKEN: token }
    const { code, errors } = await call([...PRINT, `${webApp.origin}/entrance`, ...args], env)
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(says) })
  })
})

describe('schoolbell open-extension', () => {
  it('prints an address that any browser opens, with a token that the service beside it resolves', async () => {
    const entranceUrl = `${webApp.origin}/entrance`
    await using phone = start(['open-extension', '--service-port', '0', '--entrance-url', entranceUrl])
    const open = await opens(new URL(await phone.nextLine()))
    expect((await open('/entrance')).body.toString()).toContain('Welcome')
    const sessionUrl = /http:\S+/.exec(await lineWith(phone, 'sessions'))?.[0] ?? ''
    const { appId, sessionToken } = lastEntrance()
    const user = await createSessionClient({ sessionUrl, appId }).resolve(sessionToken)
    expect(user).toMatchObject({ userId: 2001, role: 'Guardian' })
    expect(await lineWith(phone, 'GET  /entrance')).toMatch(/200 .*with the app’s headers/)
    expect(await phone.stop('SIGINT')).toEqual({ code: 0, signal: null })
  })

  it('says of each refused entrance what is wrong, until it is right', async () => {
    let sessionUrl = 'http://127.0.0.1:9/session/staging'
    let appId = 'sample-school'
    const statusFor = async (headers: Got['headers']) => {
      const { sessionToken } = entranceOf({ method: 'GET', url: '/', headers, body: '' })
      return await createSessionClient({ sessionUrl, appId })
        .resolve(sessionToken)
        .then(
          () => 200,
          ({ status }) => (status === undefined ? 503 : 401),
        )
    }
    await using asks = await startWebApp({
      'GET /': (request, response) =>
        void statusFor(request.headers).then(status => response.writeHead(status).end()),
    })
    await using phone = start(['open-extension', '--service-port', '0', '--entrance-url', `${asks.origin}/`])
    const link = new URL(await phone.nextLine())
    const right = /http:\S+/.exec(await lineWith(phone, 'sessions'))?.[0] ?? ''
    await lineWith(phone, 'Ctrl-C')
    const enter = async () => {
      await (await opens(link))('/')
      return await phone.nextLine()
    }
    expect(await enter()).toMatch(/^GET {2}\/ {2}503 /)
    expect(await phone.nextLine()).toMatch(NEVER_ASKED)
    for (const [wrongUrl, wrongAppId, says] of [
      [right.replace('staging', 'production'), 'sample-school', 'asked for a user of production'],
      [right.replace('staging', 'stagin'), 'sample-school', 'asked for the user at /session/stagin/v2/'],
      [right, 'another-school', 'asked for the user as another app'],
    ] as const) {
      sessionUrl = wrongUrl
      appId = wrongAppId
      expect(await enter()).toMatch(/^GET {2}\/ {2}401 /)
      expect(await phone.nextLine()).toContain(`The web-app ${says}`)
    }
    appId = 'sample-school'
    sessionUrl = right
    expect(await enter()).toMatch(/^GET {2}\/ {2}200 /)
    await phone.stop('SIGINT')
  })

  it('names the option of a port that is in use: its own, or that of the sample school', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as { port: number }
    const ofPage = await call([...PRINT, `${webApp.origin}/entrance`, '--port', `${port}`])
    const ofSchool = await call(['open-extension', '--print', '--service-port', `${port}`])
    busy.close()
    const inUse = `port ${port} on 127.0.0.1 is in use; stop what listens there or choose another port`
    expect(ofPage).toEqual({ code: 1, output: '', errors: `schoolbell: ${inUse}\n` })
    expect(ofSchool).toEqual({
      code: 1,
      output: '',
      errors: `schoolbell: --service-port: ${inUse}; if a service of yours runs there, name its data folder, as in --data-dir .schoolbell/demo/service\n`,
    })
  })

  it('makes no school of a folder in which no service has kept anything, and says what is wrong with it', async () => {
    using place = scratch()
    const errorsFor = async (folder: string, from = ['open-extension', '--print']) => {
      const { code, errors } = await call([...from, '--data-dir', folder])
      expect(code).toBe(2)
      return errors
    }
    const typo = place.path('typo')
    expect(await errorsFor(typo)).toBe(
      `schoolbell: --data-dir: ${typo} does not exist; give the folder of a service, as in --data-dir .schoolbell/service\n`,
    )
    expect(existsSync(typo)).toBe(false)
    const both = await errorsFor(typo, [...PRINT, `${webApp.origin}/entrance`])
    expect(both).toContain('--service-port is for the sample')
    writeFileSync(place.path('file'), '')
    mkdirSync(place.path('demo', 'service'), { recursive: true })
    writeFileSync(place.path('demo', 'service', 'service.db'), '')
    expect(await errorsFor(place.folder)).toContain(
      `${place.folder} has no data of a service; give the folder of a service`,
    )
    expect(await errorsFor(place.path('file'))).toContain(
      'file is no folder; give the folder of a service, as in --data-dir ',
    )
    expect(await errorsFor(place.path('demo'))).toContain(
      `give that of its service: ${place.path('demo', 'service')}\n`,
    )
  })

  it('prints no control characters of a name', async () => {
    using place = scratch()
    const dataDir = place.path('data')
    const name = { firstName: 'A\u001b[2J', lastName: 'B', fullName: 'A B', chineseName: '' }
    const staff = { userId: 7, role: 'Staff' as const, refNo: 'S-7', email: 'a@b.example', ...name }
    await (await createService({ dataDir, port: 0, seed: { users: [staff] } })).close()
    const url = `${webApp.origin}/entrance`
    await using phone = start(['open-extension', '--data-dir', dataDir, '--user', '7', '--entrance-url', url])
    expect(await lineWith(phone, '  as ')).toBe('  as          A [2J B, Staff 7')
    await phone.stop('SIGTERM')
  })

  it('takes users, App settings and tokens of a service that runs on a data folder', async () => {
    using place = scratch()
    await using service = await createService({ dataDir: place.path('data'), port: 0 })
    const { sessionUrls } = await service.listen()
    service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/entrance` }
    const session = ['--user', 'staff', '--environment', 'production']
    const args = ['--data-dir', place.path('data'), ...session, '--forget-cookies']
    await using phone = start(['open-extension', ...args])
    const open = await opens(new URL(await phone.nextLine()))
    const about = await lineWith(phone, 'sessions')
    expect(about).toContain('production, by a service that you run: ')
    expect(about).toContain(` service --data-dir ${place.path('data')}`)
    await open('/entrance')
    const { appId, sessionToken } = lastEntrance()
    const sessions = createSessionClient({ sessionUrl: sessionUrls.production, appId })
    expect(await sessions.resolve(sessionToken)).toMatchObject({ userId: 1001, role: 'Staff' })
    await open('/again', { accept: 'text/html' })
    expect(webApp.requests.at(-1)?.headers).not.toHaveProperty('cookie')
    expect(await lineWith(phone, 'GET  /again')).toMatch(/ cookies forgotten$/)
    expect(await phone.nextLine()).toMatch(
      /^The phone has forgotten .* session back\. See “Web views that lose cookies” in .*web-app\/fix\.md$/,
    )
    await phone.stop('SIGTERM')
    await expect(sessions.resolve(sessionToken)).rejects.toMatchObject({ status: 401 })
  })
})
