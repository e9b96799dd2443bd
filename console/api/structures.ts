/** School structures: units, years and groups, who is in a group and in which order. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Undoable } from '../../service/records/undo.ts'
import { STRUCTURES } from '../../service/school/structures.ts'
import { checkOf } from '../../shared/client/check.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { readNumber, restoreRoute, sendNotFound, withPicture } from './records.ts'
import {
  STRUCTURES_CALLS as CALLS,
  GroupDraft,
  GroupStudents,
  UnitDraft,
  YearDraft,
} from './structures-operations.ts'

const unitCheck = checkOf(UnitDraft)
const yearCheck = checkOf(YearDraft)
const groupCheck = checkOf(GroupDraft)
const studentsCheck = checkOf(GroupStudents)
type One = { Params: { id: string } }

export async function structuresApi(server: FastifyInstance, { office }: ConsoleContext): Promise<void> {
  const { structures, directory, undo } = office
  restoreRoute(server, '/structures', {
    undo,
    topic: STRUCTURES,
    openapi: CALLS.restore,
  })

  server.get('/structures', { config: { openapi: CALLS.all } }, (_request, reply) =>
    reply.send({
      units: structures.units(),
      years: structures.years(),
      groups: structures.groups(),
      people: {
        students: directory.count('Student'),
        guardians: directory.count('Guardian'),
        staff: directory.count('Staff'),
      },
    }),
  )

  server.post('/structures/units', { config: { openapi: CALLS.unit.add } }, (request, reply) => {
    const { result: unitId, undo: id } = structures.addUnit(bodyOf(unitCheck, request))
    return reply.code(201).send({ unitId, undo: id })
  })
  server.put<One>('/structures/units/:id', { config: { openapi: CALLS.unit.change } }, (request, reply) => {
    const { name } = bodyOf(unitCheck, request)
    return change(reply, 'unit', request.params.id, unitId => structures.renameUnit(unitId, name))
  })
  server.delete<One>(
    '/structures/units/:id',
    { config: { openapi: CALLS.unit.remove } },
    ({ params }, reply) => change(reply, 'unit', params.id, structures.deleteUnit),
  )

  server.post('/structures/years', { config: { openapi: CALLS.year.add } }, (request, reply) => {
    const { result: yearId, undo: id } = structures.addYear(bodyOf(yearCheck, request))
    return reply.code(201).send({ yearId, undo: id })
  })
  server.put<One>('/structures/years/:id', { config: { openapi: CALLS.year.change } }, (request, reply) => {
    const { name } = bodyOf(yearCheck, request)
    return change(reply, 'year', request.params.id, yearId => structures.renameYear(yearId, name))
  })
  server.delete<One>(
    '/structures/years/:id',
    { config: { openapi: CALLS.year.remove } },
    ({ params }, reply) => change(reply, 'year', params.id, structures.deleteYear),
  )

  server.get<One>('/structures/groups/:id', { config: { openapi: CALLS.oneGroup } }, ({ params }, reply) => {
    const groupId = readNumber(params.id)
    const group = groupId === undefined ? undefined : structures.group(groupId)
    if (!group) return sendNotFound(reply, 'group')
    const students = directory.several(structures.studentsOf(group.groupId)).map(withPicture)
    return reply.send({ ...group, students })
  })
  server.post('/structures/groups', { config: { openapi: CALLS.group.add } }, (request, reply) => {
    const { result: groupId, undo: id } = structures.addGroup(bodyOf(groupCheck, request))
    return reply.code(201).send({ ...structures.group(groupId), undo: id })
  })
  server.put<One>('/structures/groups/:id', { config: { openapi: CALLS.group.change } }, (request, reply) => {
    const draft = bodyOf(groupCheck, request)
    return change(reply, 'group', request.params.id, groupId => structures.changeGroup(groupId, draft))
  })
  server.delete<One>(
    '/structures/groups/:id',
    { config: { openapi: CALLS.group.remove } },
    ({ params }, reply) => change(reply, 'group', params.id, structures.deleteGroup),
  )
  server.put<One>(
    '/structures/groups/:id/students',
    { config: { openapi: CALLS.students } },
    (request, reply) => {
      const { students } = bodyOf(studentsCheck, request)
      return change(reply, 'group', request.params.id, groupId => structures.setStudents(groupId, students))
    },
  )

  function change(
    reply: FastifyReply,
    what: string,
    idText: string,
    make: (id: number) => Undoable<boolean>,
  ): FastifyReply {
    const id = readNumber(idText)
    const made = id === undefined ? undefined : make(id)
    if (!made?.result) return sendNotFound(reply, what)
    return reply.send({ undo: made.undo })
  }
}
