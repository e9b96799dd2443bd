/**
 * The phone itself: the app with its side menu, and the web-app in the main area.
 *
 * The web-app runs in a sandboxed frame at an origin of its own (simulator/). It cannot take this page's place, and what
 * the frame sends is shown as text only.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { parsedUrl } from '../../../../shared/text/parsed-url.ts'
import { forgottenWords } from '../../../../simulator/hint-words.ts'
import type { ScreenNews, ScreenOrder } from '../../../../simulator/screen.ts'
import type { Phone, Simulator } from '../../../api/simulator.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import { ROLE_NAMES } from '../../parts/words.ts'
import { phoneStyles } from './simulator-phone.styles.ts'
import { STRINGS, say } from './strings.ts'

/** The guide's section, in browsers that can find a text. */
const LOSE_COOKIES = `/console/guides/web-app.md#:~:text=${encodeURIComponent('Web views that lose cookies')}`

type Leaving = Extract<ScreenNews, { schoolbell: 'leaving' }>

class SimulatorPhone extends ConsoleElement {
  static override styles = phoneStyles
  static override properties = {
    api: { attribute: false },
    app: { attribute: false },
    phone: { attribute: false },
    settled: { attribute: false },
    forgotten: { attribute: false },
    isMenuOpen: { state: true },
    screen: { state: true },
    shown: { state: true },
    leaving: { state: true },
    problem: { state: true },
    direct: { state: true },
  }

  declare api: Api
  declare app: Simulator
  declare phone: Phone
  /** Resolves once the phone is set up as it is shown. */
  declare settled: () => Promise<void>
  /** Names of the cookies that the phone has forgotten since More was tapped. */
  declare forgotten: readonly string[]
  declare private isMenuOpen: boolean
  /** Address of the frame; undefined while no web-app is open. */
  declare private screen: string | undefined
  declare private direct: string
  declare private shown: Extract<ScreenNews, { schoolbell: 'shown' }> | undefined
  declare private leaving: Leaving | undefined
  declare private problem: ApiProblem | undefined

  constructor() {
    super()
    this.isMenuOpen = false
    this.direct = ''
    this.forgotten = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('message', this.#hear)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('message', this.#hear)
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('phone')
    if (!before) return
    const isSame = before.phoneId === this.phone.phoneId && before.setup.userId === this.phone.setup.userId
    if (!isSame) this.close()
  }

  /** Back to the app's own screen. */
  close(): void {
    this.screen = undefined
    this.shown = undefined
    this.leaving = undefined
    this.isMenuOpen = false
  }

  override render() {
    const language = this.phone.setup.language === 'zh' ? 'zh-HK' : 'en-US'
    return html`<section class="phone" aria-label=${`${say('phone')} ${this.phone.phoneId}`}>
      <div class="glass" lang=${language}>
        <div class="bar">
          <button
            class="tool menu-button"
            aria-label=${STRINGS[this.isMenuOpen ? 'closeMenu' : 'menu'][language]}
            aria-expanded=${this.isMenuOpen ? 'true' : 'false'}
            @click=${this.#toggleMenu}
          >
            ${icon(this.isMenuOpen ? 'x' : 'list')}
          </button>
          <span class="school">${this.screen ? STRINGS.more[language] : this.app.school[language]}</span>
        </div>
        <div class="area">
          ${this.screen ? this.#webApp(this.screen) : this.#home(language)}
          ${this.leaving === undefined ? nothing : this.#leavingNote(this.leaving.to)}
          ${this.isMenuOpen ? this.#menu(language) : nothing}
        </div>
      </div>
    </section>
    ${this.screen ? this.#tools() : nothing}
    <div class="said" role="status">${this.forgotten.length > 0 ? this.#forgottenNote() : nothing}</div>`
  }

  #forgottenNote(): TemplateResult {
    return html`<p class="note warn">
      <span class="grow">${forgottenWords(this.forgotten, this.lang === 'zh-HK' ? 'zh' : 'en')}</span>
      <a href=${LOSE_COOKIES} target="_blank" rel="noopener">${say('loseCookies')}</a>
    </p>`
  }

  #home(language: Language): TemplateResult {
    return html`<div class="home">
      ${icon('phone')}
      <p>${STRINGS.tapMore[language]}</p>
      <wa-button variant="brand" @click=${this.#toggleMenu}>${STRINGS.openMenu[language]}</wa-button>
      ${this.problem ? html`<p class="fault" role="alert">${problemText(this.problem)}</p>` : nothing}
    </div>`
  }

  #menu(language: Language): TemplateResult {
    const { user } = this.phone
    return html`<div class="shade" @click=${this.#toggleMenu}></div>
      <nav
        class="menu"
        aria-label=${STRINGS.menu[language]}
        @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#toggleMenu()}
      >
        ${
          user
            ? html`<div class="who">
                <img class="thumb face" src=${user.imageUrl} alt="" />
                <strong>${`${user.firstName} ${user.lastName} ${user.chineseName}`.trim()}</strong>
                <span>${ROLE_NAMES[user.role][language]}</span>
              </div>`
            : nothing
        }
        ${
          this.app.moreEnabled
            ? html`<button class="more" @click=${this.#tapMore}>${icon('dots')} ${STRINGS.more[language]}</button>`
            : html`<p class="quiet">${STRINGS.noMore[language]}</p>`
        }
      </nav>`
  }

  #webApp(screen: string): TemplateResult {
    // Scripts, forms and dialogues as in an app; not the way out of the frame.
    return html`<iframe
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups"
      src=${screen}
      title=${say('webApp')}
      referrerpolicy="no-referrer"
    ></iframe>`
  }

  #leavingNote(to: string): TemplateResult {
    const isPage = /^https?:/.test(parsedUrl(to)?.protocol ?? '')
    return html`<div class="card stack tight leaving" role="alert">
      <p>${say('leaving')}</p>
      <p><strong>${to}</strong></p>
      <p class="small">${say('leavingText')}</p>
      <div class="row">
        ${
          isPage
            ? html`<wa-button size="s" href=${to} target="_blank" rel="noopener noreferrer">
                ${icon('box-arrow-up-right', 'start')} ${say('ownTab')}
              </wa-button>`
            : nothing
        }
        <wa-button size="s" appearance="outlined" @click=${this.#return}>${say('toWebApp')}</wa-button>
      </div>
    </div>`
  }

  #tools(): TemplateResult {
    const { shown } = this
    return html`<div class="tools">
      <button
        class="tool"
        aria-label=${say('back')}
        title=${say('back')}
        ?disabled=${!shown?.canGoBack}
        @click=${() => this.#order({ schoolbell: 'back' })}
      >
        ${icon('arrow-left')}
      </button>
      <button
        class="tool"
        aria-label=${say('reload')}
        title=${say('reload')}
        @click=${() => this.#order({ schoolbell: 'reload' })}
      >
        ${icon('arrow-clockwise')}
      </button>
      <span class="address" role="status">
        <strong>${shown?.title ?? ''}</strong>
        <span class="quiet">${shown?.path ?? ''}</span>
      </span>
      <a class="tool" href=${this.direct} target="_blank" rel="noopener noreferrer" aria-label=${say('ownTab')} title=${say('ownTab')}>
        ${icon('box-arrow-up-right')}
      </a>
      <button class="tool" aria-label=${say('close')} title=${say('close')} @click=${() => this.close()}>
        ${icon('x')}
      </button>
    </div>`
  }

  #toggleMenu = async (): Promise<void> => {
    this.isMenuOpen = !this.isMenuOpen
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(this.isMenuOpen ? '.more' : '.menu-button')?.focus()
  }

  #tapMore = async (): Promise<void> => {
    this.close()
    try {
      await this.settled()
      const { phoneId } = this.phone
      const { hostname } = location
      const links = await this.api.post<{ framed: string; direct: string }>(
        `/simulator/phones/${phoneId}/more`,
        { hostname },
      )
      if (this.phone.phoneId !== phoneId) return
      this.problem = undefined
      this.screen = links.framed
      this.direct = links.direct
      await this.updateComplete
      this.renderRoot.querySelector('iframe')?.focus()
    } catch (error) {
      this.problem = error instanceof ApiProblem ? error : new ApiProblem(-1, {})
    }
  }

  /** From our own frame at its own origin, and from nothing else. */
  #hear = ({ source, origin, data }: MessageEvent<ScreenNews | undefined>): void => {
    const frame = this.renderRoot.querySelector('iframe')
    if (!frame || source !== frame.contentWindow || origin !== parsedUrl(this.screen ?? '')?.origin) return
    if (data?.schoolbell === 'shown') {
      const { title, path, canGoBack } = data
      this.shown = {
        schoolbell: 'shown',
        title: String(title).slice(0, 200),
        path: String(path).slice(0, 500),
        canGoBack: canGoBack === true,
      }
      this.leaving = undefined
    }
    if (data?.schoolbell === 'leaving') this.#leave({ ...data, to: String(data.to).slice(0, 2_000) })
  }

  /** A web-app that names itself by its whole address stays in the phone. */
  #leave(leaving: Leaving): void {
    const there = parsedUrl(leaving.to)
    if (there && !leaving.isForm && there.origin === parsedUrl(this.app.entranceUrl)?.origin)
      this.#order({ schoolbell: 'go', path: `${there.pathname}${there.search}${there.hash}` })
    else this.leaving = leaving
  }

  #return = (): void => {
    const { leaving, shown } = this
    this.leaving = undefined
    if (!leaving || leaving.stays) return
    // Before a page was shown there is none to go back to: More again.
    if (shown) this.#order({ schoolbell: 'go', path: shown.path })
    else void this.#tapMore()
  }

  #order(order: ScreenOrder): void {
    const frame = this.renderRoot.querySelector('iframe')
    frame?.contentWindow?.postMessage(order, parsedUrl(this.screen ?? '')?.origin ?? '/')
  }
}

customElements.define('simulator-phone', SimulatorPhone)

export type { SimulatorPhone }
