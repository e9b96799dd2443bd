/** The laboratory over HTTP: faults, the service's clock, and a call that shows what a client would see. */
import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { ENDPOINTS } from '../../service/interface/endpoint.ts'
import { ClockError, type ClockState, type MovableClock } from '../../service/lab/clock.ts'
import { NewRule } from '../../service/lab/faults/fault.ts'
import { DraftError } from '../../service/office/refuse.ts'
import type { Tag } from '../../service/openapi.ts'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { instantOf } from '../../shared/contract/wire-time.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { Undo, Undoable } from './schemas.ts'

const CLOSED = { additionalProperties: false }

const FaultRule = Type.Object(
  {
    ...NewRule.properties,
    id: Type.Integer(),
    hits: Type.Integer({ description: 'Calls that it hit.' }),
    left: Type.Optional(Type.Integer({ description: 'Calls that it will still hit.' })),
    active: Type.Boolean({ description: 'Whether it can hit another call.' }),
  },
  { title: 'FaultRule' },
)
export type FaultRule = Static<typeof FaultRule>
const FaultRules = Type.Object({ faults: Type.Array(FaultRule) })

const state = {
  now: Type.String({ format: 'date-time' }),
  frozen: Type.Boolean({ description: 'Whether it stands still.' }),
  aheadMs: Type.Integer({ description: 'How far it is ahead of real time.' }),
  headerSkewMs: Type.Integer({ description: 'How far the `Date` header is ahead of it.' }),
  real: Type.Boolean({ description: 'Whether nothing was touched.' }),
}
const LabClock = Type.Object(
  { ...state, wall: Type.String({ description: 'The school’s wall clock.' }), zone: Type.String() },
  { title: 'LabClock' },
)
export type LabClock = Static<typeof LabClock>

const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const
const Duration = Type.Object(
  Object.fromEntries(units.map(unit => [unit, Type.Optional(Type.Integer())])),
  CLOSED,
)

const ClockChange = Type.Object(
  {
    reset: Type.Optional(Type.Literal(true, { description: 'Real time again, header included.' })),
    set: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'As in `2026-12-24T08:00` on the school’s wall clock, or with a zone of its own.',
      }),
    ),
    move: Type.Optional(
      Type.Union([Type.String({ maxLength: 60 }), Duration], {
        description: 'ISO 8601, as in `PT3H`, `P1M` or `-PT30S`, or as in `{ "days": 1 }`.',
      }),
    ),
    frozen: Type.Optional(Type.Boolean({ description: 'Stands still, or runs again.' })),
    headerSkewMs: Type.Optional(
      Type.Integer({ description: 'Lets the `Date` header alone be ahead, or behind when negative.' }),
    ),
  },
  { title: 'ClockChange' },
)
type ClockChange = Static<typeof ClockChange>

const Try = Type.Object(
  {
    endpoint: Type.Enum(ENDPOINTS),
    siteId: Type.Optional(Type.String({ maxLength: 100 })),
    lang: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(Type.Enum(ENVIRONMENTS)),
  },
  CLOSED,
)
const TriedCall = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    ms: Type.Number(),
    status: Type.Optional(Type.Integer({ description: 'Absent when no head came.' })),
    headers: Type.Array(Type.Tuple([Type.String(), Type.String()])),
    body: Type.String({ description: 'As far as it came, at most 64 KB.' }),
    error: Type.Optional(
      Type.Object({ code: Type.String(), message: Type.String() }, { description: 'What broke it off.' }),
    ),
  },
  { title: 'TriedCall' },
)
export type TriedCall = Static<typeof TriedCall>

export async function labApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { faults, clock, zone, addresses } = context
  const { undo } = context.office
  /** Changes of the clock by clients: only the last one can be taken back. */
  let clockChanges = 0
  const setAgain = (ids: readonly number[]) =>
    ids.length === 0 ? undo.ofNothing : undo.offer(() => faults.restore(ids).length > 0)

  server.get('/lab/faults', { schema: LIST }, () => ({ faults: faults.list() }))

  // A rule is checked by its kind (service/lab/faults/fault.ts): the faults of a union would name every kind.
  server.post('/lab/faults', { schema: ADD, validatorCompiler: () => () => true }, ({ body }, reply) => {
    const rule = faults.add(body)
    reply.code(201).header('location', `/console/api/lab/faults/${rule.id}`)
    return rule
  })

  server.delete('/lab/faults', { schema: CLEAR_ALL }, () => {
    const cleared = faults.clear()
    return { cleared, undo: setAgain(cleared) }
  })

  server.delete('/lab/faults/:id', { schema: CLEAR }, ({ params }) => {
    const cleared = faults.clear(params.id)
    if (cleared.length === 0) throw new HttpProblem(404, 'There is no fault by this number')
    return { undo: setAgain(cleared) }
  })

  server.get('/lab/clock', { schema: READ_CLOCK }, () => clockShown(clock.state(), zone))

  server.post('/lab/clock', { schema: CHANGE_CLOCK }, ({ body }) => {
    const before = clock.state()
    try {
      changeClock(clock, body, zone)
    } catch (error) {
      clock.restore(before)
      if (error instanceof ClockError) throw new DraftError({ path: '', reason: error.message })
      throw error
    }
    const takeBack = () => {
      try {
        clock.restore(before)
      } catch {
        // It went on meanwhile, past what it can show.
        return false
      }
      clockChanges += 1
      return true
    }
    clockChanges += 1
    return { ...clockShown(clock.state(), zone), undo: undo.offer(takeBack, () => clockChanges) }
  })

  server.post('/lab/try', { schema: TRY }, async ({ body }) => {
    const { tryCall } = await import('../../service/lab/try-call.ts')
    return await tryCall(addresses.own(), body)
  })
}

function changeClock(clock: MovableClock, change: ClockChange, zone: string): void {
  if (change.reset) clock.reset()
  if (change.frozen === true) clock.freeze()
  if (change.set !== undefined) clock.set(readTime(change.set, zone))
  if (change.move !== undefined) clock.move(change.move)
  if (change.frozen === false) clock.run()
  if (change.headerSkewMs !== undefined) clock.skewHeader(change.headerSkewMs)
}

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

const clockShown = (state: ClockState, zone: string): LabClock => ({
  ...state,
  now: `${state.now}`,
  wall: `${state.now.toZonedDateTimeISO(zone).toPlainDateTime().round('second')}`,
  zone,
})

const tags: Tag[] = ['Console: laboratory']

const LIST = {
  tags,
  operationId: 'listFaults',
  summary: 'The faults that are set, with how often each hit',
  response: { 200: json('In the order in which they were set', FaultRules) },
}
const ADD = {
  tags,
  operationId: 'addFault',
  summary: 'Set a fault',
  description: 'Of several that would hit the same call, the one that was set first does.',
  body: NewRule,
  response: {
    201: json('The fault as it is set', FaultRule),
    422: recordRefusal('No such fault can be set'),
  },
}
const CLEAR = {
  tags,
  operationId: 'clearFault',
  summary: 'Clear a fault',
  params: Type.Object({ id: Type.Integer() }),
  response: { 200: json('It hits no more calls', Undoable), 404: refusal('No fault by this number') },
}
const CLEAR_ALL = {
  tags,
  operationId: 'clearFaults',
  summary: 'Clear all faults',
  response: {
    200: json('Those that were', Type.Object({ cleared: Type.Array(Type.Integer()), undo: Undo })),
  },
}
const READ_CLOCK = {
  tags,
  operationId: 'getClock',
  summary: 'The service’s time',
  response: { 200: json('Now', LabClock) },
}
const CHANGE_CLOCK = {
  tags,
  operationId: 'updateClock',
  summary: 'Set, move, stop or skew the service’s clock',
  description: 'What is given happens in this order: reset, stop, set, move, run, skew.',
  body: ClockChange,
  response: {
    200: json('Now', Type.Object({ ...LabClock.properties, undo: Undo }, { title: 'ChangedLabClock' })),
    422: recordRefusal('No such time can be shown; nothing was changed'),
  },
}
const TRY = {
  tags,
  operationId: 'tryCall',
  summary: 'Make a call, and show what came',
  description: 'Without keys and tokens: attendance and sessions refuse, unless a fault answers first.',
  body: Try,
  response: { 200: json('What a client saw', TriedCall), 422: recordRefusal('No such call') },
}
