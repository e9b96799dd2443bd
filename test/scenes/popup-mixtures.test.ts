/** Hostile bodies cut at their tags and put together anew: what no list has thought of, in each engine. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOSTILE_BODIES } from '../support/corpus/hostile/index.ts'
import { openHostilePage } from '../support/hostile-page.ts'
import { STRICT_POLICY } from '../support/widget-page.ts'

// Promise: website/sanitised
it.each([
  ['without any policy', ''],
  ['under a strict policy', STRICT_POLICY],
])('mixtures of hostile bodies do nothing on a page %s', async (_, policy) => {
  await using page = await openHostilePage(policy)
  expect(await page.show(mixtures(150))).toEqual([])
  expect(await page.aftermath()).toEqual([])
})

function mixtures(count: number): string[] {
  const bodies = Object.values(HOSTILE_BODIES).flat()
  const pieces = bodies.filter(body => body.length < 2000).flatMap(body => body.split(/(?=<)|(?<=>)/))
  const mixture = fc.array(fc.constantFrom(...new Set(pieces)), { minLength: 2, maxLength: 8 })
  // Put together anew, a piece may become a plain picture, and that a message may show from any host.
  const fromAnyHost = (body: string) => body.replaceAll('//leak.example/', '//pictures.example/')
  return fc.sample(mixture, count).map(pieces => fromAnyHost(pieces.join('')))
}
