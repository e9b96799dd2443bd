/** The change log over HTTP, for whoever keeps a copy: what was published, changed and deleted, in order and whole. */
import type { FastifyInstance } from 'fastify'
import type { FollowerMetrics } from '../../operations/follower-metrics.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import type { Stream } from '../../stream.ts'
import { createFollowers } from './followers.ts'
import { longPollRoute } from './long-poll.ts'
import { changePages } from './page.ts'
import { streamRoute } from './stream.ts'

export interface ChangesParts {
  store: AgentStore
  /** Those that a follower may name. */
  streams: readonly Stream[]
  /** The school's, in which `publishedAt` is written. */
  zone: string
  watch: SeqWatch
  metrics: FollowerMetrics
  /** Open streams at most, and as many waiting calls. */
  maxFollowers: number
  /** Between two signs of life on a silent stream. */
  heartbeatMs?: number
  /** How long a stream's client may leave what was written untaken. */
  stallMs?: number
}

export function changesRoutes(server: FastifyInstance, parts: ChangesParts): void {
  const { maxFollowers, metrics } = parts
  const readPage = changePages(parts)
  const waiters = createFollowers(maxFollowers, metrics.showWaiters)
  const followers = createFollowers(maxFollowers, metrics.showStreams)
  longPollRoute(server, { ...parts, readPage, waiters })
  streamRoute(server, { ...parts, readPage, followers })
  server.addHook('preClose', async () => {
    waiters.endAll()
    followers.endAll()
  })
}
