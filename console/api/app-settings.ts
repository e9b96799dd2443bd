/** App settings: the More item of the mobile app and the page that it opens. */
import type { FastifyInstance } from 'fastify'
import { entranceWarnings, settingsFaults } from '../../service/school/entrance-url.ts'
import { checkOf } from '../../shared/client/check.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { SETTINGS_CALLS as CALLS, SettingsDraft } from './app-settings-operations.ts'
import { restoreRoute } from './records.ts'

const TOPIC = 'app-settings'
const settingsCheck = checkOf(SettingsDraft)

export async function appSettingsApi(
  server: FastifyInstance,
  { office, repositories }: ConsoleContext,
): Promise<void> {
  const { school } = repositories
  const { undo } = office
  restoreRoute(server, '/app-settings', {
    undo,
    topic: TOPIC,
    openapi: CALLS.restore,
  })

  const answer = () => {
    const settings = school.settings()
    const { appId, name } = school.facts()
    return { ...settings, appId, schoolName: name, warnings: entranceWarnings(settings.entranceUrl) }
  }
  server.get('/app-settings', { config: { openapi: CALLS.read } }, (_request, reply) => reply.send(answer()))
  server.put('/app-settings', { config: { openapi: CALLS.change } }, (request, reply) => {
    const { moreEnabled, entranceUrl } = bodyOf(settingsCheck, request, draft =>
      settingsFaults('/entranceUrl', draft),
    )
    const { undo: id } = undo.keep(TOPIC, touch => {
      touch('school', 'only = ?', 1)
      school.changeSettings({ moreEnabled, entranceUrl: entranceUrl.trim() })
    })
    return reply.send({ ...answer(), undo: id })
  })
}
