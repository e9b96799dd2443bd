/** School structures: units, years and groups, who is in a group and in which order. */
import Type, { type Static, type TObject } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import type { Undoable as Undone } from '../../service/records/undo.ts'
import { STRUCTURES } from '../../service/school/places.ts'
import { MOST_STUDENTS } from '../../service/seed.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { withPicture } from './picture.ts'
import { group, Person, Undo, Undoable, WholeNumber } from './schemas.ts'
import { undoRoute } from './undo.ts'

const UnitDraft = Type.Object(
  { unitId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'UnitDraft' },
)
const YearDraft = Type.Object(
  { yearId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'YearDraft' },
)
const GroupDraft = Type.Object(group, { title: 'GroupDraft' })
const GroupStudents = Type.Object(
  {
    students: Type.Array(WholeNumber, { maxItems: MOST_STUDENTS, description: 'User ids, in their order.' }),
  },
  { title: 'GroupStudents' },
)

const Structures = Type.Object(
  {
    units: Type.Array(Type.Object({ unitId: WholeNumber, name: Type.String(), groups: Type.Integer() })),
    years: Type.Array(Type.Object({ yearId: WholeNumber, name: Type.String(), groups: Type.Integer() })),
    groups: Type.Array(Type.Object({ groupId: WholeNumber, ...group, students: Type.Integer() })),
    people: Type.Object({
      students: Type.Integer(),
      guardians: Type.Integer(),
      staff: Type.Integer(),
    }),
  },
  { title: 'Structures' },
)
export type Structures = Static<typeof Structures>

const GroupInFull = Type.Object(
  { groupId: WholeNumber, ...group, students: Type.Array(Person) },
  { title: 'GroupInFull' },
)
export type GroupInFull = Static<typeof GroupInFull>

export async function structuresApi(server: TypedServer, { office }: ConsoleContext): Promise<void> {
  const { structures, directory, undo } = office
  undoRoute(server, '/structures', { undo, topic: STRUCTURES, tag: TAG, operationId: 'undoStructures' })

  server.get('/structures', { schema: LIST }, () => ({
    units: structures.units(),
    years: structures.years(),
    groups: structures.groups(),
    people: {
      students: directory.count('Student'),
      guardians: directory.count('Guardian'),
      staff: directory.count('Staff'),
    },
  }))

  server.post('/structures/units', { schema: UNIT.add }, ({ body }, reply) => {
    const { result: unitId, undo } = structures.addUnit(body)
    reply.code(201)
    return { unitId, undo }
  })
  server.put('/structures/units/:id', { schema: UNIT.change }, ({ params, body }) =>
    done('unit', structures.renameUnit(params.id, body.name)),
  )
  server.delete('/structures/units/:id', { schema: UNIT.remove }, ({ params }) =>
    done('unit', structures.deleteUnit(params.id)),
  )

  server.post('/structures/years', { schema: YEAR.add }, ({ body }, reply) => {
    const { result: yearId, undo } = structures.addYear(body)
    reply.code(201)
    return { yearId, undo }
  })
  server.put('/structures/years/:id', { schema: YEAR.change }, ({ params, body }) =>
    done('year', structures.renameYear(params.id, body.name)),
  )
  server.delete('/structures/years/:id', { schema: YEAR.remove }, ({ params }) =>
    done('year', structures.deleteYear(params.id)),
  )

  server.get('/structures/groups/:id', { schema: READ_GROUP }, ({ params }) => {
    const group = structures.group(params.id)
    if (!group) throw noSuch('group')
    const students = directory.several(structures.studentsOf(group.groupId)).map(withPicture)
    return { ...group, students }
  })
  server.post('/structures/groups', { schema: GROUP.add }, ({ body }, reply) => {
    const { result: groupId, undo } = structures.addGroup(body)
    reply.code(201)
    return { groupId, ...body, students: 0, ...structures.group(groupId), undo }
  })
  server.put('/structures/groups/:id', { schema: GROUP.change }, ({ params, body }) =>
    done('group', structures.changeGroup(params.id, body)),
  )
  server.delete('/structures/groups/:id', { schema: GROUP.remove }, ({ params }) =>
    done('group', structures.deleteGroup(params.id)),
  )
  server.put('/structures/groups/:id/students', { schema: SET_STUDENTS }, ({ params, body }) =>
    done('group', structures.setStudents(params.id, body.students)),
  )
}

type What = 'unit' | 'year' | 'group'

function done(what: What, { result: isFound, undo }: Undone<boolean>): { undo: string } {
  if (!isFound) throw noSuch(what)
  return { undo }
}

const noSuch = (what: What) => new HttpProblem(404, `There is no such ${what}`)

const TAG: Tag = 'Console: school structures'
const tags = [TAG]
const params = Type.Object({ id: WholeNumber })
const nameOf = (what: What) => what.charAt(0).toUpperCase() + what.slice(1)
const noSuchRecord = (what: What) => refusal(`There is no such ${what}`)

const add = (what: What) => ({ tags, operationId: `add${nameOf(what)}`, summary: `Add a ${what}` })
const change = (what: What) => ({
  tags,
  operationId: `update${nameOf(what)}`,
  summary: `Change a ${what}`,
  params,
  response: { 200: json('Changed', Undoable), 404: noSuchRecord(what), 422: recordRefusal() },
})
const remove = (what: What) => ({
  tags,
  operationId: `delete${nameOf(what)}`,
  summary: `Delete a ${what}`,
  params,
  response: {
    200: json('Deleted', Undoable),
    404: noSuchRecord(what),
    ...(what !== 'group' && { 409: refusal('It has groups') }),
  },
})
const added = <Schema extends TObject>(schema: Schema) => ({
  201: json('Added', schema),
  422: recordRefusal(),
})

const UNIT = {
  add: {
    ...add('unit'),
    body: UnitDraft,
    response: added(Type.Object({ unitId: WholeNumber, undo: Undo }, { title: 'AddedUnit' })),
  },
  change: { ...change('unit'), body: UnitDraft },
  remove: remove('unit'),
}
const YEAR = {
  add: {
    ...add('year'),
    body: YearDraft,
    response: added(Type.Object({ yearId: WholeNumber, undo: Undo }, { title: 'AddedYear' })),
  },
  change: { ...change('year'), body: YearDraft },
  remove: remove('year'),
}
const GROUP = {
  add: {
    ...add('group'),
    body: GroupDraft,
    response: added(
      Type.Object(
        { groupId: WholeNumber, ...group, students: Type.Integer(), undo: Undo },
        { title: 'AddedGroup' },
      ),
    ),
  },
  change: { ...change('group'), body: GroupDraft },
  remove: remove('group'),
}
const LIST = {
  tags,
  operationId: 'listStructures',
  summary: 'Read units, years and groups',
  response: { 200: json('All of them', Structures) },
}
const READ_GROUP = {
  tags,
  operationId: 'getGroup',
  summary: 'Read a group with its students',
  params,
  response: { 200: json('The group', GroupInFull), 404: noSuchRecord('group') },
}
const SET_STUDENTS = {
  ...change('group'),
  operationId: 'setGroupStudents',
  summary: 'Say who is in a group, in which order',
  body: GroupStudents,
}
