/** `npm run bench [suite …]`: ratios measured in one run on this machine, printed as tables; nothing here fails. */
import { firstSync } from './first-sync.ts'
import { ingest } from './ingest.ts'
import { unchangedCycle } from './unchanged-cycle.ts'

const SUITES = { ingest, 'first-sync': firstSync, 'unchanged-cycle': unchangedCycle }

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !Object.hasOwn(SUITES, name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}.`)
  process.exit(2)
}
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  console.table(await suite())
}
