/** Where the suites of PostgreSQL work: a server and a folder of this run, and programs that end with it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serverIn } from '../../test/support/postgres/server.ts'
import { type Programs, startPrograms } from '../http/programs.ts'

/** As an operator runs it. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '128MB' }

export interface Place {
  /** A store in PostgreSQL of this name. Without TLS, as on one machine, because SQLite has none either. */
  db(name: string): string
  file(name: string): string
  programs: Programs
  /** What the server itself does within a minute after a table has changed. */
  vacuum(): Promise<void>
}

export async function inPlace<Result>(measure: (place: Place) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const server = serverIn(folder, DURABLE)
  const programs = startPrograms()
  try {
    const address = `postgres://postgres@127.0.0.1:${await server.port()}/postgres?sslmode=disable`
    return await measure({
      db: name => `${address}&schema=${name}`,
      file: name => join(folder, `${name}.sqlite`),
      programs,
      async vacuum() {
        const client = new pg.Client(address)
        await client.connect()
        await client.query('VACUUM ANALYZE')
        await client.end()
      },
    })
  } finally {
    await programs.end()
    await server.end()
    rmSync(folder, { recursive: true })
  }
}
