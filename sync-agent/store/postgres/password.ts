/** Where a password comes from: a file of its own, which may change, or what libpq reads. Asked for at each connection. */
import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
// @ts-expect-error The package has no types.
import pgpass from 'pgpass'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'

/**
 * @param name the database's, for messages
 * @param file as container platforms and systemd hand a password over; undefined: PGPASSWORD, or the file of PGPASSFILE
 * @param option that names such a file
 * @returns for pg, which calls it as a method of its client
 */
export function passwordFrom(name: string, file: string | undefined, option: string): () => Promise<string> {
  const read = file === undefined ? fromEnvironment : () => contentOf(file)
  const missing =
    file === undefined
      ? `the ${name} asks for a password; name its file with ${option}, or give it in PGPASSWORD or the file of PGPASSFILE, which only its owner may read`
      : `${file}, the database’s password, is empty`
  return async function readPassword(this: unknown) {
    const client = this as Client
    try {
      const password = await read(client)
      if (password) return password
      throw new StoreError('STORE_REFUSED', missing)
    } catch (error) {
      // pg would leave the server waiting, and the process with it.
      void client.end()
      throw error
    }
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  } catch (error) {
    const reason = pathFault(error)
    throw new StoreError('STORE_REFUSED', `${file}, the database’s password, cannot be used: ${reason}`)
  }
}

async function fromEnvironment(client: Client): Promise<string | undefined> {
  // Set to nothing it counts as not set, as libpq does it; pgpass would read no file.
  if (process.env.PGPASSWORD === '') delete process.env.PGPASSWORD
  return process.env.PGPASSWORD ?? new Promise(resolve => pgpass(client, resolve))
}
