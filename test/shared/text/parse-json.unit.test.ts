import { expect, it } from 'vitest'
import { DeepJson, isCutShort, isDeepJson, parseJson } from '../../../shared/text/parse-json.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

it('JSON of an ordinary depth is parsed', () => {
  expect(parseJson(nested(64))).toEqual(JSON.parse(nested(64)))
  // Beside each other, however many.
  expect(parseJson(`[${'{"a":[]},'.repeat(1000)}1]`)).toHaveLength(1001)
})

it('brackets in a string are text, also behind escapes', () => {
  const texts = ['['.repeat(100), '"'.repeat(100), '\\', '\\"[', `${'{'.repeat(70)}\\\\`]
  expect(parseJson(JSON.stringify(texts))).toEqual(texts)
  expect(() => parseJson(`["\\\\",${nested(70)}]`)).toThrow(DeepJson)
})

it.each([
  ['65 levels', nested(65)],
  ['65 objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
  ['a million brackets in a row', '['.repeat(1_000_000)],
  ['a million brackets that are closed', nested(500_000)],
])('%s are refused with the limit', (_, text) => {
  expect(() => parseJson(text)).toThrow('is nested more than 64 levels deep')
})

it.each(['', '[', '['.repeat(64), '"', '"\\', '[1,]', '}{'])('%j is not JSON', text => {
  const read = () => parseJson(text)
  expect(read).toThrow(SyntaxError)
  expect(read).not.toThrow(DeepJson)
})

it('a text that ends in its array or object is cut short, and no other', () => {
  for (const cut of ['[', ' {"a": [1, 2]', '[{}, "]"', '{"a": "b'])
    expect([cut, isCutShort(cut)]).toEqual([cut, true])
  for (const whole of ['', '{}', '[1]]', '<html>[', 'x {', '"{'])
    expect([whole, isCutShort(whole)]).toEqual([whole, false])
})

it('the limit is the last level that is allowed', () => {
  expect([2, 3].map(levels => isDeepJson(nested(levels), 2))).toEqual([false, true])
})
