/** The open entry: loaded if the list has only its teaser, and kept current while it is open. */
import { bodyOf } from '../sanitise.ts'
import { playingIn, shownContent, withPlaying } from './attachments.ts'
import type { Calls } from './calls.ts'
import type { NewsEntry } from './entry.ts'
import { BACK, focusHeadline, focusOn, isFocused } from './focus.ts'
import type { NewsLists } from './lists.ts'
import type { Screen } from './screen.ts'
import type { NewsChange } from './source.ts'
import { nestHeadings, settleBody } from './surroundings.ts'

export class OpenEntry {
  /** Undefined while the list is shown. */
  newsId: string | undefined
  /** Undefined while it is loading, and when it does not exist. */
  entry: NewsEntry | undefined
  /** It was there once. */
  isWithdrawn = false
  /** Its sanitised text. */
  body: Node | undefined
  readonly #calls: Calls
  readonly #screen: Screen
  readonly #lists: NewsLists

  constructor(calls: Calls, screen: Screen, lists: NewsLists) {
    this.#calls = calls
    this.#screen = screen
    this.#lists = lists
  }

  show(newsId: string): void {
    this.#clear(newsId)
    const entry = this.#lists.known(newsId)
    if (entry?.html === undefined) this.load()
    else this.#put(entry)
    this.#screen.update()
  }

  hide(): void {
    this.#clear(undefined)
  }

  load = (): void => {
    const { newsId } = this
    const { source } = this.#lists
    const screen = this.#screen
    if (!source || newsId === undefined) return
    void this.#calls.start(
      'entry',
      signal => source.entry(newsId, signal),
      entry => {
        if (!entry || entry === 'withdrawn') {
          this.isWithdrawn = entry === 'withdrawn'
          screen.say(words => (entry ? words.withdrawn : words.missing))
          return
        }
        // The focus goes on from the back button to the loaded entry.
        if (isFocused(screen.root, BACK)) screen.after(() => focusHeadline(screen.root))
        this.#put({ ...entry, html: entry.html ?? '' })
      },
    )
  }

  /** An entry was edited or deleted, perhaps this one. */
  hear(change: NewsChange): void {
    const newsId = change.kind === 'deletion' ? change.newsId : change.entry.newsId
    if (newsId !== this.newsId) return
    const screen = this.#screen
    if (change.kind === 'deletion') {
      if (!this.entry && !this.#calls.isOpen('entry')) return
      this.#clear(newsId)
      this.isWithdrawn = true
      screen.say(words => words.withdrawn)
      screen.after(() => focusOn(screen.root, BACK))
    } else if (change.entry.html !== undefined && this.entry?.seq !== change.entry.seq)
      this.#put(change.entry)
  }

  #clear(newsId: string | undefined): void {
    this.#calls.cancel('entry')
    this.newsId = newsId
    this.isWithdrawn = false
    this.entry = this.body = undefined
  }

  #put(entry: NewsEntry): void {
    const { entry: before, body } = this
    const screen = this.#screen
    // A late response may be older than the shown entry.
    if (before && entry.seq < before.seq) return
    if (before && shownContent(before) !== shownContent(entry)) screen.say(words => words.updated)
    this.newsId = entry.newsId
    this.entry = before ? withPlaying(entry, before, playingIn(screen.root)) : entry
    if (!body || before?.html !== entry.html) {
      this.body = bodyOf(entry.html ?? '')
      const { level, language } = screen.view()
      nestHeadings(this.body, level)
      screen.after(() => settleBody(screen.root, language))
    }
    screen.update()
  }
}
