/** The laboratory over HTTP: faults, the service's clock, and a call that shows what a client would see. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { ClockError, type ClockState, type MovableClock } from '../../service/lab/clock.ts'
import type { NewRule } from '../../service/lab/faults/fault.ts'
import { DraftError } from '../../service/records/draft.ts'
import { checkOf } from '../../shared/client/check.ts'
import { instantOf } from '../../shared/contract/wire-time.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import * as calls from './lab-operations.ts'

const idsCheck = checkOf(calls.Ids)
const clockCheck = checkOf(calls.ClockChange)
const tryCheck = checkOf(calls.Try)

export async function labApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { faults, clock, zone, addresses, changes } = context
  const shown = () => clockShown(clock.state(), zone)

  server.get('/lab/faults', { config: { openapi: calls.LIST } }, (_request, reply) =>
    reply.send({ faults: faults.list() }),
  )
  server.post('/lab/faults', { config: { openapi: calls.ADD } }, (request, reply) => {
    const rule = faults.add(request.body as NewRule)
    return reply.code(201).header('location', `/console/api/lab/faults/${rule.id}`).send(rule)
  })
  server.delete('/lab/faults', { config: { openapi: calls.CLEAR_ALL } }, (_request, reply) => {
    const cleared = faults.clear()
    return reply.send({ cleared })
  })
  server.delete('/lab/faults/:id', { config: { openapi: calls.CLEAR } }, (request, reply) => {
    if (faults.clear(idOf(request)).length === 0) return nothing(reply, 'fault')
    return reply.code(204).send()
  })
  server.post('/lab/faults/restore', { config: { openapi: calls.RESTORE } }, (request, reply) => {
    const { ids } = bodyOf(idsCheck, request)
    const restored = faults.restore(ids)
    return reply.send({ faults: restored })
  })

  server.get('/lab/clock', { config: { openapi: calls.READ_CLOCK } }, (_request, reply) =>
    reply.send(shown()),
  )
  server.put('/lab/clock', { config: { openapi: calls.CHANGE_CLOCK } }, (request, reply) => {
    const change = bodyOf(clockCheck, request)
    const before = clock.state()
    try {
      changeClock(clock, change, zone)
    } catch (error) {
      clock.restore(before)
      if (error instanceof ClockError) throw new DraftError({ path: '', reason: error.message })
      throw error
    }
    changes.changed('lab')
    return reply.send({ ...shown(), before: clockShown(before, zone) })
  })

  server.post('/lab/try', { config: { openapi: calls.TRY } }, async (request, reply) => {
    const question = bodyOf(tryCheck, request)
    const { tryCall } = await import('../../service/lab/try-call.ts')
    return reply.send(await tryCall(addresses.own(), question))
  })
}

function changeClock(clock: MovableClock, change: calls.ClockChange, zone: string): void {
  if (change.reset) clock.reset()
  if (change.restore) clock.restore(readState(change.restore))
  if (change.frozen === true) clock.freeze()
  if (change.set !== undefined) clock.set(readTime(change.set, zone))
  if (change.move !== undefined) clock.move(change.move)
  if (change.frozen === false) clock.run()
  if (change.headerSkewMs !== undefined) clock.skewHeader(change.headerSkewMs)
}

const readState = ({ now, ...state }: calls.ClockStateText): ClockState => ({
  ...state,
  now: Temporal.Instant.from(now),
})

/** A time without a zone is the school's wall clock. */
function readTime(text: string, zone: string): Temporal.Instant {
  try {
    return /Z$|[+-]\d{2}:?\d{2}$/i.test(text)
      ? Temporal.Instant.from(text)
      : instantOf(Temporal.PlainDateTime.from(text), zone)
  } catch (error) {
    const what = `"${text.slice(0, 60)}" is no time (as in 2026-12-24T08:00 in the school’s zone, or with a zone of its own)`
    throw new ClockError(what, { cause: error })
  }
}

const clockShown = (state: ClockState, zone: string) => ({
  ...state,
  now: `${state.now}`,
  wall: `${state.now.toZonedDateTimeISO(zone).toPlainDateTime().round('second')}`,
  zone,
})

const idOf = (request: FastifyRequest) => Number((request.params as { id: string }).id)

const nothing = (reply: FastifyReply, what: string) =>
  sendProblem(reply, { status: 404, title: 'Not Found', detail: `There is no ${what} by this number` })
