/**
 * Generates clients from OpenAPI documents with two generators, in a process of its own:
 *
 *     node generate-clients.ts FOLDER NAME…
 *
 * For each FOLDER/NAME.json it writes FOLDER/NAME.ts (openapi-typescript) and FOLDER/NAME/ (hey-api).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Both write code with the compiler's own interface, which TypeScript 7 does not have yet: they get the older compiler that
// another development tool brings.
const { resolve } = createRequire(import.meta.url)
const typescript = pathToFileURL(createRequire(resolve('@arethetypeswrong/core')).resolve('typescript')).href
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: typescript, shortCircuit: true } : next(name, context),
})

const [folder = '', ...names] = process.argv.slice(2)
const { default: openapiTS, astToString } = await import('openapi-typescript')
const { createClient } = await import('@hey-api/openapi-ts')
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
