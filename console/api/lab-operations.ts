/** The laboratory's calls as the OpenAPI document tells of them, and what they accept. */
import Type, { type Static, type TSchema } from 'typebox'
import { NewRule } from '../../service/lab/faults/fault.ts'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { ENDPOINTS } from '../../service/request-log/endpoint.ts'

const tag = 'Console: laboratory'
const CLOSED = { additionalProperties: false }
const json = (description: string, schema: TSchema) => ({ description, type: 'application/json', schema })

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
const path = Type.Object({ id: Type.Integer() })

export const Ids = Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: 1000 }) }, CLOSED)

const state = {
  now: Type.String({ format: 'date-time' }),
  frozen: Type.Boolean({ description: 'Whether it stands still.' }),
  aheadMs: Type.Integer({ description: 'How far it is ahead of real time.' }),
  headerSkewMs: Type.Integer({ description: 'How far the `Date` header is ahead of it.' }),
  real: Type.Boolean({ description: 'Whether nothing was touched.' }),
}
const ClockStateText = Type.Object(state)
export type ClockStateText = Static<typeof ClockStateText>

const LabClock = Type.Object(
  { ...state, wall: Type.String({ description: 'The school’s wall clock.' }), zone: Type.String() },
  { title: 'LabClock' },
)

const Duration = Type.Object(
  Object.fromEntries(
    (['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const).map(
      unit => [unit, Type.Optional(Type.Integer())],
    ),
  ),
  CLOSED,
)

export const ClockChange = Type.Object(
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
    restore: Type.Optional(
      Type.Object(state, { description: 'A state that was given back as `before`: an undo.' }),
    ),
  },
  { title: 'ClockChange' },
)
export type ClockChange = Static<typeof ClockChange>

export const Try = Type.Object(
  {
    endpoint: Type.Enum(ENDPOINTS),
    siteId: Type.Optional(Type.String({ maxLength: 100 })),
    lang: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(Type.String({ pattern: '^(staging|production)$' })),
  },
  CLOSED,
)

const Tried = Type.Object(
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

export const LIST: Operation = {
  tag,
  summary: 'The faults that are set, with how often each hit',
  answers: {
    200: json('In the order in which they were set', Type.Object({ faults: Type.Array(FaultRule) })),
  },
}
export const ADD: Operation = {
  tag,
  summary: 'Set a fault',
  description: 'Of several that would hit the same call, the one that was set first does.',
  body: NewRule,
  answers: { 201: json('The fault as it is set', FaultRule), 422: recordRefusal('No such fault can be set') },
}
export const CLEAR: Operation = {
  tag,
  summary: 'Clear a fault',
  path,
  answers: { 204: { description: 'It hits no more calls' }, 404: refusal('No fault by this number') },
}
export const CLEAR_ALL: Operation = {
  tag,
  summary: 'Clear all faults',
  answers: { 200: json('Those that were', Type.Object({ cleared: Type.Array(Type.Integer()) })) },
}
export const RESTORE: Operation = {
  tag,
  summary: 'Set cleared faults again, as they were',
  body: Ids,
  answers: {
    200: json('Those that are set again', Type.Object({ faults: Type.Array(FaultRule) })),
    422: recordRefusal('No list of numbers'),
  },
}
export const READ_CLOCK: Operation = {
  tag,
  summary: 'The service’s time',
  answers: { 200: json('Now', LabClock) },
}
export const CHANGE_CLOCK: Operation = {
  tag,
  summary: 'Set, move, stop or skew the service’s clock',
  description: 'What is given happens in this order: reset, restore, stop, set, move, run, skew.',
  body: ClockChange,
  answers: {
    200: json(
      'Now, and as it was before',
      Type.Object({ ...LabClock.properties, before: LabClock }, { title: 'ChangedLabClock' }),
    ),
    422: recordRefusal('No such time can be shown; nothing was changed'),
  },
}
export const TRY: Operation = {
  tag,
  summary: 'Make a call, and tell what came',
  description: 'Without keys and tokens: attendance and sessions refuse, unless a fault answers first.',
  body: Try,
  answers: { 200: json('What a client saw', Tried), 422: recordRefusal('No such call') },
}
