/** The app simulator: phones set up, the web-app opened in them, and what went over the wire. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Exchange } from '../../../../simulator/exchanges.ts'
import type { Phone } from '../../../../simulator/phone.ts'
import type { PhoneSetup } from '../../../../simulator/setup.ts'
import type { SimulatorUser } from '../../../../simulator/users.ts'
import { ConsolePage } from '../../console-page.ts'
import { icon } from '../../icons.ts'
import '../../parts/console-empty.ts'
import { look } from '../../styles.ts'
import './simulator-exchanges.ts'
import type { AppShown, SimulatorPhone } from './simulator-phone.ts'
import './simulator-phone.ts'
import './simulator-setup.ts'
import { STRINGS } from './strings.ts'

interface Simulator extends AppShown {
  appId: string
  phones: Phone[]
}

/** While one types, and while a page loads its pictures. */
const SAVE_MS = 250
const REFRESH_MS = 150

class SimulatorPage extends ConsolePage {
  static override styles = [
    look,
    css`
      :host {
        container-type: inline-size;
      }
      .layout {
        display: grid;
        gap: var(--wa-space-l);
        grid-template-columns: minmax(17rem, 21rem) minmax(20rem, 25rem) minmax(18rem, 1fr);
        align-items: start;
      }
      .layout > * {
        min-width: 0;
      }
      .phones {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
        margin-block-end: var(--wa-space-l);
      }
      .phones a {
        display: inline-flex;
        align-items: center;
        min-height: 44px;
        padding: 0.25rem 1rem;
        border-radius: 999px;
        border: 1px solid var(--wa-color-surface-border);
        background: var(--console-card);
        color: inherit;
        text-decoration: none;
      }
      .phones a[aria-current] {
        border-color: var(--wa-color-brand-border-loud);
        background: var(--wa-color-brand-fill-quiet);
        font-weight: 600;
      }
      simulator-setup {
        margin-block-start: var(--wa-space-m);
      }
      .deeds {
        display: grid;
        gap: 0.5rem;
        margin-block-start: var(--wa-space-l);
        padding-block-start: var(--wa-space-m);
        border-block-start: 1px solid var(--wa-color-surface-border);
      }
      .note {
        margin-block-end: var(--wa-space-m);
      }
      @container (width < 68rem) {
        .layout {
          grid-template-columns: minmax(0, 1fr) minmax(20rem, 25rem);
        }
        simulator-phone {
          grid-row: 1;
          grid-column: 2;
        }
        .setup {
          grid-row: 1;
          grid-column: 1;
        }
        .log {
          grid-column: 1 / -1;
        }
      }
      @container (width < 44rem) {
        .layout {
          grid-template-columns: minmax(0, 1fr);
        }
        .layout > .setup,
        .layout > .log,
        .layout > simulator-phone {
          grid-column: 1;
          grid-row: auto;
        }
        simulator-phone {
          order: -1;
        }
      }
    `,
  ]
  static override properties = { simulator: { state: true }, exchanges: { state: true } }

  declare private simulator: Simulator | undefined
  declare private exchanges: Exchange[]
  #saving: ReturnType<typeof setTimeout> | undefined
  #save: (() => Promise<void>) | undefined
  #underWay = Promise.resolve()
  #refreshing: ReturnType<typeof setTimeout> | undefined
  /** Changes made here, and how many of them are saved: an answer may be older than those. */
  #changes = 0
  #saved = 0
  /** The phone that was removed: its address answers 404. */
  #gone: number | undefined

  constructor() {
    super()
    this.exchanges = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('simulator', this.#refresh)
    for (const topic of ['app-settings', 'people']) this.watch(topic, () => this.reload())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    void this.#settled()
    clearTimeout(this.#refreshing)
  }

  protected override arrive(): void {
    this.exchanges = []
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
    const wanted = Number(this.rest[0])
    const phones = this.simulator?.phones ?? []
    return phones.find(({ phoneId }) => phoneId === wanted) ?? phones.at(-1)
  }

  override render() {
    return html`
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.simulator ? this.#content(this.simulator) : html``))}
    `
  }

  #content(simulator: Simulator): TemplateResult {
    const phone = this.#phone
    const isHere = ['127.0.0.1', 'localhost'].includes(location.hostname)
    return html`
      ${isHere ? nothing : html`<p class="note warn">${icon('exclamation')} <span class="grow">${this.#t('elsewhere')}</span></p>`}
      ${
        simulator.moreEnabled
          ? nothing
          : html`<p class="note warn">
              ${icon('exclamation')}
              <span class="grow">${this.#t('moreOff')} <a href="/console/app-settings">${this.#t('appSettings')}</a></span>
            </p>`
      }
      ${
        phone
          ? this.#withPhone(simulator, phone)
          : html`<div class="card"><console-empty icon="people" heading=${this.#t('noPeople')} text=${this.#t('noPeopleText')}></console-empty></div>`
      }
    `
  }

  #withPhone(simulator: Simulator, phone: Phone): TemplateResult {
    return html`
      <nav class="phones" aria-label=${this.#t('phones')}>
        ${simulator.phones
          .toSorted((a, b) => a.phoneId - b.phoneId)
          .map(
            ({ phoneId, user }) => html`<a
              href="/console/simulator/${phoneId}"
              aria-current=${phoneId === phone.phoneId ? 'page' : nothing}
              >${phoneId}&ensp;${user ? `${user.firstName} ${user.lastName}` : ''}</a
            >`,
          )}
        <wa-button appearance="outlined" @click=${this.#anotherPhone}>
          ${icon('plus', 'start')} ${this.#t('anotherPhone')}
        </wa-button>
      </nav>
      <div class="layout">
        <section class="card setup" aria-labelledby="setup">
          <h2 id="setup">${this.#t('setup')}</h2>
          <p class="quiet small">${this.#t('setupText')}</p>
          <simulator-setup
            .lang=${this.lang}
            .api=${this.api}
            .phone=${phone}
            @setup-changed=${this.#changeSetup}
          ></simulator-setup>
          <div class="deeds">
            <wa-button appearance="outlined" @click=${this.#reinstall}>
              ${icon('arrow-counterclockwise', 'start')} ${this.#t('reinstall')}
            </wa-button>
            <p class="quiet small">${this.#t('reinstallText')}</p>
            <wa-button appearance="outlined" @click=${this.#putAway}>${icon('x', 'start')} ${this.#t('putAway')}</wa-button>
          </div>
        </section>
        <simulator-phone
          .lang=${this.lang}
          .api=${this.api}
          .app=${simulator}
          .phone=${phone}
          .settled=${this.#settled}
        ></simulator-phone>
        <section class="card log">
          <simulator-exchanges .lang=${this.lang} .exchanges=${this.exchanges}></simulator-exchanges>
        </section>
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

  #changeSetup = ({ detail: setup }: CustomEvent<PhoneSetup>): void => {
    const phone = this.#phone
    if (!phone || !this.simulator) return
    // Shown at once; saved when the typing stops.
    this.#replace({ ...phone, setup })
    clearTimeout(this.#saving)
    this.#changes += 1
    const change = this.#changes
    this.#save = () =>
      this.#try(async () => {
        const saved = await this.api.put<Phone>(`/simulator/phones/${phone.phoneId}`, setup)
        if (this.#changes !== change) return
        this.#saved = change
        this.#replace(saved)
      })
    this.#saving = setTimeout(this.#settled, SAVE_MS)
  }

  /** A tap on More counts with what was chosen a moment before. */
  #settled = async (): Promise<void> => {
    clearTimeout(this.#saving)
    const save = this.#save
    this.#save = undefined
    // One after the other: the last one counts.
    if (save) this.#underWay = this.#underWay.then(save)
    await this.#underWay
  }

  #reinstall = (): Promise<void> =>
    this.#try(async () => {
      const phone = this.#phone
      if (!phone) return
      await this.api.post(`/simulator/phones/${phone.phoneId}/reinstall`)
      this.renderRoot.querySelector<SimulatorPhone>('simulator-phone')?.close()
      this.exchanges = []
      this.say(this.#t('reinstalled'))
    })

  #putAway = (): Promise<void> =>
    this.#try(async () => {
      const phone = this.#phone
      if (!phone) return
      this.#gone = phone.phoneId
      await this.api.delete(`/simulator/phones/${phone.phoneId}`)
      this.offerUndo(this.#t('putAwayDone'), async () => {
        const { phoneId } = await this.api.post<Phone>('/simulator/phones', phone.setup)
        this.go(`simulator/${phoneId}`)
      })
      this.go('simulator')
    })

  /** What fails is said, and the page shows what is there. */
  async #try(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
    } catch {
      this.#gone = undefined
      this.#saved = this.#changes
      this.say(this.#t('failed'))
      this.reload()
    }
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
      const before = this.#saved
      const found = await this.api.get<Phone>(`/simulator/phones/${phone.phoneId}`).catch(() => undefined)
      if (found && this.#saved === before && this.#changes === this.#saved) this.#replace(found)
    }, REFRESH_MS)
  }

  /** All from the oldest that was still under way. */
  async #readExchanges(): Promise<void> {
    const phone = this.#phone
    if (!phone || phone.phoneId === this.#gone) return
    const open = this.exchanges.find(({ isOver }) => !isOver)
    const from = (open?.exchangeId ?? (this.exchanges.at(-1)?.exchangeId ?? 0) + 1) - 1
    const answer = await this.api
      .get<{ exchanges: Exchange[] }>(`/simulator/phones/${phone.phoneId}/exchanges?after=${from}`)
      .catch(() => undefined)
    if (!answer || this.#phone?.phoneId !== phone.phoneId) return
    this.exchanges = [...this.exchanges.filter(({ exchangeId }) => exchangeId <= from), ...answer.exchanges]
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}

customElements.define('simulator-page', SimulatorPage)
export default 'simulator-page'
