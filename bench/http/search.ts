/** Search over many entries, each question a new one, against a list page: the slowest answers of a hundred. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, rounded } from '../news.ts'
import type { Measured } from '../suite.ts'
import { HEADERS } from './against.ts'
import { madeUpLanguage } from './language.ts'
import { startPrograms } from './programs.ts'
import { fillStore } from './stores.ts'

const SERVE = join(import.meta.dirname, 'serve.ts')
const STORED = 20_000
const ASKED = 3_000
/** p99 of a search against p99 of a list page. */
const MOST_TIMES = 20

export async function newsSearch(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const programs = startPrograms()
  try {
    const language = madeUpLanguage()
    const db = join(folder, 'news.db')
    await fillStore(db, STORED, language.entry)
    const address = `${await programs.start(SERVE, db)}/v1/news`
    const rows = {
      'a list page': await timed(address, () => 'limit=20'),
      'a search': await timed(
        address,
        index => `limit=20&q=${encodeURIComponent(language.question())}&number=${index}`,
      ),
      // The number makes it another address, so that nothing is kept of the one before.
      'a search for common words': await timed(
        address,
        index => `limit=20&q=${encodeURIComponent(language.common)}&number=${index}`,
      ),
    }
    const found = rounded(rows['a search']['p99, ms'] / rows['a list page']['p99, ms'])
    return { rows, limits: [{ what: 'p99 of a search to p99 of a list page', found, limit: MOST_TIMES }] }
  } finally {
    await programs.end()
    rmSync(folder, { recursive: true })
  }
}

async function timed(address: string, query: (index: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let index = 0; index < ASKED; index += 1) {
    const url = `${address}?${query(index)}`
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: HEADERS }, response => {
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} at ${url}`))
        response.resume().on('end', resolve)
      }).on('error', reject)
    })
    times.push(performance.now() - started)
  }
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    'median, ms': rounded(median(times)),
    'p99, ms': rounded(sorted[Math.floor(ASKED * 0.99)] ?? 0),
    'slowest, ms': rounded(sorted.at(-1) ?? 0),
  }
}
