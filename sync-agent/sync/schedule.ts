/**
 * Runs a task by a cron expression in UTC. Every second it looks at the clock: what became due since the last look runs
 * once, however often it was missed.
 *
 * So nothing waits until a clock that was set back has caught up, a clock that jumps ahead costs one run, and a time that
 * passed while the machine was suspended is made up for.
 *
 * In a local zone there was a gap of 65 minutes at the autumn clock change (measured); in UTC there is none.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../shared/clock.ts'
import { levelOf } from '../store/availability.ts'
import { type CronTimes, cronTimes } from './cron-times.ts'
import { messageOf } from './failure.ts'

const LOOK_MS = 1_000
/** Less is a time server's correction. */
const NOTABLE_MS = 60_000

export interface ScheduleParts {
  /** Of five fields, or of six with seconds first. */
  expression: string
  task: () => Promise<unknown>
  clock: Clock
  logger: Logger
  /** Called when the clock was set back by more than a minute. */
  onSetBack?: (milliseconds: number) => void
}

export class Schedule {
  readonly #parts: ScheduleParts
  readonly #times: CronTimes
  #lookedAt = Number.POSITIVE_INFINITY
  #isRunning = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: ScheduleParts) {
    this.#parts = parts
    this.#times = cronTimes(parts.expression)
  }

  start(): void {
    this.#lookedAt = this.#now()
    this.#timer ??= setInterval(() => this.look(), LOOK_MS)
  }

  /** Times from then on were missed: the next look makes up for them. */
  missedSince(instant: number): void {
    this.#lookedAt = Math.min(this.#lookedAt, instant)
  }

  /** Runs the task if it is due, except while the last run has not ended: that one requests the same. */
  look(): void {
    const now = this.#now()
    const backMs = this.#lookedAt - now
    if (backMs > NOTABLE_MS) this.#parts.onSetBack?.(backMs)
    const isDue = this.#times.lastBetween(this.#lookedAt, now) !== undefined
    this.#lookedAt = now
    if (isDue && !this.#isRunning) void this.#run()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#times.forget()
  }

  async #run(): Promise<void> {
    const { task, logger } = this.#parts
    this.#isRunning = true
    try {
      await task()
    } catch (error) {
      logger[levelOf('error', error)]({ err: error }, `a scheduled run has failed: ${messageOf(error)}`)
    }
    this.#isRunning = false
  }

  #now(): number {
    return this.#parts.clock.now().epochMilliseconds
  }
}
