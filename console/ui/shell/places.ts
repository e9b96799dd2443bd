/**
 * From place to place below /console/. Whoever leaves work that is not saved is asked before: by a link, by the browser's
 * back and forward, by closing the tab.
 */
import { followLinks, ROOT } from '../router.ts'
import { isUnsaved } from '../unsaved.ts'

export interface PlacesParts {
  /** The address is another one. @param isStep it was come to by the browser's back and forward */
  arrived(isStep: boolean): void
  /** Whether to leave what is not saved. */
  mayLeave(): Promise<boolean>
}

export class Places {
  readonly #parts: PlacesParts
  /** Of the place in the tab's history, so that a step back that was refused can be undone. */
  #index = indexIn(history.state) ?? 0
  /** What the next step is for: back to the place that is not left yet, or away from it at last. */
  #step: 'return' | 'leave' | undefined
  /** How far the step was that led away from what is not saved. */
  #refused = 0

  /** @param links the links in it are followed */
  constructor(links: EventTarget, parts: PlacesParts) {
    this.#parts = parts
    if (indexIn(history.state) === undefined) history.replaceState({ index: this.#index }, '')
    // What a page shows arrives later than a browser would wait with it.
    history.scrollRestoration = 'manual'
    followLinks(links, path => this.leave(() => this.go(path)))
    addEventListener('popstate', this.#onStep)
    addEventListener('beforeunload', onUnload)
  }

  /** Without being asked: a page goes on by itself when its work is saved or deleted. */
  go(path: string): void {
    this.#index += 1
    history.pushState({ index: this.#index }, '', ROOT + path)
    this.#parts.arrived(false)
  }

  /** @param isEnd the console itself is left */
  async leave(go: () => unknown, isEnd = false): Promise<void> {
    if (!isUnsaved(isEnd) || (await this.#parts.mayLeave())) go()
  }

  #onStep = ({ state }: PopStateEvent): void => {
    const index = indexIn(state) ?? this.#index
    const steps = index - this.#index
    const wanted = this.#step
    this.#step = undefined
    if (wanted !== 'leave' && steps !== 0 && (wanted === 'return' || isUnsaved())) {
      this.#refused = steps
      this.#step = 'return'
      history.go(-steps)
    } else if (wanted === 'return') {
      // Asked only now: steps that are under way would be mixed up with the next one.
      void this.leave(() => {
        this.#step = 'leave'
        history.go(this.#refused)
      })
    } else {
      this.#index = index
      this.#parts.arrived(true)
    }
  }
}

function indexIn(state: unknown): number | undefined {
  const index = (state as { index?: unknown } | null)?.index
  return typeof index === 'number' ? index : undefined
}

/** The browser asks in its own words. */
const onUnload = (event: Event): void => {
  if (isUnsaved(true)) event.preventDefault()
}
