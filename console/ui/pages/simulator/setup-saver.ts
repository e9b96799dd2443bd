/** Changes of a phone's setup: each is saved when the typing stops, one after the other. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

const SAVE_MS = 250

export class SetupSaver implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined
  #save: (() => Promise<void>) | undefined
  #underWay = Promise.resolve()
  /** Changes made here, and how many of them are saved: an answer may be older than those. */
  #changes = 0
  #saved = 0

  constructor(host: ReactiveControllerHost) {
    host.addController(this)
  }

  hostDisconnected(): void {
    void this.settled()
  }

  /** @param save is given whether its answer shows the latest change, which counts as saved then */
  change(save: (isLatest: () => boolean) => Promise<void>): void {
    clearTimeout(this.#timer)
    this.#changes += 1
    const change = this.#changes
    this.#save = () =>
      save(() => {
        if (this.#changes !== change) return false
        this.#saved = change
        return true
      })
    this.#timer = setTimeout(this.settled, SAVE_MS)
  }

  /** A tap on More counts with what was chosen a moment before. */
  settled = async (): Promise<void> => {
    clearTimeout(this.#timer)
    const save = this.#save
    this.#save = undefined
    // One after the other: the last one counts.
    if (save) this.#underWay = this.#underWay.then(save)
    await this.#underWay
  }

  /** What is not saved will not be. */
  giveUp(): void {
    this.#saved = this.#changes
  }

  /** @returns whether nothing was changed since, so that an answer to what is asked now can be shown */
  watch(): () => boolean {
    const before = this.#saved
    return () => this.#saved === before && this.#changes === this.#saved
  }
}
