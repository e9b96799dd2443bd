/** App settings: the More item of the mobile app, and the page that it opens. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/switch/switch.js'
import { html, nothing, type TemplateResult } from 'lit'
import { entranceFault, entranceWarnings } from '../../../../service/office/entrance-url.ts'
import type { Settings } from '../../../api/app-settings.ts'
import { icon } from '../../icons.ts'
import '../../parts/console-copy.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { didNotWork } from '../../parts/console-failure.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { Editing } from '../../parts/editing/editing.ts'
import { conflictNote, restoredNote } from '../../parts/editing/notes.ts'
import { FAULTS, say, WARNINGS } from './strings.ts'

type Form = Pick<Settings, 'moreEnabled' | 'entranceUrl'>

class AppSettingsPage extends ActingPage {
  static override properties = {
    tried: { state: true },
  }

  /** Faults are said once saving was tried, not while one begins to type. */
  declare private tried: boolean

  #editing = new Editing<Form, Settings>(this, { formOf, save: () => void this.#save() })

  constructor() {
    super()
    this.tried = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('app-settings')
  }

  protected override arrive(): void {
    void this.load(
      signal => this.api.get<Settings>('/app-settings', { signal }),
      saved => {
        if (this.#editing.base) this.#editing.follow(saved)
        else this.#editing.open('app-settings', { saved })
      },
    )
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.#editing.base ? this.#content(this.#editing.base) : html``))}
    `
  }

  #content({ appId, schoolName }: Settings): TemplateResult {
    const { form, problem } = this.#editing
    const { moreEnabled, entranceUrl } = form ?? EMPTY
    const url = entranceUrl.trim()
    const fault = entranceFault(url, moreEnabled)
    const said = fault !== undefined && (this.tried || url !== '') ? fault : undefined
    const warnings = fault === undefined ? entranceWarnings(url) : []
    return html`<div class="stack">
      ${restoredNote(this.#editing)}
      <form class="card stack" novalidate @submit=${this.#onSubmit}>
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
        ${conflictNote(this.#editing, { heading: say('conflict'), described })}
        ${problem ? html`<p class="note bad" role="alert">${didNotWork(problem)}</p>` : nothing}
        <div class="row"><wa-button type="submit" variant="brand">${say('save')}</wa-button></div>
      </form>
      <section class="card stack tight" aria-labelledby="school">
        <h2 id="school">${say('schoolTitle')}${schoolName[this.lang]}</h2>
        <p class="quiet">${say('appIdText')}</p>
        <console-copy .text=${appId} .label=${say('appId')}></console-copy>
      </section>
    </div>`
  }

  #onSwitch = (event: Event): void =>
    this.#editing.change({ moreEnabled: (event.target as HTMLInputElement).checked })
  #onUrl = (event: Event): void =>
    this.#editing.change({ entranceUrl: (event.target as HTMLInputElement).value })

  #onSubmit = (event: Event): void => {
    event.preventDefault()
    void this.#save()
  }

  async #save(): Promise<void> {
    this.tried = true
    const { entranceUrl, moreEnabled } = this.#editing.form ?? EMPTY
    if (entranceFault(entranceUrl.trim(), moreEnabled)) {
      this.renderRoot.querySelector('input')?.focus()
      return
    }
    const saved = await this.#editing.save((form, stamp) =>
      this.api.put<Settings & Undone>('/app-settings', { ...form, stamp }),
    )
    if (!saved) return
    this.tried = false
    this.done(say('saved'), saved as Settings & Undone)
  }
}

const EMPTY: Form = { moreEnabled: false, entranceUrl: '' }
const formOf = ({ moreEnabled, entranceUrl }: Form): Form => ({ moreEnabled, entranceUrl })

const described = ({ moreEnabled, entranceUrl }: Form): Described[] => [
  [say('moreTitle'), say(moreEnabled ? 'shown' : 'notShown')],
  [say('entranceUrl'), entranceUrl],
]

customElements.define('app-settings-page', AppSettingsPage)
export default 'app-settings-page'
