/** What a run needs, on a store in memory, before a service that says what a test lets it say: no socket. */
import { expect, onTestFinished } from 'vitest'
import { type AgentContext, createContext } from '../../../sync-agent/context.ts'
import type { SyncAgentOptions } from '../../../sync-agent/index.ts'
import { runCycle } from '../../../sync-agent/sync/cycle.ts'
import { Lease } from '../../../sync-agent/sync/lease.ts'
import { ACADEMY, entry, type HandClock, handClock, logLines, queryOf } from '../support.ts'

export const MORNING = '2026-09-01T00:00:00Z'
export const SERVICE = 'http://school.example/cms'
/** Nothing ends it. */
export const never = new AbortController().signal

export interface RunScene {
  context: AgentContext
  lease: Lease
  /** Of the lease, which this agent holds. */
  token: number
  clock: HandClock
  log: ReturnType<typeof logLines>
  /** The parameters of each call. */
  asked: URLSearchParams[]
  answer(say: Say): void
}

type Say = (query: URLSearchParams) => Response | Promise<Response>

/** A D00000 answer with this news. */
export const news = (newsList: unknown[] = [], delNewsIds: unknown = [], headers = {}): Say => {
  const answer = { txID: 't', code: 'D00000', message: '', content: { newsList, delNewsIds } }
  return () => Response.json(answer, { headers })
}

/** An entry that goes to the quarantine. */
export const bad = (newsId: string) => ({ ...entry(newsId), newsTitle: 7 })

/** An answer with another return code. */
export const refusal =
  (code: string, txID = 't'): Say =>
  () =>
    Response.json({ txID, code, message: 'no' })

/** Another answer to a question by `newsIDs` than to the others. */
export const unlessNamed =
  (main: Say, byIds: (newsIds: string[]) => Say): Say =>
  query =>
    (query.has('newsIDs') ? byIds((query.get('newsIDs') ?? '').split(',')) : main)(query)

export async function runScene(options: Partial<SyncAgentOptions> = {}): Promise<RunScene> {
  const log = logLines()
  const clock = handClock(MORNING)
  const asked: URLSearchParams[] = []
  let say: Say = news()
  const context = await createContext({
    ...{ serviceUrl: SERVICE, streams: [ACADEMY], db: ':memory:', clock, logger: log.logger },
    ...{ random: () => 1, wait: async () => undefined, popupIntervalMs: false },
    fetch: async url => {
      const query = queryOf({ url: `${url}` })
      asked.push(query)
      return say(query)
    },
    ...options,
  })
  const { store } = context
  const lease = new Lease({ store, holder: 'this agent', leaseMs: 60_000, logger: log.logger })
  onTestFinished(async () => {
    await lease.release()
    await store.close()
  })
  const token = await lease.acquire({ signal: never })
  const answer = (next: Say) => {
    say = next
  }
  return { context, lease, token, clock, log, asked, answer }
}

/** The `newsIDs` of each call that had some. */
export const named = ({ asked }: RunScene) => asked.map(query => query.get('newsIDs')).filter(Boolean)

/** Copies this, and forgets what was asked and said. */
export async function copied(scene: RunScene, newsList: unknown[], deleted: string[] = []): Promise<void> {
  scene.answer(news(newsList, deleted))
  expect(await runCycle(ACADEMY, scene.token, scene.context, never)).toMatchObject({ outcome: 'done' })
  scene.asked.length = 0
  scene.log.lines.length = 0
}
