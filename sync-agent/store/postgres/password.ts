/** Where a password comes from: a file of its own, which may change, or what libpq reads. Asked for at each connection. */
import { readFile } from 'node:fs/promises'
// @ts-expect-error The package has no types.
import pgpass from 'pgpass'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'

/** What the server wants a password for, as pg hands it over. */
interface Asked {
  host: string
  port: number
  user: string
  database: string
}

/**
 * @param name the database's, for messages
 * @param file as container platforms and systemd hand a password over; undefined: PGPASSWORD, or the file of PGPASSFILE
 */
export function passwordFrom(name: string, file: string | undefined): () => Promise<string> {
  return async function readPassword(asked?: Asked) {
    const password = file === undefined ? await fromEnvironment(asked) : await contentOf(file)
    if (password) return password
    throw new StoreError(
      'STORE_REFUSED',
      file === undefined
        ? `the ${name} asks for a password; name its file with --db-password-file, or give it in PGPASSWORD or the file of PGPASSFILE, which only its owner may read`
        : `${file}, the database’s password, is empty`,
    )
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  } catch (error) {
    throw new StoreError(
      'STORE_REFUSED',
      `${file}, the database’s password, cannot be used: ${pathFault(error)}`,
    )
  }
}

/** In the file of PGPASSFILE, or in ~/.pgpass. */
const lookUp: (asked: Asked, found: (password: string | undefined) => void) => void = pgpass

const fromEnvironment = async (asked: Asked | undefined): Promise<string | undefined> => {
  // Set to nothing it counts as not set, as libpq does it; pgpass would read no file.
  if (process.env.PGPASSWORD === '') delete process.env.PGPASSWORD
  return process.env.PGPASSWORD ?? (asked && (await new Promise(resolve => lookUp(asked, resolve))))
}
