/** What a new message can start with: one button for each signal, for an event and for the end of severe weather. */
import { css, html, type TemplateResult } from 'lit'
import type { IconId } from '../../../../shared/contract/icon.ts'
import { language } from '../../language.ts'
import type { Changes } from '../../parts/editing/editing.ts'
import { iconAddress, type PopupForm } from './message.ts'
import { ICONS, say } from './strings.ts'
import { TEMPLATES } from './templates.ts'

type Choose = (changes: Changes<PopupForm>) => void

export const templateStyles = css`
  .templates .tile {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-height: 48px;
    padding-block: 0.35rem;
  }
  .templates :is(img, .blank) {
    flex: none;
    width: 32px;
    height: 32px;
  }
  .blank {
    border: 2px dashed var(--wa-color-surface-border);
    border-radius: 50%;
  }
  @media (max-width: 50rem) {
    .templates {
      grid-template-columns: 1fr 1fr;
    }
  }
`

/** @param choose takes what the template fills in */
export const templateChoice = (choose: Choose): TemplateResult =>
  html`<section class="card stack tight" aria-labelledby="from">
    <h2 id="from">${say('fromTemplate')}</h2>
    <div class="tiles templates">
      ${TEMPLATES.map(({ iconIds, ...template }) =>
        iconIds.length === 0
          ? templateButton(template, undefined, choose)
          : iconIds.map(iconId => templateButton(template, iconId, choose)),
      )}
    </div>
  </section>`

const templateButton = (
  template: Pick<PopupForm, 'needConfirm' | 'texts'>,
  iconId: IconId | undefined,
  choose: Choose,
) => html`<button type="button" class="tile" @click=${() => choose({ needConfirm: undefined, ...template, iconId })}>
    ${iconId ? html`<img src=${iconAddress(iconId)} alt="">` : html`<span class="blank"></span>`}
    <span>${iconId ? ICONS[iconId][language()] : say('classesResume')}</span>
  </button>`
