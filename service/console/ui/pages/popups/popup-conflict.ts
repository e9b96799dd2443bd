/** `<popup-conflict>`: somebody else has saved in between; both are shown where they differ, and neither is lost. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, LitElement, nothing } from 'lit'
import { isIconId } from '../../../../../shared/contract/icon.ts'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { look } from '../../styles.ts'
import { formOf, type PopupForm, type PopupRecord } from './message.ts'
import { ICONS, say, type Word } from './strings.ts'

/** What is chosen: `console-mine`, `console-theirs`, or `console-copy`. */
export class PopupConflict extends LitElement {
  static override styles = [
    look,
    css`
      .box {
        display: grid;
        gap: 0.75rem;
        padding: 1rem;
        border: 1px solid var(--wa-color-warning-border-normal);
        border-radius: var(--wa-border-radius-m);
        background: var(--wa-color-warning-fill-quiet);
      }
      .scroll {
        overflow-x: auto;
      }
      table {
        inline-size: 100%;
        border-collapse: collapse;
        background: var(--console-card);
        border-radius: var(--wa-border-radius-s);
      }
      th,
      td {
        padding: 0.5rem 0.75rem;
        text-align: start;
        vertical-align: top;
        border: 1px solid var(--wa-color-surface-border);
        font-size: 0.9375rem;
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      tbody th {
        font-weight: 600;
        inline-size: 9rem;
      }
    `,
  ]
  static override properties = { lang: {}, mine: { attribute: false }, theirs: { attribute: false } }

  declare lang: Language
  declare mine: PopupForm
  declare theirs: PopupRecord

  protected override render() {
    const rows = this.#rows()
    return html`<div class="box" role="alert">
      <p><strong>${this.#t(this.theirs.deleted ? 'conflictDeleted' : 'conflict')}</strong> ${this.#t('conflictText')}</p>
      ${
        rows.length > 0
          ? html`<div class="scroll" tabindex="0" role="group" aria-label=${this.#t('field')}><table>
            <thead><tr><th scope="col">${this.#t('field')}</th><th scope="col">${this.#t('mine')}</th><th scope="col">${this.#t('theirs')}</th></tr></thead>
            <tbody>${rows.map(([name, mine, theirs]) => html`<tr><th scope="row">${name}</th><td>${mine}</td><td>${theirs}</td></tr>`)}</tbody>
          </table></div>`
          : nothing
      }
      <div class="row">
        <wa-button variant="brand" @click=${() => this.#tell('console-mine')}>${icon('check', 'start')}${this.#t('keepMine')}</wa-button>
        <wa-button appearance="outlined" @click=${() => this.#tell('console-theirs')}>${this.#t('takeTheirs')}</wa-button>
        <wa-button appearance="outlined" @click=${() => this.#tell('console-copy')}>${icon('copy', 'start')}${this.#t('saveCopy')}</wa-button>
      </div>
    </div>`
  }

  /** Where the two differ, each as a reader would say it. */
  #rows(): [name: string, mine: string, theirs: string][] {
    const mine = this.#described(formOf(this.mine))
    const theirs = this.#described(formOf(this.theirs))
    return mine
      .map(([name, text], index): [string, string, string] => [name, text, theirs[index]?.[1] ?? ''])
      .filter(([, one, other]) => one !== other)
      .map(([name, one, other]) => [name, one || this.#t('empty'), other || this.#t('empty')])
  }

  #described({ sites, displayDate, onWebsite, iconId, needConfirm, texts }: PopupForm): [string, string][] {
    const { lang } = this
    const iconName = isIconId(iconId) ? ICONS[iconId][lang] : (iconId ?? this.#t('noIcon'))
    const written = (['en-US', 'zh-HK'] as const).flatMap((each): [string, string][] => {
      const name = this.#t(each === 'en-US' ? 'english' : 'chinese')
      return [
        [`${this.#t('msgTitle')} (${name})`, texts[each].msgTitle],
        [`${this.#t('msgBody')} (${name})`, texts[each].msgBody],
      ]
    })
    return [
      ...written,
      [this.#t('sites'), siteNames(sites, lang)],
      [this.#t('displayDate'), displayDate && dateText(displayDate, lang)],
      [this.#t('icon'), iconName],
      [
        this.#t('button'),
        this.#t(needConfirm === undefined ? 'noButton' : needConfirm === 'confirm' ? 'confirm' : 'accept'),
      ],
      [this.#t('sendShort'), this.#t(onWebsite ? 'yes' : 'no')],
    ]
  }

  #tell(name: string): void {
    this.dispatchEvent(new CustomEvent(name))
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

customElements.define('popup-conflict', PopupConflict)
