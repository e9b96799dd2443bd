/** What an archive is made of, and what it holds. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { countRows } from './tables.ts'

/** The name of the database in an archive. */
export const DATABASE = 'school.db'
export const MEDIA_FOLDER = 'media/'
/** Where an archive of the first form says what it is. */
export const FIRST_FORM = 'schoolbell.json'

export interface Manifest {
  /** Of the store that it was written from. */
  schema: number
  /** ISO 8601 in UTC. */
  exportedAt: string
  school: { 'en-US': string; 'zh-HK': string }
  /** Rows by table. */
  tables: Record<string, number>
  media: { files: number; bytes: number }
}

export function heldIn(database: SqliteDatabase): Pick<Manifest, 'school' | 'tables'> {
  const select = database.prepare<[], Manifest['school']>(
    'SELECT name_en AS "en-US", name_zh AS "zh-HK" FROM school',
  )
  return { school: select.get() ?? { 'en-US': '', 'zh-HK': '' }, tables: countRows(database) }
}

/** A file of the archive, by its name below the folder that the state lies in. */
export type Packed = ReadonlyMap<
  string,
  { fileName: string; bytes: number; writtenAt: Date; read(): Promise<Readable> }
>

/** Whether a seed is a .zip file, by its first bytes. @param seed a path, or a name that is none */
export async function isArchive(seed: string): Promise<boolean> {
  if (seed === 'sample' || seed === 'empty') return false
  const handle = await open(seed).catch(() => undefined)
  if (!handle) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32BE() === 0x504b0304
  } catch {
    // A folder; reading the seed reports it.
    return false
  } finally {
    await handle.close()
  }
}
