/** Student lists as CSV: what a file would do, doing it, taking it back; a template and exports. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { MOST_BYTES } from '../../service/school/import/decode.ts'
import { studentListIn, studentTemplate } from '../../service/school/import/export.ts'
import { IMPORT_FAULT_CODES } from '../../service/school/import/faults.ts'
import { PERSON_FIELDS } from '../../service/school/import/plan.ts'
import { IMPORT, type ImportPreview, studentImportIn } from '../../service/school/import/students.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { json, recordRefusal, refusal, text } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { group, INVALID_PARAMETER, names, Undo, WholeNumber } from './schemas.ts'
import { undoRoute } from './undo.ts'

/** A file as Base64 takes a third more, and the rest of the body a little. */
const BODY_LIMIT = Math.ceil((MOST_BYTES * 4) / 3) + 64 * 1024
/** Lines that a preview shows of each kind; the counts are of all. */
const MAX_SHOWN = 300

const StudentListUpload = Type.Object(
  {
    file: Type.String({
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
      description: 'The CSV file as Base64: at most 5 MB and 20,000 lines.',
    }),
    defaults: Type.Optional(
      Type.Object(
        {
          unitId: Type.Optional(Type.Integer()),
          yearId: Type.Optional(Type.Integer()),
          groupName: Type.Optional(Type.String({ maxLength: 200 })),
        },
        { description: 'Where a line’s student goes when the line does not say.' },
      ),
    ),
    seal: Type.Optional(
      Type.String({ description: 'Of the preview that is confirmed; absent for a preview.' }),
    ),
  },
  { title: 'StudentListUpload' },
)
export type StudentListUpload = Static<typeof StudentListUpload>

const counts = Type.Object({
  new: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Integer(),
})
const PlannedGroup = Type.Object({ ...group, groupId: Type.Optional(WholeNumber) })
export type PlannedGroup = Static<typeof PlannedGroup>

const PlannedRow = Type.Object({
  line: Type.Integer(),
  outcome: Type.Enum(['new', 'changed', 'unchanged']),
  userId: Type.Optional(Type.Integer({ description: 'Absent for a new student.' })),
  person: Type.Object({ refNo: Type.String(), ...names, email: Type.String() }),
  changes: Type.Array(
    Type.Object({ field: Type.Enum(PERSON_FIELDS), from: Type.String(), to: Type.String() }),
    { description: 'Of a student of the school.' },
  ),
  joins: Type.Optional(PlannedGroup),
})
export type PlannedRow = Static<typeof PlannedRow>

const ImportFault = Type.Object({
  line: Type.Integer({ description: '0 for the whole file.' }),
  column: Type.String(),
  code: Type.Enum(IMPORT_FAULT_CODES),
  value: Type.String(),
  reason: Type.String(),
})
export type ImportFault = Static<typeof ImportFault>

const StudentListPreview = Type.Object(
  {
    counts,
    seal: Type.Optional(Type.String({ description: 'Absent when there is nothing to write.' })),
    rows: Type.Array(PlannedRow),
    faults: Type.Array(ImportFault),
    newGroups: Type.Array(PlannedGroup),
    ignored: Type.Array(Type.String({ description: 'Columns that are not read.' })),
    encoding: Type.Optional(Type.String()),
    separator: Type.Optional(Type.String()),
  },
  { title: 'StudentListPreview' },
)
export type StudentListPreview = Static<typeof StudentListPreview>

const ImportedList = Type.Object({ counts, undo: Undo }, { title: 'ImportedList' })
export type ImportedList = Static<typeof ImportedList>

export async function studentListsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { office, database } = context
  const students = studentImportIn(database, office.undo)
  const listOf = studentListIn(database)
  undoRoute(server, '/student-lists', {
    undo: office.undo,
    topic: IMPORT,
    tag: TAG,
    operationId: 'undoStudentImport',
  })

  server.post('/student-lists', { bodyLimit: BODY_LIMIT, schema: ADD }, async ({ body }, reply) => {
    const { file, defaults, seal } = body
    const bytes = Buffer.from(file, 'base64')
    if (seal === undefined) return shown(await students.preview(bytes, defaults))
    const done = await students.confirm(bytes, seal, defaults)
    if (!done)
      throw new HttpProblem(409, 'The school or the file has changed since the preview: look at it again')
    reply.code(201)
    return { counts: done.result, undo: done.undo }
  })

  server.get('/student-lists', { schema: EXPORT, config: { byTicket: true } }, ({ query }, reply) => {
    reply.headers(fileNamed('students.csv'))
    return listOf(query.lang, query.groupId)
  })

  server.get(
    '/student-lists/template',
    { schema: TEMPLATE, config: { byTicket: true } },
    ({ query }, reply) => {
      reply.headers(fileNamed('students-template.csv'))
      return studentTemplate(query.lang)
    },
  )
}

/** Of a long list: the faults, and the first lines of what is different. */
function shown({ rows, faults, ...preview }: ImportPreview) {
  const different = rows.filter(({ outcome }) => outcome !== 'unchanged')
  const some = different.length > 0 ? different : rows
  return { ...preview, rows: some.slice(0, MAX_SHOWN), faults: faults.slice(0, MAX_SHOWN) }
}

const fileNamed = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})

const TAG: Tag = 'Console: school structures'
const tags = [TAG]
const lang = Type.Enum(LANGUAGES, { default: 'en-US', description: 'Of the column names.' })
const csv = text('A CSV file in UTF-8', 'text/csv')

const ADD = {
  tags,
  operationId: 'importStudents',
  summary: 'Look at a student list, or import it as it was looked at',
  body: StudentListUpload,
  response: {
    200: json('What the list would do; nothing is written', StudentListPreview),
    201: json('Written, lines with faults left out', ImportedList),
    409: refusal('The school or the file is not what was looked at'),
    413: refusal('The file is too large'),
    422: recordRefusal(),
  },
}
const EXPORT = {
  tags,
  operationId: 'exportStudents',
  summary: 'Export students',
  querystring: Type.Object({
    lang,
    groupId: Type.Optional(Type.Integer({ description: 'One group; absent: all.' })),
  }),
  response: { 200: csv, 400: INVALID_PARAMETER },
}
const TEMPLATE = {
  tags,
  operationId: 'getStudentListTemplate',
  summary: 'Download a template of a student list',
  querystring: Type.Object({ lang }),
  response: { 200: csv, 400: INVALID_PARAMETER },
}
