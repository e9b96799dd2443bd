/**
 * Keeps the search index up to date while this process serves: at once after its own cycles, and before a search after
 * another process's cycles. It works in small parts, so the event loop is not blocked.
 */
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import { levelOf } from '../../store/availability.ts'
import type { AgentStore } from '../../store/store.ts'

export interface Indexing {
  /** Starts, also with existing changes. */
  begin(): void
  /** To be called when there may be changes. */
  wake(): void
  /** Resolves when all changes are indexed, or after a failure. */
  catchUp(): Promise<void>
  close(): void
}

export interface IndexingParts {
  store: Pick<AgentStore, 'indexNews'>
  logger: Logger
  metrics: Pick<Metrics, 'indexFailures'>
}

/** Progress is logged after so many changes, because the first index of years of news takes a while. */
const TELL_EVERY = 5_000

export function createIndexing({ store, logger, metrics }: IndexingParts): Indexing {
  let begun = false
  let closed = false
  let hasFailed = false
  let running: Promise<void> | undefined

  const readOn = async () => {
    let told: number | undefined
    while (!closed) {
      const behind = await store.indexNews()
      if (behind === 0) {
        if (told !== undefined) logger.info('the search index is up to date')
        return
      }
      if (told === undefined ? behind >= TELL_EVERY : behind <= told - TELL_EVERY) {
        logger.info({ behind }, 'the search index is being built')
        told = behind
      }
      await new Promise(setImmediate)
    }
  }
  const attempt = async () => {
    try {
      await readOn()
      hasFailed = false
    } catch (error) {
      metrics.indexFailures.inc()
      // Logged once, because the next searches fail for the same reason.
      if (!hasFailed)
        logger[levelOf('warn', error)](
          { err: error },
          'cannot write the search index; search finds only what is in it',
        )
      hasFailed = true
    } finally {
      running = undefined
    }
  }
  const catchUp = () => {
    if (closed) return Promise.resolve()
    running ??= attempt()
    return running
  }

  return {
    begin() {
      begun = true
      void catchUp()
    },
    wake() {
      if (begun) void catchUp()
    },
    catchUp,
    close() {
      closed = true
    },
  }
}
