/** The school's own facts: its name, its app id, and the More item of the app (console: Settings, App Settings). */
import type { Language } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { settingsFaults } from './entrance-url.ts'
import { refuse } from './refuse.ts'

/** The extension web-app's entrance as the school has set it up. */
export interface AppSettings {
  /** Whether the app shows the More item. */
  moreEnabled: boolean
  /** "More: Entrance Page URL". */
  entranceUrl: string
}

export interface SchoolFacts {
  name: Record<Language, string>
  /** What X-App-Id carries. */
  appId: string
}

export interface School {
  /** Whether the store has been filled: a new one has no school. */
  exists(): boolean
  found(facts: SchoolFacts & AppSettings): void
  facts(): SchoolFacts
  settings(): AppSettings
  /** @throws {DraftError} the address cannot be one; nothing was changed */
  changeSettings(settings: AppSettings): void
}

interface SchoolRow {
  name_en: string
  name_zh: string
  app_id: string
  more_enabled: number
  entrance_url: string
}

export function schoolIn(database: SqliteDatabase): School {
  const select = database.prepare<[], SchoolRow>('SELECT * FROM school')
  const insert = database.prepare('INSERT INTO school VALUES (1, ?, ?, ?, ?, ?)')
  const update = database.prepare('UPDATE school SET more_enabled = ?, entrance_url = ?')
  const row = () => {
    const found = select.get()
    if (!found) throw new Error('the store holds no school')
    return found
  }
  return {
    exists: () => select.get() !== undefined,
    found({ name, appId, moreEnabled, entranceUrl }) {
      insert.run(name['en-US'], name['zh-HK'], appId, moreEnabled ? 1 : 0, entranceUrl)
    },
    facts() {
      const { name_en, name_zh, app_id } = row()
      return { name: { 'en-US': name_en, 'zh-HK': name_zh }, appId: app_id }
    },
    settings() {
      const { more_enabled, entrance_url } = row()
      return { moreEnabled: more_enabled === 1, entranceUrl: entrance_url }
    },
    changeSettings(settings) {
      refuse(settingsFaults('/entranceUrl', settings))
      update.run(settings.moreEnabled ? 1 : 0, settings.entranceUrl)
    },
  }
}
