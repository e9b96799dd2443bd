/** What a caller sends is read by the schema, and a caller that sent something else is told what it must be. */
import Type, { type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { parameterReader, type ReadingOptions, type Sent } from '../../../shared/client/parameters.ts'
import { EXACT } from '../../../shared/contract/formats.ts'

/** The value that is read, or what the caller is told. */
function read(schema: TSchema, sent: Sent, options?: ReadingOptions): unknown {
  const result = parameterReader(Type.Object({ 'X-Part': schema }), options)(sent)
  return 'error' in result ? result.error.message : Reflect.get(result.value, 'X-Part')
}

const Level = Type.Integer({ minimum: 1, maximum: 99 })
const Even = Type.Refine(
  Type.Integer({ minimum: 2 }),
  number => number % 2 === 0,
  () => 'must be an even number',
)

describe('a parameter', () => {
  it.each<[what: string, schema: TSchema, text: unknown, value: unknown]>([
    ['a whole number', Level, '7', 7],
    ['a negative number', Type.Integer(), '-7', -7],
    ['zero', Type.Integer(), '0', 0],
    ['a choice of yes', Type.Boolean(), 'true', true],
    ['a choice of no', Type.Boolean(), 'false', false],
    ['a text', Type.String(), 'true', 'true'],
    ['a text of digits', Type.String(), '7', '7'],
    ['a number with a rule of its own', Even, '4', 4],
  ])('that is %s is read as it', (_, schema, text, value) => {
    expect(read(schema, { 'X-Part': text })).toBe(value)
  })

  it.each<[schema: TSchema, text: unknown, told: string]>([
    ...['07', '0x10', '1e1', '7.0', ' 7', '+7', '0', '100'].map(
      text => [Level, text, 'must be an integer from 1 to 99'] as [TSchema, unknown, string],
    ),
    [Level, ['7', '8'], 'must be given once'],
    [Level, ['7'], 'must be given once'],
    [Type.Integer(EXACT), '9007199254740993', 'must be an integer'],
    [Type.Integer({ ...EXACT, maximum: 9 }), '10', `must be an integer from ${EXACT.minimum} to 9`],
    [Type.Integer({ ...EXACT, minimum: 1 }), '0', `must be an integer from 1 to ${EXACT.maximum}`],
    [Type.Integer(), 'x', 'must be an integer'],
    [Type.Integer({ minimum: 1 }), '0', 'must be an integer, at least 1'],
    [Type.Integer({ maximum: 9 }), '10', 'must be an integer, at most 9'],
    [Type.Boolean(), 'yes', 'must be true or false'],
    [Type.String({ maxLength: 3 }), 'four', 'must have at most 3 characters'],
    [Even, '3', 'must be an even number'],
    [Even, 'x', 'must be an even number'],
  ])('of %j refuses %j: it %s', (schema, text, told) => {
    expect(read(schema, { 'X-Part': text })).toBe(`X-Part ${told}`)
  })

  it.each<[schema: TSchema, told: string]>([
    [Level, 'must be an integer from 1 to 99'],
    [Type.Enum(['academy', 'pre-school']), 'must be academy or pre-school'],
    [Type.String({ minLength: 1 }), 'must not be empty'],
    [Even, 'must be an even number'],
  ])('of %j that is missing or empty is named with what it must be', (schema, told) => {
    for (const sent of [{}, { 'X-Part': '' }])
      expect(read(schema, sent)).toBe(`X-Part is missing: it ${told}`)
    expect(read(schema, { 'X-Part': '' }, { emptyIsAbsent: false })).toBe(`X-Part ${told}`)
  })

  it('that is missing has its default, or is left out where it may be', () => {
    expect(read(Type.Integer({ default: 5 }), {})).toBe(5)
    expect(parameterReader(Type.Object({ part: Type.Optional(Level) }))({})).toEqual({ value: {} })
  })

  it('of a header is found by its name in lower case', () => {
    expect(read(Level, { 'x-part': '7' }, { areHeaders: true })).toBe(7)
    expect(read(Level, { 'x-part': '7' })).toBe('X-Part is missing: it must be an integer from 1 to 99')
  })
})
