/** The element: which messages there are, which one is on the screen, and what closes it. Its looks are beside it. */
import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { IconId } from '../shared/contract/icon.ts'
import type { PopupMessage } from '../shared/contract/popup.ts'
import { dateText } from './date-text.ts'
import { tell } from './events.ts'
import { ICON_FILES, isIcon, isSevere } from './icons.ts'
import { languageOf } from './language.ts'
import { makeLegible } from './legible.ts'
import { askMessages, isMessage } from './messages.ts'
import { holdPage } from './page-scroll.ts'
import { bodyOf, sanitiserReady } from './sanitise.ts'
import { styles } from './school-popup.styles.ts'
import { keyOf, remember, wasSeen } from './seen.ts'
import { STRINGS } from './strings.ts'

/** Named, because a bundler takes `new URL('…', import.meta.url)` for a file to pack. */
const HERE = import.meta.url

/** When a visitor comes back to the page, or the page to the network. */
const RETURNS = ['online', 'visibilitychange']
/** A change of these makes it another question. */
const ASKED_WITH = ['service', 'siteId', 'lang'] as const

/**
 * Shows a school's popup messages in one modal dialog, one after another.
 *
 * With a `service` and no `messages` yet it asks for them itself as soon as it is on the page; else it shows what it is
 * given.
 *
 * @fires {CustomEvent<readonly PopupMessage[]>} school-popup-load - the service has answered, or the script tag has brought its answer; cancelled, nothing of it is shown
 * @fires {CustomEvent<PopupMessage>} school-popup-show - a message is on the screen
 * @fires {CustomEvent<PopupMessage>} school-popup-confirm - its button was pressed; cancelled, it stays
 * @fires {CustomEvent<PopupMessage>} school-popup-dismiss - it was closed, for it had no button to press; cancelled, it stays
 * @fires {CustomEvent<unknown>} school-popup-error - the messages could not be had
 *
 * @csspart dialog - the native dialog
 * @csspart header - icon, label, title and date
 * @csspart icon - the picture of the icon
 * @csspart label - the words over the title of a severe weather message
 * @csspart title - the heading
 * @csspart date - the date under it
 * @csspart close - the small button in the corner
 * @csspart body - the message's own content
 * @csspart footer - place in the row, and the button
 * @csspart place - "2 of 3"
 * @csspart button - Confirm, Accept or Close
 *
 * @cssproperty --school-popup-surface - background
 * @cssproperty --school-popup-text - title and body
 * @cssproperty --school-popup-muted - date and place
 * @cssproperty --school-popup-line - borders
 * @cssproperty --school-popup-accent - button, links and focus ring
 * @cssproperty --school-popup-on-accent - text on the button
 * @cssproperty --school-popup-severe - what sets severe weather off
 * @cssproperty --school-popup-backdrop - what dims the page
 * @cssproperty --school-popup-font - font family
 * @cssproperty --school-popup-space - the unit of all distances
 * @cssproperty --school-popup-radius - corners
 * @cssproperty --school-popup-width - widest the dialog gets
 */
export class SchoolPopup extends LitElement {
  static override styles = styles
  static override properties = {
    service: {},
    siteId: { attribute: 'site-id' },
    lang: {},
    remember: {},
    refreshSeconds: { attribute: 'refresh', type: Number },
    iconBase: { attribute: 'icon-base' },
    debug: { type: Boolean },
    messages: { attribute: false },
  }

  /** Address of the service with its first path segment, as in `https://school.example/cms`. */
  declare service: string | undefined
  /** `academy` or `pre-school`. */
  declare siteId: string
  /** The reader's language; without it, the page's. */
  declare lang: string
  /** `always`: across visits; `session`: until the tab is closed; without it, what was confirmed always, the rest per session. */
  declare remember: 'always' | 'session' | undefined
  /** Asks again every so many seconds, 10 at least, while the page is visible. */
  declare refreshSeconds: number | undefined
  /** Address of the folder with the icons; without it, the one beside this module. */
  declare iconBase: string | undefined
  /** Tells on the console what went wrong. */
  declare debug: boolean
  /** What there is to show; those that this visitor has seen are left out. */
  declare messages: readonly PopupMessage[]

  /** The messages of this sitting: those passed, the one on the screen, those to come. */
  #row: readonly PopupMessage[] = []
  #position = 0
  #wanted = false
  /** Shown in place of `messages`, and not remembered. */
  #preview: readonly PopupMessage[] | undefined
  /** Those seen as well. */
  #again = false
  #body: Node | undefined
  #shown: PopupMessage | undefined
  #asked = 0
  #left = false
  #timer: number | undefined
  #pressed: EventTarget | null = null
  /** What had the focus before. */
  #opener: Element | null = null
  #release: (() => void) | undefined
  readonly #sizes = new ResizeObserver(() => this.#markScrollers())

  constructor() {
    super()
    this.siteId = 'academy'
    this.lang = ''
    this.debug = false
    this.messages = []
  }

  /** Asks the service, and shows what this visitor has not seen. Never rejects: see `school-popup-error`. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked
    try {
      const messages = await askMessages(this.service ?? '', this.siteId, this.#language)
      // A later question, in another language perhaps, has overtaken this one, or the element has gone.
      if (asked === this.#asked) this.#load(messages.filter(isMessage))
    } catch (error) {
      if (this.debug) console.warn('schoolbell', error)
      tell(this, 'school-popup-error', error)
    }
  }

  /** Shows the messages from the first, seen or not. */
  show(): void {
    this.#start()
  }

  /** Shows these as they are, and remembers nothing of it: for whoever writes messages. */
  preview(messages: readonly PopupMessage[]): void {
    this.#start(messages)
  }

  /** Takes the dialog away; what was on it counts as neither confirmed nor seen, and waits until there is something new. */
  close(): void {
    this.#wanted = false
    this.#end()
    this.requestUpdate()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    for (const event of RETURNS) addEventListener(event, this.#askAgain)
    this.#keepTime()
    if (this.hasUpdated) {
      // It was moved, or put back on the page after a while.
      if (this.#left) this.#askAgain()
      this.#left = false
      // Moved while open, it says that it is and is not.
      this.#dialog?.close()
      this.requestUpdate()
    } else if (this.service && this.messages.length) {
      // The script tag has asked already; also where the page wants nothing of it.
      this.#asked++
      this.#load(this.messages)
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    // Moved within the page, it is on it again before this runs.
    queueMicrotask(() => {
      if (!this.isConnected) this.#leave()
    })
  }

  #leave(): void {
    for (const event of RETURNS) removeEventListener(event, this.#askAgain)
    this.#keepTime()
    this.#asked++
    this.#left = true
    this.#settleDialog()
  }

  /** A page that nobody looks at asks nothing. */
  #askAgain = () => {
    if (this.service && !document.hidden) this.refresh()
  }

  #keepTime(): void {
    clearInterval(this.#timer)
    const seconds = this.refreshSeconds
    if (this.isConnected && seconds && seconds >= 10 && seconds < 1e6)
      this.#timer = window.setInterval(this.#askAgain, seconds * 1000)
  }

  #load(messages: readonly PopupMessage[]): void {
    const unseen = messages.filter(message => !wasSeen(message))
    this.messages = tell(this, 'school-popup-load', unseen) ? messages : []
  }

  #start(preview?: readonly PopupMessage[]): void {
    this.#end()
    this.#preview = preview
    this.#again = this.#wanted = true
    this.requestUpdate()
  }

  #end(): void {
    this.#row = []
    this.#position = 0
    this.#preview = undefined
    this.#again = false
  }

  protected override async scheduleUpdate(): Promise<void> {
    await sanitiserReady
    super.scheduleUpdate()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('refreshSeconds')) this.#keepTime()
    if (
      ASKED_WITH.some(name => changed.has(name)) &&
      (this.hasUpdated || !(this.#asked || this.messages.length))
    )
      this.#askAgain()
    if (changed.has('messages')) {
      const before = (changed.get('messages') ?? []).map(keyOf)
      // What the page has closed stays away until there is something new.
      this.#wanted ||= this.messages.some(message => !before.includes(keyOf(message)))
    }
    // From one message to the next nothing else has changed: a long row would be compared with all that was seen.
    if (changed.has('messages') || !this.#message) this.#arrange()
    const message = this.#message
    if (!message || message === this.#shown) return
    this.#body = bodyOf(message.msgBody)
    if (this.debug && message.iconId && !this.#icon) console.warn('schoolbell', `no icon ${message.iconId}`)
  }

  /** The row as it has to be now: what is on the screen stays there, unless it was withdrawn. */
  #arrange(): void {
    const current = this.#message
    const passed = current ? this.#row.slice(0, this.#position) : []
    const keys = new Set(passed.map(keyOf))
    const rest = (this.#preview ?? this.messages).filter(message => {
      if (!isMessage(message) || (!this.#again && wasSeen(message))) return false
      const { size } = keys
      return keys.add(keyOf(message)).size > size
    })
    const key = current && keyOf(current)
    const place = rest.findIndex(message => keyOf(message) === key)
    if (current && place >= 0) {
      rest.splice(place, 1)
      rest.unshift(current)
    }
    this.#row = [...passed, ...rest]
    this.#position = passed.length
  }

  protected override render() {
    const message = this.#message
    const words = STRINGS[this.#language]
    const confirmation = this.#confirmation
    const icon = this.#icon
    const severe = icon && isSevere(icon)
    const total = this.#row.length
    return html`<dialog part="dialog" aria-labelledby="title" lang=${this.#language} class=${severe ? 'severe' : nothing} closedby=${confirmation ? 'none' : 'closerequest'} @cancel=${this.#onCancel} @close=${this.#onClose} @pointerdown=${this.#onPress} @click=${this.#onClick}>${
      message &&
      html`<div part="header">${
        icon
          ? html`<img part="icon" src=${this.#iconAddress(icon)} @error=${hide} alt=${words.icons[icon]}>`
          : nothing
      }<div>${severe ? html`<p part="label">${words.severe}</p>` : nothing}<h2 part="title" id="title" tabindex="-1">${message.msgTitle}</h2><p part="date">${dateText(message.displayDate, this.#language)}</p></div>${
        confirmation
          ? nothing
          : html`<button part="close" aria-label=${words.close} @click=${this.#onButton}><svg viewBox="0 0 16 16" width="16"><path d="m3 3 10 10M13 3 3 13"/></svg></button>`
      }</div><div part="body"><div>${this.#body}</div></div><div part="footer"><p part="place" role="status">${total > 1 ? words.place(this.#position + 1, total) : ''}</p><button part="button" @click=${this.#onButton}>${words[confirmation ?? 'close']}</button></div>`
    }</dialog>`
  }

  protected override updated(): void {
    const message = this.#message
    this.#settleDialog()
    if (!message || message === this.#shown || !this.isConnected) return
    this.#shown = message
    const body = this.#find('[part=body]')
    if (body) {
      // In a low window the dialog scrolls, else body and long title; opening, Firefox shows the button first.
      for (const box of [body, this.#dialog, this.#find('h2')?.parentElement]) box?.scrollTo(0, 0)
      makeLegible(body)
      // The box changes with the window, what is in it when a picture has come.
      this.#sizes.observe(body)
      if (body.firstElementChild) this.#sizes.observe(body.firstElementChild)
    }
    this.#focus()
    tell(this, 'school-popup-show', message)
  }

  #focus(): void {
    this.#find('h2')?.focus({ preventScroll: true })
  }

  get #dialog() {
    return this.#find('dialog') as HTMLDialogElement | null
  }

  #find(selector: string) {
    return this.renderRoot.querySelector<HTMLElement>(selector)
  }

  /** Opens or closes the native dialog; while it is open, the page behind it does not scroll. */
  #settleDialog(): void {
    const dialog = this.#dialog
    if (this.#message && this.isConnected) {
      if (!this.#release) {
        this.#opener = document.activeElement
        this.#release = holdPage()
        addEventListener('keydown', this.#onKey, true)
      }
      if (!dialog?.open) {
        dialog?.showModal()
        // Inside of something hidden it would hold the page, and nobody could close it.
        if (dialog?.checkVisibility?.() === false) this.close()
        this.#focus()
      }
    } else {
      dialog?.close()
      this.#release?.()
      this.#release = undefined
      removeEventListener('keydown', this.#onKey, true)
      // A dialog that was moved, or has gone with its element, does not give the focus back.
      if (document.activeElement === document.body)
        (this.#opener as HTMLElement | null)?.focus({ preventScroll: true })
      this.#opener = null
      this.#shown = undefined
    }
  }

  /** What scrolls can be reached by keyboard. */
  #markScrollers(): void {
    for (const box of this.renderRoot.querySelectorAll<HTMLElement>('[part=body],.wide')) {
      if (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth) box.tabIndex = 0
      else box.removeAttribute('tabindex')
    }
  }

  get #message(): PopupMessage | undefined {
    return this.#wanted ? this.#row[this.#position] : undefined
  }

  get #confirmation() {
    const wanted = this.#message?.needConfirm
    return wanted === 'confirm' || wanted === 'Accept' ? wanted : undefined
  }

  get #icon() {
    const icon = this.#message?.iconId
    return isIcon(icon) ? icon : undefined
  }

  get #language() {
    return languageOf(this.lang || document.documentElement.lang)
  }

  #iconAddress(icon: IconId): string {
    return `${this.iconBase ?? new URL('icons', HERE)}/${ICON_FILES[icon]}.svg`
  }

  #dismiss = () => this.#settle('dismiss')
  /** The second half of a double click would settle a message that nobody has read. */
  #onButton = (event: MouseEvent) =>
    event.detail < 2 && this.#settle(this.#confirmation ? 'confirm' : 'dismiss')

  #settle(name: 'confirm' | 'dismiss'): void {
    const message = this.#message
    if (!message) return
    const row = this.#row
    const isPreview = this.#preview
    if (tell(this, `school-popup-${name}`, message)) {
      const lasting = this.remember === 'always' || (this.remember !== 'session' && name === 'confirm')
      if (!isPreview) remember(message, lasting)
      // Who listens may have begun another row.
      if (row === this.#row && ++this.#position >= row.length) this.#end()
    }
    this.requestUpdate()
  }

  #onCancel(event: Event): void {
    // Asked by courtesy only: the browser closes anyway, and then `#onClose` has the say.
    if (!event.cancelable) return
    event.preventDefault()
    if (!this.#confirmation) this.#dismiss()
  }

  /** Closed by the browser, which may do so without asking: the next message, or this one again, must come back. */
  #onClose(event: Event): void {
    // Opened again, or gone with the element, which is no reader's doing.
    if ((event.target as HTMLDialogElement).open || !this.isConnected) return
    if (!this.#confirmation) this.#dismiss()
    // Where it has to stay it comes back at once.
    this.#settleDialog()
    this.#focus()
  }

  /** On the second Escape in a row a browser may close without asking; one that it never hears of cannot. */
  #onKey = (event: KeyboardEvent) => {
    // Another dialog, on top of this one, keeps its own Escape.
    const isOurs =
      this.renderRoot.contains((this.renderRoot as ShadowRoot).activeElement) ||
      document.activeElement === document.body
    if (event.key === 'Escape' && this.#confirmation && isOurs) event.preventDefault()
  }

  #onPress(event: Event): void {
    this.#pressed = event.target
  }

  /** A press that began inside, as when text is selected, does not close. */
  #onClick(event: Event): void {
    if (event.target === event.currentTarget && this.#pressed === event.target && !this.#confirmation)
      this.#dismiss()
  }
}

/** A picture that does not come leaves no broken frame; the title says what it would. */
const hide = (event: Event): void => {
  ;(event.target as HTMLElement).hidden = true
}
