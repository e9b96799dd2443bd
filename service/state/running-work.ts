/** Work that reads and writes files: a service that closes waits until it is done. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()

  /** Aborted when the service closes. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** For all steps together: a service that closes between two of them would delete the files of the next. */
  async untilDone<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#running)
  }
}
