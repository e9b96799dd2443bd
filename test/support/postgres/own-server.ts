/** A PostgreSQL server of a test's own, which may crash, start again, and be replaced by its standby. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { type Cluster, giveAllToServer, launch, makeCluster, programsOfRun } from './server.ts'
import { until } from './until.ts'

export interface OwnServer extends AsyncDisposable {
  /** For `--db`; the same whichever server is behind it. */
  db: string
  /** What the database's owner does. */
  execute(statement: string): Promise<Record<string, unknown>[]>
  /** As when its machine loses power: no transaction comes to its end. */
  crash(): Promise<void>
  start(): Promise<void>
  /** The server is gone, and a standby that has every transaction takes its place. */
  failOver(): Promise<void>
  /** A standby has what there is now, and hears no more. */
  keepStandby(): Promise<void>
  /** The server is gone, and the kept standby is at its address; `SELECT pg_promote()` lets it take writes. */
  fallBack(): Promise<void>
}

/** A transaction has ended when it is on both. Written files need not outlive the machine. */
const SETTINGS = { synchronous_commit: 'on' }

export async function startOwnServer(): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  // The server may run as another user.
  chmodSync(folder, 0o755)
  let cluster: Cluster = { folder, data: join(folder, 'first'), ...(await programsOfRun()) }
  await makeCluster(cluster)
  let port = await freePort()
  let server = await launch(cluster, port, SETTINGS)
  const front = await forwarder(() => port)

  const execute = (statement: string) => ask(port, statement)
  let kept: Cluster | undefined
  const copyAsStandby = async (): Promise<Cluster> => {
    await end(server, 'SIGINT')
    const copy = { ...cluster, data: join(folder, 'second') }
    cpSync(cluster.data, copy.data, { recursive: true, verbatimSymlinks: true })
    chmodSync(copy.data, 0o700)
    writeFileSync(join(copy.data, 'standby.signal'), '')
    giveAllToServer(copy.data)
    return copy
  }
  return {
    db: `postgres://postgres@127.0.0.1:${front.port}/postgres`,
    execute,
    crash: () => end(server, 'SIGQUIT'),
    async start() {
      server = await launch(cluster, port, SETTINGS)
    },
    async failOver() {
      const copy = await copyAsStandby()
      server = await launch(cluster, port, { ...SETTINGS, synchronous_standby_names: '*' })
      const source = `host=127.0.0.1 port=${port} user=postgres`
      const standbyPort = await freePort()
      const standby = await launch(copy, standbyPort, { ...SETTINGS, primary_conninfo: source })
      await until('the standby follows', async () => {
        const [row] = await execute('SELECT sync_state FROM pg_stat_replication')
        return row?.sync_state === 'sync'
      })
      await end(server, 'SIGQUIT')
      await ask(standbyPort, 'SELECT pg_promote()')
      ;[cluster, port, server] = [copy, standbyPort, standby]
    },
    async keepStandby() {
      kept = await copyAsStandby()
      server = await launch(cluster, port, SETTINGS)
    },
    async fallBack() {
      if (!kept) throw new Error('no standby was kept')
      await end(server, 'SIGQUIT')
      cluster = kept
      server = await launch(cluster, port, SETTINGS)
    },
    [Symbol.asyncDispose]: async () => {
      front.close()
      await end(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function end(server: ChildProcess, how: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(how)
  await once(server, 'exit')
}

async function ask(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const options = '-c search_path=schoolbell'
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', options })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** An address that stays the same, as a school has it in front of its database. */
async function forwarder(target: () => number) {
  const server = createServer(socket => {
    const onwards = connect(target(), '127.0.0.1')
    for (const end of [socket, onwards]) {
      end.on('error', () => undefined).on('close', () => [socket, onwards].map(each => each.destroy()))
    }
    socket.pipe(onwards).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
