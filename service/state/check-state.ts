/** Checks a state file that came from outside for what the rules of its tables do not see. */
import { checkOf } from '../../shared/client/check.ts'
import { isDay } from '../../shared/contract/day.ts'
import { WireDateTime } from '../../shared/contract/wire-time.ts'
import { hashOf } from '../../shared/server/secret.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { ENDINGS, isPictureName } from '../media/media.ts'
import { settingsFaults } from '../office/entrance-url.ts'
import { instant } from '../office/faults.ts'
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
    checkMoments(database)
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

/** The years 1970 to 9999, which the service’s clock can show. */
const LATEST_MS = Date.parse('9999-12-31T00:00:00Z')
const isShown = (ms: number) => ms >= 0 && ms <= LATEST_MS

/** Whether a value is such a moment, by how the column writes it. */
const seconds = (value: unknown) => isShown(Number(value) * 1000)
const milliseconds = (value: unknown) => isShown(Number(value))
const isInstant = (value: unknown) => [...instant('', String(value))].length === 0
const isWall = (value: unknown) => wireDateTime.Check(value)
const wireDateTime = checkOf(WireDateTime)

/** Every column that is a moment or a day. */
const MOMENTS: readonly [table: string, columns: string[], isMoment: (value: unknown) => boolean][] = [
  ['media', ['added_at', 'removed_at'], seconds],
  ['media', ['image_date_time'], isInstant],
  ['popup', ['starts_at', 'ends_at'], seconds],
  ['popup', ['display_date'], isWall],
  ['news', ['publish_at', 'unpublish_at'], seconds],
  ['news', ['news_date_time'], isWall],
  ['news_site', ['changed_at', 'sent_from'], seconds],
  ['access_key', ['created_at', 'last_used_at'], milliseconds],
  ['session', ['created_at', 'expire_at'], isInstant],
  ['attendance_entry', ['date'], value => isDay(String(value))],
  ['attendance_entry', ['entry_date', 'approved_at'], isInstant],
]

/** Lists cannot be shown with a moment that no clock shows. */
function checkMoments(database: SqliteDatabase): void {
  for (const [table, columns, isMoment] of MOMENTS)
    for (const column of columns) {
      const values = database.prepare<[], unknown>(
        `SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`,
      )
      for (const value of values.pluck().iterate())
        if (!isMoment(value))
          throw invalid(
            `table ${table}`,
            `${column} ${value} is no time that can be (in the years 1970 to 9999)`,
          )
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
