/** The rendered element: what screen readers hear, what runs after an update, and where the reader was in the list. */
import type { LitElement, ReactiveController } from 'lit'
import type { NewsStrings } from '../school-news.strings.ts'
import { BACK, focusOn, focusRow, isFocused, rowsIn, scrolledNow, toTop } from './focus.ts'
import type { ListView } from './list-view.ts'
import type { NewsList } from './news-list.ts'

export class Screen implements ReactiveController {
  announcement = ''
  /** Words, language and addresses, as they are now. */
  readonly view: () => ListView
  readonly #host: LitElement
  readonly #isBusy: () => boolean
  #then: (() => void)[] = []
  /** Where the reader was in the list. */
  #place: { newsId: string; restore: () => void } | undefined
  /** A reader has pressed the button to try again, and waits. */
  #isAwaited = false

  constructor(host: LitElement, view: () => ListView, isBusy: () => boolean) {
    this.#host = host
    this.view = view
    this.#isBusy = isBusy
    host.addController(this)
  }

  get root(): ShadowRoot {
    return this.#host.renderRoot as ShadowRoot
  }

  update(): void {
    this.#host.requestUpdate()
  }

  /** Screen readers hear it with the next update. */
  say(text: (words: NewsStrings) => string): void {
    this.announcement = text(this.view().words)
  }

  /** Runs `act` after the next update. */
  after(act: () => void): void {
    this.#then.push(act)
  }

  hostUpdated(): void {
    for (const act of this.#then.splice(0)) act()
    if (!this.#isAwaited || this.#isBusy()) return
    this.#isAwaited = false
    // On to the new entries, or to the button that tries again.
    if (isFocused(this.root, `[part=news],${BACK}`))
      focusOn(this.root, '[part=headline],[part=link],[part=button]')
  }

  /** What is below a row that becomes empty stays where it is. */
  holdRows(list: NewsList | undefined): void {
    for (const row of rowsIn(this.root)) {
      if (!list?.withdrawn.has(row.newsId) || row.style.minHeight) continue
      row.style.minHeight = `${row.getBoundingClientRect().height}px`
      if (row.contains(this.root.activeElement)) this.after(() => row.focus({ preventScroll: true }))
    }
  }

  /** For the button that tries again: it disappears when it is pressed, and the focus stays in the element. */
  retrying(act: () => void): () => void {
    return () => {
      this.after(() => focusOn(this.root, this.root.querySelector(BACK) ? BACK : '[part=news]'))
      this.#isAwaited = true
      act()
    }
  }

  /** The reader leaves the list for an entry. */
  keepPlace(newsId: string): void {
    this.#place = { newsId, restore: scrolledNow(this.root) }
  }

  forgetPlace(): void {
    this.#place = undefined
  }

  /** The reader is back in the list. */
  toPlace(): void {
    const place = this.#place
    focusRow(this.root, place?.newsId)
    if (!place) {
      toTop(this.root)
      return
    }
    place.restore()
    // Browsers restore a position themselves, a moment later.
    requestAnimationFrame(place.restore)
  }
}
