/**
 * Keeps the search index up to date while this process serves: after its own cycles at once, after another process's when
 * a visitor searches. Between two parts the event loop is free.
 */
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import type { AgentStore } from '../../store/store.ts'

export interface Indexing {
  /** From now on, and with what there is already. */
  begin(): void
  /** There may be something new. */
  wake(): void
  /** Ends when all of the change log was read, or could not be. */
  catchUp(): Promise<void>
  close(): void
}

export interface IndexingParts {
  store: Pick<AgentStore, 'indexNews'>
  logger: Logger
  metrics: Pick<Metrics, 'indexFailures'>
}

/** The first index of years of news takes a while; its operator is told at every so many changes. */
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
        if (told !== undefined) logger.info('the search index has read all changes')
        return
      }
      if (told === undefined ? behind >= TELL_EVERY : behind <= told - TELL_EVERY) {
        logger.info({ behind }, 'the search index is reading the changes')
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
      // Once: the next searches fail to do it for the same reason.
      if (!hasFailed)
        logger.warn({ err: error }, 'the search index cannot be written; search finds what it holds')
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
