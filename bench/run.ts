/**
 * `npm run bench [-- suite …]`: measures on this machine and prints tables. A suite is selected by its name or the
 * beginning of it: `popup` runs the three popup suites. Ends with 1 when a figure is above its limit.
 */
import { crowd } from './crowd/crowd.ts'
import { firstSync } from './first-sync.ts'
import { newsPages } from './http/news.ts'
import { newsSearch } from './http/search.ts'
import { ingest } from './ingest.ts'
import { popupIdle } from './popup/idle.ts'
import { popupLighthouse } from './popup/lighthouse.ts'
import { popupVisible } from './popup/visible.ts'
import { postgres } from './postgres/postgres.ts'
import { relay } from './relay/relay.ts'
import { serviceNews } from './service/news.ts'
import { servicePopups } from './service/popups.ts'
import { isBroken, type Measured } from './suite.ts'
import { typhoon } from './typhoon/typhoon.ts'
import { unchangedCycle } from './unchanged-cycle.ts'

/** A table with its own ratios, without limits. */
const withoutLimits = (measure: () => Promise<Measured['rows']>) => async () => ({
  rows: await measure(),
  limits: [],
})

const SUITES: Record<string, () => Promise<Measured>> = {
  ingest,
  'first-sync': withoutLimits(firstSync),
  'unchanged-cycle': withoutLimits(unchangedCycle),
  'news-pages': newsPages,
  'news-search': newsSearch,
  postgres,
  relay,
  'service-popups': servicePopups,
  'service-news': serviceNews,
  crowd,
  'popup-idle': popupIdle,
  'popup-visible': popupVisible,
  'popup-lighthouse': popupLighthouse,
  typhoon,
}

const wanted = process.argv.slice(2)
const isMeant = (name: string, word: string) => name === word || name.startsWith(`${word}-`)
const unknown = wanted.filter(word => !Object.keys(SUITES).some(name => isMeant(name, word)))
if (unknown.length > 0) {
  console.error(`Unknown suite: ${unknown.join(', ')}; known: ${Object.keys(SUITES).join(', ')}.`)
  process.exit(2)
}
const broken: string[] = []
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.some(word => isMeant(name, word))) continue
  console.log(`\n${name}`)
  const { rows, limits } = await suite()
  console.table(rows)
  if (limits.length === 0) continue
  console.table(limits.map(limit => ({ ...limit, kept: !isBroken(limit) })))
  broken.push(
    ...limits.filter(isBroken).map(({ what, found, limit }) => `${name}: ${what}: ${found}, limit ${limit}`),
  )
}
for (const line of broken) console.error(line)
if (broken.length > 0) process.exitCode = 1
