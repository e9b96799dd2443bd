/** A school with thirty news entries in two languages: a real service, and a real agent that copies from it. */
import { pino } from 'pino'
import type { Service } from '../../console/index.ts'
import { systemClock } from '../../shared/clock.ts'
import { createSyncAgent, type SyncAgent, type SyncAgentOptions } from '../../sync-agent/index.ts'
import { ACADEMY, ACADEMY_ZH } from '../sync-agent/support.ts'
import { openFront } from './front.ts'
import { type Scratch, scratch } from './scratch.ts'
import { SMALL_SCHOOL, startSmallSchool } from './small-school.ts'

export type Draft = Parameters<Service['news']['put']>[0]

/** The text of an entry in both languages. */
export const entryOf = (newsId: string, en: string, zh: string, more: Partial<Draft> = {}): Draft => ({
  newsId,
  sites: ['academy'],
  newsDateTime: '20260901083000',
  texts: {
    'en-US': { newsTitle: en, newsContent: `<p>${en}, and what there is to say of it.</p>` },
    'zh-HK': { newsTitle: zh, newsContent: `<p>${zh}，詳情如下。</p>` },
  },
  attachments: [],
  ...more,
})

/** From the newest, 30, to the oldest, 1. */
const THIRTY = Array.from({ length: 30 }, (_, index) => {
  const number = `${index + 1}`.padStart(2, '0')
  return entryOf(`T-${number}`, `Harbour walk ${number}`, `海港漫步 ${number}`, {
    newsDateTime: `202608${number}090000`,
  })
})
THIRTY[27] = entryOf('T-28', 'Regatta results', '划艇賽果', {
  newsDateTime: '20260828090000',
  attachments: ['gate', 'hall', 'letter', 'bell'],
})
THIRTY[28] = {
  ...entryOf('T-29', 'Harbour walk 29', '海港漫步 29'),
  newsDateTime: '20260829090000',
  cover: 'hall',
}

export interface NewsSchool extends AsyncDisposable {
  service: Service
  agent: SyncAgent
  /** The agent's address. */
  address: string
  files: Scratch
  /** Publishes in the service, and has the agent copy it. */
  publish(draft: Draft): Promise<void>
  remove(newsId: string): Promise<void>
  /** Ends the agent, and starts it anew under the same address. */
  stopAgent(): Promise<void>
  startAgent(): Promise<void>
}

export async function startNewsSchool(options: Partial<SyncAgentOptions> = {}): Promise<NewsSchool> {
  const files = scratch()
  const school = await startSmallSchool({ clock: systemClock })
  const { service, addresses } = school
  for (const { newsId } of SMALL_SCHOOL.news) service.news.remove(newsId)
  for (const draft of THIRTY) service.news.put(draft)
  const create = () =>
    createSyncAgent({
      serviceUrl: addresses.serviceUrl,
      streams: [ACADEMY, ACADEMY_ZH],
      db: files.path('news.db'),
      port: 0,
      logger: pino({ level: 'silent' }),
      ...options,
    })
  const front = await openFront()
  const { address } = front
  let agent = await create()
  front.leadTo(await agent.listen())
  await agent.syncOnce()
  return {
    service,
    get agent() {
      return agent
    },
    address,
    files,
    async publish(draft) {
      service.news.put(draft)
      await agent.syncOnce()
    },
    async remove(newsId) {
      service.news.remove(newsId)
      await agent.syncOnce()
    },
    async stopAgent() {
      await agent.close()
      front.leadTo(undefined)
    },
    async startAgent() {
      agent = await create()
      front.leadTo(await agent.listen())
    },
    async [Symbol.asyncDispose]() {
      await agent.close()
      await front[Symbol.asyncDispose]()
      await school[Symbol.asyncDispose]()
      files[Symbol.dispose]()
    },
  }
}
