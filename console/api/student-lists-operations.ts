/** What the OpenAPI document says of student lists as CSV. */
import Type from 'typebox'
import { refusal } from '../../service/openapi.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { faulty, group, json, slice, Undo, WholeNumber } from './office-operations.ts'

export const StudentListUpload = Type.Object(
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

const place = { line: Type.Integer(), column: Type.String() }
const StudentListPreview = Type.Object(
  {
    counts: Type.Object({
      new: Type.Integer(),
      changed: Type.Integer(),
      unchanged: Type.Integer(),
      faults: Type.Integer(),
    }),
    seal: Type.Optional(Type.String({ description: 'Absent when there is nothing to write.' })),
    rows: Type.Array(Type.Object({ line: Type.Integer(), outcome: Type.String() })),
    faults: Type.Array(
      Type.Object({ ...place, code: Type.String(), value: Type.String(), reason: Type.String() }),
    ),
    newGroups: Type.Array(Type.Object({ ...group, groupId: Type.Optional(WholeNumber) })),
    ignored: Type.Array(Type.String({ description: 'Columns that are not read.' })),
    encoding: Type.Optional(Type.String()),
    separator: Type.Optional(Type.String()),
  },
  { title: 'StudentListPreview' },
)

const ImportedList = Type.Object(
  { counts: StudentListPreview.properties.counts, undo: Undo },
  { title: 'ImportedList' },
)

const lang = Type.Optional(Type.Enum(LANGUAGES, { description: 'Of the column names.' }))
const csv = { description: 'A CSV file in UTF-8', type: 'text/csv', schema: Type.String() }
const lists = slice('Console: school structures')
export const LIST_CALLS = {
  restore: lists.restore,
  import: lists.call(
    'Look at a student list, or import it as it was looked at',
    {
      200: json('What the list would do; nothing is written', StudentListPreview),
      201: json('Written, lines with faults left out', ImportedList),
      409: refusal('The school or the file is not what was looked at'),
      413: refusal('The file is too large'),
      ...faulty,
    },
    { body: StudentListUpload },
  ),
  export: lists.call(
    'Export students',
    { 200: csv },
    {
      query: Type.Object({
        lang,
        groupId: Type.Optional(Type.String({ description: 'One group; absent: all.' })),
      }),
    },
  ),
  template: lists.call(
    'Download a template of a student list',
    { 200: csv },
    { query: Type.Object({ lang }) },
  ),
}
