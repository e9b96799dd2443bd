/** What a message's body could do to a visitor, tried in a real browser with the dialog as it is built. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_BODIES } from '../support/corpus/hostile/index.ts'
import { type HostilePage, openHostilePage } from '../support/hostile-page.ts'
import { STRICT_POLICY } from '../support/widget-page.ts'

const ALL = Object.values(HOSTILE_BODIES).flat()

describe.each([
  ['on a page without any policy, where all that can run runs', ''],
  ['under a strict policy, to which nothing is reported', STRICT_POLICY],
])('%s', (_, policy) => {
  let page: HostilePage
  beforeAll(async () => {
    page = await openHostilePage(policy)
  })
  afterAll(() => page?.[Symbol.asyncDispose]())

  it.each(Object.entries(HOSTILE_BODIES))('%s do nothing', async (_, bodies) => {
    expect(await page.show(bodies)).toEqual([])
  })

  it('neither do three hundred mixtures of them', async () => {
    expect(await page.show(mixtures(300))).toEqual([])
  })

  it('nobody was asked for anything but pictures, and the page is as it was', async () => {
    expect(await page.aftermath()).toEqual([])
  })
})

/** Pieces of hostile bodies, cut at their tags, put together anew. */
function mixtures(count: number): string[] {
  const pieces = ALL.filter(body => body.length < 2000).flatMap(body => body.split(/(?=<)|(?<=>)/))
  const mixture = fc.array(fc.constantFrom(...new Set(pieces)), { minLength: 2, maxLength: 8 })
  // Put together anew, a piece may become a plain picture, and that a message may show from any host.
  const fromAnyHost = (body: string) => body.replaceAll('//leak.example/', '//pictures.example/')
  return fc.sample(mixture, count).map(pieces => fromAnyHost(pieces.join('')))
}
