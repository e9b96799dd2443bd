/** CSV that a spreadsheet opens: what was written is read again, and nothing in it is run. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOM, csvOf, plainCell, plainCsvOf, safeCell } from '../../../shared/text/csv.ts'

const parsed = (text: string): string[][] => parse(text, { bom: true, relax_column_count: true })

const signs = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', ',', ';', '＝', '\u200b'), {
    maxLength: 6,
  })
  .map(some => some.join(''))
/** Any text, and often one that begins as a formula or an escaped one does, or goes on so. */
const cell = fc
  .tuple(signs, fc.string({ unit: 'grapheme' }), signs)
  .map(([start, rest, end]) => start + rest + end)
/** One cell at least, since a line without any is none to a parser. */
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 })

/** Each writes and reads a whole file. */
const RUNS = { numRuns: 30 }

describe('a CSV file', () => {
  it('gives back the cells that it was written of, whatever stands in them', () => {
    fc.assert(
      fc.property(rows, written => {
        const read = parsed(BOM + csvOf(written))
        expect(read.map(row => row.map(plainCell))).toEqual(written)
      }),
      RUNS,
    )
  })

  it('for programs holds each text as it is', () => {
    fc.assert(
      fc.property(rows, written => {
        expect(parsed(plainCsvOf(written))).toEqual(written)
      }),
      RUNS,
    )
  })

  // Promise: integrate/csv
  it('has no cell that begins with the sign of a formula, nor with a tab or a line end', () => {
    fc.assert(
      fc.property(rows, written => {
        for (const read of parsed(csvOf(written)).flat()) {
          expect(read).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
          expect(read.trimStart()).not.toMatch(/^[=+\-@]/)
        }
      }),
      RUNS,
    )
  })

  it('has no formula in it for a spreadsheet that expects semicolons, either', () => {
    fc.assert(
      fc.property(rows, written => {
        const cut = csvOf(written).split(/[;\r\n]/)
        for (const piece of cut) expect(piece).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u)
      }),
      { ...RUNS, examples: [[[['x;=1+1;y', 'x\n=1+1;y']]]] },
    )
  })

  it('ends each line with CRLF, and quotes what RFC 4180 wants quoted', () => {
    expect(
      csvOf([
        ['a', 'b c', '中文'],
        ['x,y', 'say "hi"', 'two\nlines'],
        ['', 'a;b', 'a\tb'],
      ]),
    ).toBe('a,b c,中文\r\n"x,y","say ""hi""","two\nlines"\r\n,"a;b","a\tb"\r\n')
    expect(csvOf([])).toBe('')
    expect(plainCsvOf([['=a;b', 'c']])).toBe('"=a;b",c\r\n')
  })

  it('writes a number as one, and guards a text that merely looks like one', () => {
    expect(csvOf([[-5, '-5', '+852 2345 6789', 7]])).toBe("-5,'-5,'+852 2345 6789,7\r\n")
  })

  it.each([
    ['=1+1', "'=1+1"],
    [' =1+1', "' =1+1"],
    ["'=1+1", "''=1+1"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\u0000 \u2060+1', "'\u0000 \u2060+1"],
    ['＝ＳＵＭ', "'＝ＳＵＭ"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ["a\n'- b;c", "a\n''- b;c"],
    ['\n \n=1', "'\n \n'=1"],
    ['Ferry; late - 08:52', 'Ferry; late - 08:52'],
    ["O'Neill", "O'Neill"],
    ["'tis", "'tis"],
    ['1A - Rowing', '1A - Rowing'],
    ['', ''],
  ])('%j becomes %j', (text, safe) => {
    expect(safeCell(text)).toBe(safe)
    expect(plainCell(safe)).toBe(text)
  })
})
