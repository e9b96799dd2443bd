/**
 * What every page of the console is made from: its place in the address, the API, toasts, and loading that can fail.
 *
 * A page renders `<console-page-header>` first (its heading takes the focus when one comes here), then
 * `this.whenLoaded(() => html`…`)`.
 */
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import type { Api } from './api.ts'
import { ApiProblem } from './api.ts'
import { ConsoleElement } from './console-element.ts'
import './parts/console-failure.ts'
import './parts/console-page-header.ts'

/** What the shell gives to a page. */
export interface PageParts {
  api: Api
  /** Goes to an address below /console/, as in `popups/12`. */
  go(path: string): void
  say(text: string): void
  /** @param topic the message takes the place of an older one of it */
  offerUndo(text: string, undo: () => unknown, topic?: string): void
  watch(topic: string, tell: () => void): () => void
}

/** What a part of a page needs of it. */
export interface ApiHost {
  readonly api: Api
  requestUpdate(): void
}

export class ConsolePage extends ConsoleElement {
  static override properties: PropertyDeclarations = {
    rest: { attribute: false },
    parts: { attribute: false },
    loading: { state: true },
    failure: { state: true },
  }

  /** The path below the page, as `['12', 'edit']`; decoded. */
  declare rest: readonly string[]
  declare parts: PageParts
  declare protected loading: 'never' | 'first' | 'again' | 'done'
  declare protected failure: ApiProblem | undefined

  #loads = new AbortController()
  #reload: (() => Promise<unknown>) | undefined
  #watches: (() => void)[] = []
  #tellLoaded = (): void => {}
  /** Resolves when what the page shows has come for the first time. */
  readonly loaded = new Promise<void>(resolve => {
    this.#tellLoaded = resolve
  })

  constructor() {
    super()
    this.rest = []
    this.loading = 'never'
  }

  get api(): Api {
    return this.parts.api
  }

  go(path: string): void {
    this.parts.go(path)
  }

  /** A short message that goes by itself. */
  say(text: string): void {
    this.parts.say(text)
  }

  /**
   * Says what has been done, with a button that takes it back, instead of asking before.
   *
   * @param undo rejects when it was refused; the message then says why
   */
  offerUndo(text: string, undo: () => unknown): void {
    this.parts.offerUndo(text, undo)
  }

  /** Calls back when somebody has changed something of a topic, until this page is left. */
  watch(topic: string, tell: () => void): void {
    this.#watches.push(this.parts.watch(topic, tell))
  }

  /**
   * Loads what the page shows: with a sign of waiting the first time, quietly when it is loaded again. What fails is shown
   * in place of the page, with a way to try again; what was on the screen before stays when a later load fails.
   *
   * @param show takes what came: after this load, and after each {@link reload}
   * @returns what came, after a retry if need be; undefined when it did not come and something older stays on the screen,
   *   or when another load has begun since
   */
  load<T>(
    fetch: (signal: AbortSignal) => Promise<T>,
    show: (found: T) => void = () => {},
  ): Promise<T | undefined> {
    return new Promise(resolve => {
      this.#reload = async () => {
        const outcome = await this.#run(fetch)
        if (outcome === 'failed') return
        if (outcome !== 'given up') {
          show(outcome.found)
          this.#tellLoaded()
        }
        resolve(outcome === 'given up' ? undefined : outcome.found)
      }
      void this.#reload()
    })
  }

  async #run<T>(fetch: (signal: AbortSignal) => Promise<T>): Promise<{ found: T } | 'failed' | 'given up'> {
    this.#loads.abort()
    this.#loads = new AbortController()
    const { signal } = this.#loads
    const hadContent = this.failure === undefined && (this.loading === 'done' || this.loading === 'again')
    this.loading = hadContent ? 'again' : 'first'
    this.failure = undefined
    try {
      const found = await fetch(signal)
      if (signal.aborted) return 'given up'
      this.loading = 'done'
      return { found }
    } catch (error) {
      if (signal.aborted) return 'given up'
      this.loading = 'done'
      if (hadContent) return 'given up'
      this.failure = error instanceof ApiProblem ? error : new ApiProblem(-1, { detail: `${error}` })
      return 'failed'
    }
  }

  /** Loads again what was loaded last, unless the page has been left. */
  reload(): void {
    if (this.isConnected) void this.#reload?.()
  }

  /** What is on its way was asked for before something was changed here: it may be older than that. */
  protected reloadIfUnderWay(): void {
    if (this.loading === 'again') this.reload()
  }

  /** What is on its way is not wanted any more. */
  protected stopLoading(): void {
    this.#loads.abort()
  }

  /** The page's content once it is there; before, a sign of waiting; without it, why, and a way to try again. */
  protected whenLoaded(content: () => TemplateResult): TemplateResult {
    if (this.failure)
      return html`<console-failure
        .problem=${this.failure}
        @console-retry=${this.reload}
      ></console-failure>`
    if (this.loading === 'never' || this.loading === 'first') return html`<console-waiting></console-waiting>`
    return content()
  }

  /** Where a reader begins: the heading. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('console-page-header, h1')?.focus(options)
  }

  /** Called when the page is first shown, and when its part of the address has changed. */
  protected arrive(): void {}

  /** When rendering fails, the shell shows an error in place of the page. */
  protected override performUpdate(): void {
    try {
      super.performUpdate()
    } catch (error) {
      this.dispatchEvent(new CustomEvent('console-broken', { bubbles: true, composed: true }))
      throw error
    }
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('rest')) this.arrive()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#loads.abort()
    for (const end of this.#watches.splice(0)) end()
  }
}
