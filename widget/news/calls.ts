/** The element's open calls: one of each kind at a time; a later one cancels the earlier. */

export type CallKind = 'more' | 'search' | 'entry'

export class Calls {
  readonly #open = new Map<CallKind, AbortController>()
  readonly #failed = new Set<CallKind>()
  readonly #moved: () => void
  readonly #fail: (error: unknown) => void

  /**
   * @param moved runs whenever a call begins or ends
   * @param fail runs with the reason when a call fails; a cancelled call does not fail
   */
  constructor(moved: () => void, fail: (error: unknown) => void) {
    this.#moved = moved
    this.#fail = fail
  }

  isOpen(kind: CallKind): boolean {
    return this.#open.has(kind)
  }

  hasFailed(kind: CallKind): boolean {
    return this.#failed.has(kind)
  }

  async start<Result>(
    kind: CallKind,
    ask: (signal: AbortSignal) => Promise<Result>,
    settle: (result: Result) => void,
  ): Promise<void> {
    this.cancel(kind)
    const call = new AbortController()
    this.#open.set(kind, call)
    this.#moved()
    try {
      const result = await ask(call.signal)
      if (call.signal.aborted) return
      this.#open.delete(kind)
      settle(result)
    } catch (error) {
      if (call.signal.aborted) return
      this.#open.delete(kind)
      this.#failed.add(kind)
      this.#fail(error)
    }
    this.#moved()
  }

  cancel(...kinds: CallKind[]): void {
    for (const kind of kinds) {
      this.#open.get(kind)?.abort()
      this.#open.delete(kind)
      this.#failed.delete(kind)
    }
  }
}
