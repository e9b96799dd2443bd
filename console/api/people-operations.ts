/** What the OpenAPI document says of the calls about people. */
import Type from 'typebox'
import { refusal } from '../../service/openapi.ts'
import { ROLES } from '../../shared/contract/session.ts'
import {
  byUser,
  faulty,
  gone,
  group,
  json,
  names,
  Person,
  person,
  slice,
  Undo,
  Undoable,
  WholeNumber,
} from './office-operations.ts'

export const PersonDraft = Type.Object(
  {
    userId: Type.Optional(WholeNumber),
    role: Type.Enum(ROLES),
    refNo: Type.String(),
    ...names,
    email: Type.String(),
    avatar: Type.Optional(Type.String()),
    children: Type.Optional(
      Type.Array(WholeNumber, { maxItems: 100, description: 'A guardian’s, as user ids.' }),
    ),
  },
  { title: 'PersonDraft' },
)

const PersonInFull = Type.Object(
  {
    ...person,
    children: Type.Array(Person),
    guardians: Type.Array(Person),
    groups: Type.Array(Type.Object({ groupId: WholeNumber, ...group })),
    attendanceEntries: Type.Integer(),
    approvedEntries: Type.Integer({ description: 'Above 0 they cannot be deleted.' }),
    undo: Type.Optional(Undo),
  },
  { title: 'PersonInFull' },
)

const people = slice('Console: users and sessions')
const personGone = gone('person')
export const PEOPLE_CALLS = {
  restore: people.restore,
  list: people.call(
    'Find people, by family name',
    {
      200: json(
        'A page of them; `next` asks for the one after it',
        Type.Object(
          { people: Type.Array(Person), next: Type.Optional(Type.String()) },
          { title: 'PeoplePage' },
        ),
      ),
    },
    {
      query: Type.Object({
        role: Type.Optional(Type.Enum(ROLES)),
        search: Type.Optional(
          Type.String({ description: 'Part of a name, reference number or e-mail, or a user id.' }),
        ),
        after: Type.Optional(Type.String()),
      }),
    },
  ),
  one: people.call(
    'Read a person',
    { 200: json('The person', PersonInFull), ...personGone },
    { path: byUser },
  ),
  add: people.call(
    'Enter a person',
    { 201: json('The person', PersonInFull), ...faulty },
    { body: PersonDraft },
  ),
  change: people.call(
    'Change a person',
    { 200: json('The person', PersonInFull), ...personGone, ...faulty },
    { path: byUser, body: PersonDraft },
  ),
  remove: people.call(
    'Delete a person with their attendance, places in groups and sessions',
    {
      200: json('Deleted', Undoable),
      ...personGone,
      409: refusal('They have approved attendance'),
    },
    { path: byUser },
  ),
}
