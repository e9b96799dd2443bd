/** The data of a service: one database and one folder of media, in the data folder or for this run only. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { openDatabase, type SqliteDatabase } from '../../shared/sqlite/open.ts'
import { APPLICATION_ID, MIGRATIONS } from './migrations.ts'

/** Its database, in the folder. */
const STORE_FILE = 'service.db'

/** Whether a service has kept its data there. */
export const holdsStore = (dataDir: string): boolean => existsSync(join(dataDir, STORE_FILE))

export interface Store {
  database: SqliteDatabase
  /** Of everything else that is kept. */
  folder: string
  mediaDir: string
  close(): void
}

/**
 * Opens the store in `dataDir`, or one that is deleted when it is closed.
 *
 * @throws {StoreError} the folder cannot be used, or its database is another program's or a newer version's
 */
export function openStore(dataDir: string | undefined): Store {
  const folder = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'schoolbell-service-')) : resolve(dataDir)
  const discard = () => {
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const database = openDatabase({
      path: dataDir === undefined ? ':memory:' : join(folder, STORE_FILE),
      purpose: 'the service’s store',
      applicationId: APPLICATION_ID,
      migrations: MIGRATIONS,
      isPrivate: true,
    })
    const mediaDir = join(folder, 'media')
    makeFolder(mediaDir, 0o700)
    for (const inner of [mediaDir, join(folder, 'snapshots')]) closeToOthers(inner)
    return {
      database,
      folder,
      mediaDir,
      close() {
        database.close()
        discard()
      },
    }
  } catch (error) {
    discard()
    throw error
  }
}

/** Also where an older version has made it, or the data folder was there before: that one may hold other things. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch {
    // There is none, or it is another user's.
  }
}
