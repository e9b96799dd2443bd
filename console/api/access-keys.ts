/** Access keys of school systems: made, shown once, two live while one takes over from the other, revoked. */
import Type, { type Static } from 'typebox'
import { type Fault, refuse } from '../../service/office/refuse.ts'
import type { Tag } from '../../service/openapi.ts'
import { LONGEST_LABEL } from '../../service/seed.ts'
import { json, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { resource } from './resource.ts'
import { group, Instant, Undoable, WholeNumber } from './schemas.ts'
import { refuseStale, stamp, stampOf } from './stamp.ts'

/** One in use, and one that takes over from it. */
const MAX_KEYS = 2

const KeyDraft = Type.Object({ label: Type.String() }, { title: 'KeyDraft' })
const KeyChange = Type.Object({ ...KeyDraft.properties, stamp }, { title: 'KeyChange' })
const CreatedKey = Type.Object(
  {
    keyId: WholeNumber,
    label: Type.String(),
    key: Type.String({ description: 'In the clear, for the only time.' }),
  },
  { title: 'CreatedKey' },
)
export type CreatedKey = Static<typeof CreatedKey>

const KeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        keyId: WholeNumber,
        label: Type.String(),
        stamp,
        sample: Type.Boolean(),
        createdAt: Type.Union([Instant, Type.Null()]),
        lastUsedAt: Type.Union([Instant, Type.Null()]),
      }),
    ),
    most: Type.Integer(),
    appId: Type.String(),
    syncUrl: Type.String(),
    example: Type.Optional(Type.Object({ ...group, date: Type.String() })),
  },
  { title: 'KeyList' },
)
export type KeyList = Static<typeof KeyList>

export async function accessKeysApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { office, addresses, handles } = context
  const { accessKeys, school } = context.repositories

  function checkRoom(): void {
    if (accessKeys.list().length >= MAX_KEYS)
      throw new HttpProblem(
        409,
        `There are ${MAX_KEYS} keys already, one in use and one to take over: revoke one first`,
      )
  }

  server.get('/access-keys', { schema: LIST }, () => {
    const [group] = office.structures.groups()
    const example = group && { unitId: group.unitId, yearId: group.yearId, groupName: group.groupName }
    return {
      keys: accessKeys.list().map(({ createdAt, lastUsedAt, ...key }) => ({
        ...key,
        stamp: stampOf(key.label),
        createdAt: instantText(createdAt),
        lastUsedAt: instantText(lastUsedAt),
      })),
      most: MAX_KEYS,
      appId: school.facts().appId,
      syncUrl: addresses.public().syncUrl,
      ...(example && { example: { ...example, date: office.register.today() } }),
    }
  })

  server.post('/access-keys', { schema: CREATE }, ({ body }, reply) => {
    const label = labelOf(body)
    checkRoom()
    reply.code(201)
    return { ...handles.accessKeys.create(label), label }
  })

  server.put('/access-keys/:keyId', { schema: RENAME }, ({ params, body }) => {
    const label = labelOf(body)
    const key = accessKeys.list().find(({ keyId }) => keyId === params.keyId)
    if (!key) throw noSuchKey()
    refuseStale(body.stamp, { ...key, stamp: stampOf(key.label) })
    return { undo: office.undo.keep(() => accessKeys.rename(key.keyId, label)).undo }
  })

  server.delete('/access-keys/:keyId', { schema: REVOKE }, ({ params }) => {
    const { result: isRevoked, undo } = office.undo.keep(() => accessKeys.revoke(params.keyId), {
      check: checkRoom,
    })
    if (!isRevoked) throw noSuchKey()
    return { undo }
  })
}

/** @throws {DraftError} */
function labelOf(draft: Static<typeof KeyDraft>): string {
  refuse(labelFaults(draft))
  return draft.label.trim()
}

function* labelFaults({ label }: Static<typeof KeyDraft>): Generator<Fault> {
  if (label.trim() === '') yield { path: '/label', reason: 'must not be empty' }
  if (label.length > LONGEST_LABEL)
    yield { path: '/label', reason: `must have at most ${LONGEST_LABEL} characters` }
}

const instantText = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString())
const noSuchKey = () => new HttpProblem(404, 'There is no such key')

const TAG: Tag = 'Console: access keys'
const tags = [TAG]
const params = Type.Object({ keyId: WholeNumber })
const calls = resource(TAG, 'access key', params)

const LIST = {
  tags,
  operationId: 'listAccessKeys',
  summary: 'List access keys, never the keys themselves',
  response: { 200: json('The keys', KeyList) },
}
const CREATE = {
  ...calls.create(KeyDraft, CreatedKey, { description: 'It is shown this one time.' }),
  response: { ...calls.create(KeyDraft, CreatedKey).response, 409: refusal('There are two keys already') },
}
const RENAME = calls.change(KeyChange, Undoable, Type.Object({ label: Type.String(), stamp }), {
  summary: 'Say what an access key is for',
})
const REVOKE = calls.remove({ summary: 'Revoke an access key' })
