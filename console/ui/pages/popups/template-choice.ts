/**
 * `<popup-template-choice .templates=${…}>`: what a new message may begin with, one button for each signal and for an event.
 *
 * Fires `popup-template` with what the template fills in.
 */
import { css, html, LitElement } from 'lit'
import { isIconId } from '../../../../shared/contract/icon.ts'
import type { TemplateRecord } from '../../../api/popup-templates.ts'
import type { Language } from '../../language.ts'
import type { Changes } from '../../parts/editing/editing.ts'
import { look } from '../../styles.ts'
import { iconAddress, type PopupForm } from './message.ts'
import { ICONS, say, TEMPLATES } from './strings.ts'

export class PopupTemplateChoice extends LitElement {
  static override styles = [
    look,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        align-items: baseline;
        gap: 0 var(--wa-space-m);
        margin-block-end: var(--wa-space-s);
      }
      .templates {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr));
        gap: 0.5rem;
      }
      button {
        display: flex;
        align-items: center;
        gap: 0.6rem;
        min-block-size: 48px;
        padding: 0.35rem 0.7rem;
        border: 1px solid var(--wa-color-surface-border);
        border-radius: var(--wa-border-radius-m);
        background: var(--console-card);
        color: var(--wa-color-text-normal);
        font: inherit;
        font-size: 0.9375rem;
        line-height: 1.25;
        text-align: start;
        cursor: pointer;
      }
      button:hover {
        border-color: var(--wa-color-brand-border-loud);
      }
      img,
      .blank {
        flex: none;
        inline-size: 32px;
        block-size: 32px;
      }
      .blank {
        border: 2px dashed var(--wa-color-surface-border);
        border-radius: 50%;
      }
      a {
        display: inline-flex;
        align-items: center;
        min-block-size: 44px;
      }
      @media (max-width: 50rem) {
        .templates {
          grid-template-columns: 1fr 1fr;
        }
      }
    `,
  ]
  static override properties = { lang: {}, templates: { attribute: false } }

  declare lang: Language
  declare templates: readonly TemplateRecord[]

  protected override render() {
    const { lang } = this
    return html`<section class="card" aria-labelledby="from">
      <div class="head">
        <h2 id="from">${say('fromTemplate', lang)}</h2>
        <a href="/console/popups/templates">${say('editTemplates', lang)}</a>
      </div>
      <div class="templates">
        ${this.templates.flatMap(template =>
          template.iconIds.length === 0
            ? this.#button(template, undefined)
            : template.iconIds.map(icon => this.#button(template, icon)),
        )}
      </div>
    </section>`
  }

  #button(template: TemplateRecord, iconId: string | undefined) {
    const name = isIconId(iconId) ? ICONS[iconId] : TEMPLATES[template.templateId]
    const { needConfirm, texts } = template
    const detail: Changes<PopupForm> = { iconId, needConfirm, texts }
    return html`<button type="button" @click=${() => this.dispatchEvent(new CustomEvent('popup-template', { detail }))}>
      ${isIconId(iconId) ? html`<img src=${iconAddress(iconId)} alt="">` : html`<span class="blank"></span>`}
      <span>${name[this.lang]}</span>
    </button>`
  }
}

customElements.define('popup-template-choice', PopupTemplateChoice)
