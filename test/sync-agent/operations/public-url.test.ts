/** The doctor's look from outside, through web servers that are set up well and not so well. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExaminePublicUrlOptions, examinePublicUrl, type SyncAgent } from '../../../sync-agent/index.ts'
import { nobodyListens } from '../../support/nobody.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { body, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, news } from '../support.ts'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news())
  agent = await agentBefore(upstream, files.path('news.db'), { publicUrl: 'https://school.example/school/' })
  address = await agent.listen()
  await agent.syncOnce()
})
afterAll(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

type Pass = (request: IncomingMessage, response: ServerResponse) => void

/** A web server in front that keeps the operators' addresses inside and does this with all others. */
async function behind(pass: Pass) {
  const server = createServer((request, response) => {
    if (/^\/school\/(metrics|readyz|freshz)/.test(request.url ?? '')) response.writeHead(404).end()
    else pass(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    publicUrl: `http://127.0.0.1:${port}/school`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const passOn: Pass = ({ url = '', headers }, response) => {
  const call = forward(address + url, { headers }, answer => {
    response.writeHead(answer.statusCode ?? 0, answer.headers)
    response.flushHeaders()
    answer.pipe(response)
  })
  response.on('close', () => call.destroy())
  call.on('error', () => response.destroy()).end()
}

async function resultsOf(publicUrl: string, options: Partial<ExaminePublicUrlOptions> = {}) {
  const findings = await examinePublicUrl({ publicUrl, ...options })
  return Object.fromEntries(findings.map(({ check, result }) => [check, result]))
}

const WELL = {
  'public address': 'ok',
  '%2F in addresses': 'ok',
  '/metrics, /readyz and /freshz': 'ok',
  'stream of changes': 'ok',
}

it('finds nothing where all is passed on', async () => {
  await using front = await behind(passOn)
  expect(await resultsOf(front.publicUrl)).toEqual(WELL)
})

it('warns of what anybody can read', async () => {
  expect(await resultsOf(address)).toEqual({ ...WELL, '/metrics, /readyz and /freshz': 'warning' })
})

it('warns of a server that decodes addresses', async () => {
  await using front = await behind((request, response) => {
    request.url = decodeURIComponent(request.url ?? '')
    passOn(request, response)
  })
  expect(await resultsOf(front.publicUrl)).toEqual({ ...WELL, '%2F in addresses': 'warning' })
})

it('warns of a server that holds a stream back', async () => {
  await using front = await behind((request, response) => {
    if (!request.url?.endsWith('/stream')) passOn(request, response)
    else response.flushHeaders()
  })
  /** What is not held back comes, however long the machine takes for it. */
  const streamInTime: typeof fetch = (input, init) =>
    fetch(input, `${input}`.endsWith('/stream') ? init : { ...init, signal: null })
  expect(await resultsOf(front.publicUrl, { timeoutMs: 300, fetch: streamInTime })).toEqual({
    ...WELL,
    'stream of changes': 'warning',
  })
})

// Promise: operate/doctor-public
it.each([
  [
    404,
    'does not lead to an agent: HTTP 404; compare the path, and the port to which the web server leads it',
  ],
  [
    502,
    'does not lead to an agent: HTTP 502, nobody answers behind the web server; start the agent, or correct the port to which the web server leads',
  ],
])('names the remedy where something else answers with HTTP %i', async (status, detail) => {
  await using elsewhere = await startUpstream(body('<h1>Not found</h1>', 'text/html', status))
  expect(await examinePublicUrl({ publicUrl: `${elsewhere.url}/school/` })).toEqual([
    { check: 'public address', result: 'failed', detail },
  ])
})

it('says that nobody answers', async () => {
  using nobody = await nobodyListens()
  const [finding] = await examinePublicUrl({ publicUrl: nobody.origin })
  expect(finding).toMatchObject({ result: 'warning', detail: expect.stringContaining('ECONNREFUSED') })
})

it('names the remedy where the agent answers without the address under which it is asked', async () => {
  using place = scratch()
  await using unaware = await agentBefore(upstream, place.path('news.db'))
  const inside = await unaware.listen()
  const [finding] = await examinePublicUrl({ publicUrl: `${inside}/school` })
  expect(finding).toEqual({
    check: 'public address',
    result: 'failed',
    detail: `an agent seems to respond, but it does not serve /school/; start it with the same --public-url ${inside}/school/`,
  })
})

it('cannot tell about the stream of changes before the first copy', async () => {
  using place = scratch()
  await using early = await agentBefore(upstream, place.path('news.db'), {
    publicUrl: 'https://school.example/',
  })
  const findings = await examinePublicUrl({ publicUrl: await early.listen() })
  expect(findings.at(-1)).toEqual({
    check: 'stream of changes',
    result: 'cannot tell',
    detail: 'the agent has not copied the news of each stream yet',
  })
})

it('ends when it is told to', async () => {
  await using front = await behind(() => undefined)
  const end = new AbortController()
  const examined = examinePublicUrl({ publicUrl: front.publicUrl }, end.signal)
  end.abort(new Error('enough'))
  await expect(examined).rejects.toThrow('enough')
})
