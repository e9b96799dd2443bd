/** Other mock servers with the same response as the service, each in its own process; installed by `npm run bench` only. */
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installBeside } from '../../scripts/install-beside.ts'
import { freePort } from '../../test/support/free-port.ts'
import { PEERS_DIR } from '../popup/contestants.ts'
import type { Place } from '../suite.ts'

const PATH = '/api/v1/popupmsg/check'
const AT = ['--host', '127.0.0.1', '--port']

/** @param answer the envelope; each always sends the same txID. @returns their URLs by name */
export async function startMockServers(
  answer: object,
  { folder, spawn }: Place,
): Promise<Record<string, string>> {
  installBeside(PEERS_DIR)
  const write = (name: string, content: object) => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(content))
    return file
  }
  const database = write('json-server.json', { check: answer })
  const start = async (script: string, path: string, args: (port: number) => string[]): Promise<string> => {
    const port = await freePort()
    const program = spawn([join(PEERS_DIR, 'node_modules', script), ...args(port)], {
      cwd: folder,
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}${path}`
    await answers(url, program, script)
    return url
  }
  return {
    'json-server 0.17': await start('json-server/lib/cli/bin.js', '/check', port => [
      ...[...AT, `${port}`, '--quiet', '--no-gzip', database],
    ]),
    'json-server 1.0': await start('json-server-1/lib/bin.js', '/check', port => [
      ...[...AT, `${port}`, database],
    ]),
    Prism: await start('@stoplight/prism-cli/dist/index.js', PATH, port => [
      ...['mock', '-h', '127.0.0.1', '-p', `${port}`, '-v', 'error', write('openapi.json', openapi(answer))],
    ]),
    Mockoon: await start('@mockoon/cli/bin/run.js', PATH, port => [
      ...['start', '--port', `${port}`, '--disable-log-to-file'],
      ...['--disable-admin-api', '--data', write('mockoon.json', mockoon(answer, port))],
    ]),
  }
}

async function answers(url: string, program: ChildProcess, name: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (program.exitCode !== null) throw new Error(`${name} ended with ${program.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${name} does not answer at ${url}`)
}

const openapi = (answer: object) => ({
  openapi: '3.0.3',
  info: { title: 'popups', version: '1' },
  paths: {
    [PATH]: {
      get: {
        responses: { 200: { description: 'ok', content: { 'application/json': { example: answer } } } },
      },
    },
  },
})

const mockoon = (answer: object, port: number) => ({
  uuid: 'b2a1b0c4-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'popups',
  port,
  hostname: '127.0.0.1',
  endpointPrefix: '',
  latency: 0,
  folders: [],
  routes: [
    {
      uuid: 'b2a1b0c4-0000-4000-8000-000000000002',
      type: 'http',
      documentation: '',
      method: 'get',
      endpoint: PATH.slice(1),
      responseMode: null,
      responses: [
        {
          uuid: 'b2a1b0c4-0000-4000-8000-000000000003',
          body: JSON.stringify(answer),
          latency: 0,
          statusCode: 200,
          label: '',
          headers: [],
          bodyType: 'INLINE',
          filePath: '',
          databucketID: '',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: true,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
    },
  ],
  rootChildren: [{ type: 'route', uuid: 'b2a1b0c4-0000-4000-8000-000000000002' }],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: {
    enabled: false,
    type: 'CERT',
    pfxPath: '',
    certPath: '',
    keyPath: '',
    caPath: '',
    passphrase: '',
  },
  cors: true,
  headers: [{ key: 'Content-Type', value: 'application/json' }],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [],
  callbacks: [],
})
