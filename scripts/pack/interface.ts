/**
 * Writes dist/interface/openapi.json, a file of @schoolbell/client: the document of the interface as a service answers it. In
 * a file, the addresses are those of a service on its usual port.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pino } from 'pino'
import { createBareService } from '../../service/service.ts'
import type { OpenApiDocument } from '../../shared/server/openapi/document.ts'
import { INTERFACE_DOCUMENT } from './places.ts'

const USUAL = 'http://127.0.0.1:4010/'

export async function writeInterfaceDocument(): Promise<void> {
  await using service = await createBareService({ port: 0, seed: 'empty', logger: pino({ level: 'silent' }) })
  const { base } = await service.listen()
  const document = await (await fetch(`${base}/openapi.json`)).json()
  mkdirSync(dirname(INTERFACE_DOCUMENT), { recursive: true })
  writeFileSync(INTERFACE_DOCUMENT, `${JSON.stringify(inFile(document))}\n`)
}

/** Without the link to the rest of the service. */
function inFile({ externalDocs: _, ...document }: OpenApiDocument): object {
  const text = JSON.stringify(document, (key, value) =>
    key === 'servers'
      ? value.map(({ url, ...server }: { url: string }) => ({ url: new URL(url, USUAL).href, ...server }))
      : value,
  )
  return JSON.parse(text)
}
