/** A cycle without changes, with a small and a large store: both must take the same time. */

import { join } from 'node:path'
import { pino } from 'pino'
import { createSyncAgent } from '../sync-agent/index.ts'
import { newsEntry } from './news.ts'
import { inTurn, type Measured, median, type Place, rounded, timeOf } from './suite.ts'

const [FEW, MANY] = [1_000, 100_000]
const ANSWERED = 20
const CYCLES = 200

export async function unchangedCycle({ folder }: Place): Promise<Measured> {
  const few = await agentWith(FEW, join(folder, 'few.sqlite'))
  const many = await agentWith(MANY, join(folder, 'many.sqlite'))
  const times = await inTurn(CYCLES, {
    few: () => timeOf(() => few.syncOnce()),
    many: () => timeOf(() => many.syncOnce()),
  })
  await Promise.all([few.close(), many.close()])
  const row = (milliseconds: number) => ({
    'a cycle, ms': rounded(milliseconds),
    ratio: rounded(milliseconds / median(times.few)),
  })
  return { rows: { [`${FEW} stored`]: row(median(times.few)), [`${MANY} stored`]: row(median(times.many)) } }
}

/** An agent whose store is filled, and whose next cycles bring nothing new. */
export async function agentWith(stored: number, db: string) {
  let count = stored
  const fetch = async () => {
    const newsList = Array.from({ length: count }, (_, index) => newsEntry(index, 200))
    return Response.json({
      txID: 'bench',
      code: 'D00000',
      message: 'ok',
      content: { newsList, delNewsIds: [] },
    })
  }
  const agent = await createSyncAgent({
    serviceUrl: 'http://service.example/cms',
    streams: [{ siteId: 'academy', lang: 'en-US' }],
    db,
    fetch,
    logger: pino({ level: 'silent' }),
  })
  const [report] = await agent.syncOnce()
  if (report?.outcome !== 'done') throw new Error(report?.failure.message)
  count = ANSWERED
  return agent
}
