/** Sets the web-app's entrance page in App settings, unless another one is set. */
import type { AppSettings } from '../../console/index.ts'
import type { Settings } from './records/settings.ts'

/** The sample school's initial setting. */
const SAMPLE_ENTRANCE = 'http://127.0.0.1:4030/'

/** @param app the service's App settings; a value entered by the school office is kept */
export function announceEntrance(app: { settings: AppSettings }, own: Settings, entranceUrl: string): void {
  const { entranceUrl: present } = app.settings
  if (present !== SAMPLE_ENTRANCE && present !== own.announced()) return
  if (present !== entranceUrl) app.settings = { ...app.settings, entranceUrl }
  own.announce(entranceUrl)
}
