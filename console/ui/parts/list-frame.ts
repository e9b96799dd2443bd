/** What stands round the rows of a list: what can be chosen and searched above, its next page below. */
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { SITE_IDS } from '../../../shared/contract/site.ts'
import { type IconName, icon } from '../icons.ts'
import { language, numberText } from '../language.ts'
import './console-empty.ts'
import type { Query } from './list.ts'
import { SITES } from './sites.ts'
import { say } from './strings.ts'

/** Where the API gives all at once, there are only rows. */
interface Shown {
  rows: readonly unknown[]
  hasMore?: boolean
  isFiltered?: boolean
  showAll?(): void
  more?(): void
}

interface Chosen<Asked extends string> {
  query: Readonly<Query<Asked>>
  choose(changes: Partial<Query<Asked>>): void
}

interface Searched<Asked extends string> extends Chosen<Asked> {
  type(changes: Partial<Query<Asked>>): void
}

interface Empty {
  icon: IconName
  heading: string
  text?: string
  action?: TemplateResult
}

export interface Frame {
  table: () => TemplateResult
  /** Where nothing is there at all. */
  empty: Empty
  /** Where nothing is as it was chosen. */
  none?: { heading: string; text?: string }
  /** Within the card. */
  head?: TemplateResult
  foot?: string | TemplateResult | undefined
  /** What the button is called that leads further. */
  more?: string
}

/** A list that is a page's own: how many there are is said to those who do not see them. */
export const listFrame = (list: Shown, frame: Frame): TemplateResult =>
  html`<div class="card flush">${listRows(list, frame)}</div>
    <p class="visually-hidden" role="status">${say('found', { count: numberText(list.rows.length) })}</p>`

/** Within a card. */
export function listRows(list: Shown, { table, empty, none, head, foot, more }: Frame): TemplateResult {
  const { rows, hasMore, isFiltered, showAll } = list
  const instead =
    none && isFiltered && showAll ? { icon: 'search' as const, ...none, action: allButton(showAll) } : empty
  return html`${head}
    ${rows.length === 0 ? emptyPlace(instead) : table()}
    ${
      hasMore
        ? html`<div class="foot more"><wa-button appearance="outlined" @click=${list.more}>${more ?? say('more')}</wa-button></div>`
        : nothing
    }
    ${foot === undefined ? nothing : html`<p class="foot quiet">${foot}</p>`}`
}

const emptyPlace = ({ icon, heading, text = '', action }: Empty): TemplateResult =>
  html`<console-empty icon=${icon} heading=${heading} text=${text}>${action}</console-empty>`

const allButton = (showAll: () => void): TemplateResult =>
  html`<wa-button appearance="outlined" @click=${showAll}>${say('showAll')}</wa-button>`

export function searchField<Asked extends string>(
  list: Searched<Asked>,
  name: Asked,
  label: string,
  hint = label,
): TemplateResult {
  const typed = ({ target }: Event) => list.type(only(name, (target as HTMLInputElement).value))
  return html`<div class="search">
    ${icon('search')}
    <input type="search" maxlength="200" aria-label=${label} placeholder=${hint} .value=${list.query[name]} @input=${typed}>
  </div>`
}

/** One of a few, side by side, each with its count where that is known: of the whole list, so not of one that is searched. */
export function segments<Asked extends string>(
  list: Chosen<Asked>,
  name: Asked,
  label: string,
  choices: readonly (readonly [value: string, text: string, count?: number])[],
): TemplateResult {
  const isSearched = Object.entries<string>(list.query).some(
    ([other, asked]) => other !== name && asked.trim() !== '',
  )
  return html`<div class="segments" role="group" aria-label=${label}>
    ${choices.map(
      ([
        value,
        text,
        count,
      ]) => html`<button type="button" aria-pressed=${list.query[name] === value ? 'true' : 'false'}
        @click=${() => list.choose(only(name, value))}>
        ${text} ${count === undefined || isSearched ? nothing : html`<span class="number">${numberText(count)}</span>`}</button>`,
    )}
  </div>`
}

/** One of many, or all of them. */
export function selection<Asked extends string>(
  list: Chosen<Asked>,
  name: Asked,
  label: string,
  all: string,
  choices: readonly (readonly [value: string, text: string])[],
): TemplateResult {
  const chosen = ({ target }: Event) => list.choose(only(name, (target as HTMLSelectElement).value))
  return html`<select aria-label=${label} @change=${chosen}>
    ${[['', all] as const, ...choices].map(
      ([value, text]) =>
        html`<option value=${value} .selected=${live(list.query[name] === value)}>${text}</option>`,
    )}
  </select>`
}

export const siteSelection = (list: Chosen<'site'>): TemplateResult =>
  selection(
    list,
    'site',
    say('site'),
    say('allSites'),
    SITE_IDS.map(site => [site, SITES[site][language()]]),
  )

const only = <Asked extends string>(name: Asked, value: string): Partial<Query<Asked>> =>
  ({ [name]: value }) as Partial<Query<Asked>>
