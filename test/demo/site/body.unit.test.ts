/** What becomes of the HTML of a news entry on the school's pages. */
import { describe, expect, it } from 'vitest'
import { readBody } from '../../../demo/site/body.ts'
import { createReadings, MOST_READINGS } from '../../../demo/site/readings.ts'

describe('headings', () => {
  /** Levels in, levels out. */
  it.each([
    ['3 3', '2 2'],
    ['3 3 3', '2 2 2'],
    ['1 2 2 3 2 1', '2 3 3 4 3 2'],
    ['2 4 4 3 2', '2 3 3 3 2'],
    ['4 2 3', '2 2 3'],
    ['1 5 6 5', '2 3 4 3'],
    ['1 2 3 4 5 6', '2 3 4 5 6 6'],
    ['6', '2'],
  ])(
    'of levels %s become %s: siblings alike, none skipped, the first under the page’s own',
    (given, shown) => {
      const html = given
        .split(' ')
        .map(level => `<h${level}>x</h${level}>`)
        .join('')
      const page = String(readBody(html, { tableName: 'Table' }).body)
      expect([...page.matchAll(/<h(\d)>x<\/h\1>/g)].map(([, level]) => level).join(' ')).toBe(shown)
    },
  )
})

describe('a body read before', () => {
  it('is not cleaned again', () => {
    const read = createReadings()
    expect(read('en-US', 'N-1', '<p>Row</p>')).toBe(read('en-US', 'N-1', '<p>Row</p>'))
  })

  it('is read anew when its text has changed, and in each language by itself', () => {
    const read = createReadings()
    read('en-US', 'N-1', '<p>Row</p>')
    expect(read('en-US', 'N-1', '<p>Sail</p>').teaser).toBe('Sail')
    expect(read('zh-HK', 'N-1', '<table><tr><td>划艇</td></tr></table>').body.toString()).toContain('表格')
    expect(read('en-US', 'N-1', '<p>Sail</p>').teaser).toBe('Sail')
  })

  it('is forgotten when as many others have been asked for since, and not before', () => {
    const read = createReadings()
    const first = read('en-US', 'N-1', '<p>Row</p>')
    const askForOthers = (name: string, count: number) => {
      for (let number = 0; number < count; number++) read('en-US', `${name} ${number}`, '')
    }
    askForOthers('one', MOST_READINGS - 1)
    expect(read('en-US', 'N-1', '<p>Row</p>')).toBe(first)
    askForOthers('two', MOST_READINGS)
    expect(read('en-US', 'N-1', '<p>Row</p>')).not.toBe(first)
  })
})
