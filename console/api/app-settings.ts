/** App settings: the More item of the mobile app and the page that it opens. */
import Type, { type Static } from 'typebox'
import { entranceWarnings } from '../../service/office/entrance-url.ts'
import type { Tag } from '../../service/openapi.ts'
import { json, recordRefusal } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { BothLanguages, Undo } from './schemas.ts'
import { changedSince, refuseStale, stamp, stampOf } from './stamp.ts'

const SettingsDraft = Type.Object(
  { moreEnabled: Type.Boolean(), entranceUrl: Type.String(), stamp },
  { title: 'SettingsDraft' },
)

const Settings = Type.Object(
  {
    moreEnabled: Type.Boolean(),
    entranceUrl: Type.String(),
    appId: Type.String(),
    schoolName: BothLanguages,
    warnings: Type.Array(Type.String()),
    stamp,
    undo: Type.Optional(Undo),
  },
  { title: 'Settings' },
)
export type Settings = Static<typeof Settings>

export async function appSettingsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { undo } = context.office
  const { school } = context.repositories

  function shown(): Settings {
    const settings = school.settings()
    const { appId, name } = school.facts()
    const warnings = entranceWarnings(settings.entranceUrl)
    return { ...settings, appId, schoolName: name, warnings, stamp: stampOf(settings) }
  }

  server.get('/app-settings', { schema: READ }, () => shown())

  server.put('/app-settings', { schema: CHANGE }, ({ body }) => {
    const { stamp, moreEnabled, entranceUrl } = body
    refuseStale(stamp, shown())
    const { undo: id } = undo.keep(() =>
      school.changeSettings({ moreEnabled, entranceUrl: entranceUrl.trim() }),
    )
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
  response: { 200: json('The settings', Settings), 409: changedSince(Settings), 422: recordRefusal() },
}
