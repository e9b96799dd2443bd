// @vitest-environment happy-dom
/** A website's tests may run in a stand-in for a browser, whose events are not Node's: no package does work when it is imported. */
import { expect, it } from 'vitest'

it.each([
  ['client', () => import('../shared/client/index.ts')],
  ['conformance', () => import('../conformance/index.ts')],
  ['extension', () => import('../extension/index.ts')],
  ['service', () => import('../service/index.ts')],
  ['sync-agent', () => import('../sync-agent/index.ts')],
])('%s can be imported there', async (_, load) => {
  expect(Object.keys(await load()).length).toBeGreaterThan(0)
})
