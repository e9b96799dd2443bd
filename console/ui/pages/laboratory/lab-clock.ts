/** The service's clock, going on by itself: `<lab-clock .clock .change>`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyValues } from 'lit'
import { live } from 'lit/directives/live.js'
import type { LabClock as ClockShown } from '../../../api/lab.ts'
import { ConsoleElement } from '../../console-element.ts'
import { wallText } from '../../language.ts'
import { say } from './strings.ts'
import { styles } from './styles.ts'

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

class LabClock extends ConsoleElement {
  static override styles = styles
  static override properties = {
    clock: { attribute: false },
    change: { attribute: false },
    wall: { state: true },
  }

  declare clock: ClockShown
  /** Takes what is to be changed. */
  declare change: (change: object) => void
  /** The school's wall clock, without a zone. */
  declare private wall: string
  #ticking: ReturnType<typeof setInterval> | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.#ticking = setInterval(this.#tick, TICK_MS)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#ticking)
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('clock')) this.wall = this.clock.wall
  }

  override render() {
    const { zone, real, frozen, headerSkewMs, now } = this.clock
    const { wall } = this
    const change = (body: object) => () => this.change(body)
    return html`<section class="card stack" aria-labelledby="clock">
      <div class="row">
        <h2 id="clock">${say('clock')}</h2>
        <span class="badge ${real ? 'good' : 'warn'}">${say(real ? 'real' : 'notReal')}</span>
        ${frozen ? html`<span class="badge warn">${say('frozen')}</span>` : nothing}
      </div>
      <div>
        <div class="wall"><time datetime=${now}>${wallText(wall, 'medium')}</time></div>
        <p class="quiet small">${zone}. ${say('clockHint')}</p>
      </div>
      <div class="row">
        <wa-button appearance="outlined" @click=${change({ move: '-PT1H' })}>${say('hourBack')}</wa-button>
        <wa-button appearance="outlined" @click=${change({ move: 'PT1H' })}>${say('hourOn')}</wa-button>
        <wa-button appearance="outlined" @click=${change({ move: 'P1D' })}>${say('dayOn')}</wa-button>
        <wa-button appearance="outlined" @click=${change({ frozen: !frozen })}>
          ${say(frozen ? 'run' : 'stop')}
        </wa-button>
        ${real ? nothing : html`<wa-button variant="brand" @click=${change({ reset: true })}>${say('toReal')}</wa-button>`}
      </div>
      <div class="columns">
        <form class="filters" @submit=${this.#onSet}>
          <label class="field">
            ${say('setTo')}
            <input type="datetime-local" step="1" name="wall" required .defaultValue=${wall} />
          </label>
          <wa-button type="submit" appearance="outlined">${say('set')}</wa-button>
        </form>
        <label class="field">
          ${say('skew')}
          <select @change=${this.#onSkew}>
            ${SKEWS.map(
              ([ms, label]) => html`<option value=${ms} .selected=${live(ms === headerSkewMs)}>
                ${label === '' ? say('noSkew') : label}
              </option>`,
            )}
          </select>
        </label>
      </div>
    </section>`
  }

  /** Between two loads it goes on by itself. */
  #tick = (): void => {
    if (this.clock.frozen) return
    this.wall = new Date(Date.parse(`${this.wall}Z`) + TICK_MS).toISOString().slice(0, 19)
  }

  #onSet = (event: Event): void => {
    event.preventDefault()
    const wall = new FormData(event.target as HTMLFormElement).get('wall')
    if (typeof wall === 'string' && wall !== '') this.change({ set: wall })
  }

  #onSkew = (event: Event): void => {
    this.change({ headerSkewMs: Number((event.target as HTMLSelectElement).value) })
  }
}

customElements.define('lab-clock', LabClock)
