/** Gives a run of the tests a place for its one PostgreSQL server, and ends the server if any test has started it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverIn } from './server.ts'

export default function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  // The server may run as another user.
  chmodSync(folder, 0o755)
  // The workers have it from here.
  process.env.TEST_POSTGRES = folder
  return async () => {
    await serverIn(folder).end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
