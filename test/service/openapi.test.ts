/** What the service tells of the interface and of its own addresses, to programs and to people, and whether it keeps to it. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../shared/server/openapi/document.ts'
import { CONSOLE_TOKEN } from '../support/console-calls.ts'
import { type Judge, openApiJudge } from '../support/openapi-judge.ts'
import { rawRequest } from '../support/raw-request.ts'
import {
  ACCESS_KEY,
  APP_ID,
  PRODUCTION_TOKEN,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
} from '../support/small-school.ts'

let school: SmallSchool
let base: string
/** The interface, and what the service has besides. */
let document: OpenApiDocument
let besides: OpenApiDocument
let judge: Judge
beforeAll(async () => {
  school = await startSmallSchool({ consoleToken: CONSOLE_TOKEN })
  base = school.addresses.base
  document = await (await fetch(`${base}/openapi.json`)).json()
  besides = await (await fetch(`${base}/openapi-service.json`)).json()
  judge = openApiJudge(document, besides)
})
afterAll(() => school[Symbol.asyncDispose]())

describe('the documents', () => {
  it('have the interface’s four calls in one, with names for functions, and all others in the other', () => {
    const calls = Object.entries(document.paths).map(([path, { get, ...others }]) => {
      expect(others).toEqual({})
      return { path, call: get?.operationId, at: get?.servers?.map(({ url }) => url) }
    })
    expect(calls).toEqual([
      { path: '/api/v1/popupmsg/check', call: 'getPopupMessages', at: ['./cms'] },
      { path: '/api/v1/news/check', call: 'getNews', at: ['./cms'] },
      {
        path: '/units/{unitId}/years/{yearId}/groups/{groupName}/attendance-lists/{date}',
        call: 'getAttendanceList',
        at: ['./sync'],
      },
      {
        path: '/v2/grd/external-session',
        call: 'resolveSession',
        at: ['./session/staging', './session/production'],
      },
    ])
    expect(Object.keys(besides.paths)).toEqual(
      expect.arrayContaining([
        '/console/api/overview',
        '/console/api/undo',
        '/media/{file}',
        '/healthz',
        '/readyz',
      ]),
    )
    for (const path of Object.keys(besides.paths)) expect(path).not.toMatch(/^\/(cms|api|sync|session)\b/)
    const entrance = document.webhooks?.extensionEntrance?.get?.parameters ?? []
    expect(entrance.map(({ name }) => name.toLowerCase())).toEqual([
      'x-app-id',
      'x-session-token',
      'x-language',
      'x-sso-response',
      'x-selected-sub-user-id',
      'x-selected-sub-ref-no',
    ])
  })

  it('say which headers a call needs', () => {
    const security = Object.values(document.paths).map(({ get }) => get?.security)
    expect(security).toEqual([[], [], [{ appId: [], accessKey: [] }], [{ appId: [], sessionToken: [] }]])
    const schemes = Object.entries(document.components.securitySchemes ?? {})
    expect(schemes.map(([name, scheme]) => [name, 'name' in scheme && scheme.name])).toEqual([
      ['appId', 'X-App-Id'],
      ['accessKey', 'X-Access-Key'],
      ['sessionToken', 'X-Session-Token'],
    ])
  })

  it('name the forms of times, dates and addresses', () => {
    const { AttendanceEntry, SessionUser, PictureAttachment } = document.components.schemas as Record<
      string,
      { properties: Record<string, { format?: string }> }
    >
    const formatOf = (schema: typeof AttendanceEntry, name: string) => schema?.properties[name]?.format
    for (const [schema, names] of [
      [AttendanceEntry, ['entryDate', 'approvedAt']],
      [SessionUser, ['createdAt', 'expireAt']],
      [PictureAttachment, ['imageDateTime']],
    ] as const)
      expect(names.map(name => formatOf(schema, name))).toEqual(names.map(() => 'date-time'))
    expect(formatOf(PictureAttachment, 'url')).toBe('uri')
  })

  it('mark what the interface leaves open: every status but 200, and every header', () => {
    for (const { get } of Object.values(document.paths))
      for (const [status, { description, headers = {} }] of Object.entries(get?.responses ?? {})) {
        if (status !== '200') expect(description).toContain('**Open point**')
        for (const header of Object.values(headers)) expect(header.description).toContain('**Open point**')
      }
  })

  it('tells that everything of the console needs somebody who is signed in, or a token', () => {
    const operations = Object.entries(besides.paths)
      .filter(([path]) => path.startsWith('/console/api/'))
      .flatMap(([path, item]) => Object.values(item).map(({ security }) => ({ path, security })))
    const open = ['/console/api/access', '/console/api/sign-in']
    const whole = [{ consoleCookie: [], consoleKey: [] }, { consoleToken: [] }]
    // What a browser asks for by itself, without a key.
    const byCookie = /\/(events|media\/\{name\}\/file)$/
    for (const { path, security } of operations)
      if (!open.includes(path))
        expect({ path, security }).toEqual({
          path,
          security: byCookie.test(path) ? [{ consoleCookie: [] }, { consoleToken: [] }] : whole,
        })
  })
})

describe('/docs', () => {
  it.each(['/docs', '/docs/service'])(
    '%s is a page under a policy that allows this service alone',
    async at => {
      const answer = await fetch(`${base}${at}`)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).not.toMatch(/https?:|unsafe|\*/)
      const page = await answer.text()
      expect(page).not.toMatch(/<script(?! src="\/docs\/)|<style|\sstyle=|\son\w+=|javascript:|https?:/i)
      for (const [, link = ''] of page.matchAll(/(?:href|src)="([^"]+)"/g))
        expect((await fetch(new URL(link, answer.url))).status).toBe(200)
    },
  )

  it('shows the same documents', async () => {
    const paths = async (at: string) => Object.keys((await (await fetch(`${base}${at}`)).json()).paths)
    expect(await paths('/docs/json')).toEqual(Object.keys(document.paths))
    expect(await paths('/docs/service/json')).toEqual(Object.keys(besides.paths))
  })
})

const CREDENTIALS = {
  'x-app-id': APP_ID,
  'x-access-key': ACCESS_KEY,
}
const anyText = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map(word => encodeURIComponent(word.toWellFormed()))
const oneOf = (...words: string[]) => fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 4 }, anyText)
const query = (names: string[], values: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 4 })
    .map(pairs => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const contentCall = fc
  .tuple(
    fc.constantFrom('popupmsg', 'news'),
    fc.constantFrom('siteId=academy', 'siteId=pre-school', 'siteId=nursery', ''),
    fc.constantFrom('lastSyncTime=19700101000000', 'lastSyncTime=20261231235959', 'lastSyncTime=x', ''),
    query(['lang', 'newsIDs', 'siteId', '__proto__'], oneOf('en-US', 'zh-HK', 'N-1,N-4', 'fr')),
  )
  .map(([call, ...parts]) => ({
    path: `/cms/api/v1/${call}/check?${parts.filter(Boolean).join('&')}`,
    headers: {},
  }))
const listCall = fc
  .tuple(
    oneOf('1', '2', '9', '-1', 'one'),
    oneOf('2026', '1.5'),
    oneOf('1A%20-%20Rowing', '2B%2FChoir%20%26%20Strings', '100%25%20Science%3F'),
    oneOf('2026-09-01', '2026-02-30'),
    fc.constantFrom(CREDENTIALS, CREDENTIALS, CREDENTIALS, {}),
  )
  .map(([unit, year, group, date, headers]) => ({
    path: `/sync/units/${unit}/years/${year}/groups/${group}/attendance-lists/${date}`,
    headers,
  }))
const listAt = (group: string, date: string) =>
  `/sync/units/1/years/2026/groups/${group}/attendance-lists/${date}`
const sessionCall = fc
  .tuple(
    fc.constantFrom('staging', 'production'),
    fc.constantFrom(
      { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN },
      { 'x-app-id': APP_ID, 'x-session-token': PRODUCTION_TOKEN },
      { 'x-app-id': APP_ID },
      {},
    ),
  )
  .map(([environment, headers]) => ({ path: `/session/${environment}/v2/grd/external-session`, headers }))
const otherCall = fc
  .oneof(
    fc.constantFrom('/healthz', '/readyz', '/openapi.json', '/openapi-service.json', '/'),
    anyText.map(word => `/media/${word}`),
    anyText.map(word => `/${word}`),
    oneOf('overview', 'popups', 'state').map(word => `/console/api/${word}`),
  )
  .map(path => ({ path, headers: {} }))

async function isAsPromised(path: string, headers: Record<string, string>): Promise<number> {
  const answer = await rawRequest(base, path, { headers })
  const fault = answer.status >= 500 ? `${answer.status}` : judge.faultOf(path, answer)
  expect(fault && { fault, path, body: `${answer.body}`.slice(0, 300) }).toBeUndefined()
  return answer.status
}

describe('whatever is asked', () => {
  // Promise: content/success, content/failure, integrate/documents
  it('is answered as the document promises', async () => {
    const call = fc.oneof(contentCall, listCall, sessionCall, otherCall)
    const held = fc.constantFrom({}, {}, { 'if-none-match': '*' })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(call, held), { minLength: 25, maxLength: 25 }), async calls => {
        for (const [{ path, headers }, condition] of calls)
          await isAsPromised(path, { ...headers, ...condition })
      }),
      { numRuns: 10 },
    )
    // Chance finds some of them too seldom to count on.
    const popups = '/cms/api/v1/popupmsg/check'
    const news = '/cms/api/v1/news/check'
    const staging = '/session/staging/v2/grd/external-session'
    const production = '/session/production/v2/grd/external-session'
    const list = '/sync/units/{unitId}/years/{yearId}/groups/{groupName}/attendance-lists/{date}'
    for (const [seen, path, headers] of [
      [`${popups} 200`, `${popups}?siteId=academy`, {}],
      [`${popups} 304`, `${popups}?siteId=academy`, { 'if-none-match': '*' }],
      [`${news} 200`, `${news}?siteId=academy&lastSyncTime=19700101000000`, {}],
      [`${staging} 200`, staging, { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN }],
      [`${production} 400`, production, {}],
      [`${list} 200`, listAt('1A%20-%20Rowing', '2026-09-01'), CREDENTIALS],
      [`${list} 400`, listAt('1A%20-%20Rowing', '2026-02-30'), CREDENTIALS],
      [`${list} 404`, listAt('none', '2026-09-01'), CREDENTIALS],
    ] as const) {
      await isAsPromised(path, headers)
      expect(judge.judged).toContain(seen)
    }
  })

  // Promise: integrate/documents
  it('of the console is answered as the document promises, to whoever may ask and to nobody else', async () => {
    const endless = ['/console/api/events', '/console/api/requests/events', '/console/api/requests/wait']
    const templates = Object.entries(besides.paths)
      .filter(([path, item]) => path.startsWith('/console/api/') && item.get && !endless.includes(path))
      .map(([path]) => path)
    const part = oneOf('1', '20', 'N-1', 'gate', '2026-09-01', '2026-09', 'staging', '0', '-1')
    const question = query(
      ['limit', 'after', 'search', 'state', 'siteId', 'environment', 'unitId', 'yearId', 'date', 'text'],
      oneOf('1', 'academy', 'Quillfeather', 'published', 'staging', '9999999', '-1', ''),
    )
    const call = fc
      .tuple(
        fc.constantFrom(...templates),
        fc.array(part, { minLength: 4, maxLength: 4 }),
        question,
        fc.boolean(),
      )
      .map(([template, parts, asked, isAdmitted]) => {
        const path = template.replaceAll(/\{\w+\}/g, () => parts.pop() || '1')
        return { path: asked ? `${path}?${asked}` : path, isAdmitted }
      })
    const tell: Record<string, string> = { authorization: `Bearer ${CONSOLE_TOKEN}` }
    const isAsPromisedTo = async (path: string, isAdmitted: boolean) => {
      const status = await isAsPromised(path, isAdmitted ? tell : {})
      if (!isAdmitted && !path.startsWith('/console/api/access')) expect([401, 404]).toContain(status)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 25, maxLength: 25 }), async calls => {
        for (const { path, isAdmitted } of calls) await isAsPromisedTo(path, isAdmitted)
      }),
      { numRuns: 6, endOnFailure: true },
    )
    // Nor does it come to every address.
    for (const template of templates) await isAsPromisedTo(template.replaceAll(/\{\w+\}/g, '1'), true)
    for (const template of templates) {
      const statuses = [...judge.judged].filter(each => each.startsWith(`${template} `))
      expect({ template, isJudged: statuses.length > 0 }).toEqual({ template, isJudged: true })
    }
  })
})

it('healthz and readyz say that all is well, and readyz when media cannot be kept', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(`${base}${path}`)
    return [answer.status, answer.headers.get('cache-control'), (await answer.json()).status]
  }
  expect(await ask('/healthz')).toEqual([200, 'no-store', 'ok'])
  expect(await ask('/readyz')).toEqual([200, 'no-store', 'ready'])
})
