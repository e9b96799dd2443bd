/**
 * `<popup-template-choice>`: what a new message can start with, one button for each signal, for an event and for the end of
 * severe weather.
 *
 * Fires `popup-template` with what the template fills in.
 */
import { css, html } from 'lit'
import type { IconId } from '../../../../shared/contract/icon.ts'
import { ConsoleElement } from '../../console-element.ts'
import type { Changes } from '../../parts/editing/editing.ts'
import { iconAddress, type PopupForm } from './message.ts'
import { ICONS, say } from './strings.ts'
import { TEMPLATES, type Template } from './templates.ts'

export class PopupTemplateChoice extends ConsoleElement {
  static override styles = css`
    .tile {
      display: flex;
      align-items: center;
      gap: 0.6rem;
      min-height: 48px;
      padding-block: 0.35rem;
    }
    img,
    .blank {
      flex: none;
      width: 32px;
      height: 32px;
    }
    .blank {
      border: 2px dashed var(--wa-color-surface-border);
      border-radius: 50%;
    }
    @media (max-width: 50rem) {
      .tiles {
        grid-template-columns: 1fr 1fr;
      }
    }
  `
  static override properties = {}

  protected override render() {
    return html`<section class="card stack tight" aria-labelledby="from">
      <h2 id="from">${say('fromTemplate')}</h2>
      <div class="tiles">
        ${TEMPLATES.map(({ iconIds, ...template }) =>
          iconIds.length === 0
            ? this.#button(template)
            : iconIds.map(iconId => this.#button(template, iconId)),
        )}
      </div>
    </section>`
  }

  #button({ needConfirm, texts }: Omit<Template, 'iconIds'>, iconId?: IconId) {
    const { lang } = this
    const detail: Changes<PopupForm> = { iconId, needConfirm, texts }
    return html`<button type="button" class="tile" @click=${() => this.dispatchEvent(new CustomEvent('popup-template', { detail }))}>
      ${iconId ? html`<img src=${iconAddress(iconId)} alt="">` : html`<span class="blank"></span>`}
      <span>${iconId ? ICONS[iconId][lang] : say('classesResume')}</span>
    </button>`
  }
}

customElements.define('popup-template-choice', PopupTemplateChoice)
