/** A small dialog of the editor that asks for an address and a text: of a link, or of a picture. */
import { css, html, nothing } from 'lit'
import { AskingElement } from '../asking-element.ts'

export interface Asked {
  title: string
  address: string
  addressLabel: string
  addressHint: string
  /** Shown when {@link accepts} says no. */
  addressFault: string
  accepts(address: string): boolean
  /** A picture that is chosen already: it is shown, and its address is not asked for. */
  picture?: string
  /** Left out, only the address is asked for. */
  text?: { label: string; hint: string; value: string; orNone?: OrNone }
  go: string
  cancel: string
  /** A third button: takes away what is there. */
  remove?: string
}

/** A text that may be missing only if its writer says so. */
export interface OrNone {
  label: string
  isChosen: boolean
  /** Shown when there is neither. */
  fault: string
}

export interface Answered {
  address: string
  text: string
}

export class AskDialog extends AskingElement<Answered | 'remove'> {
  static override styles = css`
    img {
      max-width: 100%;
      max-height: 12rem;
      margin-inline: auto;
      border-radius: 6px;
    }
    /* A native one: Enter in a field presses it. */
    .go {
      min-height: 2.75rem;
      padding: 0 1rem;
      background: var(--wa-color-brand-fill-loud);
      color: var(--wa-color-brand-on-loud);
    }
  `
  static override properties = { asked: { state: true }, wrong: { state: true }, isNone: { state: true } }

  declare asked: Asked | undefined
  declare wrong: 'address' | 'text' | undefined
  declare isNone: boolean

  ask(asked: Asked): Promise<Answered | 'remove' | undefined> {
    this.asked = asked
    this.wrong = undefined
    this.isNone = asked.text?.orNone?.isChosen ?? false
    return this.open()
  }

  protected override opened(): void {
    const { asked } = this
    const { address, text, none } = this.#fields
    if (address) address.value = asked?.address ?? ''
    if (text) text.value = asked?.text?.value ?? ''
    // What is known already is not asked for first.
    const first = address && !(asked?.address && text) ? address : this.isNone ? none : text
    first?.focus()
    first?.select()
  }

  protected override render() {
    const { asked, wrong } = this
    if (!asked) return nothing
    return this.dialog(
      asked.title,
      html`<form class="stack tight" method="dialog" @submit=${this.#submit}>
        <h2>${asked.title}</h2>
        ${
          asked.picture
            ? html`<img src=${asked.picture} alt="">`
            : html`<div class="field"><label for="address">${asked.addressLabel}</label>
              <input id="address" autocomplete="off" spellcheck="false" aria-describedby="about"
                aria-invalid=${wrong === 'address' ? 'true' : nothing}>
              ${this.#about('about', asked.addressHint, wrong === 'address' ? asked.addressFault : undefined)}</div>`
        }
        ${asked.text ? this.#textField(asked.text) : nothing}
        <div class="row">
          ${
            asked.remove
              ? html`<wa-button appearance="outlined" @click=${() => this.answer('remove')}>${asked.remove}</wa-button>`
              : nothing
          }
          <wa-button class="end" appearance="outlined" @click=${() => this.answer(undefined)}>${asked.cancel}</wa-button>
          <button class="go">${asked.go}</button>
        </div>
      </form>`,
    )
  }

  #textField({ label, hint, orNone }: NonNullable<Asked['text']>) {
    const isWrong = this.wrong === 'text'
    return html`<div class="field"><label for="text">${label}</label>
      <input id="text" autocomplete="off" aria-describedby=${hint ? 'text-about' : nothing} ?disabled=${this.isNone}
        aria-invalid=${isWrong ? 'true' : nothing}>
      ${hint ? this.#about('text-about', hint, isWrong ? orNone?.fault : undefined) : nothing}</div>
      ${
        orNone
          ? html`<label class="choice"><input id="none" type="checkbox" .checked=${this.isNone}
              @change=${this.#chooseNone}> ${orNone.label}</label>`
          : nothing
      }`
  }

  #about(id: string, hint: string, fault: string | undefined) {
    return html`<p id=${id} class=${fault ? 'fault small' : 'hint'} aria-live="polite">${fault ?? hint}</p>`
  }

  #chooseNone = (event: Event): void => {
    this.isNone = (event.target as HTMLInputElement).checked
    this.wrong = undefined
  }

  #submit(event: Event): void {
    event.preventDefault()
    // The form of a page around it is another one.
    event.stopPropagation()
    const { asked } = this
    const fields = this.#fields
    const address = asked?.picture ? asked.address : (fields.address?.value.trim() ?? '')
    const text = this.isNone ? '' : (fields.text?.value.trim() ?? '')
    const isMissing = asked?.text?.orNone && !text && !this.isNone
    this.wrong = !address || !asked?.accepts(address) ? 'address' : isMissing ? 'text' : undefined
    if (this.wrong) fields[this.wrong]?.focus()
    else this.answer({ address, text })
  }

  get #fields() {
    const field = (id: string) => this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)
    return { address: field('address'), text: field('text'), none: field('none') }
  }
}
customElements.define('console-rich-text-ask', AskDialog)
