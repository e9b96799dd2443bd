/** The app simulator: phones set up, the web-app opened in them, and what went over the wire. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { Phone, PhoneSetup, Simulator, SimulatorUser } from '../../../api/simulator.ts'
import { ActingPage } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { nameIn } from '../../parts/words.ts'
import '../../parts/console-empty.ts'
import { PhoneExchanges } from './phone-exchanges.ts'
import { SetupSaver } from './setup-saver.ts'
import { exchangesCard, exchangesStyles } from './simulator-exchanges.ts'
import { styles } from './simulator-page.styles.ts'
import type { SimulatorPhone } from './simulator-phone.ts'
import './simulator-phone.ts'
import './simulator-setup.ts'
import { say } from './strings.ts'

/** While a page loads its pictures. */
const REFRESH_MS = 150

class SimulatorPage extends ActingPage {
  static override styles = [styles, exchangesStyles]
  static override properties = { simulator: { state: true }, pagesOnly: { state: true } }

  declare private simulator: Simulator | undefined
  /** Of what was sent and received. */
  declare private pagesOnly: boolean
  readonly #exchanges = new PhoneExchanges(this)
  readonly #saver = new SetupSaver(this)
  #refreshing: ReturnType<typeof setTimeout> | undefined
  /** The phone that was removed: its address answers 404. */
  #gone: number | undefined

  constructor() {
    super()
    this.pagesOnly = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('simulator', this.#refresh)
    this.reloadOn('app-settings', 'people')
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#refreshing)
  }

  protected override arrive(): void {
    this.#exchanges.clear()
    void this.load(
      async signal => {
        const found = await this.api.get<Simulator>('/simulator', { signal })
        if (found.phones.length === 0 && !signal.aborted) await this.#firstPhone(found)
        return found
      },
      found => {
        this.simulator = found
        void this.#readExchanges()
      },
    )
  }

  /** So that the page shows something at once. */
  async #firstPhone(simulator: Simulator): Promise<void> {
    const { users } = await this.api.get<{ users: SimulatorUser[] }>('/simulator/users')
    const [first] = users
    if (first) simulator.phones = [await this.#add(first.userId)]
  }

  get #phone(): Phone | undefined {
    return this.#phoneBy(Number(this.rest[0])) ?? this.simulator?.phones.at(-1)
  }

  #phoneBy(wanted: number): Phone | undefined {
    return this.simulator?.phones.find(({ phoneId }) => phoneId === wanted)
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.simulator ? this.#content(this.simulator) : html``))}
    `
  }

  #content(simulator: Simulator): TemplateResult {
    const phone = this.#phone
    const isHere = ['127.0.0.1', 'localhost'].includes(location.hostname)
    return html`
      ${isHere ? nothing : html`<p class="note warn">${icon('exclamation')} <span class="grow">${say('elsewhere')}</span></p>`}
      ${
        simulator.moreEnabled
          ? nothing
          : html`<p class="note warn">
              ${icon('exclamation')}
              <span class="grow">${say('moreOff')} <a href="/console/app-settings">${say('appSettings')}</a></span>
            </p>`
      }
      ${
        phone
          ? this.#withPhone(simulator, phone)
          : html`<div class="card"><console-empty icon="people" heading=${say('noPeople')} text=${say('noPeopleText')}></console-empty></div>`
      }
    `
  }

  #withPhone(simulator: Simulator, phone: Phone): TemplateResult {
    return html`
      <div class="row">
        <nav class="segments phones" aria-label=${say('phones')}>
          ${simulator.phones
            .toSorted((a, b) => a.phoneId - b.phoneId)
            .map(
              ({ phoneId, user }) => html`<a
                href="/console/simulator/${phoneId}"
                aria-current=${phoneId === phone.phoneId ? 'page' : nothing}
                >${phoneId}&ensp;${user ? nameIn(user) : ''}</a
              >`,
            )}
        </nav>
        <wa-button appearance="outlined" @click=${this.#anotherPhone}>
          ${icon('plus', 'start')} ${say('anotherPhone')}
        </wa-button>
      </div>
      <div class="layout">
        <section class="card setup" aria-labelledby="setup">
          <h2 id="setup">${say('setup')}</h2>
          <p class="quiet small">${say('setupText')}</p>
          <simulator-setup .api=${this.api} .phone=${phone} .change=${this.#changeSetup}></simulator-setup>
          <div class="stack tight deeds">
            <wa-button appearance="outlined" @click=${this.#reinstall}>
              ${icon('arrow-counterclockwise', 'start')} ${say('reinstall')}
            </wa-button>
            <p class="quiet small">${say('reinstallText')}</p>
            <wa-button appearance="outlined" @click=${this.#putAway}>${icon('x', 'start')} ${say('putAway')}</wa-button>
          </div>
        </section>
        <simulator-phone
          .api=${this.api}
          .app=${simulator}
          .phone=${phone}
          .settled=${this.#saver.settled}
          .forgotten=${this.#exchanges.forgotten}
        ></simulator-phone>
        ${exchangesCard(this.#exchanges.all, this.pagesOnly, pagesOnly => {
          this.pagesOnly = pagesOnly
        })}
      </div>
    `
  }

  #add(userId: number): Promise<Phone> {
    const language = this.lang === 'zh-HK' ? 'zh' : 'en'
    const setup: PhoneSetup = { userId, environment: 'staging', language, child: 'all', sessionMinutes: 60 }
    return this.api.post<Phone>('/simulator/phones', setup)
  }

  #anotherPhone = (): Promise<void> =>
    this.#try(async () => {
      const phone = this.#phone
      if (!phone) return
      const { phoneId } = await this.api.post<Phone>('/simulator/phones', phone.setup)
      this.go(`simulator/${phoneId}`)
    })

  #changeSetup = (setup: PhoneSetup): void => {
    const phone = this.#phone
    if (!phone || !this.simulator) return
    // Shown at once; saved when the typing stops.
    this.#replace({ ...phone, setup })
    this.#saver.change(isLatest =>
      this.#try(async () => {
        const { phoneId } = phone
        // Of the change before this one, which was saved in the meantime.
        const stamp = this.#phoneBy(phoneId)?.stamp
        const saved = await this.api.put<Phone>(`/simulator/phones/${phoneId}`, { ...setup, stamp })
        const now = isLatest() ? undefined : this.#phoneBy(phoneId)
        this.#replace(now ? { ...now, stamp: saved.stamp } : saved)
      }),
    )
  }

  #reinstall = (): Promise<void> =>
    this.#try(async () => {
      const phone = this.#phone
      if (!phone) return
      await this.api.post(`/simulator/phones/${phone.phoneId}/reinstall`)
      this.renderRoot.querySelector<SimulatorPhone>('simulator-phone')?.close()
      this.#exchanges.clear()
      this.say(say('reinstalled'))
    })

  #putAway = (): Promise<void> =>
    this.#try(async () => {
      const phone = this.#phone
      if (!phone) return
      this.#gone = phone.phoneId
      await this.api.delete(`/simulator/phones/${phone.phoneId}`)
      this.offerUndo(say('putAwayDone'), async () => {
        const { phoneId } = await this.api.post<Phone>('/simulator/phones', phone.setup)
        this.go(`simulator/${phoneId}`)
      })
      this.go('simulator')
    })

  /** What fails is said, and the page shows what is there. */
  async #try(deed: () => Promise<unknown>): Promise<void> {
    if (await this.act(() => deed().then(() => true))) return
    this.#gone = undefined
    this.#saver.giveUp()
    this.reload()
  }

  #replace(phone: Phone): void {
    if (!this.simulator) return
    const phones = this.simulator.phones.map(one => (one.phoneId === phone.phoneId ? phone : one))
    this.simulator = { ...this.simulator, phones }
  }

  #refresh = (): void => {
    this.#refreshing ??= setTimeout(async () => {
      this.#refreshing = undefined
      await this.#readExchanges()
      const phone = this.#phone
      if (!phone || phone.session || phone.phoneId === this.#gone) return
      const isCurrent = this.#saver.watch()
      const found = await this.api.get<Phone>(`/simulator/phones/${phone.phoneId}`).catch(() => undefined)
      if (found && isCurrent()) this.#replace(found)
    }, REFRESH_MS)
  }

  async #readExchanges(): Promise<void> {
    const phone = this.#phone
    if (!phone || phone.phoneId === this.#gone) return
    await this.#exchanges.read(phone.phoneId, () => this.#phone?.phoneId === phone.phoneId)
  }
}

customElements.define('simulator-page', SimulatorPage)
export default 'simulator-page'
