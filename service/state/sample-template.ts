/**
 * The sample school as a state file, kept for resets: to copy it takes milliseconds, to create it takes longer.
 *
 * The dates of its texts are counted from today, so it is created once for each day of the service's clock.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import { createSeededFile } from './new-state.ts'
import type { StateParts } from './parts.ts'

interface Template {
  day: string
  /** Epoch nanoseconds. Not used for an earlier moment: its newest texts would lie in the future. */
  from: bigint
  file: string
}

export class SampleTemplate {
  readonly #parts: StateParts
  #template: Template | undefined
  #creating: Promise<string> | undefined

  constructor(parts: StateParts) {
    this.#parts = parts
  }

  /** Its file, created now if there is none for this day. */
  async file(): Promise<string> {
    const now = this.#parts.clock.now()
    if (this.#template && this.#isFor(now, this.#template)) return this.#template.file
    if (this.#creating) {
      // Perhaps of another day: look again when it is done.
      await this.#creating
      return this.file()
    }
    this.#creating = this.#create(now)
    try {
      return await this.#creating
    } finally {
      this.#creating = undefined
    }
  }

  async #create(now: Temporal.Instant): Promise<string> {
    const file = join(this.#parts.work.folder, `sample-${randomUUID()}.db`)
    await createSeededFile(this.#parts, 'sample', file)
    this.#template = { day: this.#dayOf(now), from: now.epochNanoseconds, file }
    return file
  }

  #isFor(now: Temporal.Instant, { day, from, file }: Template): boolean {
    return day === this.#dayOf(now) && from <= now.epochNanoseconds && existsSync(file)
  }

  #dayOf(at: Temporal.Instant): string {
    return wallClockAt(at, this.#parts.zone).toPlainDate().toString()
  }
}
