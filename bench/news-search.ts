/** Search over many entries, each query different, compared with a list page: p99 of the response time. */

import { join } from 'node:path'
import { serveStore } from './http/agents.ts'
import { madeUpLanguage } from './http/language.ts'
import { timed } from './http/timed.ts'
import { batchesOf, fillStore } from './stores.ts'
import { type Measured, type Place, rounded } from './suite.ts'

const STORED = 20_000
/** p99 of a search divided by p99 of a list page. */
const MOST_TIMES = 20

export async function newsSearch({ folder, start }: Place): Promise<Measured> {
  const language = madeUpLanguage()
  const db = join(folder, 'news.db')
  await fillStore(db, batchesOf(STORED, language.entry))
  const address = `${await serveStore(start, db)}/v1/news`
  // The number makes each URL different, so that no cached response is used.
  const search = (q: string, index: number) =>
    `${address}?limit=20&q=${encodeURIComponent(q)}&number=${index}`
  const rows = await timed({
    'a list page': () => `${address}?limit=20`,
    'a search': index => search(language.question(), index),
    'a search for common words': index => search(language.common, index),
  })
  const found = rounded(rows['a search']['p99, ms'] / rows['a list page']['p99, ms'])
  return { rows, limits: [{ what: 'p99 of a search to p99 of a list page', found, limit: MOST_TIMES }] }
}
