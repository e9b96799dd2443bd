/** Whatever is asked of the agent: never a server's error, and every answer is one that its OpenAPI document promises. */
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import type { OpenApiDocument } from '../../../sync-agent/outlets/http/openapi.ts'
import { printPlace } from '../../../sync-agent/outlets/news/cursor.ts'
import { onSocket } from '../../support/on-socket.ts'
import { type Judge, openApiJudge } from '../../support/openapi-judge.ts'
import type { RawAnswer } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, success, type Upstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, entry, getJson, news, RELAYING } from '../support.ts'
import { attachment, fileOf, mirrorBefore, serving } from './media/support.ts'

const IDS = ['a', 'b/c', '運動會 2026', '100%', 'x'.repeat(300), '..']
const PICTURE = {
  fileType: 'image/png',
  fileSize: 1,
  url: 'https://files.example/a.png',
  thumbnailUrl: 'https://files.example/a-200.png',
  mobileScreenImageUrl: 'javascript:alert(1)',
  imageWidth: 20,
  imageHeight: 10,
} as const

const PLAN = fileOf('application/pdf', 500)
/** Where the mirror has it. */
const MIRRORED = `/media/${createHash('sha256').update(PLAN).digest('hex')}/plan.pdf`

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
let judge: Judge
const connections = new Agent({ keepAlive: true, maxSockets: 32 })
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream((response, asked) => {
    const plan = attachment(`${upstream.url}/files/plan.pdf`, PLAN)
    const script = asked.url?.includes('popupmsg')
      ? success([{ msgTitle: 'T', msgBody: '<p>B</p>', displayDate: '20260901080000' }])
      : news(
          IDS.map(id => entry(id, { newsTitle: `Harbour 運動會 ${id}`, attachments: [PICTURE, plan] })),
          ['gone'],
        )
    serving(script, { '/files/plan.pdf': PLAN })(response, asked)
  })
  agent = await mirrorBefore(upstream, files, {
    streams: [ACADEMY, ACADEMY_ZH],
    ...RELAYING,
  })
  address = await agent.listen()
  await agent.syncOnce()
  await agent.mirrorMedia()
  judge = openApiJudge((await getJson(`${address}/openapi.json`)) as OpenApiDocument)
})
afterAll(async () => {
  connections.destroy()
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

interface Question {
  method: string
  path: string
  headers: Record<string, string>
}

/** A body that never ends is left once it has begun. */
function ask({ method, path, headers }: Question): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers, agent: connections }, response => {
      const { statusCode: status = 0, headers: told } = response
      const chunks: Buffer[] = []
      const end = () => resolve({ status, headers: told, body: Buffer.concat(chunks) })
      if (told['content-type']?.startsWith('text/event-stream')) {
        response.on('error', () => {}).destroy()
        end()
        return
      }
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', end)
    })
    call.on('error', reject)
    call.end()
  })
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())
/** As it stands in the request line. */
const rawText = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)),
  maxLength: 40,
})
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map(encode),
  rawText.map(text => text.replaceAll('#', '')),
  fc.constantFrom('%00', '%ff', '%', '%c3%28', '%ed%a0%80', '%2e%2e', '..', '%', '+', '%0d%0a'),
)
/** One of these words. */
const oneOf = (words: string) => fc.constantFrom(...words.split(' '))
const value = fc.oneof(
  { arbitrary: oneOf('academy en-US zh-HK 1 5 100 0 -1 1e3 99999999999999999999'), weight: 3 },
  {
    arbitrary: fc
      .constantFrom(
        'harbour',
        'Harbour OR 1=1',
        '"',
        'NEAR(a b)',
        "'; DROP TABLE news; --",
        'title:*',
        '運動',
      )
      .map(encode),
    weight: 2,
  },
  fc.constantFrom(...IDS).map(encode),
  fc
    .record({
      newsDateTime: fc.constantFrom('20260901083000', '00000000000000', '99999999999999'),
      newsId: fc.string(),
    })
    .map(printPlace),
  fc.jsonValue().map(json => Buffer.from(JSON.stringify(json)).toString('base64url')),
  fc.integer({ min: 100, max: 9_000 }).map(length => 'x'.repeat(length)),
  anyText,
)
const name = fc.oneof(
  { arbitrary: fc.constantFrom('siteId', 'lang', 'limit', 'cursor', 'q', 'newsId', 'after'), weight: 8 },
  fc.constantFrom('__proto__', 'constructor', 'q[]', 'q[$ne]', ''),
  anyText,
)
// No `wait`: an answer held back for half a minute is a right one.
const query = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map(pairs => pairs.map(([key, text]) => `${key}=${text}`).join('&'))
const path = fc.oneof(
  { arbitrary: fc.constant('/v1/news'), weight: 6 },
  {
    arbitrary: fc.oneof(fc.constantFrom(...IDS, 'gone').map(encode), anyText).map(id => `/v1/news/${id}`),
    weight: 3,
  },
  oneOf('/ /v1/changes /v1/changes/stream /cms/api/v1/popupmsg/check /openapi.json'),
  oneOf('/feeds/academy/en-US.rss /feeds/academy/zh-HK.json /feeds/academy/en-US/news-sitemap.xml'),
  oneOf('/livez /readyz /freshz /widget/popup.js /v1 /v1/news/ //v1/news'),
  {
    arbitrary: fc.oneof(
      fc.constant(MIRRORED),
      anyText.map(name => `${MIRRORED}${name}`),
    ),
    weight: 1,
  },
  anyText.map(text => `/media/${text}/plan.pdf`),
  anyText.map(text => `/${text}`),
)
const question: fc.Arbitrary<Question> = fc.record({
  method: fc.oneof(
    { arbitrary: fc.constant('GET'), weight: 20 },
    fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'),
  ),
  path: fc.tuple(path, query).map(([where, what]) => (what ? `${where}?${what}` : where)),
  headers: fc.record(
    {
      'accept-encoding': fc.constantFrom('identity', '*', 'br;q=0', ';;;', ''),
      'if-none-match': fc.oneof(fc.constantFrom('*', '"', 'W/', ',,,'), rawText),
      origin: fc.oneof(fc.constantFrom('null', 'https://school.example'), rawText),
      'if-modified-since': fc.oneof(fc.constantFrom('Tue, 01 Sep 2026 00:30:00 GMT', '0'), rawText),
      range: fc.oneof(fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=1-0', 'bytes=0-1,3-4'), rawText),
      'last-event-id': fc.oneof(fc.constantFrom('0', '-1', '99999'), rawText),
    },
    { requiredKeys: [] },
  ),
})

describe('whatever is asked', () => {
  // Promise: operate/api-whatever
  it('there is no server’s error, and every answer is one that the OpenAPI document promises', {
    timeout: 600_000,
  }, async () => {
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 50, maxLength: 50 }), async questions => {
        const answers = await Promise.all(questions.map(async asked => ({ asked, answer: await ask(asked) })))
        for (const { asked, answer } of answers) {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          const fault = answer.status >= 500 ? `${answer.status}` : faultOf(asked, answer)
          expect(fault && { fault, asked, body: `${answer.body}`.slice(0, 300) }).toBeUndefined()
        }
      }),
      { numRuns: 25 },
    )
    // Not all were turned away at the door.
    expect(Object.fromEntries(statuses)).toMatchObject({
      200: expect.any(Number),
      204: expect.any(Number),
      400: expect.any(Number),
    })
    for (const [path, ...codes] of [
      ['/v1/news', 200, 304, 400],
      ['/v1/news/{newsId}', 200, 404],
      ['/v1/changes', 200],
      ['/media/{sha256}/{name}', 200, 206, 404],
    ])
      for (const code of codes) expect(judge.judged).toContain(`${path} ${code}`)
  })

  function faultOf({ method, path: asked }: Question, answer: RawAnswer): string | undefined {
    if (method === 'OPTIONS') return answer.status < 500 ? undefined : 'refused'
    if (method === 'GET') return judge.faultOf(asked, answer)
    if (method === 'HEAD') return answer.body.length === 0 ? undefined : 'has a body'
    if (answer.status < 400) return `${answer.status} to ${method}`
    return `${answer.headers['content-type']}`.startsWith('application/problem+json')
      ? undefined
      : 'is no problem'
  }

  it.each([
    ['a query of 1 MB', `GET /v1/news?q=${'x'.repeat(1_000_000)} HTTP/1.1`, 431],
    ['a header of 1 MB', `GET /v1/news HTTP/1.1\r\nif-none-match: ${'x'.repeat(1_000_000)}`, 431],
    ['a NUL byte in the address', 'GET /v1/news?q=a\0b HTTP/1.1', 400],
    ['bytes that are no ASCII in the address', 'GET /v1/news?q=\xff\xfe HTTP/1.1', 400],
    ['no HTTP at all', '\x16\x03\x01\x02\0\x01', 400],
    ['an address with a space', 'GET /v1/news?q=a b HTTP/1.1', 400],
  ])('%s is answered with a problem', async (_name, head, status) => {
    const answer = await onSocket(address, `${head}\r\nhost: agent.example\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('content-type: application/problem+json\r\n')
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      status,
      title: expect.any(String),
    })
  })
})
