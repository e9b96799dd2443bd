/** A page that changes records: what the API refuses is said, what it did can be taken back. */
import type { PropertyValues } from 'lit'
import { ApiProblem, type FieldError } from './api.ts'
import { ConsolePage } from './console-page.ts'
import { didNotWork } from './parts/console-failure.ts'

/** The answer of a change. */
export interface Undone {
  undo: string
}

export class ActingPage extends ConsolePage {
  #isLeaving = false

  /**
   * Loads again when somebody has changed something of these topics; not while what is shown is being deleted here, which
   * is heard of before the answer comes.
   */
  protected reloadOn(...topics: readonly string[]): void {
    for (const topic of topics)
      this.watch(topic, () => {
        if (!this.#isLeaving) this.reload()
      })
  }

  /** As `act`, for what deletes the record that the page shows and then leaves it. */
  protected async leaveAfter<T>(call: () => Promise<T>): Promise<T | undefined> {
    this.#isLeaving = true
    // Half of it might be asked for when the record is gone.
    this.stopLoading()
    const answer = await this.act(call)
    // Others are told of it until the next page is there.
    this.#isLeaving = answer !== undefined
    return answer
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('rest')) this.#isLeaving = false
    super.willUpdate(changed)
  }

  /**
   * The answer of a call; undefined when it was refused, which has been said then.
   *
   * @param onFaults given what is wrong field by field, when the page has a place to show it
   */
  async act<T>(
    call: () => Promise<T>,
    onFaults?: (errors: readonly FieldError[]) => void,
  ): Promise<T | undefined> {
    try {
      const answer = await call()
      onFaults?.([])
      return answer
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.errors.length > 0 && onFaults) onFaults(error.errors)
      else this.say(didNotWork(error))
      return undefined
    }
  }

  /**
   * Says what was done, with its undo. It works as well when the page has been left meanwhile.
   *
   * @param shown called when it was taken back and the page is still there
   */
  done(text: string, { undo }: Undone, shown: () => unknown = () => this.reload()): void {
    const { api } = this
    this.offerUndo(text, async () => {
      await api.post('/undo', { undo })
      if (this.isConnected) await shown()
    })
  }
}
