/** School structures: units, years and groups, who is in a group and in which order. */
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Undoable as Undone } from '../../service/office/undo.ts'
import type { Tag } from '../../service/openapi.ts'
import { MOST_STUDENTS } from '../../service/seed.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { withPicture } from './picture.ts'
import { group, Person, Undo, Undoable, WholeNumber } from './schemas.ts'
import { changedSince, refuseStale, stamp, stampOf } from './stamp.ts'

const UnitDraft = Type.Object(
  { unitId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'UnitDraft' },
)
const YearDraft = Type.Object(
  { yearId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'YearDraft' },
)
const PlaceChange = Type.Object({ name: Type.String(), stamp }, { title: 'PlaceChange' })
const GroupDraft = Type.Object(group, { title: 'GroupDraft' })
const GroupChange = Type.Object({ ...group, stamp }, { title: 'GroupChange' })
const GroupStudents = Type.Object(
  {
    students: Type.Array(WholeNumber, { maxItems: MOST_STUDENTS, description: 'User ids, in their order.' }),
    stamp,
  },
  { title: 'GroupStudents' },
)

const place = { name: Type.String(), groups: Type.Integer(), stamp }
const Unit = Type.Object({ unitId: WholeNumber, ...place }, { title: 'Unit' })
const Year = Type.Object({ yearId: WholeNumber, ...place }, { title: 'Year' })

const Structures = Type.Object(
  {
    units: Type.Array(Unit),
    years: Type.Array(Year),
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
  { groupId: WholeNumber, ...group, students: Type.Array(Person), stamp },
  { title: 'GroupInFull' },
)
export type GroupInFull = Static<typeof GroupInFull>

export async function structuresApi(server: TypedServer, { office }: ConsoleContext): Promise<void> {
  const { structures, directory } = office

  const places = {
    unit: () => structures.units().map(unit => ({ ...unit, stamp: stampOf(unit.name) })),
    year: () => structures.years().map(year => ({ ...year, stamp: stampOf(year.name) })),
  }
  function groupWith(groupId: number): GroupInFull {
    const group = structures.group(groupId)
    if (!group) throw noSuch('group')
    const { unitId, yearId, groupName } = group
    const userIds = structures.studentsOf(groupId)
    return {
      ...group,
      students: directory.several(userIds).map(withPicture),
      stamp: stampOf([unitId, yearId, groupName, userIds]),
    }
  }

  server.get('/structures', { schema: LIST }, () => ({
    units: places.unit(),
    years: places.year(),
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
  server.put('/structures/units/:id', { schema: UNIT.change }, ({ params: { id }, body }) => {
    const unit = places.unit().find(({ unitId }) => unitId === id)
    if (unit) refuseStale(body.stamp, unit)
    return done('unit', structures.renameUnit(id, body.name))
  })
  server.delete('/structures/units/:id', { schema: UNIT.remove }, ({ params }) =>
    done('unit', structures.deleteUnit(params.id)),
  )

  server.post('/structures/years', { schema: YEAR.add }, ({ body }, reply) => {
    const { result: yearId, undo } = structures.addYear(body)
    reply.code(201)
    return { yearId, undo }
  })
  server.put('/structures/years/:id', { schema: YEAR.change }, ({ params: { id }, body }) => {
    const year = places.year().find(({ yearId }) => yearId === id)
    if (year) refuseStale(body.stamp, year)
    return done('year', structures.renameYear(id, body.name))
  })
  server.delete('/structures/years/:id', { schema: YEAR.remove }, ({ params }) =>
    done('year', structures.deleteYear(params.id)),
  )

  server.get('/structures/groups/:id', { schema: READ_GROUP }, ({ params }) => groupWith(params.id))
  server.post('/structures/groups', { schema: GROUP.add }, ({ body }, reply) => {
    const { result: groupId, undo } = structures.addGroup(body)
    reply.code(201)
    return { groupId, ...body, students: 0, ...structures.group(groupId), undo }
  })
  server.put('/structures/groups/:id', { schema: GROUP.change }, ({ params: { id }, body }) => {
    const { stamp, ...draft } = body
    refuseStale(stamp, groupWith(id))
    return done('group', structures.changeGroup(id, draft))
  })
  server.delete('/structures/groups/:id', { schema: GROUP.remove }, ({ params }) =>
    done('group', structures.deleteGroup(params.id)),
  )
  server.put('/structures/groups/:id/students', { schema: SET_STUDENTS }, ({ params: { id }, body }) => {
    refuseStale(body.stamp, groupWith(id))
    return done('group', structures.setStudents(id, body.students))
  })
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
const change = (what: What, current: TSchema) => ({
  tags,
  operationId: `update${nameOf(what)}`,
  summary: `Change a ${what}`,
  params,
  response: {
    200: json('Changed', Undoable),
    404: noSuchRecord(what),
    409: changedSince(current),
    422: recordRefusal(),
  },
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
  change: { ...change('unit', Unit), body: PlaceChange },
  remove: remove('unit'),
}
const YEAR = {
  add: {
    ...add('year'),
    body: YearDraft,
    response: added(Type.Object({ yearId: WholeNumber, undo: Undo }, { title: 'AddedYear' })),
  },
  change: { ...change('year', Year), body: PlaceChange },
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
  change: { ...change('group', GroupInFull), body: GroupChange },
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
  ...change('group', GroupInFull),
  operationId: 'setGroupStudents',
  summary: 'Say who is in a group, in which order',
  body: GroupStudents,
}
