/** The text of sanitised HTML, for titles, feeds and searches. */
import { expect, it } from 'vitest'
import { paragraphsIn, textOf } from '../../../shared/html/text-of.ts'

const NOTICE =
  '<h2 lang="en">Sports &amp; games</h2>\n<p>Bring <b>wa</b>ter,<br />a hat</p><p> </p><ul><li>Shoes</li><li>Towel</li></ul>'

it('is one line, in which only blocks separate words', () => {
  expect(textOf(NOTICE)).toBe('Sports & games Bring water, a hat Shoes Towel')
})

it('has a line for each paragraph, heading or item, and none that is empty', () => {
  expect(paragraphsIn(NOTICE)).toEqual(['Sports & games', 'Bring water,', 'a hat', 'Shoes', 'Towel'])
})
