/**
 * Tells of calls as they come to the log.
 *
 * Only while the page is seen, because a browser has six connections to a host for all its tabs together.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { API_BASE } from '../../api.ts'

export class ComingCalls implements ReactiveController {
  #events: EventSource | undefined
  readonly #tell: (newest: number) => unknown

  /** @param tell given the number of the newest call */
  constructor(host: ReactiveControllerHost, tell: (newest: number) => unknown) {
    this.#tell = tell
    host.addController(this)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#follow)
    this.#follow()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#follow)
    this.#events?.close()
  }

  #follow = (): void => {
    this.#events?.close()
    if (document.visibilityState === 'hidden') return
    this.#events = new EventSource(`${API_BASE}/requests/events`)
    this.#events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.#tell((JSON.parse(data) as { newest: number }).newest)
    })
  }
}
