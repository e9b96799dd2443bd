/** What a visit may keep. */
import { expect, it } from 'vitest'
import { isJson } from '../../extension/visit.ts'

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)])
const nestedByName = (levels: number): unknown => (levels === 0 ? {} : { a: nestedByName(levels - 1) })
const ownParent: { a?: unknown } = {}
ownParent.a = ownParent
it.each([
  ...[null, '', 'text', true, false, 0, -1.5, [], {}, [1, ['a', null]], { a: { b: [] } }].map(value => [
    value,
    true,
  ]),
  ...[{ a: undefined }, Object.create(null), nested(63), nestedByName(63)].map(value => [value, true]),
  ...[undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol('a'), () => 1].map(value => [value, false]),
  ...[new Date(0), new Map(), [undefined], [Number.NaN], { a: 1n }, { a: [new Date(0)] }, nested(64)].map(
    value => [value, false],
  ),
  ...[nestedByName(64), ownParent].map(value => [value, false]),
])('JSON keeps value %#: %s', (value, expected) => {
  expect(isJson(value)).toBe(expected)
})
