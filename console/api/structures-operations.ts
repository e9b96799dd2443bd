/** What the OpenAPI document says of the calls about units, years and groups. */
import Type, { type TObject } from 'typebox'
import { refusal } from '../../service/openapi.ts'
import {
  byId,
  faulty,
  gone,
  group,
  json,
  Person,
  slice,
  Undo,
  Undoable,
  WholeNumber,
} from './office-operations.ts'

export const UnitDraft = Type.Object(
  { unitId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'UnitDraft' },
)

export const YearDraft = Type.Object(
  { yearId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'YearDraft' },
)

export const GroupDraft = Type.Object(group, { title: 'GroupDraft' })
export const GroupStudents = Type.Object(
  { students: Type.Array(WholeNumber, { maxItems: 2000, description: 'User ids, in their order.' }) },
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

const Group = Type.Object(
  { groupId: WholeNumber, ...group, students: Type.Array(Person) },
  { title: 'GroupInFull' },
)

const structures = slice('Console: school structures')
const placeCalls = (what: 'unit' | 'year' | 'group', draft: TObject, added: TObject) => ({
  add: structures.call(`Add a ${what}`, { 201: json('Added', added), ...faulty }, { body: draft }),
  change: structures.call(
    `Change a ${what}`,
    { 200: json('Changed', Undoable), ...gone(what), ...faulty },
    { path: byId, body: draft },
  ),
  remove: structures.call(
    `Delete a ${what}`,
    {
      200: json('Deleted', Undoable),
      ...gone(what),
      ...(what !== 'group' && { 409: refusal('It has groups') }),
    },
    { path: byId },
  ),
})

export const STRUCTURES_CALLS = {
  restore: structures.restore,
  all: structures.call('Read units, years and groups', { 200: json('All of them', Structures) }),
  unit: placeCalls(
    'unit',
    UnitDraft,
    Type.Object({ unitId: WholeNumber, undo: Undo }, { title: 'AddedUnit' }),
  ),
  year: placeCalls(
    'year',
    YearDraft,
    Type.Object({ yearId: WholeNumber, undo: Undo }, { title: 'AddedYear' }),
  ),
  group: placeCalls(
    'group',
    GroupDraft,
    Type.Object(
      { groupId: WholeNumber, ...group, students: Type.Integer(), undo: Undo },
      { title: 'AddedGroup' },
    ),
  ),
  oneGroup: structures.call(
    'Read a group with its students',
    { 200: json('The group', Group), ...gone('group') },
    { path: byId },
  ),
  students: structures.call(
    'Say who is in a group, in which order',
    { 200: json('Changed', Undoable), ...gone('group'), ...faulty },
    { path: byId, body: GroupStudents },
  ),
}
