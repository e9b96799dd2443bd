/** A group's register for other programs: a CSV file of some days. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type PropertyValues } from 'lit'
import { live } from 'lit/directives/live.js'
import { API_BASE } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { isDayText } from './days.ts'
import { say } from './strings.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 366

type Form = 'spreadsheet' | 'plain'

export class RegisterFiles extends ConsoleElement {
  static override styles = css`
    .form {
      flex-grow: 2;
    }
  `
  static override properties = {
    groupId: { attribute: false },
    first: { attribute: false },
    last: { attribute: false },
    from: { state: true },
    to: { state: true },
    form: { state: true },
  }

  declare groupId: number
  /** The days that are shown, `YYYY-MM-DD`. */
  declare first: string
  declare last: string
  declare private from: string
  declare private to: string
  declare private form: Form

  constructor() {
    super()
    this.form = 'spreadsheet'
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('first')) this.from = this.first
    if (changed.has('last')) this.to = this.last
  }

  override render() {
    const wrong = this.#wrong()
    const query = new URLSearchParams({ from: this.from, to: this.to, form: this.form, lang: this.lang })
    const href = `${API_BASE}/attendance/groups/${this.groupId}/csv?${query}`
    return html`<section class="card stack tight" aria-labelledby="files">
      <h2 id="files">${say('files')}</h2>
      <form class="inline" @submit=${(event: Event) => event.preventDefault()}>
        ${this.#day('from', wrong !== undefined)} ${this.#day('to', wrong !== undefined)}
        <label class="field form">
          ${say('forWhom')}
          <select @change=${this.#onForm}>
            <option value="spreadsheet" .selected=${live(this.form === 'spreadsheet')}>${say('spreadsheet')}</option>
            <option value="plain" .selected=${live(this.form === 'plain')}>${say('plain')}</option>
          </select>
        </label>
        <wa-button
          appearance="outlined"
          href=${wrong === undefined ? href : nothing}
          download="attendance.csv"
          ?disabled=${wrong !== undefined}
        >
          ${icon('download', 'start')} ${say('csv')}
        </wa-button>
        <p class="fault" id="wrong" role="alert" ?hidden=${wrong === undefined}>${wrong === undefined ? nothing : say(wrong)}</p>
      </form>
    </section>`
  }

  #day(name: 'from' | 'to', isWrong: boolean) {
    return html`<label class="field">
      ${say(name === 'from' ? 'fromDay' : 'toDay')}
      <input
        type="date"
        required
        .value=${this[name]}
        aria-invalid=${isWrong ? 'true' : 'false'}
        aria-describedby=${isWrong ? 'wrong' : nothing}
        @change=${(event: Event) => {
          this[name] = (event.target as HTMLInputElement).value
        }}
      />
    </label>`
  }

  #onForm = (event: Event): void => {
    this.form = (event.target as HTMLSelectElement).value as Form
  }

  #wrong(): 'noDay' | 'wrongOrder' | 'tooManyDays' | undefined {
    if (!isDayText(this.from) || !isDayText(this.to)) return 'noDay'
    const days = (Date.parse(this.to) - Date.parse(this.from)) / DAY_MS + 1
    if (days < 1) return 'wrongOrder'
    return days > MOST_DAYS ? 'tooManyDays' : undefined
  }
}

customElements.define('register-files', RegisterFiles)
