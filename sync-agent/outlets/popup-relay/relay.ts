/** The popup relay: what the service says of popup messages, for any number of visitors at one call an interval. */

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createContentClient } from '../../../shared/client/content.ts'
import { ClientError, ServiceError, TransportError } from '../../../shared/client/errors.ts'
import type { Clock } from '../../../shared/clock.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { LONGEST_TIMER_MS } from '../../../shared/longest-timer.ts'
import type { AgentStore } from '../../store/store.ts'
import { type Stream, streamName } from '../../stream.ts'
import { readMessages } from './messages.ts'
import {
  createWatch,
  type Later,
  type Told,
  type Watch,
  type WatchFailure,
  type WatchState,
} from './watch.ts'

export interface PopupRelayParts {
  store: Pick<AgentStore, 'popups' | 'keepPopups' | 'notePopupFailure'>
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
  /** For a visitor: at once, but for the first moments after nobody has asked for a while. */
  answer(stream: Stream): Told | Promise<Told>
  /** For the agent itself, which keeps it awake; counted as no visitor's. */
  hear(stream: Stream): Told | Promise<Told>
  /** Asks before the first visitor does, so that there is something to say when the service fails before he comes. */
  wake(streams: readonly Stream[]): void
  /** Every site in every language of the interface, asked for or not. */
  state(): (Stream & WatchState)[]
  /** Ends what is under way; whoever waits is answered with what there is. */
  close(): void
}

/** The largest answer taken: some hundred messages, and no more memory than a small machine has. */
const MAX_BYTES = 1024 * 1024
const CALL_MS = 10_000

const STREAMS: readonly Stream[] = SITE_IDS.flatMap(siteId => LANGUAGES.map(lang => ({ siteId, lang })))

export function createPopupRelay(parts: PopupRelayParts): PopupRelay {
  const { fetch, serviceUrl } = parts
  const content = createContentClient({ serviceUrl, timeoutMs: CALL_MS, maxBytes: MAX_BYTES, fetch })
  const watches = new Map(
    STREAMS.map(stream => [streamName(stream), { stream, watch: watchOf(stream, parts, content) }]),
  )
  const watchFor = (stream: Stream) => (watches.get(streamName(stream)) as { watch: Watch }).watch
  return {
    answer: stream => watchFor(stream).answer(),
    hear: stream => watchFor(stream).hear(),
    wake(wanted) {
      for (const stream of wanted) watches.get(streamName(stream))?.watch.wake()
    },
    state: () => [...watches.values()].map(({ stream, watch }) => ({ ...stream, ...watch.state() })),
    close() {
      for (const { watch } of watches.values()) watch.close()
    },
  }
}

function watchOf(
  stream: Stream,
  parts: PopupRelayParts,
  content: ReturnType<typeof createContentClient>,
): Watch {
  const { store, serviceUrl, intervalMs, staleMs, clock, random, later = timer, newTxID = randomUUID } = parts
  const logger = parts.logger.child({ ...stream, part: 'popup relay' })
  let lastMisfits = ''
  return createWatch({
    ...{ intervalMs, staleMs, clock, random, later, newTxID, failureOf },
    async ask(signal) {
      const { content: raw, txID } = await content.rawPopups(stream, signal)
      const { messages, misfits } = readMessages(raw, serviceUrl)
      const said = misfits.join('; ')
      if (said && said !== lastMisfits) logger.warn({ misfits, txID }, `popup messages do not fit: ${said}`)
      lastMisfits = said
      return { content: JSON.stringify(messages), txID }
    },
    kept: {
      load: () => store.popups(stream, serviceUrl),
      keep: heard => store.keepPopups(stream, serviceUrl, heard),
      noteFailure: failure => store.notePopupFailure(stream, serviceUrl, failure),
    },
    told: {
      failed: ({ code, message }, txID) =>
        logger.warn({ code, txID }, `popup messages cannot be asked: ${message}`),
      recovered: () => logger.info('popup messages can be asked again'),
      notKept: error =>
        logger.warn({ err: error }, 'the popup relay cannot use the store; it goes on from memory'),
    },
  })
}

function failureOf(error: unknown): WatchFailure {
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
