/** The record of a folder that was published before there was a manifest: a file of SQLite, which is taken over once. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { PublishError } from './errors.ts'
import type { LastSettings } from './last-settings.ts'
import { EARLIER_RECORD } from './paths.ts'

/** Its files count as ours, and are compared. Undefined: there is no such record, or an emptied one. */
export function earlierRecord(folder: string): EarlierRecord | undefined {
  const path = join(folder, EARLIER_RECORD)
  if (!existsSync(path) || statSync(path).size === 0) return undefined
  try {
    const database = new Database(path)
    try {
      const origin = database.prepare<[], Origin>('SELECT service_url, store, settings FROM origin').get()
      const rows = database.prepare<[], FileRow>('SELECT path, size, mtime FROM file').all()
      const { service_url: serviceUrl = '', store = '', settings = '' } = origin ?? {}
      return {
        ...{ serviceUrl, store, ...(settings !== '' && { settings: JSON.parse(settings) }) },
        files: new Map(rows.map(({ path, size, mtime }) => [path, { source: '', size, mtime }])),
      }
    } finally {
      database.close()
    }
  } catch (error) {
    throw new PublishError(
      'FOLDER_UNUSABLE',
      `${path}, the record of an earlier version of schoolbell, cannot be read: empty the folder, or name another one; or empty only this file, and correct files are taken over`,
      { cause: error },
    )
  }
}

export interface EarlierRecord {
  serviceUrl: string
  store: string
  settings?: LastSettings
  files: Map<string, { source: ''; size: number; mtime: number }>
}

interface FileRow {
  path: string
  size: number
  mtime: number
}

interface Origin {
  service_url: string
  store: string
  settings: string
}

export function removeEarlierRecord(folder: string): void {
  for (const ending of ['', '-journal']) rmSync(join(folder, EARLIER_RECORD + ending), { force: true })
}
