/** Loads a list again when the next of its records begins or ends by itself. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** A browser counts no longer than some weeks. */
const LONGEST_MS = 604_800_000

export class ListClock implements ReactiveController {
  readonly #load: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ReactiveControllerHost, load: () => void) {
    this.#load = load
    host.addController(this)
  }

  /** @param ms until then; undefined when none does */
  set(ms: number | undefined): void {
    clearTimeout(this.#timer)
    // The service's clock may stand still.
    if (ms !== undefined) this.#timer = setTimeout(this.#load, Math.min(Math.max(ms, 1000), LONGEST_MS))
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
  }
}
