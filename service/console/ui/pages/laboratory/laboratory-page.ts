/** The laboratory: what goes wrong, how often it did, the service's clock, and a call that shows what comes of it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { When } from '../../../../lab/faults/fault.ts'
import type { FaultRule } from '../../../../lab/faults/faults.ts'
import type { TriedCall } from '../../../../lab/try-call.ts'
import { icon } from '../../icons.ts'
import type { Text } from '../../language.ts'
import '../../parts/console-empty.ts'
import { ActingPage } from '../../acting-page.ts'
import { controls } from '../../parts/controls.ts'
import { PRESETS, type Preset, presetOf } from '../../parts/fault-presets.ts'
import { look } from '../../styles.ts'
import { ENDPOINT_NAMES, STRINGS } from './strings.ts'
import { styles } from './styles.ts'

interface LabClock {
  now: string
  wall: string
  zone: string
  frozen: boolean
  aheadMs: number
  headerSkewMs: number
  real: boolean
}
type Target = keyof typeof ENDPOINT_NAMES
type Often = 'untilCleared' | 'once' | 'three' | 'third' | 'tenth' | 'half'

const OFTEN: Record<Often, When> = {
  untilCleared: 'until-cleared',
  once: { calls: 1 },
  three: { calls: 3 },
  third: { every: 3 },
  tenth: { share: 0.1 },
  half: { share: 0.5 },
}
const TARGETS = Object.keys(ENDPOINT_NAMES) as Target[]
const SKEWS: readonly [ms: number, label: string][] = [
  [-3_600_000, '−1 h'],
  [-300_000, '−5 min'],
  [-30_000, '−30 s'],
  [0, ''],
  [30_000, '+30 s'],
  [300_000, '+5 min'],
  [3_600_000, '+1 h'],
]
const TICK_MS = 1_000

class LaboratoryPage extends ActingPage {
  static override styles = [look, controls, styles]
  static override properties = {
    faults: { state: true },
    clock: { state: true },
    target: { state: true },
    often: { state: true },
    wanted: { state: true },
    tried: { state: true },
  }

  declare private faults: FaultRule[]
  declare private clock: LabClock | undefined
  declare private target: Target
  declare private often: Often
  /** Which call is tried. */
  declare private wanted: Exclude<Target, 'any'>
  declare private tried: TriedCall | 'waiting' | undefined
  #ticking: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.faults = []
    this.target = 'any'
    this.often = 'untilCleared'
    this.wanted = 'popups'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('lab', () => this.reload())
    this.#ticking = setInterval(this.#tick, TICK_MS)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#ticking)
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
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}></console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
          ${this.#active()} ${this.#make()} ${this.#try()} ${this.clock ? this.#clockCard(this.clock) : nothing}
        </div>`,
      )}
    `
  }

  #active(): TemplateResult {
    return html`<section class="card stack tight" aria-labelledby="active">
      <div class="row">
        <h2 id="active">${this.#t('active')}</h2>
        ${
          this.faults.length > 1
            ? html`<wa-button class="end" size="s" appearance="outlined" @click=${() => this.#clear()}>
                ${this.#t('clearAll')}
              </wa-button>`
            : nothing
        }
      </div>
      <div role="status">
        ${
          this.faults.length === 0
            ? html`<p class="row"><span class="badge good">${icon('check')} ${this.#t('healthy')}</span></p>`
            : html`<ul class="rules">
                ${repeat(this.faults, idOf, rule => this.#rule(rule))}
              </ul>`
        }
      </div>
    </section>`
  }

  #rule(rule: FaultRule): TemplateResult {
    const title = this.#titleOf(rule)
    const left = rule.left === undefined ? nothing : html` · ${this.#t('left')} ${rule.left}`
    return html`<li class=${rule.active ? '' : 'over'}>
      <span class="what">
        <strong>${title}</strong>
        <span class="quiet small">${ENDPOINT_NAMES[rule.endpoint][this.lang]} · ${this.#oftenOf(rule.when)}</span>
      </span>
      <span class="badge ${rule.active ? 'warn' : ''}">
        ${this.#t('hits')} ${rule.hits}${rule.active ? left : html` · ${this.#t('over')}`}
      </span>
      <wa-button size="s" appearance="outlined" @click=${() => this.#clear(rule)}>
        ${this.#t('clear')}<span class="visually-hidden"> ${title}</span>
      </wa-button>
    </li>`
  }

  #titleOf({ fault, label }: FaultRule): string {
    return label ?? presetOf(fault)?.title[this.lang] ?? JSON.stringify(fault)
  }

  #oftenOf(when: When): string {
    const known = (Object.keys(OFTEN) as Often[]).find(
      name => JSON.stringify(OFTEN[name]) === JSON.stringify(when),
    )
    return known ? this.#t(known) : JSON.stringify(when)
  }

  #make(): TemplateResult {
    const hasCodes = ['any', 'popups', 'news'].includes(this.target)
    return html`<section class="card stack" aria-labelledby="make">
      <h2 id="make">${this.#t('make')}</h2>
      <div class="form">
        <label class="field">
          ${this.#t('which')}
          <select @change=${this.#onTarget}>
            ${TARGETS.map(
              name => html`<option value=${name} ?selected=${name === this.target}>
                ${ENDPOINT_NAMES[name][this.lang]}
              </option>`,
            )}
          </select>
        </label>
        <label class="field">
          ${this.#t('often')}
          <select @change=${this.#onOften}>
            ${(Object.keys(OFTEN) as Often[]).map(
              name => html`<option value=${name} ?selected=${name === this.often}>${this.#t(name)}</option>`,
            )}
          </select>
        </label>
      </div>
      ${this.target === 'any' ? html`<p class="quiet small">${this.#t('notMedia')}</p>` : nothing}
      ${this.target === 'media' ? html`<p class="note">${this.#t('mediaHint')}</p>` : nothing}
      <div class="presets">
        ${PRESETS.map(
          preset => html`<button
            type="button"
            class="preset"
            ?disabled=${preset.fault.kind === 'code' && !hasCodes}
            @click=${() => this.#set(preset)}
          >
            <strong>${preset.title[this.lang]}</strong>
            <span class="quiet small">${preset.text[this.lang]}</span>
          </button>`,
        )}
      </div>
      ${hasCodes ? nothing : html`<p class="quiet small">${this.#t('noCodes')}</p>`}
    </section>`
  }

  #try(): TemplateResult {
    const { tried } = this
    return html`<section class="card stack tight" aria-labelledby="try">
      <h2 id="try">${this.#t('try')}</h2>
      <p class="quiet">${this.#t('tryHint')}</p>
      <div class="filters">
        <label class="field">
          ${this.#t('whichCall')}
          <select @change=${this.#onWanted}>
            ${TARGETS.filter(name => name !== 'any').map(
              name => html`<option value=${name} ?selected=${name === this.wanted}>
                ${ENDPOINT_NAMES[name][this.lang]}
              </option>`,
            )}
          </select>
        </label>
        <wa-button variant="brand" ?disabled=${tried === 'waiting'} @click=${this.#call}>
          ${this.#t('call')}
        </wa-button>
      </div>
      <div role="status">${tried === 'waiting' ? this.#t('calling') : tried ? this.#came(tried) : nothing}</div>
    </section>`
  }

  #came({ method, path, status, ms, headers, body, error }: TriedCall): TemplateResult {
    const looks = status === undefined || status >= 400 || error ? 'bad' : 'good'
    return html`<div class="stack tight">
      <p class="row">
        <span class="badge ${looks}">${status === undefined ? this.#t('noHead') : `HTTP ${status}`}</span>
        <span class="quiet small">${ms} ms</span>
        <code>${method} ${path}</code>
      </p>
      ${error ? html`<p class="note bad">${this.#t('brokeOff')}: ${error.code}, ${error.message}</p>` : nothing}
      ${
        headers.length === 0
          ? nothing
          : html`<details>
              <summary>${this.#t('headers')}</summary>
              <pre tabindex="0" aria-label=${this.#t('headers')}>${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
            </details>`
      }
      ${body === '' ? nothing : html`<pre tabindex="0" aria-label=${this.#t('body')}>${body.slice(0, 4_000)}</pre>`}
    </div>`
  }

  #clockCard(clock: LabClock): TemplateResult {
    const { wall, zone, real, frozen, headerSkewMs } = clock
    const change = (body: object) => () => this.#changeClock(body)
    return html`<section class="card stack" aria-labelledby="clock">
      <div class="row">
        <h2 id="clock">${this.#t('clock')}</h2>
        <span class="badge ${real ? 'good' : 'warn'}">${this.#t(real ? 'real' : 'notReal')}</span>
        ${frozen ? html`<span class="badge warn">${this.#t('frozen')}</span>` : nothing}
      </div>
      <div>
        <div class="wall"><time datetime=${clock.now}>${wall.replace('T', ' ')}</time></div>
        <p class="quiet small">${zone}. ${this.#t('clockHint')}</p>
      </div>
      <div class="row">
        <wa-button appearance="outlined" @click=${change({ move: '-PT1H' })}>${this.#t('hourBack')}</wa-button>
        <wa-button appearance="outlined" @click=${change({ move: 'PT1H' })}>${this.#t('hourOn')}</wa-button>
        <wa-button appearance="outlined" @click=${change({ move: 'P1D' })}>${this.#t('dayOn')}</wa-button>
        <wa-button appearance="outlined" @click=${change({ frozen: !frozen })}>
          ${this.#t(frozen ? 'run' : 'stop')}
        </wa-button>
        ${real ? nothing : html`<wa-button variant="brand" @click=${change({ reset: true })}>${this.#t('toReal')}</wa-button>`}
      </div>
      <div class="form">
        <form class="filters" @submit=${this.#onSet}>
          <label class="field">
            ${this.#t('setTo')}
            <input type="datetime-local" step="1" name="wall" required .defaultValue=${wall} />
          </label>
          <wa-button type="submit" appearance="outlined">${this.#t('set')}</wa-button>
        </form>
        <label class="field">
          ${this.#t('skew')}
          <select @change=${this.#onSkew}>
            ${SKEWS.map(
              ([ms, label]) => html`<option value=${ms} ?selected=${ms === headerSkewMs}>
                ${label === '' ? this.#t('noSkew') : label}
              </option>`,
            )}
          </select>
        </label>
      </div>
    </section>`
  }

  async #set({ fault, title }: Preset): Promise<void> {
    const rule = { endpoint: this.target, when: OFTEN[this.often], fault }
    const set = await this.act(() => this.api.post<FaultRule>('/lab/faults', rule))
    if (!set) return
    this.offerUndo(this.#t('chosen') + title[this.lang], async () => {
      await this.api.delete(`/lab/faults/${set.id}`)
      this.reload()
    })
    this.reload()
  }

  async #clear(rule?: FaultRule): Promise<void> {
    const ids = rule ? [rule.id] : this.faults.map(({ id }) => id)
    const path = rule ? `/lab/faults/${rule.id}` : '/lab/faults'
    const isDone = await this.act(() => this.api.delete(path).then(() => true))
    if (!isDone) return
    this.offerUndo(this.#t('cleared'), async () => {
      await this.api.post('/lab/faults/restore', { ids })
      this.reload()
    })
    this.reload()
  }

  async #changeClock(body: object): Promise<void> {
    const changed = await this.act(() => this.api.put<LabClock & { before: LabClock }>('/lab/clock', body))
    if (!changed) return
    const { before, ...clock } = changed
    this.clock = clock
    const { now, frozen, aheadMs, headerSkewMs, real } = before
    this.offerUndo(this.#t('clockChanged'), async () => {
      await this.api.put('/lab/clock', { restore: { now, frozen, aheadMs, headerSkewMs, real } })
      this.reload()
    })
  }

  #call = async (): Promise<void> => {
    this.tried = 'waiting'
    this.tried = await this.act(() => this.api.post<TriedCall>('/lab/try', { endpoint: this.wanted }))
    this.reload()
  }

  /** Between two loads the clock goes on by itself, the school's wall clock without a zone. */
  #tick = (): void => {
    if (!this.clock || this.clock.frozen) return
    const next = new Date(Date.parse(`${this.clock.wall}Z`) + TICK_MS).toISOString().slice(0, 19)
    this.clock = { ...this.clock, wall: next }
  }

  #onSet = (event: Event): void => {
    event.preventDefault()
    const wall = new FormData(event.target as HTMLFormElement).get('wall')
    if (typeof wall === 'string' && wall !== '') void this.#changeClock({ set: wall })
  }
  #onSkew = (event: Event): void => {
    void this.#changeClock({ headerSkewMs: Number((event.target as HTMLSelectElement).value) })
  }
  #onTarget = (event: Event): void => {
    this.target = (event.target as HTMLSelectElement).value as Target
  }
  #onOften = (event: Event): void => {
    this.often = (event.target as HTMLSelectElement).value as Often
  }
  #onWanted = (event: Event): void => {
    this.wanted = (event.target as HTMLSelectElement).value as Exclude<Target, 'any'>
  }

  #t(name: keyof typeof STRINGS): string {
    return (STRINGS[name] satisfies Text)[this.lang]
  }
}

/** A row stays its rule's while others come before it: what is pressed there clears that one. */
const idOf = ({ id }: FaultRule) => id

customElements.define('laboratory-page', LaboratoryPage)
export default 'laboratory-page'
