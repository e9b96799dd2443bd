/** Which calls a fault is to hit, and how often: a form, and the aim that was chosen in it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { NewRule, Only, Target, When } from '../../../../service/lab/faults/fault.ts'
import { ENVIRONMENTS } from '../../../../shared/contract/session.ts'
import { LANGUAGES, SITE_IDS } from '../../../../shared/contract/site.ts'
import { LANGUAGE_NAMES, language } from '../../language.ts'
import { SITES } from '../../parts/sites.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { ENDPOINT_NAMES, say } from './strings.ts'

type Aim = Pick<NewRule, 'endpoint' | 'when' | 'only'>

const OFTEN = ['untilCleared', 'once', 'calls', 'every', 'share'] as const
type Often = (typeof OFTEN)[number]

/** What decides which other fields there are. */
export interface AimKind {
  endpoint: Target
  often: Often
}

/** The number that goes with it, as a person writes it. */
const NUMBERS = {
  calls: { most: 1_000_000, usual: 3 },
  every: { most: 1_000_000, usual: 3 },
  share: { most: 100, usual: 10 },
} as const satisfies Partial<Record<Often, object>>

/** What distinguishes calls of an interface. */
const NARROWED: Record<Target, readonly (keyof Only)[]> = {
  any: ['siteId', 'lang', 'environment'],
  popups: ['siteId', 'lang'],
  news: ['siteId', 'lang'],
  attendance: [],
  session: ['environment'],
  media: [],
}

/** @param choose takes the kind when another was chosen */
export function aimForm({ endpoint, often }: AimKind, choose: (kind: AimKind) => void): TemplateResult {
  const targets = Object.keys(ENDPOINT_NAMES) as Target[]
  const narrowed = NARROWED[endpoint]
  const onChange = ({ currentTarget }: Event) => {
    const chosen = new FormData(currentTarget as HTMLFormElement)
    choose({ endpoint: chosen.get('endpoint') as Target, often: chosen.get('often') as Often })
  }
  return html`<form class="aim stack" @change=${onChange} @submit=${(event: Event) => event.preventDefault()}>
    <div class="columns">
      <label class="field">
        ${say('which')}
        <select name="endpoint">
          ${targets.map(name => html`<option value=${name}>${ENDPOINT_NAMES[name][language()]}</option>`)}
        </select>
      </label>
      <label class="field">
        ${say('often')}
        <select name="often">
          ${OFTEN.map(name => html`<option value=${name}>${say(name)}</option>`)}
        </select>
      </label>
      ${numberFields(often)}
    </div>
    ${endpoint === 'any' ? html`<p class="quiet small">${say('notMedia')}</p>` : nothing}
    ${endpoint === 'media' ? html`<p class="note">${say('mediaHint')}</p>` : nothing}
    ${
      narrowed.length === 0
        ? nothing
        : html`<details>
            <summary>${say('only')}</summary>
            <div class="columns">${narrowed.map(narrowField)}</div>
          </details>`
    }
  </form>`
}

function numberFields(often: Often): TemplateResult | typeof nothing {
  if (often === 'untilCleared' || often === 'once') return nothing
  const { most, usual } = NUMBERS[often]
  return html`<label class="field">
      ${say(`${often}Number`)}
      <input type="number" name="number" required min="1" max=${most} .defaultValue=${`${usual}`} />
    </label>
    ${
      often === 'share'
        ? html`<label class="field">
            ${say('seed')}
            <input type="number" name="seed" step="1" />
            <span class="hint">${say('seedHint')}</span>
          </label>`
        : nothing
    }`
}

function narrowField(name: keyof Only): TemplateResult {
  const lang = language()
  const options: readonly (readonly [value: string, text: string])[] = {
    siteId: SITE_IDS.map(id => [id, SITES[id][lang]] as const),
    lang: LANGUAGES.map(id => [id, LANGUAGE_NAMES[id]] as const),
    environment: ENVIRONMENTS.map(id => [id, ENVIRONMENT_NAMES[id][lang]] as const),
  }[name]
  const label = { siteId: 'site', lang: 'language', environment: 'environment' } as const
  return html`<label class="field">
    ${say(label[name])}
    <select name=${name}>
      <option value="">${say('whichever')}</option>
      ${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
    </select>
  </label>`
}

export function aimIn(form: FormData): Aim {
  const given = (name: string) => String(form.get(name) ?? '')
  const only = Object.fromEntries(
    ['siteId', 'lang', 'environment'].filter(name => given(name) !== '').map(name => [name, given(name)]),
  )
  return {
    endpoint: given('endpoint') as Target,
    when: whenOf(given('often') as Often, Number(given('number')), given('seed')),
    ...(Object.keys(only).length > 0 && { only }),
  }
}

function whenOf(often: Often, number: number, seed: string): When {
  switch (often) {
    case 'untilCleared':
      return 'until-cleared'
    case 'once':
      return { calls: 1 }
    case 'calls':
      return { calls: number }
    case 'every':
      return { every: number }
    case 'share':
      return { share: number / 100, ...(seed !== '' && { seed: Number(seed) }) }
    default:
      return often satisfies never
  }
}
