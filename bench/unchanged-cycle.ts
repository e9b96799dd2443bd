/** A cycle without changes, with a small and a large store: both must take the same time. */

import { join } from 'node:path'
import { pino } from 'pino'
import { createSyncAgent } from '../sync-agent/index.ts'
import { newsAnswer, newsEntry } from './news.ts'
import { STREAM } from './stores.ts'
import { inTurn, type Measured, median, type Place, rounded, timeOf } from './suite.ts'

const [FEW, MANY] = [1_000, 100_000]
const ANSWERED = 20
const CYCLES = 200

export async function unchangedCycle({ folder }: Place): Promise<Measured> {
  const { rows } = await cycles(name => join(folder, `${name}.sqlite`))
  return { rows }
}

/** @param settle called when both stores are filled */
export async function cycles(db: (name: string) => string, settle = async () => {}) {
  const [few, many] = [await agentWith(FEW, db('few')), await agentWith(MANY, db('many'))]
  await settle()
  const times = await inTurn(CYCLES, {
    few: () => timeOf(() => few.syncOnce()),
    many: () => timeOf(() => many.syncOnce()),
  })
  await Promise.all([few.close(), many.close()])
  const ratio = rounded(median(times.many) / median(times.few))
  return {
    rows: {
      [`a cycle without changes, ${FEW} stored`]: { ms: rounded(median(times.few)), ratio: 1 },
      [`a cycle without changes, ${MANY} stored`]: { ms: rounded(median(times.many)), ratio },
    },
    ratio,
  }
}

/** An agent whose store is filled, and whose next cycles bring nothing new. */
async function agentWith(stored: number, db: string) {
  let count = stored
  const fetch = async () => {
    const newsList = Array.from({ length: count }, (_, index) => newsEntry(index, 200))
    const headers = { 'content-type': 'application/json' }
    return new Response(newsAnswer(newsList.map(entry => JSON.stringify(entry))), { headers })
  }
  const agent = await createSyncAgent({
    serviceUrl: 'http://service.example/cms',
    streams: [STREAM],
    db,
    fetch,
    logger: pino({ level: 'silent' }),
  })
  const [report] = await agent.syncOnce()
  if (report?.outcome !== 'done') throw new Error(report?.failure.message)
  count = ANSWERED
  return agent
}
