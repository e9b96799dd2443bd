/** The OpenAPI document of the interface, a file of @schoolbell/client. */
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { startService } from '../../console/index.ts'
import type { OpenApiDocument } from '../../shared/server/openapi/document.ts'
import { hostWithAll } from '../support/host.ts'

const host = hostWithAll()
afterAll(() => host[Symbol.dispose]())

it('is imported by its name', async () => {
  const program = `import document from '@schoolbell/client/openapi.json' with { type: 'json' }
console.log(document.info.title)`
  expect(await host.output('import.mjs', program)).toBe('School information system\n')
})

it('is what a service answers, but for its addresses', async () => {
  await using service = await startService()
  const file = host.installed('@schoolbell', 'client', 'interface', 'openapi.json')
  const document: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'))
  const served: OpenApiDocument = await (await fetch(`${service.base}/openapi.json`)).json()
  const { externalDocs: _, ...rest } = served
  const withoutServers = (value: object) =>
    JSON.parse(JSON.stringify(value, (key, inner) => (key === 'servers' ? undefined : inner)))
  expect(withoutServers(document)).toEqual(withoutServers(rest))
  const { get } = document.paths['/v2/grd/external-session'] ?? {}
  expect(get?.servers?.map(({ url }) => url)).toEqual([
    'http://127.0.0.1:4010/session/staging',
    'http://127.0.0.1:4010/session/production',
  ])
})
