/** The popup relay: popup messages for any number of visitors, with one call of this agent to the service for each interval. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createContentClient } from '../../../shared/client/content.ts'
import { ClientError, ServiceError, TransportError } from '../../../shared/client/errors.ts'
import { readMessages } from '../../../shared/client/popup-messages.ts'
import type { Clock } from '../../../shared/clock.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { LONGEST_TIMER_MS } from '../../../shared/longest-timer.ts'
import { keepPopups, readPopups } from '../../store/popup-rows.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Stream, streamName } from '../../stream.ts'
import { LastAnswer } from './last-answer.ts'
import { type Later, Poller, type PollerState, type PollFailure } from './poller.ts'
import type { RelayedAnswer } from './relayed.ts'

export interface PopupRelayParts {
  store: AgentStore
  serviceUrl: string
  intervalMs: number
  staleMs: number
  clock: Clock
  fetch: typeof fetch
  logger: Logger
  random: () => number
  /** Default: a timer that keeps no process alive. */
  later?: Later
  newTxID?: () => string
}

export interface PopupRelay {
  /** For a visitor: at once, except for the first visitor after a pause. */
  answer(stream: Stream): RelayedAnswer | Promise<RelayedAnswer>
  /** For the agent itself, which keeps it awake; not counted as a visitor. */
  peek(stream: Stream): Promise<RelayedAnswer>
  /** Calls the service before the first visitor comes, in case it fails later. */
  wake(streams: readonly Stream[]): void
  /** All sites and languages of the interface. */
  state(): (Stream & PollerState)[]
  /** Ends calls; waiting visitors get the last answer. */
  close(): void
}

/** Largest response: some hundred messages, little memory. */
const MAX_BYTES = 1024 * 1024
const CALL_MS = 10_000

const STREAMS: readonly Stream[] = SITE_IDS.flatMap(siteId => LANGUAGES.map(lang => ({ siteId, lang })))

export function createPopupRelay(parts: PopupRelayParts): PopupRelay {
  const { fetch, serviceUrl } = parts
  const content = createContentClient({ serviceUrl, timeoutMs: CALL_MS, maxBytes: MAX_BYTES, fetch })
  const pollers = new Map(
    STREAMS.map(stream => [streamName(stream), { stream, poller: pollerOf(stream, parts, content) }]),
  )
  const pollerFor = (stream: Stream) => (pollers.get(streamName(stream)) as { poller: Poller }).poller
  return {
    answer: stream => pollerFor(stream).answer(),
    peek: stream => pollerFor(stream).peek(),
    wake(wanted) {
      for (const stream of wanted) pollerFor(stream).wake()
    },
    state: () => [...pollers.values()].map(({ stream, poller }) => ({ ...stream, ...poller.state() })),
    close() {
      for (const { poller } of pollers.values()) poller.close()
    },
  }
}

function pollerOf(
  stream: Stream,
  parts: PopupRelayParts,
  content: ReturnType<typeof createContentClient>,
): Poller {
  const { store, serviceUrl, intervalMs, staleMs, clock, random, later = timer, newTxID = randomUUID } = parts
  const logger = parts.logger.child({ ...stream, part: 'popup relay' })
  let lastFaults = ''
  return new Poller({
    ...{ intervalMs, staleMs, clock, random, later, newTxID, failureOf },
    async ask(signal) {
      const { content: raw, txID } = await content.rawPopups(stream, signal)
      const { messages, faults } = readMessages(raw, serviceUrl)
      const said = faults.map(({ path, reason }) => `${path} ${reason}`).join('; ')
      if (said && said !== lastFaults) logger.warn({ faults, txID }, `invalid popup messages: ${said}`)
      lastFaults = said
      return { content: JSON.stringify(messages), txID: txID || newTxID() }
    },
    lastAnswer: new LastAnswer({
      read: () => readPopups(store, stream, serviceUrl),
      write: heard => keepPopups(store, stream, serviceUrl, heard),
      logger,
    }),
    log: {
      failed: ({ code, message }, txID) =>
        logger.warn({ code, txID }, `cannot get popup messages: ${message}`),
      recovered: () => logger.info('popup messages are available again'),
    },
  })
}

function failureOf(error: unknown): PollFailure {
  if (!(error instanceof ClientError)) return { code: 'UNKNOWN', message: String(error) }
  const { message } = error
  const retryAfterSeconds =
    error instanceof ServiceError || error instanceof TransportError ? error.retryAfterSeconds : undefined
  const pause = { ...(retryAfterSeconds !== undefined && { retryAfterMs: retryAfterSeconds * 1000 }) }
  if (!(error instanceof ServiceError)) return { code: error.code, message, ...pause }
  const { returnCode, returnMessage, txID } = error
  return { code: returnCode, message, envelope: { code: returnCode, message: returnMessage, txID }, ...pause }
}

const timer: Later = (milliseconds, task) => {
  const timeout = setTimeout(task, Math.min(milliseconds, LONGEST_TIMER_MS)).unref()
  return () => clearTimeout(timeout)
}
