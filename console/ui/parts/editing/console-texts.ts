/**
 * `<console-texts .texts=${…} .names=${…} .errors=${…}>`: title and text in both languages, side by side; on a phone one at a
 * time.
 *
 * Fires `console-text` with `{ lang, name, value }` for every change by its user.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { inBrackets, LANGUAGES, type Language } from '../../language.ts'
import '../console-field-errors.ts'
import '../rich-text/rich-text.ts'
import type { ConsoleRichText } from '../rich-text/rich-text.ts'
import { inLanguage, languageName, say } from './strings.ts'

/** What the API calls them, as in `msgTitle` and `msgBody`. */
export interface TextNames {
  title: string
  body: string
}
export type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>
export interface TextChange {
  lang: Language
  name: string
  value: string
}

const NARROW = matchMedia('(max-width: 50rem)')

export class ConsoleTexts extends ConsoleElement {
  static override styles = css`
    .columns {
      --column: 26rem;
    }
    .columns h2 {
      color: var(--wa-color-text-quiet);
    }
    console-rich-text {
      --rich-text-height: 13rem;
      --rich-text-bar-top: var(--header-height);
    }
    [role='tablist'],
    .columns {
      margin-block-end: var(--wa-space-m);
    }
  `
  static override properties = {
    texts: { attribute: false },
    bodyName: {},
    names: { attribute: false },
    errors: { attribute: false },
    choosePicture: { attribute: false },
    isNarrow: { state: true },
    shown: { state: true },
  }

  declare texts: Texts
  /** What the text is called: Message. */
  declare bodyName: string
  declare names: TextNames
  declare errors: readonly FieldError[]
  declare choosePicture: ConsoleRichText['choosePicture']
  declare private isNarrow: boolean
  /** On a phone. */
  declare private shown: Language | undefined

  constructor() {
    super()
    this.errors = []
    this.isNarrow = NARROW.matches
  }

  override connectedCallback(): void {
    super.connectedCallback()
    NARROW.addEventListener('change', this.#onWidth)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    NARROW.removeEventListener('change', this.#onWidth)
  }

  protected override render() {
    return html`<section class="card" aria-label=${say('texts')}>
      ${this.isNarrow ? this.#tabs() : nothing}
      <div class="columns">${LANGUAGES.map(each => this.#language(each))}</div>
      <p class="hint">${say('otherLanguage')}</p>
    </section>`
  }

  #tabs(): TemplateResult {
    const shown = this.shown ?? this.lang
    return html`<div class="segments" role="tablist" aria-label=${say('texts')} @keydown=${this.#onTabKey}>
      ${LANGUAGES.map(
        each => html`<button type="button" role="tab" id="tab-${each}" aria-controls="text-${each}"
          aria-selected=${each === shown ? 'true' : 'false'} tabindex=${each === shown ? 0 : -1}
          @click=${() => (this.shown = each)}>${languageName(each, this.lang)}</button>`,
      )}
    </div>`
  }

  #language(each: Language): TemplateResult {
    const { title, body } = this.names
    const text = this.texts[each]
    const name = languageName(each, this.lang)
    const isHidden = this.isNarrow && each !== (this.shown ?? this.lang)
    const titlePath = `/texts/${each}/${title}`
    const isWrong = this.errors.some(({ path }) => path === '/texts' || path === titlePath)
    return html`<div class="stack" id="text-${each}" ?hidden=${isHidden}
      role=${this.isNarrow ? 'tabpanel' : 'group'} aria-label=${name}>
      ${this.isNarrow ? nothing : html`<h2>${name}</h2>`}
      <div class="field">
        <label for="title-${each}">${say('title')}<span class="visually-hidden">${inBrackets(name)}</span></label>
        <input id="title-${each}" lang=${each} autocomplete="off" maxlength="1000" .value=${live(text[title] ?? '')}
          aria-invalid=${isWrong ? 'true' : nothing}
          @input=${(event: Event) => this.#tell({ lang: each, name: title, value: (event.target as HTMLInputElement).value })}>
        ${this.#faultsAt(titlePath)}
      </div>
      <div class="field">
        <span class="label" aria-hidden="true" @click=${focusNext}>${this.bodyName}</span>
        <console-rich-text text-lang=${each} label=${inLanguage(this.bodyName, each, this.lang)}
          .html=${text[body] ?? ''} .choosePicture=${this.choosePicture}
          @change=${(event: Event) => this.#tell({ lang: each, name: body, value: (event.target as ConsoleRichText).html })}></console-rich-text>
        ${this.#faultsAt(`/texts/${each}/${body}`)}
      </div>
    </div>`
  }

  #faultsAt(path: string): TemplateResult {
    return html`<console-field-errors .errors=${this.errors} path=${path}></console-field-errors>`
  }

  #tell(detail: TextChange): void {
    this.dispatchEvent(new CustomEvent('console-text', { detail }))
  }

  #onTabKey = async (event: KeyboardEvent): Promise<void> => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    this.shown = (this.shown ?? this.lang) === 'en-US' ? 'zh-HK' : 'en-US'
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(`#tab-${this.shown}`)?.focus()
  }

  #onWidth = (): void => {
    this.isNarrow = NARROW.matches
  }
}

const focusNext = (event: Event): void =>
  ((event.target as HTMLElement).nextElementSibling as ConsoleRichText | null)?.focus()

customElements.define('console-texts', ConsoleTexts)
