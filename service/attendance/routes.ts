/** The attendance API over HTTP (interface, Endpoint 3). Who is not let in learns nothing else about the request. */
import type { FastifyInstance } from 'fastify'
import type { AttendanceList } from '../../shared/contract/attendance.ts'
import { isDay } from '../../shared/contract/day.ts'
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance.ts'
import type { Attempts } from '../../shared/server/attempts.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { refuseCredentials } from '../refuse-credentials.ts'
import type { ListQuestion, Missing } from './attendance.ts'
import { ATTENDANCE_CALL } from './operations.ts'

export interface AttendanceParts {
  /** Whether an app id and an access key belong to this school. */
  admits(appId: string, accessKey: string): boolean
  list(question: ListQuestion): AttendanceList | Missing
  attempts: Attempts
}

const PATH = '/sync/units/:unitId/years/:yearId/groups/:groupName/attendance-lists/:date'
type PathParameters = Record<'unitId' | 'yearId' | 'groupName' | 'date', string>

export async function attendanceRoutes(
  server: FastifyInstance,
  { admits, list, attempts }: AttendanceParts,
): Promise<void> {
  const config = { openapi: ATTENDANCE_CALL }
  server.get<{ Params: PathParameters }>(PATH, { config }, function answerAttendanceList(request, reply) {
    const appId = request.headers[ENTRANCE_HEADERS.appId]
    const accessKey = request.headers['x-access-key']
    if (typeof appId !== 'string' || typeof accessKey !== 'string' || !admits(appId, accessKey))
      return refuseCredentials(request, reply, attempts, UNWELCOME)
    const question = readQuestion(request.params)
    if (typeof question === 'string')
      return sendProblem(reply, { status: 400, title: 'Bad Request', detail: question })
    const answer = list(question)
    if (typeof answer === 'string')
      return sendProblem(reply, { status: 404, title: 'Not Found', detail: `There is no such ${answer}` })
    return reply.header('cache-control', 'no-store').send(answer)
  })
}

const UNWELCOME = 'X-App-Id and X-Access-Key must be given and belong together'

/** The question, or what is wrong with it. */
function readQuestion({ unitId, yearId, groupName, date }: PathParameters): ListQuestion | string {
  const unit = readInteger(unitId)
  if (unit === undefined) return 'unitId must be an integer'
  const year = readInteger(yearId)
  if (year === undefined) return 'yearId must be an integer'
  if (!isDay(date)) return 'date must be a day that exists (YYYY-MM-DD)'
  return { unitId: unit, yearId: year, groupName, date }
}

function readInteger(text: string): number | undefined {
  const number = Number(text)
  return /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : undefined
}
