/** The fault that is named is one of the branch that the value means, wherever a union is checked. */
import Type, { type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { FaultSchema, WhenSchema } from '../../../service/lab/faults/fault.ts'
import { faults } from '../../../shared/client/accept.ts'
import { narrowed } from '../../../shared/client/narrowed.ts'
import { Attachment, NewsContent } from '../../../shared/contract/news.ts'

const named = (schema: Type.TSchema, value: unknown) =>
  faults(schema, value).map(({ path, reason }) => `${path} ${reason}`)

const FILE = { fileType: 'application/pdf', fileSize: 1, url: 'https://school.example/a.pdf' }
const PICTURES = { thumbnailUrl: '', mobileScreenImageUrl: '' }

describe('of an attachment', () => {
  it.each([
    ['a document without pictures', FILE, ['/thumbnailUrl is missing', '/mobileScreenImageUrl is missing']],
    [
      'a picture with a width in words',
      { ...FILE, ...PICTURES, fileType: 'image/png', imageWidth: '3', imageHeight: 2 },
      ['/imageWidth must be an integer'],
    ],
    ['a text', 'a.pdf', [' must be an object']],
    ['null', null, [' must be an object']],
  ])('%s', (_, attachment, expected) => {
    expect(named(Attachment, attachment)).toEqual(expected)
  })

  it('an unknown type is named with all that are known', () => {
    const [first] = named(Attachment, { ...FILE, ...PICTURES, fileType: 'text/plain' })
    expect(first).toBe(
      '/fileType must be one of image/png, image/jpeg, application/pdf, audio/mpeg, audio/mp3, video/mp4',
    )
  })

  it('deep in a list each attachment is judged for itself', () => {
    const entry = {
      newsId: 'N-1',
      newsTitle: 'Sports day',
      newsContent: '',
      newsDate: '20261120',
      newsDateTime: '20261120080000',
    }
    const attachments = [{ ...FILE, ...PICTURES }, FILE, { ...FILE, ...PICTURES, fileSize: '1' }]
    expect(named(NewsContent, { newsList: [{ ...entry, attachments }], delNewsIds: [] })).toEqual([
      '/newsList/0/attachments/2/fileSize must be an integer',
      '/newsList/0/attachments/1/thumbnailUrl is missing',
      '/newsList/0/attachments/1/mobileScreenImageUrl is missing',
    ])
  })
})

describe('of a fault in the laboratory', () => {
  it.each([
    [{ kind: 'html', status: 5 }, '/status must be at least 200'],
    [
      { kind: 'slow' },
      '/kind must be one of delay, code, status, reset, empty, truncated, broken-chunk, content-type, html, drip',
    ],
    [{ kind: 'drip' }, '/bytesPerSecond is missing'],
    [{ kind: 'reset', foo: 1 }, '/foo is an unknown field; known fields: kind, delayMs'],
    [{ kind: 'status', status: 503, retryAfter: -1 }, '/retryAfter must be at least 0'],
  ])('%j', (fault, expected) => {
    expect(named(FaultSchema, fault)).toEqual([expected])
  })

  it.each([
    [{ calls: 0 }, '/calls must be at least 1'],
    [{ share: 2, seed: 1 }, '/share must be at most 1'],
  ])('how often: %j', (when, expected) => {
    expect(named(WhenSchema, when)).toEqual([expected])
  })
})

describe('in words', () => {
  const Setup = Type.Object({
    site: Type.Optional(Type.Enum(['academy', 'pre-school'])),
    child: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('none'), Type.Integer()])),
    reset: Type.Optional(Type.Literal(true)),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    ids: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 })),
    day: Type.Optional(Type.String({ pattern: '^\\d{8}$', description: 'Calendar day, YYYYMMDD.' })),
    code: Type.Optional(Type.String({ minLength: 2, pattern: '^[A-Z]' })),
    hours: Type.Optional(Type.String({ pattern: '^[\\d.]+$', description: 'Hours, as in 7.5.' })),
    form: Type.Optional(Type.String({ pattern: '^[1-6][A-D]$' })),
    pair: Type.Optional(Type.Array(Type.Integer(), { minItems: 2 })),
    level: Type.Optional(Type.Union([Type.Enum(['low', 'middle', 'high']), Type.Integer()])),
    closed: Type.Optional(Type.Object({ a: Type.Integer() }, { additionalProperties: false })),
    of: Type.Optional(Type.Union([Type.Integer(), Type.String({ minLength: 1 })])),
    path: Type.Optional(Type.Union([Type.String({ pattern: '^/' }), Type.String({ pattern: '^https:' })])),
    when: Type.Optional(
      Type.Union([
        Type.Object({ every: Type.Literal('day') }),
        Type.Object({ every: Type.Literal('week') }),
        Type.Object({ at: Type.String() }),
      ]),
    ),
  })

  it.each([
    [{ site: 'nursery' }, '/site must be academy or pre-school'],
    [{ child: 'some' }, '/child must be all, none or an integer'],
    [{ reset: false }, '/reset must be true'],
    [{ name: '' }, '/name must not be empty'],
    [{ name: 'four' }, '/name must have at most 3 characters'],
    [{ name: 4 }, '/name must be a string'],
    [{ ids: [] }, '/ids must not be empty'],
    [{ ids: [1, 2, 3] }, '/ids must have at most 2 items'],
    [{ day: 'today' }, '/day must be as described: Calendar day, YYYYMMDD'],
    [{ hours: 'long' }, '/hours must be as described: Hours, as in 7.5'],
    [{ level: true }, '/level must be one of low, middle, high or an integer'],
    [{ closed: { a: 1, b: 2 } }, '/closed/b is an unknown field; known fields: a'],
    [{ reset: 'x' }, '/reset must be true'],
    [{ form: '7A' }, '/form must match the pattern ^[1-6][A-D]$'],
    [{ code: 'a' }, '/code must have at least 2 characters'],
    [{ pair: [1] }, '/pair must have at least 2 items'],
    [{ child: 1.5 }, '/child must be an integer'],
    [{ of: '' }, '/of must not be empty'],
    [{ path: 'https://school.example', name: 4 }, '/name must be a string'],
    [{ when: { every: 'year' } }, '/when/every must be day or week'],
  ])('%j', (setup, expected) => {
    expect(named(Setup, setup)).toEqual([expected])
  })

  it('each wrong field is named once', () => {
    expect(named(Setup, { site: 'nursery', name: 4, code: '' })).toEqual([
      '/site must be academy or pre-school',
      '/name must be a string',
      '/code must have at least 2 characters',
    ])
  })
})

it('a list is read as far as its errors are named', () => {
  const { items } = narrowed(NewsContent.properties.newsList, Array(50_000).fill({})) as { items?: unknown }
  expect(items).toHaveLength(8)
})

it('after any number of good elements a wrong one is named', () => {
  expect(named(Type.Array(Type.Integer()), [...Array(20).keys(), 'x'])).toEqual(['/20 must be an integer'])
})

it('a rule of its own for a whole object stays with it', () => {
  const Range = Type.Refine(
    Type.Object({ from: Type.Integer(), to: Type.Union([Type.Integer(), Type.Null()]) }),
    ({ from, to }) => to === null || from <= to,
    () => 'must not end before it begins',
  )
  expect(named(Range, { from: 2, to: 1 })).toEqual([' must not end before it begins'])
  expect(
    named(Type.Array(Range), [
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ]),
  ).toEqual(['/1 must not end before it begins'])
})

describe('a rule of its own', () => {
  const Name = Type.Refine(
    Type.String(),
    text => /^\d[A-Z]$/.test(text),
    () => 'must be the name of a class',
  )

  it('is named in place of the values that are allowed as well', () => {
    expect(named(Type.Union([Type.Literal('all'), Name]), 'some')).toEqual([' must be the name of a class'])
  })

  it('of a later field comes after a fault of an earlier one', () => {
    const Group = Type.Object({ year: Type.Integer(), group: Name })
    expect(named(Group, { year: '2026', group: 'A1' })).toEqual([
      '/year must be an integer',
      '/group must be the name of a class',
    ])
  })
})

it('a value that mixes two branches is refused as a whole', () => {
  const Fields = Type.Union([
    Type.Object({ kind: Type.Literal('a'), size: Type.Literal('small') }),
    Type.Object({ kind: Type.Literal('b'), size: Type.Literal('large') }),
  ])
  expect(named(Fields, { kind: 'a', size: 'large' })).toEqual([' does not follow the contract'])
})

it('what a value must be is said also where its schema stands below a pattern with slashes', () => {
  const below = (value: TSchema) => Type.Record(Type.String({ pattern: '^/' }), value)
  expect(named(below(Type.Integer()), { '/a': 'x' })).toEqual(['/~1a must be an integer'])
  expect(named(below(Type.Literal('day')), { '/a': 'year' })).toEqual(['/~1a must be day'])
})
