/** Attendance: the register of a group on a day, marks, notes and approval; a group's month. */
import type { FastifyInstance } from 'fastify'
import { ATTENDANCE, isMonth } from '../../service/attendance/day-register.ts'
import { DraftError } from '../../service/records/draft.ts'
import { checkOf } from '../../shared/client/check.ts'
import { isDay } from '../../shared/contract/day.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import {
  ApprovalDraft,
  ATTENDANCE_CALLS as CALLS,
  FillDraft,
  MarkDraft,
  SomeStudents,
} from './attendance-operations.ts'
import { readNumber, restoreRoute, sendNotFound, withPicture } from './records.ts'

const markCheck = checkOf(MarkDraft)
const fillCheck = checkOf(FillDraft)
const approveCheck = checkOf(ApprovalDraft)
const studentsCheck = checkOf(SomeStudents)

type Day = { Params: { groupId: string; date: string } }
type Entry = { Params: { userId: string; date: string } }
const DAY = '/attendance/groups/:groupId/days/:date'
const ENTRY = '/attendance/students/:userId/days/:date'

export async function attendanceApi(server: FastifyInstance, { office }: ConsoleContext): Promise<void> {
  const { register, structures, undo } = office
  restoreRoute(server, '/attendance', {
    undo,
    topic: ATTENDANCE,
    openapi: CALLS.restore,
  })
  const groupOf = (text: string) => structures.group(readNumber(text) ?? Number.NaN)

  server.get('/attendance/today', { config: { openapi: CALLS.today } }, (_request, reply) =>
    reply.send({ today: register.today() }),
  )

  server.get<Day>(DAY, { config: { openapi: CALLS.day } }, ({ params }, reply) => {
    const group = groupOf(params.groupId)
    if (!group) return sendNotFound(reply, 'group')
    acceptDay(params.date)
    const rows = register.of(group.groupId, params.date).map(withPicture)
    return reply.send({ group, date: params.date, today: register.today(), students: rows })
  })
  server.get<{ Params: { groupId: string; month: string } }>(
    '/attendance/groups/:groupId/months/:month',
    { config: { openapi: CALLS.month } },
    ({ params }, reply) => {
      const group = groupOf(params.groupId)
      if (!group) return sendNotFound(reply, 'group')
      if (!isMonth(params.month))
        throw new DraftError({ path: '/month', reason: 'must be a month that exists (YYYY-MM)' })
      const rows = register.month(group.groupId, params.month).map(withPicture)
      return reply.send({ group, month: params.month, today: register.today(), students: rows })
    },
  )

  server.put<Entry>(ENTRY, { config: { openapi: CALLS.record } }, (request, reply) => {
    const userId = readNumber(request.params.userId)
    if (userId === undefined) return sendNotFound(reply, 'student')
    const mark = bodyOf(markCheck, request)
    const { result: entry, undo: id } = register.record(userId, request.params.date, mark)
    return reply.send({ ...entry, undo: id })
  })
  server.delete<Entry>(ENTRY, { config: { openapi: CALLS.clear } }, ({ params }, reply) => {
    const userId = readNumber(params.userId)
    const cleared = userId === undefined ? undefined : register.clear(userId, params.date)
    if (!cleared?.result) return sendNotFound(reply, 'entry')
    return reply.send({ undo: cleared.undo })
  })

  server.post<Day>(`${DAY}/fill`, { config: { openapi: CALLS.fill } }, (request, reply) => {
    const group = groupOf(request.params.groupId)
    if (!group) return sendNotFound(reply, 'group')
    const { status } = bodyOf(fillCheck, request)
    const { result: count, undo: id } = register.fill(group.groupId, request.params.date, status)
    return reply.send({ count, undo: id })
  })
  server.post<Day>(`${DAY}/approval`, { config: { openapi: CALLS.approve } }, (request, reply) => {
    const group = groupOf(request.params.groupId)
    if (!group) return sendNotFound(reply, 'group')
    const question = { ...bodyOf(approveCheck, request), groupId: group.groupId, date: request.params.date }
    const { result: count, undo: id } = register.approve(question)
    return reply.send({ count, undo: id })
  })
  server.post<Day>(`${DAY}/approval/take-back`, { config: { openapi: CALLS.takeBack } }, (request, reply) => {
    const group = groupOf(request.params.groupId)
    if (!group) return sendNotFound(reply, 'group')
    const question = { ...bodyOf(studentsCheck, request), groupId: group.groupId, date: request.params.date }
    const { result: count, undo: id } = register.takeApprovalBack(question)
    return reply.send({ count, undo: id })
  })
}

/** @throws {DraftError} */
function acceptDay(date: string): void {
  if (!isDay(date)) throw new DraftError({ path: '/date', reason: 'must be a day that exists (YYYY-MM-DD)' })
}
