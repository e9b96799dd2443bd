/** Checks a state file that came from outside for what the rules of its tables do not see. */
import { hashOf } from '../../shared/server/secret.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { ENDINGS, isPictureName } from '../media/media.ts'
import { settingsFaults } from '../office/entrance-url.ts'
import { heldIn, type Manifest } from './manifest.ts'
import { invalid } from './state-error.ts'
import { openStateFile } from './state-file.ts'
import { mediaPaths } from './tables.ts'

/**
 * Migrates it as well.
 *
 * @returns the paths of the media that it names, and what it holds
 * @throws {StateError} names the table
 */
export function checkState(file: string): Pick<Manifest, 'school' | 'tables'> & { media: string[] } {
  const database = openStateFile(file)
  try {
    const [loose] = database.pragma('foreign_key_check') as { table: string; parent: string }[]
    if (loose) throw invalid(`table ${loose.table}`, `a row names something that is not in ${loose.parent}`)
    checkSchool(database)
    checkMedia(database)
    markSamples(database)
    return { media: mediaPaths(database), ...heldIn(database) }
  } finally {
    database.close()
  }
}

/** The entrance is a link that people follow. */
function checkSchool(database: SqliteDatabase): void {
  const select = database.prepare<[], { more_enabled: number; entrance_url: string }>('SELECT * FROM school')
  const school = select.get()
  if (!school) throw invalid('table school', 'must hold one school')
  const settings = { moreEnabled: school.more_enabled === 1, entranceUrl: school.entrance_url }
  for (const { reason } of settingsFaults('', settings))
    throw invalid('table school', `entrance_url ${reason}`)
}

const PATH = /^[0-9a-f]{64}\/(?!\.\.?$)[^/\\\0]+$/

/** Paths become names of files, and their endings the types that browsers are sent. */
function checkMedia(database: SqliteDatabase): void {
  const select = database.prepare<[], Record<string, string>>('SELECT * FROM media')
  for (const { file_type = '', path = '', thumbnail_path = '', screen_path = '', name } of select.iterate()) {
    const endings: readonly string[] = ENDINGS[file_type as keyof typeof ENDINGS] ?? []
    const isServed =
      endings.some(ending => path.toLowerCase().endsWith(ending)) &&
      isPictureName(thumbnail_path) &&
      isPictureName(screen_path)
    if (!isServed || ![path, thumbnail_path, screen_path].every(each => PATH.test(each)))
      throw invalid('table media', `${name} has a path that no medium of its type can have`)
  }
}

/** The sample keys and tokens, which are published with this project. */
const PUBLISHED = [
  'sample-access-key',
  'sample-guardian',
  'sample-student',
  'sample-staff',
  'sample-expired',
].map(hashOf)

/** As samples, even if the state does not. */
function markSamples(database: SqliteDatabase): void {
  const key = database.prepare('UPDATE access_key SET sample = 1 WHERE key_hash = ?')
  const session = database.prepare('UPDATE session SET sample = 1 WHERE token_hash = ?')
  for (const hash of PUBLISHED) {
    key.run(hash)
    session.run(hash)
  }
}
