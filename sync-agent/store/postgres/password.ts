/** A password in a file of its own, as container platforms and systemd hand it over. Read at each connection: it may change. */
import { readFile } from 'node:fs/promises'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'

export function passwordFrom(file: string): () => Promise<string> {
  return async function readPassword() {
    try {
      return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
    } catch (error) {
      throw new StoreError(
        'STORE_UNUSABLE',
        `${file}, the database’s password, cannot be used: ${pathFault(error)}`,
      )
    }
  }
}
