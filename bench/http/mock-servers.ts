/** Other mock servers with the same response as the service, each in its own process; installed by `npm run bench` only. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { installBeside } from '../../scripts/install-beside.ts'
import { PEERS_DIR } from '../popup/contestants.ts'

export interface Peer {
  name: string
  url: string
}

export interface Peers {
  all: Peer[]
  end(): Promise<void>
}

const PATH = '/api/v1/popupmsg/check'

/** @param answer the envelope; a peer always sends the same txID */
export async function startPeers(answer: object, folder: string): Promise<Peers> {
  installBeside(PEERS_DIR)
  const write = (name: string, content: object) => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(content))
    return file
  }
  const module = (path: string) => join(PEERS_DIR, 'node_modules', path)
  const database = write('json-server.json', { check: answer })
  const programs: ChildProcess[] = []
  const start = async (name: string, path: string, args: (port: number) => string[]): Promise<Peer> => {
    const port = await freePort()
    const program = spawn(process.execPath, args(port), { cwd: folder, stdio: 'ignore' })
    programs.push(program)
    const url = `http://127.0.0.1:${port}${path}`
    await answers(url, program, name)
    return { name, url }
  }
  const all = [
    await start('json-server 0.17', '/check', port => [
      ...[
        module('json-server/lib/cli/bin.js'),
        '--host',
        '127.0.0.1',
        '--port',
        `${port}`,
        '--quiet',
        '--no-gzip',
        database,
      ],
    ]),
    await start('json-server 1.0', '/check', port => [
      ...[module('json-server-1/lib/bin.js'), '--host', '127.0.0.1', '--port', `${port}`, database],
    ]),
    await start('Prism', PATH, port => [
      ...[
        module('@stoplight/prism-cli/dist/index.js'),
        'mock',
        '-h',
        '127.0.0.1',
        '-p',
        `${port}`,
        '-v',
        'error',
      ],
      write('openapi.json', openapi(answer)),
    ]),
    await start('Mockoon', PATH, port => [
      ...[module('@mockoon/cli/bin/run.js'), 'start', '--port', `${port}`, '--disable-log-to-file'],
      ...['--disable-admin-api', '--data', write('mockoon.json', mockoon(answer, port))],
    ]),
  ]
  return {
    all,
    async end() {
      for (const program of programs) {
        program.kill()
        if (program.exitCode === null && program.signalCode === null) await once(program, 'close')
      }
    },
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
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
