/** The laboratory: what goes wrong, how often it did, the service's clock, and a call that shows what comes of it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { NewRule } from '../../../../service/lab/faults/fault.ts'
import type { FaultRule, LabClock } from '../../../api/lab.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { PRESETS, type Preset } from '../../parts/fault-presets.ts'
import { faultText } from '../../parts/fault-words.ts'
import { aimText } from './aim-text.ts'
import type { Aim, FaultAim } from './fault-aim.ts'
import './fault-aim.ts'

import './lab-clock.ts'
import './lab-try.ts'
import type { OwnFault } from './own-fault.ts'
import './own-fault.ts'
import { say } from './strings.ts'
import { styles } from './styles.ts'

class LaboratoryPage extends ActingPage {
  static override styles = styles
  static override properties = { faults: { state: true }, clock: { state: true }, aim: { state: true } }

  declare private faults: FaultRule[]
  declare private clock: LabClock | undefined
  declare private aim: Aim

  constructor() {
    super()
    this.faults = []
    this.aim = { endpoint: 'any', when: 'until-cleared' }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('lab', () => this.reload())
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
          ${this.#active()} ${this.#make()}
          <lab-try .api=${this.api} @lab-tried=${() => this.reload()}></lab-try>
          ${
            this.clock
              ? html`<lab-clock .clock=${this.clock} @clock-change=${this.#onClock}></lab-clock>`
              : nothing
          }
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
      <div role="status">
        ${
          this.faults.length === 0
            ? html`<p class="row"><span class="badge good">${icon('check')} ${say('healthy')}</span></p>`
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

  #rule(rule: FaultRule): TemplateResult {
    const title = rule.label ?? faultText(rule.fault)
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
      <fault-aim @fault-aim=${this.#onAim}></fault-aim>
      <div class="tiles">
        ${PRESETS.map(
          preset => html`<button
            type="button"
            class="tile"
            ?disabled=${preset.fault.kind === 'code' && !hasCodes}
            @click=${() => this.#choose(preset)}
          >
            <strong>${preset.title[this.lang]}</strong>
            <span class="quiet small">${preset.text[this.lang]}</span>
          </button>`,
        )}
      </div>
      <own-fault ?codes=${hasCodes} @own-fault=${this.#onOwn}></own-fault>
      ${hasCodes ? nothing : html`<p class="quiet small">${say('noCodes')}</p>`}
    </section>`
  }

  #onAim = ({ detail }: CustomEvent<Aim>): void => {
    this.aim = detail
  }

  #choose({ fault }: Preset): void {
    void this.#set({ fault })
  }

  #onOwn = ({ detail }: CustomEvent<OwnFault>): void => {
    void this.#set(detail)
  }

  async #set(own: OwnFault): Promise<void> {
    if (!this.renderRoot.querySelector<FaultAim>('fault-aim')?.isComplete()) return
    const rule: NewRule = { ...this.aim, ...own }
    const set = await this.act(() => this.api.post<FaultRule>('/lab/faults', rule))
    if (!set) return
    this.offerUndo(say('chosen') + (own.label ?? faultText(own.fault)), async () => {
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

  #onClock = async ({ detail }: CustomEvent<object>): Promise<void> => {
    const changed = await this.act(() => this.api.post<LabClock & Undone>('/lab/clock', detail))
    // A choice that was refused is not what is so.
    if (!changed) return this.reload()
    this.clock = changed
    this.done(say('clockChanged'), changed)
  }
}

customElements.define('laboratory-page', LaboratoryPage)
export default 'laboratory-page'
