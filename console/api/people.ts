/** People: search, one in full, add, change, delete with everything that belongs to them, undo. */
import Type, { type Static } from 'typebox'
import { readCursor, type PersonInFull as StoredPerson } from '../../service/office/people.ts'
import type { Tag } from '../../service/openapi.ts'
import { MOST_CHILDREN } from '../../service/seed.ts'
import { ROLES } from '../../shared/contract/session.ts'
import { json, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { withPicture } from './picture.ts'
import { resource } from './resource.ts'
import { after, group, INVALID_PARAMETER, names, Person, person, Undo, WholeNumber } from './schemas.ts'
import { refuseStale, stamp, stampOf } from './stamp.ts'

export const PersonDraft = Type.Object(
  {
    userId: Type.Optional(WholeNumber),
    role: Type.Enum(ROLES),
    refNo: Type.String(),
    ...names,
    email: Type.String(),
    avatar: Type.Optional(Type.String()),
    children: Type.Optional(
      Type.Array(WholeNumber, { maxItems: MOST_CHILDREN, description: 'A guardian’s, as user ids.' }),
    ),
  },
  { title: 'PersonDraft' },
)
export type PersonDraft = Static<typeof PersonDraft>

/** A change names the stamp of what it changes. */
const PersonChange = Type.Object({ ...PersonDraft.properties, stamp }, { title: 'PersonChange' })

const PersonInFull = Type.Object(
  {
    ...person,
    children: Type.Array(Person),
    guardians: Type.Array(Person),
    groups: Type.Array(Type.Object({ groupId: WholeNumber, ...group })),
    attendanceEntries: Type.Integer(),
    approvedEntries: Type.Integer({ description: 'Above 0 they cannot be deleted.' }),
    stamp,
    undo: Type.Optional(Undo),
  },
  { title: 'PersonInFull' },
)
export type PersonInFull = Static<typeof PersonInFull>

const PeoplePage = Type.Object(
  { people: Type.Array(Person), next: Type.Optional(Type.String()) },
  { title: 'PeoplePage' },
)
export type PeoplePage = Static<typeof PeoplePage>

export async function peopleApi(server: TypedServer, { office }: ConsoleContext): Promise<void> {
  const { directory } = office

  function personWith(userId: number): PersonInFull {
    const person = directory.get(userId)
    if (!person) throw noSuchPerson()
    return {
      ...withPicture(person),
      stamp: personStamp(person),
      children: person.children.map(withPicture),
      guardians: person.guardians.map(withPicture),
    }
  }

  server.get('/people', { schema: LIST }, ({ query }) => {
    const page = directory.find(query)
    return { ...page, people: page.people.map(withPicture) }
  })

  server.get('/people/:userId', { schema: READ }, ({ params }) => personWith(params.userId))

  server.post('/people', { schema: ADD }, ({ body }, reply) => {
    const { result: userId, undo } = directory.add(body)
    reply.code(201)
    return { ...personWith(userId), undo }
  })

  server.put('/people/:userId', { schema: CHANGE }, ({ params: { userId }, body }) => {
    const { stamp, ...draft } = body
    refuseStale(stamp, personWith(userId))
    const { undo } = directory.change(userId, draft)
    return { ...personWith(userId), undo }
  })

  server.delete('/people/:userId', { schema: DELETE }, ({ params }) => {
    const { result: isFound, undo } = directory.remove(params.userId)
    if (!isFound) throw noSuchPerson()
    return { undo }
  })
}

function personStamp(person: StoredPerson): string {
  const { role, refNo, firstName, lastName, chineseName, email, avatar, children } = person
  const texts = [refNo, firstName, lastName, chineseName, email, avatar ?? null]
  return stampOf([role, texts, children.map(({ userId }) => userId)])
}

const noSuchPerson = () => new HttpProblem(404, 'There is no such person')

const TAG: Tag = 'Console: users and sessions'
const tags = [TAG]
const params = Type.Object({ userId: WholeNumber })
const calls = resource(TAG, 'person', params)

const LIST = {
  tags,
  operationId: 'listPeople',
  summary: 'Find people, by family name',
  querystring: Type.Object({
    role: Type.Optional(Type.Enum(ROLES)),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Part of a name, reference number or e-mail, or a user id.',
      }),
    ),
    after: after(readCursor),
  }),
  response: {
    200: json('A page of them; `next` asks for the one after it', PeoplePage),
    400: INVALID_PARAMETER,
  },
}
const READ = calls.read(PersonInFull)
const ADD = calls.create(PersonDraft, PersonInFull)
const CHANGE = calls.change(PersonChange, PersonInFull, PersonInFull)
const DELETE = {
  ...calls.remove({ summary: 'Delete a person with their attendance, places in groups and sessions' }),
  response: { ...calls.remove().response, 409: refusal('They have approved attendance') },
}
