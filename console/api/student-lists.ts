/** Student lists as CSV files. */
import Type from 'typebox'
import { studentListIn } from '../../service/office/student-list.ts'
import type { Tag } from '../../service/openapi.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { text } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { INVALID_PARAMETER } from './schemas.ts'

export async function studentListsApi(server: TypedServer, { database }: ConsoleContext): Promise<void> {
  const listOf = studentListIn(database)

  server.get('/student-lists', { schema: EXPORT, config: { byTicket: true } }, ({ query }, reply) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="students.csv"',
    })
    return listOf(query.lang, query.groupId)
  })
}

const TAG: Tag = 'Console: school structures'

const EXPORT = {
  tags: [TAG],
  operationId: 'exportStudents',
  summary: 'Export students',
  querystring: Type.Object({
    lang: Type.Enum(LANGUAGES, { default: 'en-US', description: 'Of the column names.' }),
    groupId: Type.Optional(Type.Integer({ description: 'One group; absent: all.' })),
  }),
  response: { 200: text('A CSV file in UTF-8', 'text/csv'), 400: INVALID_PARAMETER },
}
