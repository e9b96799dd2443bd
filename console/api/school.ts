/** The slices of the school office: people and structures, attendance, sessions, access keys, the app. */
import type { FastifyInstance } from 'fastify'
import { type AccessKeysApiParts, accessKeysApi } from './access-keys.ts'
import { type AppSettingsApiParts, appSettingsApi } from './app-settings.ts'
import { type AttendanceApiParts, attendanceApi } from './attendance.ts'
import { type PeopleApiParts, peopleApi } from './people.ts'
import { type SessionsApiParts, sessionsApi } from './sessions.ts'
import { type StructuresApiParts, structuresApi } from './structures.ts'
import { type StudentListsApiParts, studentListsApi } from './student-lists.ts'

export interface SchoolApiParts
  extends PeopleApiParts,
    StructuresApiParts,
    StudentListsApiParts,
    AttendanceApiParts,
    SessionsApiParts,
    AccessKeysApiParts,
    AppSettingsApiParts {}

export async function schoolApi(server: FastifyInstance, parts: SchoolApiParts): Promise<void> {
  await server.register(peopleApi, parts)
  await server.register(structuresApi, parts)
  await server.register(studentListsApi, parts)
  await server.register(attendanceApi, parts)
  await server.register(sessionsApi, parts)
  await server.register(accessKeysApi, parts)
  await server.register(appSettingsApi, parts)
}
