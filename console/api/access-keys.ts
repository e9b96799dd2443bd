/** Access keys of school systems: made, shown once, two live while one takes over from the other, revoked. */
import type { FastifyInstance } from 'fastify'
import { ACCESS_KEYS } from '../../service/attendance/access-keys.ts'
import type { Fault } from '../../service/records/faults.ts'
import { checkOf } from '../../shared/client/check.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { KEY_CALLS as CALLS, KeyDraft } from './access-keys-operations.ts'
import { readNumber, restoreRoute, sendConflict, sendNotFound } from './records.ts'

/** One in use, and one that takes over from it. */
const MOST_KEYS = 2
const LONGEST_LABEL = 100
const labelCheck = checkOf(KeyDraft)

export async function accessKeysApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { office, addresses, changes, handles } = context
  const { accessKeys, school } = context.repositories

  server.addHook('preHandler', async (request, reply) => {
    const isRestore = request.routeOptions.url?.endsWith('/access-keys/restore')
    if (isRestore && accessKeys.list().length >= MOST_KEYS) return sendConflict(reply, ENOUGH)
  })
  restoreRoute(server, '/access-keys', {
    undo: office.undo,
    topic: ACCESS_KEYS,
    openapi: CALLS.restore,
  })

  server.get('/access-keys', { config: { openapi: CALLS.list } }, (_request, reply) => {
    const { appId } = school.facts()
    const { syncUrl } = addresses.public()
    const [group] = office.structures.groups()
    const example = group && { unitId: group.unitId, yearId: group.yearId, groupName: group.groupName }
    return reply.send({
      keys: accessKeys.list().map(({ createdAt, lastUsedAt, ...key }) => ({
        ...key,
        createdAt: instantText(createdAt),
        lastUsedAt: instantText(lastUsedAt),
      })),
      most: MOST_KEYS,
      appId,
      syncUrl,
      ...(example && { example: { ...example, date: office.register.today() } }),
    })
  })
  server.post('/access-keys', { config: { openapi: CALLS.create } }, (request, reply) => {
    const { label } = bodyOf(labelCheck, request, labelFaults)
    if (accessKeys.list().length >= MOST_KEYS) return sendConflict(reply, ENOUGH)
    const created = handles.accessKeys.create(label.trim())
    return reply.code(201).send({ ...created, label: label.trim() })
  })
  server.put<{ Params: { keyId: string } }>(
    '/access-keys/:keyId',
    { config: { openapi: CALLS.rename } },
    (request, reply) => {
      const { label } = bodyOf(labelCheck, request, labelFaults)
      const keyId = readNumber(request.params.keyId)
      if (keyId === undefined || !accessKeys.rename(keyId, label.trim())) return sendNotFound(reply, 'key')
      changes.changed(ACCESS_KEYS)
      return reply.code(204).send()
    },
  )
  server.delete<{ Params: { keyId: string } }>(
    '/access-keys/:keyId',
    { config: { openapi: CALLS.revoke } },
    ({ params }, reply) => {
      const keyId = readNumber(params.keyId)
      const revoked = keyId === undefined ? undefined : office.revokeKey(keyId)
      if (!revoked?.result) return sendNotFound(reply, 'key')
      return reply.send({ undo: revoked.undo })
    },
  )
}

const ENOUGH = `There are ${MOST_KEYS} keys already, one in use and one to take over: revoke one first`

function* labelFaults({ label }: { label: string }): Generator<Fault> {
  if (label.trim() === '') yield { path: '/label', reason: 'must not be empty' }
  if (label.length > LONGEST_LABEL)
    yield { path: '/label', reason: `must have at most ${LONGEST_LABEL} characters` }
}

const instantText = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString())
