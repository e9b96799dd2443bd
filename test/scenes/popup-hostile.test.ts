/** What a message's body could do to a visitor, tried in a real browser with the dialog as it is built. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_BODIES } from '../support/corpus/hostile/index.ts'
import { type HostilePage, openHostilePage } from '../support/hostile-page.ts'
import { STRICT_POLICY } from '../support/widget-page.ts'

/** How large a body is has nothing to do with the page's policy: the heavy ones are shown once. */
const { 'depth and size beyond reason': _, ...LIGHT } = HOSTILE_BODIES

describe.each([
  ['on a page without any policy, where all that can run runs', '', HOSTILE_BODIES],
  ['under a strict policy, to which nothing is reported', STRICT_POLICY, LIGHT],
])('%s', (_, policy, kinds) => {
  let page: HostilePage
  beforeAll(async () => {
    page = await openHostilePage(policy)
  })
  afterAll(() => page?.[Symbol.asyncDispose]())

  // Promise: website/sanitised
  it('none does anything but be read, asks nobody for anything but pictures, and leaves the page as it was', async () => {
    for (const [kind, bodies] of Object.entries(kinds))
      expect({ kind, faults: await page.show(bodies) }).toEqual({ kind, faults: [] })
    expect(await page.aftermath()).toEqual([])
  })
})
