/** What others send may be as long as it likes: it is read in one pass. Otherwise these would not end before their limit. */
import { describe, expect, it } from 'vitest'
import { otherKind } from '../../../service/media/recognise/other-kinds.ts'
import { acceptedEncodings } from '../../../shared/server/negotiation.ts'
import { preferredLanguage } from '../../../shared/text/accept-language.ts'
import { formatJson } from '../../../shared/text/json.ts'
import { formatTable, plainLine } from '../../../shared/text/table.ts'

const SPACES = ' '.repeat(150_000)

describe('a text of any length', () => {
  it('is one line without control characters', () => {
    expect(plainLine(`a${SPACES}b`)).toBe(`a${SPACES}b`)
    expect(plainLine(`a${SPACES}\n${SPACES}\u001b${SPACES}b`)).toBe('a b')
  })

  it('is a column of a table, however many rows there are', () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => [`${row}`, ''])
    const lines = formatTable(['No.', ''], rows).split('\n')
    expect([lines.length, lines[1], lines.at(-1)]).toEqual([200_001, '0', '199999'])
  })

  it('is a wish for a language', () => {
    expect(preferredLanguage(`fr${SPACES}x, zh-TW ; q=0.5,en;${SPACES}q=0.4`)).toBe('zh-HK')
    expect(preferredLanguage('zh;q=0, de')).toBe(undefined)
  })

  it('is a wish for a coding', () => {
    expect([...acceptedEncodings(`x${SPACES}y, br ;${SPACES}q=0.5, zstd; q=0, gzip`)]).toEqual([
      `x${SPACES}y`,
      'br',
      'gzip',
    ])
  })

  it('is recognised behind any number of comments', () => {
    const comments = '<!---->\n'.repeat(32)
    expect(otherKind(Buffer.from(`${comments}x`))).toBe('text')
    expect(otherKind(Buffer.from(`${comments}<HTML>`))).toBe('html')
    expect(otherKind(Buffer.from('<!-- a --> <!doctype HTML>'))).toBe('html')
    expect(otherKind(Buffer.from('<!-- <html>'))).toBe('text')
  })
})

describe('a name that would turn the rest of its line round', () => {
  const name = 'Ines \u202eremraf\u2066 \u200f'

  it('does not on a terminal', () => {
    expect(plainLine(name)).toBe('Ines remraf ')
  })

  it('stands in JSON as a number', () => {
    expect(formatJson(name)).toBe('"Ines \\u202eremraf\\u2066 \\u200f"')
    expect(JSON.parse(formatJson(name))).toBe(name)
  })
})
