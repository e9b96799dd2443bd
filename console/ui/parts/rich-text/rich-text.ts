/**
 * `<console-rich-text>`: an editor for the HTML of a message or an entry, as text or as HTML.
 *
 * ```html
 * <console-rich-text .html=${body} text-lang="zh-HK" label="Text" @change=${…}></console-rich-text>
 * ```
 *
 * | property | |
 * |---|---|
 * | `html` | the body; set it to show another, read it after `change` |
 * | `textLang` (`text-lang`) | language of what is written, for spelling and fonts |
 * | `label` | what is edited, for screen readers: a visible label stands beside it on the page |
 * | `mediaAddress` | where the picture of `media:NAME` can be seen here: `(name) => address` |
 * | `choosePicture` | the page's own way to choose a picture: `() => Promise<{ address, text } \| undefined>`; `text` is what it offers as description; without it an address is asked for |
 *
 * `change` (bubbles) is fired for every change by the user, not for values that are set. `focus()` puts the caret into it.
 * `--rich-text-height` is the least height of the text, `--rich-text-bar-top` where its bar sticks when the page scrolls.
 *
 * It makes nothing that the policy of shared/html would not show. A body that it cannot hold as text (a colour, a class, a
 * script) opens as HTML and stays as it is, until somebody says otherwise.
 */
import { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { html, nothing, type PropertyValues } from 'lit'
import { live } from 'lit/directives/live.js'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { type AskParts, askDescription, askLink, askPicture } from './ask.ts'
import type { Answered, AskDialog } from './ask-dialog.ts'
import './ask-dialog.ts'
import { cleaned } from './cleaned.ts'
import { extensions, selectedPicture } from './extensions.ts'
import { cleanPasted, restoreMedia } from './paste.ts'
import { say, sayRemoved } from './strings.ts'
import { styles } from './styles.ts'
import { toolBar } from './tool-bar.ts'
import { pictureTools, TABLE_TOOLS, toolGroups } from './tools.ts'
import { holds, read, written } from './written.ts'

/** Removals that are listed one by one. */
const MOST_TOLD = 8

export class ConsoleRichText extends ConsoleElement {
  static override styles = styles
  static override properties = {
    html: { attribute: false },
    textLang: { attribute: 'text-lang' },
    label: {},
    mediaAddress: { attribute: false },
    choosePicture: { attribute: false },
    view: { state: true },
    note: { state: true },
  }

  declare html: string
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
  #pictureTools = pictureTools({ description: () => this.#askDescription() })
  /** Which tool the Tab key reaches. */
  #reached = ''

  constructor() {
    super()
    this.html = ''
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
        // On a phone the bar's last tools are out of sight.
        handleDoubleClickOn: (_view, _at, node) => this.#onDoubleClick(node.type.name),
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
      // Whoever comes by keyboard begins where a reader does.
      .command(({ tr }) => Boolean(tr.setSelection(Selection.atStart(tr.doc))))
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

  protected override render() {
    const isText = this.view === 'text'
    return html`<div class="frame ${isText ? 'text' : 'source'}">
        <div class="bar">
          ${isText ? this.#renderTools() : html`<span></span>`}
          <button type="button" class="view" aria-pressed=${isText ? 'false' : 'true'}
            @click=${isText ? this.#toSource : this.#toText}>${icon('braces')}<span>${say('source')}</span></button>
        </div>
        <div class="mount" ?hidden=${!isText}></div>
        ${
          isText
            ? nothing
            : html`<textarea aria-label=${say('sourceOf', { label: this.label })} spellcheck="false" autocapitalize="off"
              .value=${live(this.html)} @input=${this.#onSource} @change=${stop}></textarea>`
        }
      </div>
      ${this.#renderNote()}${isText ? nothing : this.#renderLeft()}
      <console-rich-text-ask></console-rich-text-ask>`
  }

  #renderTools() {
    const editor = this.#editor
    if (!editor) return html`<span></span>`
    return toolBar({
      editor,
      groups: this.#groups,
      strip: [
        ...(editor.isActive('table') ? TABLE_TOOLS : []),
        ...(selectedPicture(editor.state) ? this.#pictureTools : []),
      ],
      label: this.label,
      reached: this.#reached,
      onReach: name => this.#reach(name),
      onEscape: () => this.focus(),
    })
  }

  #renderNote() {
    if (this.note === 'not-held')
      return html`<p class="note warn told" role="status">${say('notHeld')} <button type="button" @click=${this.#openAnyway}>${say('openAnyway')}</button></p>`
    if (this.note === 'opened')
      return html`<p class="note warn told" role="status">${say('opened')} <button type="button" @click=${this.#backToSource}>${say('backToSource')}</button></p>`
    return nothing
  }

  #renderLeft() {
    const told = new Set(
      cleaned(this.html).removed.map(({ what, name, on }) => sayRemoved(what, { name, on })),
    )
    if (told.size === 0) return nothing
    const shown = [...told].slice(0, MOST_TOLD)
    return html`<div class="note warn told"><span>${say('left')}</span><ul class="bullets">${shown.map(each => html`<li>${each}</li>`)}${
      told.size > MOST_TOLD ? html`<li>${say('more', { count: `${told.size - MOST_TOLD}` })}</li>` : nothing
    }</ul></div>`
  }

  #reach(name: string): void {
    if (this.#reached === name) return
    this.#reached = name
    this.requestUpdate()
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

  #onDoubleClick(name: string): boolean {
    if (name === 'image') this.#askDescription()
    return name === 'image'
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

  #askLink(): void {
    const asked = this.#asked
    if (asked) void askLink(asked)
  }

  #askPicture(): void {
    const asked = this.#asked
    if (asked) void askPicture(asked, this.choosePicture)
  }

  #askDescription(): void {
    const asked = this.#asked
    if (asked) void askDescription(asked)
  }

  get #asked(): AskParts | undefined {
    const editor = this.#editor
    const dialog = this.renderRoot.querySelector('console-rich-text-ask') as AskDialog
    return editor && { editor, dialog, addressOf: this.mediaAddress }
  }
}

/** The field of HTML fires `input`; its own `change` would be a second event. */
const stop = (event: Event) => event.stopPropagation()

customElements.define('console-rich-text', ConsoleRichText)

declare global {
  interface HTMLElementTagNameMap {
    'console-rich-text': ConsoleRichText
  }
}
