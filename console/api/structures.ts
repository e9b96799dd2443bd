/** School structures: units, years and groups, who is in a group and in which order. */
import Type, { type Static } from 'typebox'
import type { Undoable as Undone } from '../../service/office/undo.ts'
import type { Tag } from '../../service/openapi.ts'
import { MOST_STUDENTS } from '../../service/seed.ts'
import { json, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { withPicture } from './picture.ts'
import { resource } from './resource.ts'
import { group, Person, Undo, Undoable, WholeNumber } from './schemas.ts'
import { refuseStale, stamp, stampOf } from './stamp.ts'

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

const kinds = {
  unit: resource(TAG, 'unit', params),
  year: resource(TAG, 'year', params),
  group: resource(TAG, 'group', params),
}
const REMOVE_EMPTY = { ...kinds.unit.remove().response, 409: refusal('It has groups') }

const UNIT = {
  add: kinds.unit.create(UnitDraft, Type.Object({ unitId: WholeNumber, undo: Undo }, { title: 'AddedUnit' })),
  change: kinds.unit.change(PlaceChange, Undoable, Unit),
  remove: { ...kinds.unit.remove(), response: REMOVE_EMPTY },
}
const YEAR = {
  add: kinds.year.create(YearDraft, Type.Object({ yearId: WholeNumber, undo: Undo }, { title: 'AddedYear' })),
  change: kinds.year.change(PlaceChange, Undoable, Year),
  remove: { ...kinds.year.remove(), response: REMOVE_EMPTY },
}
const added = { groupId: WholeNumber, ...group, students: Type.Integer(), undo: Undo }
const GROUP = {
  add: kinds.group.create(GroupDraft, Type.Object(added, { title: 'AddedGroup' })),
  change: kinds.group.change(GroupChange, Undoable, GroupInFull),
  remove: kinds.group.remove(),
}
const LIST = {
  tags,
  operationId: 'listStructures',
  summary: 'Read units, years and groups',
  response: { 200: json('All of them', Structures) },
}
const READ_GROUP = kinds.group.read(GroupInFull, { summary: 'Read a group with its students' })
const SET_STUDENTS = kinds.group.change(GroupStudents, Undoable, GroupInFull, {
  operationId: 'setGroupStudents',
  summary: 'Say who is in a group, in which order',
})
