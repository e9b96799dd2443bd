/** The files below the media folder that a state names, removed media included: a removal can be undone. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export function mediaPaths(database: SqliteDatabase): string[] {
  return database
    .prepare<[], string>(`
      SELECT path FROM media UNION SELECT thumbnail_path FROM media UNION SELECT screen_path FROM media ORDER BY 1`)
    .pluck()
    .all()
}
