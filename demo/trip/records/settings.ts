/** What the web-app remembers of itself: the secret that seals its visits, and where it told the app to find it. */
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'

export interface Settings {
  /** The same at every start, so that a visit outlives one. */
  secret(): string
  /** The entrance page that App settings were given last. */
  announced(): string | undefined
  announce(entranceUrl: string): void
}

export function createSettings(database: SqliteDatabase, newSecret: () => string): Settings {
  const read = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck()
  const keep = database.prepare(
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const add = database.prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO NOTHING')
  return {
    secret() {
      add.run('secret', newSecret())
      return read.get('secret') ?? ''
    },
    announced: () => read.get('entrance_url'),
    announce: entranceUrl => void keep.run('entrance_url', entranceUrl),
  }
}
