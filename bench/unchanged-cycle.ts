/** A cycle without changes, with a small and a large store: both must take the same time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createSyncAgent } from '../sync-agent/index.ts'
import { median, newsEntry, rounded } from './news.ts'

const STORED = [1_000, 100_000]
const ANSWERED = 20
const CYCLES = 200

export async function unchangedCycle() {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const agents = await Promise.all(STORED.map(stored => agentWith(stored, join(folder, `${stored}.sqlite`))))
  const times: number[][] = STORED.map(() => [])
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    for (const [index, agent] of agents.entries()) {
      const started = performance.now()
      await agent.syncOnce()
      times[index]?.push(performance.now() - started)
    }
  }
  for (const agent of agents) await agent.close()
  rmSync(folder, { recursive: true })
  const base = median(times[0] ?? [])
  return Object.fromEntries(
    STORED.map((stored, index) => {
      const milliseconds = median(times[index] ?? [])
      return [
        `${stored} stored`,
        { 'a cycle, ms': rounded(milliseconds), ratio: rounded(milliseconds / base) },
      ]
    }),
  )
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
