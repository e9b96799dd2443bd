/**
 * `<console-rich-text>`: an editor for the HTML of a message or an entry, as text or as HTML.
 *
 * ```html
 * <console-rich-text .html=${body} lang="en-US" text-lang="zh-HK" label="Text" @change=${…}></console-rich-text>
 * ```
 *
 * | property | |
 * |---|---|
 * | `html` | the body; set it to show another, read it after `change` |
 * | `lang` | language of the bar and its dialogs |
 * | `textLang` (`text-lang`) | language of what is written, for spelling and fonts |
 * | `label` | what is edited, for those who hear it: a visible label stands beside it on the page |
 * | `mediaAddress` | where the picture of `media:NAME` can be seen here: `(name) => address` |
 * | `choosePicture` | the page's own way to choose a picture: `() => Promise<{ address, text } \| undefined>`; `text` is what it offers as description; without it an address is asked for |
 *
 * `change` (bubbles) tells of every change by its user, and of none that was set. `focus()` puts the caret into it.
 * `--rich-text-height` is the least height of the text, `--rich-text-bar-top` where its bar sticks when the page scrolls.
 *
 * It makes nothing that the policy of shared/html would not show. A body that it cannot hold as text (a colour, a class, a
 * script) opens as HTML and stays as it is, until somebody says otherwise.
 */
import { Editor } from '@tiptap/core'
import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { live } from 'lit/directives/live.js'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import './ask-dialog.ts'
import type { Answered, AskDialog } from './ask-dialog.ts'
import { cleaned, type Removal } from './cleaned.ts'
import { extensions, isLink, isPicture } from './extensions.ts'
import { cleanPasted, restoreMedia } from './paste.ts'
import { STRINGS } from './strings.ts'
import { styles } from './styles.ts'
import { TABLE_TOOLS, type Tool, toolGroups } from './tools.ts'
import { holds, read, written } from './written.ts'

/** Removals that are told one by one. */
const MOST_TOLD = 8

export class ConsoleRichText extends LitElement {
  static override styles = styles
  static override properties = {
    html: { attribute: false },
    lang: {},
    textLang: { attribute: 'text-lang' },
    label: {},
    mediaAddress: { attribute: false },
    choosePicture: { attribute: false },
    view: { state: true },
    note: { state: true },
  }

  declare html: string
  declare lang: string
  declare textLang: string
  declare label: string
  declare mediaAddress: (name: string) => string
  declare choosePicture: (() => Promise<Answered | undefined>) | undefined
  declare view: 'text' | 'source'
  declare note: 'not-held' | 'opened' | undefined

  #editor: Editor | undefined
  /** What the editor or the field of HTML itself has made: set again from outside it changes nothing. */
  #own: string | undefined
  /** The body before the editor left out what it cannot hold. */
  #source = ''
  #groups = toolGroups({ link: () => this.#askLink(), picture: () => this.#askPicture() })
  /** Which tool the Tab key reaches. */
  #reached = ''

  constructor() {
    super()
    this.html = ''
    this.lang = 'en-US'
    this.textLang = ''
    this.label = ''
    this.mediaAddress = name => `/console/api/media/${encodeURIComponent(name)}/file`
    this.view = 'text'
  }

  override focus(): void {
    if (this.view === 'text') this.#editor?.commands.focus()
    else this.renderRoot.querySelector('textarea')?.focus()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#editor?.destroy()
    this.#editor = undefined
  }

  protected override firstUpdated(): void {
    this.#open()
  }

  #open(): void {
    const mount = this.renderRoot.querySelector('.mount')
    if (!mount || this.#editor) return
    const editor = new Editor({
      element: mount,
      injectCSS: false,
      extensions: extensions(name => this.mediaAddress(name)),
      editorProps: {
        attributes: () => ({
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': this.label,
          lang: this.textLang || this.lang,
        }),
        transformPastedHTML: cleanPasted,
        transformPasted: slice => restoreMedia(slice, editor.schema),
        handleKeyDown: (_view, event) => this.#onKey(event),
      },
      onUpdate: () => this.#changed(written(editor.state.doc, editor.schema)),
      onTransaction: () => this.requestUpdate(),
    })
    this.#editor = editor
    this.#show(this.html)
    this.requestUpdate()
  }

  /** Another body, from outside: as text where the editor holds it. */
  #show(body: string): void {
    const editor = this.#editor
    if (!editor) return
    this.#own = body
    const isHeld = holds(body, editor.schema)
    this.view = isHeld ? 'text' : 'source'
    this.note = isHeld ? undefined : 'not-held'
    this.#fill(isHeld ? body : '')
  }

  #fill(body: string): void {
    const editor = this.#editor
    // What a body begins with is nothing that could be undone.
    editor
      ?.chain()
      .setMeta('addToHistory', false)
      .setContent(read(body, editor.schema).toJSON(), { emitUpdate: false })
      .run()
  }

  #changed(body: string): void {
    this.#own = body
    this.html = body
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('html') && this.#editor && this.html !== this.#own) this.#show(this.html)
  }

  protected override updated(changed: PropertyValues<this>): void {
    // Attributes of the text are asked for again at its next change only.
    if ((changed.has('lang') || changed.has('label') || changed.has('textLang')) && this.#editor)
      this.#editor.view.updateState(this.#editor.state)
  }

  get #words() {
    return STRINGS[this.lang === 'zh-HK' ? 'zh-HK' : ('en-US' satisfies Language)]
  }

  protected override render() {
    const words = this.#words
    const isText = this.view === 'text'
    return html`<div class="frame ${isText ? 'text' : 'source'}">
        <div class="bar">
          ${isText ? this.#renderTools() : html`<span></span>`}
          <button type="button" class="view" aria-pressed=${isText ? 'false' : 'true'}
            @click=${isText ? this.#toSource : this.#toText}>${icon('braces')}<span>${words.source}</span></button>
        </div>
        <div class="mount" ?hidden=${!isText}></div>
        ${
          isText
            ? nothing
            : html`<textarea aria-label=${words.sourceOf(this.label)} spellcheck="false" autocapitalize="off"
              .value=${live(this.html)} @input=${this.#onSource} @change=${stop}></textarea>`
        }
      </div>
      ${this.#renderNote()}${isText ? nothing : this.#renderLeft()}
      <console-rich-text-ask></console-rich-text-ask>`
  }

  #renderTools() {
    const editor = this.#editor
    if (!editor) return html`<span></span>`
    const groups = editor.isActive('table') ? [...this.#groups, TABLE_TOOLS] : this.#groups
    const names = groups.flat().map(({ name }) => name)
    const reached = names.includes(this.#reached) ? this.#reached : names[0]
    return html`<div role="toolbar" aria-label=${this.#words.toolbar(this.label)} @keydown=${this.#onBarKey}>${groups.map(
      (tools, index) =>
        html`${index > 0 ? html`<span class="gap"></span>` : nothing}${tools.map(tool => this.#renderTool(tool, editor, reached))}`,
    )}</div>`
  }

  #renderTool(tool: Tool, editor: Editor, reached: string | undefined) {
    const label = tool.label(this.#words)
    // Still to be found by the arrow keys when it can do nothing, so that the others stay where they are.
    const can = tool.can(editor)
    return html`<button type="button" data-tool=${tool.name} aria-label=${tool.icon ? label : nothing} title=${label}
      tabindex=${tool.name === reached ? 0 : -1} aria-disabled=${can ? nothing : 'true'}
      aria-pressed=${tool.isOn ? `${tool.isOn(editor)}` : nothing}
      @mousedown=${keepFocus} @click=${() => can && tool.run(editor)}
      @focus=${() => this.#reach(tool.name)}>${tool.icon ? icon(tool.icon) : label}</button>`
  }

  #renderNote() {
    const words = this.#words
    if (this.note === 'not-held')
      return html`<p class="note" role="status">${words.notHeld} <button type="button" @click=${this.#openAnyway}>${words.openAnyway}</button></p>`
    if (this.note === 'opened')
      return html`<p class="note" role="status">${words.opened} <button type="button" @click=${this.#backToSource}>${words.backToSource}</button></p>`
    return nothing
  }

  #renderLeft() {
    const words = this.#words
    const told = new Set(cleaned(this.html).removed.map(removal => this.#tell(removal)))
    if (told.size === 0) return nothing
    const shown = [...told].slice(0, MOST_TOLD)
    return html`<div class="left"><span>${words.left}</span><ul>${shown.map(each => html`<li>${each}</li>`)}${
      told.size > MOST_TOLD ? html`<li>${words.more(told.size - MOST_TOLD)}</li>` : nothing
    }</ul></div>`
  }

  #tell({ what, name, on }: Removal): string {
    return this.#words.removal[what](name, on)
  }

  #reach(name: string): void {
    if (this.#reached === name) return
    this.#reached = name
    this.requestUpdate()
  }

  /** In the bar the arrow keys go from tool to tool, and Tab leaves it. */
  #onBarKey(event: KeyboardEvent): void {
    const tools = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-tool]')]
    const at = tools.indexOf(event.target as HTMLElement)
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: tools.length - 1,
    }[event.key]
    if (event.key === 'Escape') this.focus()
    if (to === undefined) return
    event.preventDefault()
    tools.at(to % tools.length)?.focus()
  }

  #onKey(event: KeyboardEvent): boolean {
    if (event.isComposing) return false
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      this.#askLink()
      return true
    }
    if (event.altKey && event.key === 'F10') {
      event.preventDefault()
      this.renderRoot.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
      return true
    }
    return false
  }

  #onSource(event: Event): void {
    this.note = undefined
    this.#changed((event.target as HTMLTextAreaElement).value)
  }

  #toSource(): void {
    this.view = 'source'
    this.note = undefined
    this.#focusSoon()
  }

  #toText(): void {
    const editor = this.#editor
    if (!editor) return
    if (!holds(this.html, editor.schema)) {
      this.note = 'not-held'
      return
    }
    this.view = 'text'
    this.note = undefined
    this.#fill(this.html)
    this.#focusSoon()
  }

  #openAnyway(): void {
    this.#source = this.html
    this.#fill(this.html)
    this.view = 'text'
    this.note = 'opened'
    this.#focusSoon()
  }

  #backToSource(): void {
    this.view = 'source'
    this.note = undefined
    this.#changed(this.#source)
    this.#focusSoon()
  }

  async #focusSoon(): Promise<void> {
    await this.updateComplete
    this.focus()
  }

  get #dialog(): AskDialog {
    return this.renderRoot.querySelector('console-rich-text-ask') as AskDialog
  }

  async #askLink(): Promise<void> {
    const editor = this.#editor
    if (!editor) return
    const words = this.#words
    const current = String(editor.getAttributes('link').href ?? '')
    const { empty } = editor.state.selection
    const answer = await this.#dialog.ask({
      title: words.linkTitle,
      address: current,
      addressLabel: words.linkAddress,
      addressHint: words.linkHint,
      addressFault: words.linkFault,
      accepts: typed => isLink(completed(typed)),
      ...(empty && !current && { text: { label: words.linkText, hint: '', value: '' } }),
      go: words.setLink,
      cancel: words.cancel,
      ...(current && { remove: words.removeLink }),
    })
    const chain = editor.chain().focus()
    if (answer === undefined) chain.run()
    else if (answer === 'remove') chain.extendMarkRange('link').unsetLink().run()
    else {
      const href = completed(answer.address)
      if (empty && !current)
        chain
          .insertContent({
            type: 'text',
            text: answer.text || answer.address,
            marks: [{ type: 'link', attrs: { href } }],
          })
          .run()
      else chain.extendMarkRange('link').setLink({ href }).run()
    }
  }

  async #askPicture(): Promise<void> {
    const editor = this.#editor
    if (!editor) return
    const words = this.#words
    const chosen = await this.choosePicture?.()
    // Whoever chose a picture still says what is on it.
    const answer =
      this.choosePicture && !chosen
        ? undefined
        : await this.#dialog.ask({
            title: words.pictureTitle,
            address: chosen?.address ?? '',
            addressLabel: words.pictureAddress,
            addressHint: words.pictureHint,
            addressFault: words.pictureFault,
            accepts: isPicture,
            text: { label: words.pictureAlt, hint: words.pictureAltHint, value: chosen?.text ?? '' },
            go: words.insertPicture,
            cancel: words.cancel,
          })
    const chain = editor.chain().focus()
    if (answer && answer !== 'remove')
      chain.insertContent({ type: 'picture', attrs: { src: answer.address, alt: answer.text } })
    chain.run()
  }
}

/** What people type for a mail address or a page. */
function completed(typed: string): string {
  if (/^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(typed)) return `mailto:${typed}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? `https://${typed}` : typed
}

/** The text keeps its selection while a tool is clicked. */
const keepFocus = (event: Event) => event.preventDefault()
/** The field of HTML tells by `input`; its own `change` would tell a second time. */
const stop = (event: Event) => event.stopPropagation()

customElements.define('console-rich-text', ConsoleRichText)

declare global {
  interface HTMLElementTagNameMap {
    'console-rich-text': ConsoleRichText
  }
}
