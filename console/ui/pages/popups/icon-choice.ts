/** `<popup-icon-picker>`: the nine icons as pictures with their names, none, or a stored number that has no picture. */
import { css, html, nothing } from 'lit'
import { ICON_IDS, isIconId } from '../../../../shared/contract/icon.ts'
import { ConsoleElement } from '../../console-element.ts'
import { iconAddress } from './message.ts'
import { ICONS, say } from './strings.ts'

/** Fires `change`; read `value`, which is empty for none. */
export class PopupIconPicker extends ConsoleElement {
  static override styles = css`
    .tiles {
      --column: 6.25rem;
    }
    .tile {
      position: relative;
      display: grid;
      place-items: center;
      align-content: center;
      gap: 0.35rem;
      min-height: 96px;
      padding: 0.5rem 0.35rem;
      text-align: center;
      font-size: 0.8125rem;
    }
    .tile:has(:checked) {
      outline: 2px solid var(--wa-color-brand-fill-loud);
      outline-offset: -2px;
      background: var(--wa-color-brand-fill-quiet);
      font-weight: 600;
    }
    .tile:has(:focus-visible) {
      outline: 3px solid var(--wa-color-focus);
      outline-offset: 2px;
    }
    input {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      margin: 0;
      opacity: 0;
      cursor: pointer;
    }
    img,
    .blank {
      width: 40px;
      height: 40px;
      object-fit: contain;
    }
    .blank {
      border: 2px dashed var(--wa-color-surface-border);
      border-radius: 50%;
    }
  `
  static override properties = { value: {} }

  declare value: string
  /** A number without a picture: offered as long as it might be wanted back. */
  #other = ''

  constructor() {
    super()
    this.value = ''
  }

  protected override render() {
    const { lang, value } = this
    if (value !== '' && !isIconId(value)) this.#other = value
    const other = this.#other
    return html`<fieldset>
      <legend>${say('icon')}</legend>
      <div class="tiles" @change=${this.#choose}>
        ${this.#tile('', html`<span class="blank"></span>`, say('noIcon'))}
        ${other ? this.#tile(other, html`<span class="blank"></span>`, say('otherIcon', { id: other })) : nothing}
        ${ICON_IDS.map(id => this.#tile(id, html`<img src=${iconAddress(id)} alt="">`, ICONS[id][lang]))}
      </div>
    </fieldset>`
  }

  #tile(id: string, picture: unknown, name: string) {
    return html`<label class="tile">
      <input type="radio" name="icon" value=${id} .checked=${id === this.value}>
      ${picture}<span>${name}</span>
    </label>`
  }

  #choose(event: Event): void {
    event.stopPropagation()
    this.value = (event.target as HTMLInputElement).value
    this.dispatchEvent(new Event('change'))
  }
}

customElements.define('popup-icon-picker', PopupIconPicker)
