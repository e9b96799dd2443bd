/** The laboratory: what goes wrong, how often it did, the service's clock, and a call that shows what comes of it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Endpoint } from '../../../../service/interface/endpoint.ts'
import type { FaultKind, NewRule } from '../../../../service/lab/faults/fault.ts'
import type { FaultRule, LabClock, TriedCall } from '../../../api/lab.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { PRESETS } from '../../parts/fault-presets.ts'
import { faultText } from '../../parts/fault-words.ts'
import { labWords } from '../../parts/lab-words.ts'
import { aimText } from './aim-text.ts'
import { type AimKind, aimForm, aimIn } from './fault-aim.ts'
import './lab-clock.ts'
import { tryCard } from './lab-try.ts'
import { type OwnFault, ownFaultForm } from './own-fault.ts'
import { say } from './strings.ts'
import { styles } from './styles.ts'

class LaboratoryPage extends ActingPage {
  static override styles = styles
  static override properties = {
    faults: { state: true },
    clock: { state: true },
    aim: { state: true },
    kind: { state: true },
    tried: { state: true },
  }

  declare private faults: FaultRule[]
  declare private clock: LabClock | undefined
  declare private aim: AimKind
  /** Of the fault that is put together. */
  declare private kind: FaultKind
  declare private tried: TriedCall | 'waiting' | undefined

  constructor() {
    super()
    this.faults = []
    this.aim = { endpoint: 'any', often: 'untilCleared' }
    this.kind = 'status'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('lab')
  }

  protected override arrive(): void {
    void this.load(async signal => {
      const [{ faults }, clock] = await Promise.all([
        this.api.get<{ faults: FaultRule[] }>('/lab/faults', { signal }),
        this.api.get<LabClock>('/lab/clock', { signal }),
      ])
      this.faults = faults
      this.clock = clock
    })
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
          ${this.#active()} ${this.#make()} ${tryCard(this.tried, this.#call)}
          ${this.clock ? html`<lab-clock .clock=${this.clock} .change=${this.#changeClock}></lab-clock>` : nothing}
        </div>`,
      )}
    `
  }

  #active(): TemplateResult {
    return html`<section class="card stack tight" aria-labelledby="active">
      <div class="row">
        <h2 id="active">${say('active')}</h2>
        ${
          this.faults.length > 1
            ? html`<wa-button class="end" size="s" appearance="outlined" @click=${() => this.#clear()}>
                ${say('clearAll')}
              </wa-button>`
            : nothing
        }
      </div>
      <div class="stack tight" role="status">
        ${this.#besides()}
        ${
          this.faults.length === 0
            ? nothing
            : html`<ul class="rules">
                ${repeat(
                  this.faults,
                  ({ id }) => id,
                  rule => this.#rule(rule),
                )}
              </ul>`
        }
      </div>
    </section>`
  }

  /** What is so besides the faults: of the clock, or that nothing is wrong at all. */
  #besides(): TemplateResult | typeof nothing {
    const { real } = this.clock ?? { real: true }
    if (real && this.faults.length > 0) return nothing
    return html`<p class="row">
      ${
        real
          ? html`<span class="badge good">${icon('check')} ${say('healthy')}</span>`
          : html`<span class="badge warn">${icon('exclamation')} ${labWords({ faults: 0, isClockReal: false })}</span>`
      }
    </p>`
  }

  #rule(rule: FaultRule): TemplateResult {
    const title = faultText(rule)
    const left = rule.left === undefined ? nothing : html` · ${say('left')} ${rule.left}`
    return html`<li class=${rule.active ? '' : 'over'}>
      <span class="what">
        <strong>${title}</strong>
        <span class="quiet small">${aimText(rule)}</span>
      </span>
      <span class="badge ${rule.active ? 'warn' : ''}">
        ${say('hits')} ${rule.hits}${rule.active ? left : html` · ${say('over')}`}
      </span>
      <wa-button size="s" appearance="outlined" @click=${() => this.#clear(rule)}>
        ${say('clear')}<span class="visually-hidden"> ${title}</span>
      </wa-button>
    </li>`
  }

  #make(): TemplateResult {
    const hasCodes = ['any', 'popups', 'news'].includes(this.aim.endpoint)
    return html`<section class="card stack" aria-labelledby="make">
      <h2 id="make">${say('make')}</h2>
      ${aimForm(this.aim, aim => {
        this.aim = aim
      })}
      <div class="tiles">
        ${PRESETS.map(
          preset => html`<button
            type="button"
            class="tile"
            ?disabled=${preset.fault.kind === 'code' && !hasCodes}
            @click=${() => this.#set({ fault: preset.fault })}
          >
            <strong>${preset.title[this.lang]}</strong>
            <span class="quiet small">${preset.text[this.lang]}</span>
          </button>`,
        )}
      </div>
      ${ownFaultForm({
        kind: this.kind === 'code' && !hasCodes ? 'status' : this.kind,
        hasCodes,
        chooseKind: kind => {
          this.kind = kind
        },
        set: own => void this.#set(own),
      })}
      ${hasCodes ? nothing : html`<p class="quiet small">${say('noCodes')}</p>`}
    </section>`
  }

  async #set(own: OwnFault): Promise<void> {
    const form = this.renderRoot.querySelector<HTMLFormElement>('form.aim')
    if (!form?.reportValidity()) return
    const rule: NewRule = { ...aimIn(new FormData(form)), ...own }
    const set = await this.act(() => this.api.post<FaultRule>('/lab/faults', rule))
    if (!set) return
    this.offerUndo(say('chosen') + faultText(own), async () => {
      await this.api.delete(`/lab/faults/${set.id}`)
      this.reload()
    })
    this.reload()
  }

  async #clear(rule?: FaultRule): Promise<void> {
    const cleared = await this.act(() => this.api.delete<Undone>(`/lab/faults${rule ? `/${rule.id}` : ''}`))
    if (!cleared) return
    this.done(say('cleared'), cleared)
    this.reload()
  }

  #call = async (endpoint: Endpoint): Promise<void> => {
    this.tried = 'waiting'
    this.tried = await this.act(() => this.api.post<TriedCall>('/lab/try', { endpoint }))
    this.reload()
  }

  #changeClock = async (change: object): Promise<void> => {
    const changed = await this.act(() => this.api.post<LabClock & Undone>('/lab/clock', change))
    // A choice that was refused is not what is so.
    if (!changed) return this.reload()
    this.clock = changed
    this.done(say('clockChanged'), changed)
  }
}

customElements.define('laboratory-page', LaboratoryPage)
export default 'laboratory-page'
