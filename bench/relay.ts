/**
 * The popup relay: compared with a bare node:http server that sends the same bytes, and under a spike while the service is
 * down. Each server has its own process.
 */

import { join } from 'node:path'
import { pino } from 'pino'
import { createService } from '../console/index.ts'
import { against, aSecond, ask, bareLimit, HEADERS, isAnswer } from './http/against.ts'
import { NO_CYCLE, startAgent } from './http/agents.ts'
import { load } from './http/load.ts'
import type { Measured, Place } from './suite.ts'

const SPIKE = { connections: 500, requests: 50_000 }

export async function relay({ folder, start }: Place): Promise<Measured> {
  const service = await createService({ port: 0, logger: pino({ level: 'silent' }) })
  try {
    const { serviceUrl } = await service.listen()
    const agent = await startAgent(start, serviceUrl, join(folder, 'news.db'), ...NO_CYCLE)
    const url = `${agent}/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US`
    const answer = await ask(url, HEADERS)
    const holding = { ...HEADERS, 'if-none-match': `${answer.headers.etag}` }
    const whole = await against(url, HEADERS, start)
    const unchanged = await against(url, holding, start)

    await service.close()
    await until(async () => 'cache-status' in (await ask(url, HEADERS)).headers)
    const spike = await load({
      url,
      headers: HEADERS,
      ...SPIKE,
      isGood: isAnswer(answer.status, answer.body),
    })
    return {
      rows: {
        'an answer': whole,
        'not changed (304)': unchanged,
        'spike, service down': { 'ours, a second': aSecond(spike), good: spike.good, failed: spike.failed },
      },
      limits: [
        bareLimit('an answer', whole),
        bareLimit('not changed (304)', unchanged),
        {
          what: 'spike: requests not answered with the last good answer',
          found: SPIKE.requests - spike.good,
          limit: 0,
        },
      ],
    }
  } finally {
    await service.close()
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 50))
}
