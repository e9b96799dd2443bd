/** Student lists as CSV: what a file would do, doing it, taking it back; a template and exports. */
import type { FastifyInstance } from 'fastify'
import { MOST_BYTES } from '../../service/school/import/decode.ts'
import { studentListIn, studentTemplate } from '../../service/school/import/export.ts'
import { IMPORT, type ImportPreview, studentImportIn } from '../../service/school/import/students.ts'
import { checkOf } from '../../shared/client/check.ts'
import type { Language } from '../../shared/contract/site.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { readNumber, restoreRoute, sendConflict } from './records.ts'
import { LIST_CALLS as CALLS, StudentListUpload } from './student-lists-operations.ts'

/** A file as Base64 takes a third more, and the rest of the body a little. */
const BODY_LIMIT = Math.ceil((MOST_BYTES * 4) / 3) + 64 * 1024
/** Lines that a preview shows of each kind; the counts are of all. */
const MOST_SHOWN = 300

const uploadCheck = checkOf(StudentListUpload)

export async function studentListsApi(
  server: FastifyInstance,
  { office, database }: ConsoleContext,
): Promise<void> {
  const students = studentImportIn(database, office.undo)
  const listOf = studentListIn(database)
  restoreRoute(server, '/student-lists', {
    undo: office.undo,
    topic: IMPORT,
    openapi: CALLS.restore,
  })

  server.post(
    '/student-lists',
    { bodyLimit: BODY_LIMIT, config: { openapi: CALLS.import } },
    async (request, reply) => {
      const { file, defaults, seal } = bodyOf(uploadCheck, request)
      const bytes = Buffer.from(file, 'base64')
      if (seal === undefined) return reply.send(shown(await students.preview(bytes, defaults)))
      const done = await students.confirm(bytes, seal, defaults)
      if (!done)
        return sendConflict(reply, 'The school or the file has changed since the preview: look at it again')
      return reply.code(201).send({ counts: done.result, undo: done.undo })
    },
  )

  server.get<{ Querystring: Record<string, string | undefined> }>(
    '/student-lists',
    { config: { openapi: CALLS.export, byTicket: true } },
    ({ query }, reply) => {
      const csv = listOf(languageOf(query.lang), readNumber(query.groupId))
      return reply.headers(fileNamed('students.csv')).send(csv)
    },
  )
  server.get<{ Querystring: Record<string, string | undefined> }>(
    '/student-lists/template',
    { config: { openapi: CALLS.template, byTicket: true } },
    ({ query }, reply) =>
      reply.headers(fileNamed('students-template.csv')).send(studentTemplate(languageOf(query.lang))),
  )
}

/** A long list shows what there is to look at: the faults, and the first lines of what is different. */
function shown({ rows, faults, ...preview }: ImportPreview) {
  const different = rows.filter(({ outcome }) => outcome !== 'unchanged')
  const some = different.length > 0 ? different : rows
  return { ...preview, rows: some.slice(0, MOST_SHOWN), faults: faults.slice(0, MOST_SHOWN) }
}

const languageOf = (lang: string | undefined): Language => (lang === 'zh-HK' ? 'zh-HK' : 'en-US')

const fileNamed = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
