/** Tells the app where the web-app is, where nobody has told it something else. */
import type { AppSettings } from '../../console/index.ts'
import type { Settings } from './records/settings.ts'

/** As the sample school has it before anything was said. */
const SAMPLE_ENTRANCE = 'http://127.0.0.1:4030/'

/** @param app whose settings hold the entrance page; what the school office has entered stays */
export function announceEntrance(app: { settings: AppSettings }, own: Settings, entranceUrl: string): void {
  const { entranceUrl: present } = app.settings
  if (present !== SAMPLE_ENTRANCE && present !== own.announced()) return
  if (present !== entranceUrl) app.settings = { ...app.settings, entranceUrl }
  own.announce(entranceUrl)
}
