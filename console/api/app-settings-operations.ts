/** What the OpenAPI document says of the calls about the app’s settings. */
import Type from 'typebox'
import { faulty, json, slice, Undo } from './office-operations.ts'

export const SettingsDraft = Type.Object(
  { moreEnabled: Type.Boolean(), entranceUrl: Type.String() },
  { title: 'SettingsDraft' },
)

const Settings = Type.Object(
  {
    moreEnabled: Type.Boolean(),
    entranceUrl: Type.String(),
    appId: Type.String(),
    schoolName: Type.Object({ 'en-US': Type.String(), 'zh-HK': Type.String() }),
    warnings: Type.Array(Type.String()),
    undo: Type.Optional(Undo),
  },
  { title: 'Settings' },
)

const app = slice('Console: app settings')
export const SETTINGS_CALLS = {
  restore: app.restore,
  read: app.call('Read the app’s settings', { 200: json('The settings', Settings) }),
  change: app.call(
    'Change the app’s settings',
    { 200: json('The settings', Settings), ...faulty },
    { body: SettingsDraft },
  ),
}
