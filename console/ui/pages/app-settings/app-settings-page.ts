/** App settings: the More item of the mobile app, and the page that it opens. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/switch/switch.js'
import { html, nothing, type TemplateResult } from 'lit'
import { entranceFault, entranceWarnings } from '../../../../service/school/entrance-url.ts'
import type { Settings } from '../../../api/app-settings.ts'
import { draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import '../../parts/console-copy.ts'
import '../../parts/console-restored.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { FAULTS, say, WARNINGS } from './strings.ts'

type Form = Pick<Settings, 'moreEnabled' | 'entranceUrl'>

class AppSettingsPage extends ActingPage {
  static override properties = {
    answer: { state: true },
    form: { state: true },
    restored: { state: true },
    tried: { state: true },
  }

  declare private answer: Settings | undefined
  declare private form: Form
  declare private restored: boolean
  /** Faults are said once saving was tried, not while one begins to type. */
  declare private tried: boolean

  #draft = draft<Form>('app-settings')

  constructor() {
    super()
    this.form = { moreEnabled: false, entranceUrl: '' }
    this.restored = false
    this.tried = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('app-settings')
  }

  protected override arrive(): void {
    void this.load(async signal => {
      const answer = await this.api.get<Settings>('/app-settings', { signal })
      this.restored = !this.answer ? this.#draft.value !== undefined : this.restored
      this.answer = answer
      this.form = this.#draft.value ?? { moreEnabled: answer.moreEnabled, entranceUrl: answer.entranceUrl }
    })
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.answer ? this.#content(this.answer) : html``))}
    `
  }

  #content({ appId, schoolName }: Settings): TemplateResult {
    const { moreEnabled, entranceUrl } = this.form
    const url = entranceUrl.trim()
    const fault = entranceFault(url, moreEnabled)
    const said = fault !== undefined && (this.tried || url !== '') ? fault : undefined
    const warnings = fault === undefined ? entranceWarnings(url) : []
    return html`<div class="stack">
      ${
        this.restored
          ? html`<console-restored @console-discard=${this.#discard}></console-restored>`
          : nothing
      }
      <form class="card stack" novalidate @submit=${this.#save}>
        <h2>${say('moreTitle')}</h2>
        <div class="stack tight">
          <wa-switch ?checked=${moreEnabled} @change=${this.#onSwitch}>${say('moreEnabled')}</wa-switch>
          <p class="quiet">${say('moreText')}</p>
        </div>
        <label class="field">
          ${say('entranceUrl')}
          <input
            type="url"
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            .value=${entranceUrl}
            aria-describedby="entrance-notes"
            aria-invalid=${said ? 'true' : 'false'}
            @input=${this.#onUrl}
          />
          <span class="hint">${say('entranceHint')}</span>
        </label>
        <div id="entrance-notes" class="stack tight" aria-live="polite">
          ${said ? html`<p class="note bad">${icon('exclamation')} <span class="grow">${FAULTS[said][this.lang]}</span></p>` : nothing}
          ${warnings.map(
            warning =>
              html`<p class="note warn">${icon('exclamation')} <span class="grow">${WARNINGS[warning][this.lang]}</span></p>`,
          )}
        </div>
        <div class="row"><wa-button type="submit" variant="brand">${say('save')}</wa-button></div>
      </form>
      <section class="card stack tight" aria-labelledby="school">
        <h2 id="school">${say('schoolTitle')}${schoolName[this.lang]}</h2>
        <p class="quiet">${say('appIdText')}</p>
        <console-copy .text=${appId} .label=${say('appId')}></console-copy>
      </section>
    </div>`
  }

  #onSwitch = (event: Event): void => this.#edit({ moreEnabled: (event.target as HTMLInputElement).checked })
  #onUrl = (event: Event): void => this.#edit({ entranceUrl: (event.target as HTMLInputElement).value })

  #edit(change: Partial<Form>): void {
    this.form = { ...this.form, ...change }
    this.#draft.keep(this.form)
  }

  #discard = (): void => {
    this.#draft.clear()
    this.restored = false
    this.reload()
  }

  #save = async (event: Event): Promise<void> => {
    event.preventDefault()
    this.tried = true
    if (entranceFault(this.form.entranceUrl.trim(), this.form.moreEnabled)) {
      this.renderRoot.querySelector('input')?.focus()
      return
    }
    const saved = await this.act(() => this.api.put<Settings & Undone>('/app-settings', this.form))
    if (!saved) return
    this.#draft.clear()
    this.tried = false
    this.restored = false
    this.reload()
    this.done(say('saved'), 'app-settings', saved)
  }
}

customElements.define('app-settings-page', AppSettingsPage)
export default 'app-settings-page'
