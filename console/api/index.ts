/** The console's own API: one plugin for each subject. The guard stands before all of them (console/routes.ts). */
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { accessKeysApi } from './access-keys.ts'
import { appSettingsApi } from './app-settings.ts'
import { attendanceApi } from './attendance.ts'
import { eventsApi } from './events.ts'
import { labApi } from './lab.ts'
import { mediaApi } from './media.ts'
import { newsApi } from './news.ts'
import { overviewApi } from './overview.ts'
import { peopleApi } from './people.ts'
import { popupsApi } from './popups.ts'
import { requestsApi } from './requests.ts'
import { sessionsApi } from './sessions.ts'
import { simulatorApi } from './simulator.ts'
import { stateApi } from './state.ts'
import { structuresApi } from './structures.ts'
import { studentListsApi } from './student-lists.ts'
import { undoApi } from './undo.ts'

const PLUGINS = [
  overviewApi,
  eventsApi,
  popupsApi,
  newsApi,
  mediaApi,
  structuresApi,
  studentListsApi,
  attendanceApi,
  peopleApi,
  sessionsApi,
  accessKeysApi,
  appSettingsApi,
  simulatorApi,
  stateApi,
  labApi,
  requestsApi,
  undoApi,
]

export async function consoleApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  for (const plugin of PLUGINS) await server.register(plugin, context)
}
