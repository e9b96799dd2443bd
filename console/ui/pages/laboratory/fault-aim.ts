/** Which calls a fault is to hit, and how often: `<fault-aim .aim>`; fires `fault-aim` with the aim that was chosen. */
import { html, nothing, type TemplateResult } from 'lit'
import type { NewRule, Only, Target, When } from '../../../../service/lab/faults/fault.ts'
import { ENVIRONMENTS } from '../../../../shared/contract/session.ts'
import { LANGUAGES, SITE_IDS } from '../../../../shared/contract/site.ts'
import { ConsoleElement } from '../../console-element.ts'
import { LANGUAGE_NAMES } from '../../language.ts'
import { SITES } from '../../parts/sites.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { ENDPOINT_NAMES, say } from './strings.ts'
import { styles } from './styles.ts'

export type Aim = Pick<NewRule, 'endpoint' | 'when' | 'only'>

const OFTEN = ['untilCleared', 'once', 'calls', 'every', 'share'] as const
type Often = (typeof OFTEN)[number]

/** The number that goes with it, as a person writes it. */
const NUMBERS: Partial<Record<Often, { most: number; usual: number }>> = {
  calls: { most: 1_000_000, usual: 3 },
  every: { most: 1_000_000, usual: 3 },
  share: { most: 100, usual: 10 },
}

/** What distinguishes calls of an interface. */
const NARROWED: Record<Target, readonly (keyof Only)[]> = {
  any: ['siteId', 'lang', 'environment'],
  popups: ['siteId', 'lang'],
  news: ['siteId', 'lang'],
  attendance: [],
  session: ['environment'],
  media: [],
}

class FaultAim extends ConsoleElement {
  static override styles = styles
  static override properties = { endpoint: { state: true }, often: { state: true } }

  declare private endpoint: Target
  declare private often: Often

  constructor() {
    super()
    this.endpoint = 'any'
    this.often = 'untilCleared'
  }

  override render() {
    const targets = Object.keys(ENDPOINT_NAMES) as Target[]
    const narrowed = NARROWED[this.endpoint]
    return html`<form class="stack" @change=${this.#onChange} @submit=${(event: Event) => event.preventDefault()}>
      <div class="columns">
        <label class="field">
          ${say('which')}
          <select name="endpoint">
            ${targets.map(name => html`<option value=${name}>${ENDPOINT_NAMES[name][this.lang]}</option>`)}
          </select>
        </label>
        <label class="field">
          ${say('often')}
          <select name="often">
            ${OFTEN.map(name => html`<option value=${name}>${say(name)}</option>`)}
          </select>
        </label>
        ${this.#number()}
      </div>
      ${this.endpoint === 'any' ? html`<p class="quiet small">${say('notMedia')}</p>` : nothing}
      ${this.endpoint === 'media' ? html`<p class="note">${say('mediaHint')}</p>` : nothing}
      ${
        narrowed.length === 0
          ? nothing
          : html`<details>
              <summary>${say('only')}</summary>
              <div class="columns">${narrowed.map(name => this.#narrow(name))}</div>
            </details>`
      }
    </form>`
  }

  #number(): TemplateResult | typeof nothing {
    const { often } = this
    const number = NUMBERS[often]
    if (!number || (often !== 'calls' && often !== 'every' && often !== 'share')) return nothing
    return html`<label class="field">
        ${say(`${often}Number`)}
        <input type="number" name="number" required min="1" max=${number.most} .defaultValue=${`${number.usual}`} />
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

  #narrow(name: keyof Only): TemplateResult {
    const { lang } = this
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

  #onChange = async (): Promise<void> => {
    const form = this.renderRoot.querySelector('form')
    if (!form) return
    const chosen = new FormData(form)
    this.endpoint = chosen.get('endpoint') as Target
    this.often = chosen.get('often') as Often
    // Its other fields may be new.
    await this.updateComplete
    this.dispatchEvent(new CustomEvent('fault-aim', { detail: aimIn(new FormData(form)) }))
  }

  /** Whether all of it can be; shows what cannot. */
  isComplete(): boolean {
    return this.renderRoot.querySelector('form')?.reportValidity() ?? false
  }
}

function aimIn(form: FormData): Aim {
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

export type { FaultAim }

customElements.define('fault-aim', FaultAim)
