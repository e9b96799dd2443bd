/** MariaDB as Debian packages it, with a folder of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MariaDb {
  socket: string
  stop(): Promise<void>
}

/** @param database a first one */
/** Reached through a socket in the folder, and by nobody else. */
export async function startMariaDb(folder: string, database: string): Promise<MariaDb> {
  const data = join(folder, 'database')
  const socket = join(folder, 'db.sock')
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  // Without the first, the log of a handful of pages has 96 MB.
  const small = ['--innodb-log-file-size=4M', '--innodb-buffer-pool-size=16M']
  const own = ['--no-defaults', `--datadir=${data}`, ...small, ...asRoot]
  const made = spawnSync(
    'mariadb-install-db',
    [...own, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stdout}${made.stderr}`)
  const first = join(folder, 'first.sql')
  writeFileSync(first, `CREATE DATABASE IF NOT EXISTS ${database} CHARACTER SET utf8mb4;\n`)
  const server = spawn(
    '/usr/sbin/mariadbd',
    [
      ...own,
      `--socket=${socket}`,
      '--skip-networking',
      `--init-file=${first}`,
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(server, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part
      if (said.includes('ready for connections')) resolve()
    })
    ended.then(() => reject(new Error(`mariadbd did not start: ${said}`)))
  })
  return {
    socket,
    async stop() {
      server.kill()
      await ended
    },
  }
}
