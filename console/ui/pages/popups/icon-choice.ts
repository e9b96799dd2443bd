/** Which icon a message has: the nine as pictures with their names, none, or a stored number that has no picture. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { ICON_IDS } from '../../../../shared/contract/icon.ts'
import { language } from '../../language.ts'
import { iconAddress } from './message.ts'
import { ICONS, say } from './strings.ts'

export const iconStyles = css`
  .icons {
    --column: 6.25rem;
  }
  .icons .tile {
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
  .icons .tile:has(:checked) {
    outline: 2px solid var(--wa-color-brand-fill-loud);
    outline-offset: -2px;
    background: var(--wa-color-brand-fill-quiet);
    font-weight: 600;
  }
  .icons .tile:has(:focus-visible) {
    outline: 3px solid var(--wa-color-focus);
    outline-offset: 2px;
  }
  .icons input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .icons :is(img, .blank) {
    width: 40px;
    height: 40px;
    object-fit: contain;
  }
`

export interface IconChoice {
  chosen: string | undefined
  /** A number without a picture that might be wanted back. */
  other: string | undefined
  choose: (chosen: string | undefined) => void
}

export function iconChoice({ chosen, other, choose }: IconChoice): TemplateResult {
  const blank = html`<span class="blank"></span>`
  const tile = (id: string | undefined, picture: TemplateResult, name: string) => html`<label class="tile">
    <input type="radio" name="icon" value=${id ?? ''} .checked=${live(id === chosen)} @change=${() => choose(id)}>
    ${picture}<span>${name}</span>
  </label>`
  return html`<fieldset>
    <legend>${say('icon')}</legend>
    <div class="tiles icons">
      ${tile(undefined, blank, say('noIcon'))}
      ${other ? tile(other, blank, say('otherIcon', { id: other })) : nothing}
      ${ICON_IDS.map(id => tile(id, html`<img src=${iconAddress(id)} alt="">`, ICONS[id][language()]))}
    </div>
  </fieldset>`
}
