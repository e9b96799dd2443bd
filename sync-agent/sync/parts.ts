/** What every run needs from outside: the service, the store, time, chance and a log. */
import type { Logger } from 'pino'
import type { ContentClient } from '../../shared/client/content.ts'
import type { Clock } from '../../shared/clock.ts'
import type { SyncProgress, Wait } from '../options/options.ts'
import type { AgentStore } from '../store/store.ts'

export interface SyncParts {
  content: ContentClient
  store: AgentStore
  clock: Clock
  logger: Logger
  /** The school's, as in `Asia/Hong_Kong`. */
  zone: string
  /** The service's address. */
  serviceUrl: string
  wait: Wait
  /** From 0 up to 1. */
  random: () => number
  onProgress: (progress: SyncProgress) => void
}
