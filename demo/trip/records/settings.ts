/** Stored settings: the secret that seals visits, and the entrance page that was set in App settings. */
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'

export interface Settings {
  /** The same after a restart, so that visits stay valid. */
  secret(): string
  /** The entrance page that was last set in App settings. */
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
