/**
 * The last answer of the service for one site in one language, in the store: for a restart while the service is down.
 *
 * Nobody waits for a write. One that fails is a debug line, and the next answer tries again. Other messages, and the begin and
 * end of a failure, are written at once. That the same messages stand is written once a minute: a restart then makes them a
 * minute older than they are, never younger, which is little for a limit of hours, and the disk has a quarter of the writes.
 *
 * Several agents may write the same row. The last one counts; the others come again within a minute.
 */

import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import type { Failure, PopupAnswer, PopupHeard } from '../../store/types.ts'

const CONFIRM_MS = 60_000

export interface LastAnswerParts {
  /** From the store, and into it: see store/popup-rows.ts. */
  read: () => Promise<PopupHeard | undefined>
  write: (heard: PopupHeard) => Promise<void>
  logger: Pick<Logger, 'debug'>
}

export class LastAnswer {
  readonly #parts: LastAnswerParts
  /** What the store holds, as far as this agent knows. */
  #stored: PopupHeard = { answer: undefined, failure: undefined }
  #latest = this.#stored
  #isWriting = false

  constructor(parts: LastAnswerParts) {
    this.#parts = parts
  }

  /** Undefined also when the store fails. */
  async read(): Promise<PopupAnswer | undefined> {
    const { read, logger } = this.#parts
    try {
      const stored = await read()
      if (stored && !this.#isWriting) this.#stored = stored
      return stored?.answer
    } catch (error) {
      logger.debug({ err: error }, 'cannot read the last popup messages')
      return undefined
    }
  }

  keep(heard: PopupHeard): void {
    this.#latest = heard
    if (!this.#isWriting) void this.#write()
  }

  /** One write at a time; what comes meanwhile is written after it. */
  async #write(): Promise<void> {
    const { write, logger } = this.#parts
    this.#isWriting = true
    try {
      for (let due = this.#due(); due; due = this.#due()) {
        await write(due)
        this.#stored = { answer: due.answer ?? this.#stored.answer, failure: due.failure }
      }
    } catch (error) {
      logger.debug({ err: error }, 'cannot write the last popup messages')
    }
    this.#isWriting = false
  }

  /** Without the answer where the store has it: that of another agent may be newer. */
  #due(): PopupHeard | undefined {
    const { answer, failure } = this.#latest
    const isAnswerDue = isNewAnswer(answer, this.#stored.answer)
    if (!isAnswerDue && !isNewFailure(failure, this.#stored.failure)) return undefined
    return { answer: isAnswerDue ? answer : undefined, failure }
  }
}

const isNewAnswer = (answer: PopupAnswer | undefined, stored: PopupAnswer | undefined) =>
  answer !== undefined &&
  (answer.content !== stored?.content || isMinuteApart(answer.checkedAt, stored.checkedAt))

const isNewFailure = (failure: Failure | undefined, stored: Failure | undefined) =>
  failure?.code !== stored?.code ||
  (failure !== undefined && stored !== undefined && isMinuteApart(failure.at, stored.at))

/** In either direction: a clock may be set back. */
const isMinuteApart = (one: Temporal.Instant, other: Temporal.Instant) =>
  Math.abs(one.epochMilliseconds - other.epochMilliseconds) >= CONFIRM_MS
