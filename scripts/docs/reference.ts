/**
 * Writes the pages of docs/reference, each from the code that it tells of: `npm run docs:reference`.
 *
 * They are committed, because forges and packages show them. A test says which of them is out of date.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../pack/places.ts'
import { proofsPage } from './proofs.ts'
import { commandLinePage } from './reference/command-line.ts'
import { errorCodesPage } from './reference/error-codes.ts'
import { httpApiPage } from './reference/http-api.ts'
import { metricsPage } from './reference/metrics.ts'
import { variablesPage } from './reference/variables.ts'

export const PAGES: Readonly<Record<string, () => Promise<string>>> = {
  'command-line': commandLinePage,
  variables: variablesPage,
  metrics: metricsPage,
  'http-api': httpApiPage,
  'error-codes': errorCodesPage,
  proofs: async () => proofsPage(),
  // Its analyzer is installed beside, which not every reader of this file has.
  elements: async () => (await import('./reference/elements.ts')).elementsPage(),
}

export const pathOf = (name: string): string => join(ROOT, 'docs', 'reference', `${name}.md`)

if (import.meta.main)
  for (const [name, make] of Object.entries(PAGES)) writeFileSync(pathOf(name), await make())
