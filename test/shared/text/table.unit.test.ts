/** What a terminal shows: columns that stand below each other, also in Chinese, and nothing that moves its cursor. */
import { describe, expect, it } from 'vitest'
import { formatTable, plainLine, widthOf, wrap } from '../../../shared/text/table.ts'

it('columns stand below each other, and no line ends with blanks', () => {
  const table = formatTable(
    ['site', 'title', ''],
    [
      ['academy', '停課', 'new'],
      ['pre-school', 'Sports day'],
      ['x', 'y\u202e\u001b[2J', '', ''],
    ],
  )
  expect(table.split('\n')).toEqual([
    'site        title',
    'academy     停課        new',
    'pre-school  Sports day',
    'x           y [2J',
  ])
})

it.each([
  ['Sports day', 10],
  ['停課', 4],
  ['한국', 4],
  ['，！', 4],
  ['𠮷', 2],
  ['🌧', 1],
  ['⛅', 2],
  ['e\u0301', 1],
  ['a\u200db', 2],
  ['', 0],
])('%j is %i columns wide', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

it.each([
  ['a  b', 'a  b'],
  ['a\n\tb\u0007c', 'a b c'],
  ['a\u202eb\u2066c', 'abc'],
])('%j is one line: %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

describe('a wrapped text', () => {
  it.each([
    ['goes on in lines that begin with blanks', 'one two three four', 'one two\n  three\n  four'],
    ['keeps a longer word whole', 'see https://a.example/b', 'see\n  https://a.example/b'],
    [
      'breaks Chinese behind its punctuation, all of it',
      '天氣，「停課」，家長',
      '天氣，\n  「停課」，\n  家長',
    ],
    ['that fits stays', 'one two', 'one two'],
    ['may be empty', '', ''],
  ])('%s', (_, text, wrapped) => {
    expect(wrap(text, 9, '  ')).toBe(wrapped)
  })

  it('fits when it ends in the last column', () => {
    expect(wrap('one two three', 7)).toBe('one two\nthree')
    expect(wrap('one two three', 40)).toBe('one two three')
  })
})
