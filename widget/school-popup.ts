/** `<school-popup>`: its messages, the one on the screen, and what closes it. Styles and strings are in their own files. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { type IconId, isSevere, type ShownPopup, shownMessages, shownPopup } from '../shared/shown-popup.ts'
import type { Language, PopupMessage } from './contract.ts'
import { dateText } from './date-text.ts'
import { emit } from './events.ts'
import { ICON_FILES } from './icons.ts'
import { foreignIn, languageOf, localeOf, markForeign } from './language.ts'
import { makeLegible } from './legible.ts'
import { askMessages } from './messages.ts'
import { LATER, OPENERS, tellOpeners } from './openers.ts'
import { lockScroll } from './page-scroll.ts'
import { bodyOf, sanitiserReady } from './sanitise.ts'
import { styles } from './school-popup.styles.ts'
import { keepVisit, keyOf, remember, wasSeen } from './seen.ts'
import { followSight, isRendered } from './sight.ts'
import { STRINGS } from './strings.ts'

/** A name of its own: bundlers treat `new URL('…', import.meta.url)` as a file to include. */
const HERE = import.meta.url

/** Elements that come back once after the page made its body or its document anew. */
export const returning = new WeakSet<Element>()

/** Those on the page: a header for phones may have one, and that for wide screens another. */
const popups = new Set<SchoolPopup>()

/** The visitor is back on the page, or the device is back online. */
const RETURNS = ['online', 'visibilitychange']
/** How a page puts all but its own dialog out of reach. */
const OUT_OF_REACH = ['inert', 'aria-hidden']
/** What a reader does in the dialog. */
const ACTS = [
  'click',
  'focusin',
  'keydown',
  'keypress',
  'keyup',
  'mousedown',
  'pointerdown',
  'touchmove',
  'touchstart',
  'wheel',
]
/** A change of one of these needs another call. */
const ASKED_WITH = ['service', 'siteId', 'lang'] as const

/**
 * Shows a school's popup messages in one modal dialog, one after another.
 *
 * With a `service` and without `messages` it asks the service as soon as it is on the page. Otherwise it shows the given
 * messages.
 *
 * @fires {CustomEvent<readonly PopupMessage[]>} school-popup-load - the messages of the service that this visitor has not seen are there; cancelled, none of them is shown
 * @fires {CustomEvent<PopupMessage>} school-popup-show - a message is on the screen
 * @fires {CustomEvent<PopupMessage>} school-popup-confirm - its button was pressed; cancelled, it stays
 * @fires {CustomEvent<PopupMessage>} school-popup-dismiss - a message without confirmation was closed; cancelled, it stays
 * @fires {CustomEvent<unknown>} school-popup-error - the messages could not be loaded
 *
 * @csspart dialog - the native dialog
 * @csspart header - icon, label, title and date
 * @csspart icon - the picture of the icon
 * @csspart label - the words above the title of a severe weather message
 * @csspart title - the heading
 * @csspart date - the date under it
 * @csspart close - the cross in the corner of a message without a button
 * @csspart body - the message's own content
 * @csspart footer - "2 of 3" and the button; without both there is no footer
 * @csspart place - "2 of 3"
 * @csspart button - Confirm or Accept
 *
 * @cssproperty --school-popup-surface - background
 * @cssproperty --school-popup-text - title and body
 * @cssproperty --school-popup-muted - date, "2 of 3" and the cross that closes
 * @cssproperty --school-popup-line - borders
 * @cssproperty --school-popup-accent - button, links and focus ring
 * @cssproperty --school-popup-on-accent - text on the button
 * @cssproperty --school-popup-severe - bar and label of severe weather
 * @cssproperty --school-popup-backdrop - the colour over the page behind the dialog
 * @cssproperty --school-popup-font - font family
 * @cssproperty --school-popup-space - the unit of all distances
 * @cssproperty --school-popup-radius - corners
 * @cssproperty --school-popup-width - greatest width of the dialog
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

  /** Address of the service with its first path segment, as in `https://school.example/cms`; without it the element makes no calls. */
  declare service: string | undefined
  /** `academy` or `pre-school`; default: `academy`. */
  declare siteId: string
  /** The reader's language; default: the page's. Any kind of Chinese gives Traditional Chinese, anything else English. */
  declare lang: string
  /** How long a read message stays away: `always`, or for a `session`; default: `always` if it was confirmed, else a day. */
  declare remember: 'always' | 'session' | undefined
  /** Seconds between two calls while the page is visible, at least 10. */
  declare refreshSeconds: number | undefined
  /** Address of the folder with the icons; default: `icons` beside this module. */
  declare iconBase: string | undefined
  /** Writes errors to the console. */
  declare debug: boolean
  /** The messages. Those that this visitor has seen are not shown. */
  declare messages: readonly PopupMessage[]

  /** The messages of this dialog: those already read, the one on the screen, those to come. */
  #row: readonly PopupMessage[] = []
  #position = 0
  #wanted = false
  /** Shown in place of `messages`, and not remembered. */
  #preview: readonly PopupMessage[] | undefined
  /** Messages that were seen are shown as well. */
  #again = false
  #body: Node | undefined
  #shown: PopupMessage | undefined
  #asked = 0
  /** The language of the service's messages; the page's may be another one by now. */
  #askedIn: Language | undefined
  #left = false
  #timer: number | undefined
  #pressed: EventTarget | null = null
  /** It waits until the page shows the element that it is in. */
  #isHidden = false
  /** Whether something of the frame can be seen; undefined without a message. A page that is not in a frame is in sight. */
  #isInSight: boolean | undefined = top === window || undefined
  /** What had the focus before the dialog. */
  #opener: Element | null = null
  #unlockScroll: (() => void) | undefined
  readonly #later = new MutationObserver(() => tellOpeners(this.messages))
  readonly #sizes = new ResizeObserver(() => this.#markScrollers())
  /** A moment later: a page that answers each change by another one goes on. */
  readonly #reached = new MutationObserver(() => setTimeout(() => this.#unlockScroll && this.#reach()))
  readonly #screen = new ResizeObserver(([entry]) => {
    if (this.#message && isRendered(entry?.target) === this.#isHidden) this.requestUpdate()
  })

  constructor() {
    super()
    this.siteId = 'academy'
    this.lang = ''
    this.debug = false
    this.messages = []
  }

  /** Asks the service, and shows messages that this visitor has not seen. Never rejects: see `school-popup-error`. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked
    try {
      const language = this.#language
      const messages = await askMessages(this.service ?? '', this.siteId, language)
      // Otherwise there was a later call, or the element was removed.
      if (asked !== this.#asked) return
      this.#askedIn = language
      this.#load(messages)
    } catch (error) {
      if (asked !== this.#asked) return
      this.#say(error)
      emit(this, 'school-popup-error', error)
    }
  }

  /** Shows the messages from the first, seen or not. */
  show(): void {
    this.#start()
  }

  /** Shows these messages, seen or not, and does not remember them: a preview for authors. */
  preview(messages: readonly PopupMessage[]): void {
    this.#start(messages)
  }

  /** Closes the dialog. Its message counts as neither confirmed nor seen, and is shown again with the next new message. */
  close(): void {
    this.#wanted = false
    this.#end()
    this.requestUpdate()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    popups.add(this)
    for (const event of RETURNS) addEventListener(event, this.#askAgain)
    addEventListener('click', this.#onOpener, true)
    this.#keepTime()
    if (this.hasUpdated) {
      // It was moved, or is back on the page.
      if (this.#left) this.#askAgain()
      this.#left = false
      // A dialog that was moved while open claims to be open and is not shown.
      this.#dialog?.close()
      this.requestUpdate()
    } else if (this.service && this.messages.length) {
      // The script tag has asked already.
      this.#asked++
      this.#load(this.messages)
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    // An element that was only moved within the page is connected again by now.
    queueMicrotask(() => {
      if (this.isConnected) return
      if (returning.delete(this)) document.documentElement?.append(this)
      else {
        this.#say('the page has removed the popup')
        this.#leave()
      }
    })
  }

  #leave(): void {
    popups.delete(this)
    for (const event of RETURNS) removeEventListener(event, this.#askAgain)
    removeEventListener('click', this.#onOpener, true)
    this.#later.disconnect()
    this.#keepTime()
    this.#asked++
    this.#left = true
    this.#settleDialog()
  }

  /** A hidden page does not ask. */
  #askAgain = () => {
    if (this.isConnected && this.service && !document.hidden) this.refresh()
  }

  /** Captured, because a page's menu may stop clicks, and its smooth scrolling prevent them. What is prevented by now, another popup shows. */
  #onOpener = (event: Event) => {
    const isOurs = this.isConnected && !event.defaultPrevented && this.messages.length
    if (!isOurs || !(event.target as Element).closest?.(OPENERS)) return
    event.preventDefault()
    this.show()
  }

  #keepTime(): void {
    clearInterval(this.#timer)
    const seconds = this.refreshSeconds
    if (this.isConnected && seconds && seconds >= 10 && seconds < 1e6)
      this.#timer = window.setInterval(this.#askAgain, seconds * 1000)
  }

  #load(answer: readonly PopupMessage[]): void {
    const messages = shownMessages(answer)
    this.#keepVisit(messages)
    const unseen = messages.filter(message => !wasSeen(message))
    this.#say(messages.length < answer.length && `${messages.length} of ${answer.length} messages are shown`)
    this.#say(!unseen.length && `${messages.length} messages, none of them new`)
    this.messages = emit(this, 'school-popup-load', unseen) ? messages : []
    tellOpeners(this.messages)
    this.#later.observe(document, LATER)
  }

  /** What only who debugs wants to know. */
  #say(fact: unknown): void {
    if (this.debug && fact) console.warn('schoolbell', fact)
  }

  #keepVisit(messages: readonly PopupMessage[]): void {
    keepVisit(this.siteId, this.#askedIn ?? this.#language, messages)
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
      // Before the first answer there are none, which says nothing of the visit.
      if (this.messages.length > 0) this.#keepVisit(this.messages)
      const before = (changed.get('messages') ?? []).map(keyOf)
      // A dialog that the page has closed stays away until there is a new message.
      this.#wanted ||= this.messages.some(message => !before.includes(keyOf(message)))
    }
    // Not from one message to the next: it would compare all messages with all that were seen.
    if (changed.has('messages') || !this.#message) this.#arrange()
    const message = this.#message
    if (message && message !== this.#shown) this.#body = bodyOf(message.msgBody)
  }

  /** Renews the row. The message on the screen stays there, unless it was withdrawn. */
  #arrange(): void {
    const current = this.#message
    const passed = current ? this.#row.slice(0, this.#position) : []
    const keys = new Set(passed.map(keyOf))
    const rest = shownMessages(this.#preview ?? this.messages).filter(message => {
      if (!this.#again && wasSeen(message)) return false
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

  /** What another popup has shown goes from this one. */
  #pass(): void {
    this.#arrange()
    this.requestUpdate()
  }

  protected override render(): TemplateResult {
    const message = this.#message
    const words = STRINGS[this.#language]
    const { iconId: icon, needConfirm: confirmation } = this.#look
    const severe = isSevere(icon)
    const total = this.#row.length
    const isLast = this.#position + 1 === total
    // Texts and handlers are properties: a page's translator puts elements of its own in the place of text nodes, and a page may have
    // an `addEventListener` that takes functions alone.
    return html`<dialog part="dialog" aria-labelledby="title" lang=${this.#language} class=${severe ? 'severe' : nothing} closedby=${confirmation ? 'none' : 'closerequest'} .oncancel=${this.#onCancel} .onclose=${this.#onClose}>${
      message &&
      html`<div part="header">${
        icon
          ? html`<img part="icon" src=${this.#iconAddress(icon)} .onload=${hideBroken} .onerror=${hideBroken} alt=${words.icons[icon]}>`
          : nothing
      }<div>${severe ? html`<p part="label" .textContent=${words.severe}></p>` : nothing}<h2 part="title" id="title" tabindex="-1" lang=${foreignIn(message.msgTitle, this.#language) ?? nothing} .textContent=${message.msgTitle}></h2><p part="date" .textContent=${dateText(message.displayDate, localeOf(this.#tag))}></p></div>${
        confirmation
          ? nothing
          : html`<button part="close" aria-label=${isLast ? words.close : words.next}><svg viewBox="0 0 16 16" width="16"><path d="m3 3 10 10M13 3 3 13"/></svg></button>`
      }</div><div part="body"><div>${this.#body}</div></div><div part=${confirmation || total > 1 ? 'footer' : nothing}><p part="place" role="status" .textContent=${total > 1 ? words.place(this.#position + 1, total) : ''}></p>${
        confirmation ? html`<button part="button" .textContent=${words[confirmation]}></button>` : nothing
      }</div>`
    }</dialog><i></i>`
  }

  protected override firstUpdated(): void {
    this.#screen.observe(this.#find('dialog + i') as HTMLElement)
    this.#reached.observe(this, { attributeFilter: OUT_OF_REACH })
    this.#say(!this.service && !this.messages.length && 'no service')
  }

  protected override updated(): void {
    const message = this.#message
    if (message && this.#isInSight === undefined) {
      this.#isInSight = false
      followSight(this, this.#find('dialog + i') as HTMLElement, this.#onSight)
    }
    this.#settleDialog()
    if (!message || message === this.#shown || !this.#dialog?.open) return
    this.#shown = message
    const body = this.#find('[part=body]')
    if (body) {
      // In a low window the dialog itself scrolls. Firefox opens a dialog scrolled to its button, and WebKit one with a long title to its
      // end, unless it is scrolled by a method. `scrollTo` is another function where a page has Prototype.js.
      for (const box of [body, this.#dialog, this.#find('h2')?.parentElement]) box?.scroll(0, 0)
      makeLegible(body)
      // The body's size changes with the window, its content's with pictures.
      this.#sizes.observe(body)
      const content = body.firstElementChild as HTMLElement
      this.#sizes.observe(content)
      markForeign(content, this.#language)
    }
    this.#focus()
    emit(this, 'school-popup-show', message)
  }

  #onSight = (): boolean | undefined => {
    if (!this.#isInSight) this.requestUpdate()
    this.#isInSight = !!this.#message || undefined
    return this.#isInSight
  }

  /** A popover that a page opens later, as a banner for cookies, would cover the dialog. */
  #onToggle = (event: Event) => {
    const { newState, target } = event as Event & { newState?: string }
    const dialog = this.#dialog
    if (newState !== 'open' || !(target as Element).hasAttribute('popover') || !dialog?.open) return
    dialog.close()
    dialog.showModal()
    this.#focus()
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

  /** Opens or closes the native dialog. While it is open, the page behind it does not scroll. */
  #settleDialog(): void {
    const dialog = this.#dialog
    const opener = document.activeElement
    const wasOpen = dialog?.open
    const isWanted = dialog && this.#message && this.isConnected && this.#isInSight
    // In a frame it waits for its place: Firefox scrolls the page around the frame to where it opens.
    if (isWanted && !wasOpen) dialog.showModal()
    // Inside a hidden element it would block the page, and nobody could close it.
    const wasHidden = this.#isHidden
    this.#isHidden = !!isWanted && !isRendered(dialog)
    this.#say(this.#isHidden && !wasHidden && 'a message waits: the page hides what the popup is in')
    if (isWanted && !this.#isHidden) {
      if (!this.#unlockScroll) {
        this.#opener = opener
        this.#unlockScroll = lockScroll(this)
        document.addEventListener('toggle', this.#onToggle, true)
        // Only keys are prevented. A browser waits for others before it scrolls.
        for (const act of ACTS)
          addEventListener(act, this.#onAct, { capture: true, passive: !act.startsWith('key') })
      }
      this.#reach()
      if (!wasOpen) this.#focus()
    } else {
      dialog?.close()
      this.#unlockScroll?.()
      this.#unlockScroll = undefined
      document.removeEventListener('toggle', this.#onToggle, true)
      for (const act of ACTS) removeEventListener(act, this.#onAct, true)
      // A dialog that was moved or removed does not give the focus back.
      if (document.activeElement === document.body)
        (this.#opener as HTMLElement | null)?.focus({ preventScroll: true })
      this.#opener = null
      this.#shown = undefined
    }
  }

  /** A dialog of the page may have put everything outside of it out of reach, and ours with it. */
  #reach(): void {
    for (const name of OUT_OF_REACH) this.removeAttribute(name)
  }

  /** What scrolls must be reachable by keyboard. */
  #markScrollers(): void {
    for (const box of this.renderRoot.querySelectorAll<HTMLElement>('[part=body],.wide')) {
      if (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth) box.tabIndex = 0
      else box.removeAttribute('tabindex')
    }
  }

  get #message(): PopupMessage | undefined {
    return this.#wanted ? this.#row[this.#position] : undefined
  }

  /** What is shown of the message on the screen. */
  get #look(): Partial<ShownPopup> {
    return shownPopup(this.#message) ?? {}
  }

  get #confirmation() {
    return this.#look.needConfirm
  }

  get #language() {
    return languageOf(this.#tag)
  }

  get #tag() {
    return this.lang || document.documentElement.lang
  }

  #iconAddress(icon: IconId): string {
    return `${this.iconBase ?? new URL('icons', HERE)}/${ICON_FILES[icon]}.svg`
  }

  #settle(): void {
    const message = this.#message
    if (!message) return
    const name = this.#confirmation ? 'confirm' : 'dismiss'
    const row = this.#row
    const isPreview = this.#preview
    if (emit(this, `school-popup-${name}`, message)) {
      const lasting = this.remember !== 'session' && name === 'confirm' ? 'always' : this.remember
      if (!isPreview) {
        remember(message, lasting)
        this.#keepVisit(this.messages)
        for (const other of popups) if (other !== this) other.#pass()
      }
      // A listener may have started another row.
      if (row === this.#row && ++this.#position >= row.length) this.#end()
    }
    this.requestUpdate()
  }

  #onCancel = (event: Event) => {
    // The browser closes it anyway; `#onClose` follows.
    if (!event.cancelable) return
    event.preventDefault()
    if (!this.#confirmation) this.#settle()
  }

  /** The browser may close the dialog without asking. Then the next message, or this one again, is shown. */
  #onClose = (event: Event) => {
    // It is open again, it waits, or the element was removed: not closed by the reader.
    if ((event.target as HTMLDialogElement).open || this.#isHidden || !this.isConnected) return
    if (!this.#confirmation) this.#settle()
    // A message that needs confirmation comes back at once.
    this.#settleDialog()
    this.#focus()
  }

  /**
   * Pages that keep the focus, scroll by themselves or have keys of their own would take them from the reader. So the page hears nothing
   * of what happens in the dialog; what the browser does by itself goes on.
   */
  #onAct = (event: Event) => {
    const path = event.composedPath()
    const target = path[0] as Element
    const isInside = path.includes(this.renderRoot)
    // At the second Escape in a row a browser may close the dialog without asking, so it does not get the first. Escape for another
    // dialog on top of this one is left alone.
    const isOurs = isInside || document.activeElement === document.body
    if ((event as KeyboardEvent).key === 'Escape' && this.#confirmation && isOurs) event.preventDefault()
    if (!isInside) return
    event.stopImmediatePropagation()
    if (event.type === 'pointerdown') this.#pressed = target
    if (event.type === 'click') this.#onClick(target, event as MouseEvent)
  }

  #onClick(target: Element, { detail }: MouseEvent): void {
    const isButton = target.closest('button')
    // A press that began inside, for example to select text, does not close.
    const isBeside = target === this.#dialog && target === this.#pressed && !this.#confirmation
    // The second half of a double click would close a message that nobody has read.
    if (isButton ? detail < 2 : isBeside) this.#settle()
  }
}

/** An icon that cannot be loaded leaves no broken frame; the title says the same. */
const hideBroken = ({ target, type }: Event): void => {
  ;(target as HTMLElement).hidden = type === 'error'
}
