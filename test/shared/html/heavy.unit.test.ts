/** A body that would keep a browser busy is known by its text; what editors write never is. */
import { describe, expect, it } from 'vitest'
import { isHeavy, LONGEST } from '../../../shared/html/heavy.ts'
import { DEEPEST } from '../../../shared/html/policy.ts'
import { BENIGN_BODIES } from '../../support/corpus/benign.ts'

const numbered = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('')

describe('is too much', () => {
  it.each([
    ['formatting that is never closed', '<b><i><u><a>'.repeat(100)],
    ['boxes in boxes', '<div>'.repeat(300)],
    ['boxes in boxes, with closing tags that close nothing', '<div></p></b>'.repeat(300)],
    [
      'open formatting that every paragraph takes over',
      numbered(100, n => `<font size=${n}>`) + '<p>x</p>'.repeat(500),
    ],
    ['thousands of attributes', `<p ${numbered(5000, n => `a${n}=1 `)}>x`],
    ['thousands of attributes without values or spaces', `<p ${numbered(5000, n => `a${n}/`)}>x`],
    ['thousands of attributes after a quoted sign', `<p a=">" ${numbered(5000, n => `a${n}="1"`)}>x`],
    ['thousands of comments', '<!-- x -->'.repeat(12_000)],
    ['thousands of spans', '<span style="color:red">x</span>'.repeat(6000)],
    ['a length that nobody reads', 'word '.repeat(LONGEST / 5 + 1)],
  ])('%s', (_, html) => {
    expect(isHeavy(html)).toBe(true)
  })
})

describe('is not too much', () => {
  it.each(Object.entries(BENIGN_BODIES))('%s', (_, html) => {
    expect(isHeavy(html)).toBe(false)
  })

  it.each([
    [
      'a year of lessons in a table',
      `<table>${`<tr>${'<td><p><span style="color:red">Maths</span></p></td>'.repeat(7)}</tr>`.repeat(52)}</table>`,
    ],
    ['a list whose items are not closed', `<ul>${'<li>Item'.repeat(2000)}</ul>`],
    ['paragraphs that are not closed', '<p>Text'.repeat(3000)],
    ['a long text with apostrophes', `<p><img alt="Bo's dog">${"It's a word's end. ".repeat(5000)}</p>`],
    ['as long as anybody reads', 'x'.repeat(LONGEST)],
    ['boxes in boxes, as deep as any', '<div>'.repeat(DEEPEST)],
    ['as many tags and as much open formatting as anybody writes', `<b>${'<br>'.repeat(9_999)}`],
    ['as many attributes as anybody writes', `<p${' a'.repeat(499)}>x`],
    ['paragraphs within many boxes', `${'<div>'.repeat(100)}${'<p>x</p>'.repeat(2_000)}`],
    ['a tag with a page of blanks', `<p ${' '.repeat(5_000)}>x`],
    ['signs that begin no tag', '1 < 2 && 3 > 2; a <3 '.repeat(5000)],
    ['a picture in its own address', `<img src="data:image/png;base64,${'ab/='.repeat(50_000)}" alt="x">`],
  ])('%s', (_, html) => {
    expect(isHeavy(html)).toBe(false)
  })
})

it('a body of any kind is judged in a time that grows with its length only', () => {
  // Each would take minutes if a part of it were read again for every tag.
  for (const part of ['<', '<a ', '<a "', "<a '", '<!', '<a b="', '</', '<a/'])
    expect(typeof isHeavy(part.repeat(LONGEST / part.length))).toBe('boolean')
})
