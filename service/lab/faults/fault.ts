/** What the laboratory can do to a call, to which calls, and how often: as code and the HTTP API write it. */
import Type, { type Static, type TObject } from 'typebox'
import { faults as faultsOf } from '../../../shared/client/accept.ts'
import { checkOf } from '../../../shared/client/check.ts'
import { ENVIRONMENTS } from '../../../shared/contract/session.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { ENDPOINTS } from '../../interface/endpoint.ts'
import { DraftError, type Fault as Wrong } from '../../office/refuse.ts'

const CLOSED = { additionalProperties: false }
/** An hour: longer than any client waits. */
const LONGEST_DELAY = 3_600_000

const delayMs = Type.Integer({
  minimum: 0,
  maximum: LONGEST_DELAY,
  description: 'Milliseconds before anything else happens.',
})
/** A header's value: one line of plain characters. */
const HeaderText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\x20-\\x7e]+$',
  description: 'One line of ASCII characters.',
})

/** Of any kind but a mere delay, which is optional in it. */
const fault = <Kind extends string, Fields extends Type.TProperties>(
  kind: Kind,
  fields: Fields,
  description?: string,
) =>
  Type.Object(
    { kind: Type.Literal(kind), ...fields, delayMs: Type.Optional(delayMs) },
    description === undefined ? CLOSED : { ...CLOSED, description },
  )

/** By kind. */
const FAULTS = {
  delay: Type.Object({ kind: Type.Literal('delay'), delayMs }, CLOSED),
  code: fault(
    'code',
    {
      code: Type.String({ minLength: 1, maxLength: 40, description: 'Return code, as in D20003.' }),
      message: Type.Optional(
        Type.String({ maxLength: 1000, description: 'Default: the one of the interface.' }),
      ),
    },
    'An envelope without content. Popups and news alone have return codes.',
  ),
  status: fault('status', {
    status: Type.Integer({ minimum: 200, maximum: 599, description: 'HTTP status.' }),
    retryAfter: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 86_400 }), HeaderText], {
        description: 'The Retry-After header: seconds, or a text that is sent as it is.',
      }),
    ),
  }),
  reset: fault('reset', {}, 'The connection is reset (TCP RST) before a byte is answered.'),
  empty: fault('empty', {}, 'The connection is closed in order, without a byte.'),
  truncated: fault('truncated', {}, 'Half the body, with the Content-Length of the whole.'),
  'broken-chunk': fault('broken-chunk', {}, 'Half the body as a chunk, then a chunk size that is no number.'),
  'content-type': fault(
    'content-type',
    { type: HeaderText },
    'The right answer under a wrong Content-Type: none that a browser runs, as HTML, XML, SVG and scripts.',
  ),
  html: fault(
    'html',
    {
      status: Type.Optional(
        Type.Integer({ minimum: 200, maximum: 599, default: 503, description: 'HTTP status.' }),
      ),
    },
    'A maintenance page.',
  ),
  drip: fault(
    'drip',
    {
      bytesPerSecond: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
      head: Type.Optional(
        Type.Boolean({ description: 'Whether the head drips as well; default: the body alone.' }),
      ),
    },
    'The right answer, a few bytes at a time.',
  ),
} as const satisfies Record<string, TObject>

export type FaultKind = keyof typeof FAULTS
const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]

export type Fault = { [Kind in FaultKind]: Static<(typeof FAULTS)[Kind]> }[FaultKind]

export const FaultSchema = Type.Unsafe<Fault>(Type.Union(Object.values(FAULTS)))

const Times = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const WHENS = {
  calls: Type.Object({ calls: Times }, { ...CLOSED, description: 'The next so many calls, no other.' }),
  every: Type.Object({ every: Times }, { ...CLOSED, description: 'Every so many-th call.' }),
  share: Type.Object(
    {
      share: Type.Number({ minimum: 0, maximum: 1 }),
      seed: Type.Optional(Type.Integer({ description: 'The same calls again for the same seed.' })),
    },
    { ...CLOSED, description: 'A share of the calls, by chance: 0.2 is about every fifth.' },
  ),
}
const UNTIL_CLEARED = 'until-cleared'

export type When =
  | typeof UNTIL_CLEARED
  | { [Name in keyof typeof WHENS]: Static<(typeof WHENS)[Name]> }[keyof typeof WHENS]

export const WhenSchema = Type.Unsafe<When>(
  Type.Union([Type.Literal(UNTIL_CLEARED), ...Object.values(WHENS)], {
    description: 'How often the fault hits; `until-cleared`: every call.',
  }),
)

export const Only = Type.Object(
  {
    siteId: Type.Optional(Type.Enum(SITE_IDS)),
    lang: Type.Optional(Type.Enum(LANGUAGES)),
    environment: Type.Optional(Type.Enum(ENVIRONMENTS)),
  },
  { ...CLOSED, description: 'Only calls that ask for this site, language or environment.' },
)
export type Only = Static<typeof Only>

const TARGETS = ['any', ...ENDPOINTS] as const
export type Target = (typeof TARGETS)[number]

export const NewRule = Type.Object(
  {
    endpoint: Type.Enum(TARGETS, {
      description:
        '`any`: popups, news, attendance and session. Media are chosen by themselves, and none is held longer than 30 seconds.',
    }),
    when: WhenSchema,
    fault: FaultSchema,
    only: Type.Optional(Only),
    label: Type.Optional(Type.String({ maxLength: 200, description: 'What people call it.' })),
  },
  CLOSED,
)
export type NewRule = Static<typeof NewRule>

/** The outline first, then the rule of its kind: the faults of a union would name every kind. */
const outlineCheck = checkOf(
  Type.Object(
    {
      endpoint: NewRule.properties.endpoint,
      when: Type.Union([Type.Literal(UNTIL_CLEARED), Type.Object({})]),
      fault: Type.Object({ kind: Type.Enum(FAULT_KINDS) }),
      only: NewRule.properties.only,
      label: NewRule.properties.label,
    },
    CLOSED,
  ),
)
const compiled = <Schemas extends Record<string, TObject>>(schemas: Schemas) =>
  new Map(Object.entries(schemas).map(([name, schema]) => [name, checkOf(schema)]))
const faultChecks = compiled(FAULTS)
const whenChecks = compiled(WHENS)

/** @throws {DraftError} naming everything that is wrong with it */
export function acceptRule(rule: unknown): NewRule {
  const [first, ...others] = faultsIn(rule)
  if (first) throw new DraftError(first, ...others)
  return rule as NewRule
}

function* faultsIn(rule: unknown): Generator<Wrong> {
  if (!outlineCheck.Check(rule)) return yield* outlineFaults(rule)
  const { endpoint, when, fault } = rule
  if (typeof when === 'object') {
    const check = whenChecks.get(Object.keys(WHENS).find(name => name in when) ?? '')
    if (!check) yield { path: '/when', reason: WHEN_FORMS }
    else if (!check.Check(when)) yield* below('/when', faultsOf(check.Type(), when))
  }
  const check = faultChecks.get(fault.kind)
  if (check && !check.Check(fault)) yield* below('/fault', faultsOf(check.Type(), fault))
  const { type } = fault as { type?: unknown }
  if (fault.kind === 'content-type' && typeof type === 'string' && RUN_BY_BROWSERS.test(type)) {
    const why =
      'is a type that browsers run, in the name of this service; name one that they do not (as in text/plain)'
    yield { path: '/fault/type', reason: `"${type.slice(0, 200)}" ${why}` }
  }
  if (fault.kind === 'code' && !['any', 'popups', 'news'].includes(endpoint))
    yield { path: '/fault/kind', reason: `${endpoint} has no return codes; only popups and news do` }
}

/** HTML, XML with SVG and all others of its kind, scripts under each of their names, and what may hold any of them. */
const RUN_BY_BROWSERS = /html|xml|xsl|svg|rdf|script|pdf|multipart|rfc822|mht|flash/i

const WHEN_FORMS = 'must be "until-cleared", or have one of calls, every and share'

const outlineFaults = (rule: unknown): Wrong[] =>
  faultsOf(outlineCheck.Type(), rule).map(({ path, reason }) => ({
    path,
    reason: path === '/when' && reason !== 'is missing' ? WHEN_FORMS : reason,
  }))

const below = (at: string, found: Wrong[]): Wrong[] =>
  found.map(({ path, reason }) => ({ path: at + path, reason }))
