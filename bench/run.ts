/**
 * `npm run bench [-- suite …]`: measures on this machine and prints tables. A suite is selected by its name or the
 * beginning of it: `popup` runs the three popup suites. Ends with 1 when a figure is above its limit.
 */
import { crowd } from './crowd/crowd.ts'
import { firstSync } from './first-sync.ts'
import { ingest } from './ingest.ts'
import { newsPages } from './news-pages.ts'
import { newsSearch } from './news-search.ts'
import { popupIdle } from './popup/idle.ts'
import { popupLighthouse } from './popup/lighthouse.ts'
import { popupVisible } from './popup/visible.ts'
import { postgres } from './postgres.ts'
import { relay } from './relay.ts'
import { serviceNews } from './service-news.ts'
import { servicePopups } from './service-popups.ts'
import { print, runSuite, type Suite } from './suite.ts'
import { typhoon } from './typhoon/typhoon.ts'
import { unchangedCycle } from './unchanged-cycle.ts'

const SUITES: Record<string, Suite> = {
  ingest,
  'first-sync': firstSync,
  'unchanged-cycle': unchangedCycle,
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
  broken.push(...print(name, await runSuite(suite)))
}
for (const line of broken) console.error(line)
if (broken.length > 0) process.exitCode = 1
