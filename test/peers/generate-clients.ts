/**
 * Generates clients from OpenAPI documents with two generators, in a process of its own:
 *
 *     node generate-clients.ts FOLDER NAME…
 *
 * For each FOLDER/NAME.json it writes FOLDER/NAME.ts (openapi-typescript) and FOLDER/NAME/ (hey-api).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'

const [folder = '', ...names] = process.argv.slice(2)
for (const name of names) {
  const source = join(folder, `${name}.json`)
  writeFileSync(
    join(folder, `${name}.ts`),
    astToString(await openapiTS(JSON.parse(readFileSync(source, 'utf8')))),
  )
  await createClient({
    input: source,
    output: { path: join(folder, name), module: { extension: '.ts' } },
    logs: { level: 'silent' },
  })
}
