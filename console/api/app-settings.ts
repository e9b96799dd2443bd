/** App settings: the More item of the mobile app and the page that it opens. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { refuse } from '../../service/records/refuse.ts'
import { entranceWarnings, settingsFaults } from '../../service/school/entrance-url.ts'
import { json, recordRefusal } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { BothLanguages, Undo } from './schemas.ts'
import { undoRoute } from './undo.ts'

const TOPIC = 'app-settings'

const SettingsDraft = Type.Object(
  { moreEnabled: Type.Boolean(), entranceUrl: Type.String() },
  { title: 'SettingsDraft' },
)

const Settings = Type.Object(
  {
    moreEnabled: Type.Boolean(),
    entranceUrl: Type.String(),
    appId: Type.String(),
    schoolName: BothLanguages,
    warnings: Type.Array(Type.String()),
    undo: Type.Optional(Undo),
  },
  { title: 'Settings' },
)
export type Settings = Static<typeof Settings>

export async function appSettingsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { undo } = context.office
  const { school } = context.repositories
  undoRoute(server, '/app-settings', { undo, topic: TOPIC, tag: TAG, operationId: 'undoAppSettings' })

  function shown(): Settings {
    const settings = school.settings()
    const { appId, name } = school.facts()
    return { ...settings, appId, schoolName: name, warnings: entranceWarnings(settings.entranceUrl) }
  }

  server.get('/app-settings', { schema: READ }, () => shown())

  server.put('/app-settings', { schema: CHANGE }, ({ body }) => {
    refuse(settingsFaults('/entranceUrl', body))
    const { moreEnabled, entranceUrl } = body
    const { undo: id } = undo.keep(TOPIC, touch => {
      touch('school', 'only = ?', 1)
      school.changeSettings({ moreEnabled, entranceUrl: entranceUrl.trim() })
    })
    return { ...shown(), undo: id }
  })
}

const TAG: Tag = 'Console: app settings'

const READ = {
  tags: [TAG],
  operationId: 'getAppSettings',
  summary: 'Read the app’s settings',
  response: { 200: json('The settings', Settings) },
}
const CHANGE = {
  tags: [TAG],
  operationId: 'updateAppSettings',
  summary: 'Change the app’s settings',
  body: SettingsDraft,
  response: { 200: json('The settings', Settings), 422: recordRefusal() },
}
