/** A site that renders its pages on a server imports the elements there as well, where there is no document. */
import { expect, it } from 'vitest'

it('the classes can be imported where there is no document', async () => {
  expect('document' in globalThis).toBe(false)
  const { SchoolPopup } = await import('../../widget/index.ts')
  const { SchoolNews } = await import('../../widget/news/index.ts')
  expect([SchoolPopup.name, SchoolNews.name]).toEqual(['SchoolPopup', 'SchoolNews'])
})
