import { describe, expect, it } from 'vitest'
import { identifierOf, LONGEST_IDENTIFIER, readDeletedIds } from '../../../shared/client/identifier.ts'

const LONGEST = 'x'.repeat(LONGEST_IDENTIFIER)

it.each([
  ['7', '7'],
  [7, '7'],
  [-0, '0'],
  [LONGEST, LONGEST],
  [`${LONGEST}x`, undefined],
  ['', undefined],
  ['a\0', undefined],
  ['\0a', undefined],
  ['half \ud83d', undefined],
  [2 ** 60, undefined],
  [1.5, undefined],
  [null, undefined],
  [true, undefined],
  [['7'], undefined],
])('%j is read as the identifier %j', (value, identifier) => {
  expect(identifierOf(value)).toBe(identifier)
})

describe('deletions', () => {
  // Promise: silent/del-news-ids
  it.each<[unknown, string[]]>([
    [
      ['4', 5, '4'],
      ['4', '5'],
    ],
    ['["4","5"]', ['4', '5']],
    [' [4, 5] ', ['4', '5']],
    ['[9007199254740993]', ['9007199254740993']],
    ['[4a, 5]', ['4a', '5']],
    ['4, 5', ['4', '5']],
    ['4,\n5', ['4', '5']],
    ['[4,\n5]', ['4', '5']],
    ['a[4]', ['a[4]']],
    ['[4]a', ['[4]a']],
    ['4', ['4']],
    [4, ['4']],
    ['4, 5,4,', ['4', '5']],
    ['[]', []],
    ['', []],
    [null, []],
    [undefined, []],
    [[null, '', undefined], []],
  ])('%j names %j', (value, ids) => {
    expect(readDeletedIds(value)).toEqual({ delNewsIds: ids, leftOut: [] })
  })

  it('are read beside what can be no identifier, which is told with its place', () => {
    expect(readDeletedIds(['4', true, 5])).toEqual({
      delNewsIds: ['4', '5'],
      leftOut: [['/content/delNewsIds/1', true]],
    })
    expect(readDeletedIds('[4, 1.5]')).toEqual({
      delNewsIds: ['4'],
      leftOut: [['/content/delNewsIds', 1.5]],
    })
    expect(readDeletedIds('4,a\0')).toEqual({
      delNewsIds: ['4'],
      leftOut: [['/content/delNewsIds', 'a\0']],
    })
  })
})
