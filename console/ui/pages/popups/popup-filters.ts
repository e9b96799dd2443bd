/** Which messages are listed: their state with its count, and the site; and what is shown when there are none. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { isSiteId, SITE_IDS } from '../../../../shared/contract/site.ts'
import type { PopupList } from '../../../api/popups.ts'
import { icon } from '../../icons.ts'
import { language, numberText } from '../../language.ts'
import '../../parts/console-empty.ts'
import { SITES } from '../../parts/sites.ts'
import type { PopupState } from './message.ts'
import type { PopupQuery } from './popup-query.ts'
import { say, type Word } from './strings.ts'

const STATES: readonly { state: PopupState | undefined; word: Word }[] = [
  { state: undefined, word: 'stateAll' },
  { state: 'live', word: 'stateLive' },
  { state: 'planned', word: 'statePlanned' },
  { state: 'ended', word: 'stateEnded' },
  { state: 'hidden', word: 'stateHidden' },
  { state: 'deleted', word: 'stateDeleted' },
]

export function popupFilters(query: PopupQuery): TemplateResult {
  const lang = language()
  const onSite = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement
    query.choose({ site: isSiteId(value) ? value : undefined, state: query.state })
  }
  const counts = query.found?.counts
  const count = (state: PopupState | undefined) =>
    counts === undefined ? 0 : state ? counts[state] : kept(counts)
  return html`<div class="filters">
    <div class="segments" role="group" aria-label=${say('state')}>
      ${STATES.map(
        ({
          state,
          word,
        }) => html`<button type="button" aria-pressed=${state === query.state ? 'true' : 'false'}
          @click=${() => query.choose({ site: query.site, state })}>
          ${say(word)} <span class="number">${numberText(count(state))}</span></button>`,
      )}
    </div>
    <label class="site"><span class="visually-hidden">${say('site')}</span>
      <select @change=${onSite}>
        <option value="" .selected=${live(!query.site)}>${say('allSites')}</option>
        ${SITE_IDS.map(site => html`<option value=${site} .selected=${live(site === query.site)}>${SITES[site][lang]}</option>`)}
      </select></label>
  </div>`
}

const kept = ({ live, planned, ended, hidden }: PopupList['counts']) => live + planned + ended + hidden

export function noPopups(query: PopupQuery, { counts }: PopupList): TemplateResult {
  const isEmpty = kept(counts) === 0 && query.state !== 'deleted'
  return html`<div class="card">
    ${
      isEmpty
        ? html`<console-empty icon="megaphone" heading=${say('emptyTitle')} text=${say('emptyText')}>
            <wa-button variant="brand" href="/console/popups/new">${icon('plus', 'start')}${say('newMessage')}</wa-button>
          </console-empty>`
        : html`<console-empty icon="funnel" heading=${say('noneTitle')} text=${say('noneText')}>
            <wa-button appearance="outlined" @click=${() => query.choose({})}>${say('showAll')}</wa-button>
          </console-empty>`
    }
  </div>`
}
