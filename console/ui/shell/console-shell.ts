/** The console around its pages: header, navigation, which page is shown, who is signed in, and what is lost meanwhile. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { ApiProblem, createApi } from '../api.ts'
import type { ConsolePage, PageParts } from '../console-page.ts'
import { followDownloads } from '../downloads.ts'
import { icon } from '../icons.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, pageLanguage, useLanguage, useZone } from '../language.ts'
import { PAGE_MODULES } from '../page-modules.ts'
import { PAGES, type PageEntry, SECTIONS, type Section } from '../pages.ts'
import '../parts/console-page-header.ts'
import { followLinks, type Place, placeOf, ROOT } from '../router.ts'
import { keepKey, watchKey } from '../session-key.ts'
import { look } from '../styles.ts'
import { currentTheme, followTheme, THEMES, type Theme, useTheme } from '../theme.ts'
import { createTopics } from '../topics.ts'
import { styles } from './console-shell.styles.ts'
import type { ConsoleSignIn } from './console-sign-in.ts'
import type { ConsoleToasts } from './console-toasts.ts'
import './console-toasts.ts'
import { takeToken } from './sign-in-link.ts'
import { STRINGS } from './strings.ts'

const THEME_ICONS = { system: 'display', light: 'sun', dark: 'moon' } as const
const SHORT_NAMES: Record<Language, string> = { 'en-US': 'EN', 'zh-HK': '繁' }
const RETRY_MS = 3_000
/** A service that others reach may hold anything, and is on no one's machine. */
const IS_LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

export class ConsoleShell extends LitElement {
  static override styles = [look, styles]
  static override properties = {
    lang: {},
    theme: { state: true },
    access: { state: true },
    school: { state: true },
    place: { state: true },
    page: { state: true },
    isOffline: { state: true },
  }

  declare lang: Language
  declare private theme: Theme
  /** `lost`: signed out while at work; the page stays behind. */
  declare private access: 'asking' | 'in' | 'out' | 'lost'
  declare private school: Record<Language, string> | undefined
  declare private place: Place
  /** The element of the page that is shown, or what is shown instead. */
  declare private page: ConsolePage | 'loading' | 'unknown' | 'broken' | 'unreached'
  declare private isOffline: boolean

  #token = takeToken()
  #heading = ''
  #entry: PageEntry | undefined
  #topics = createTopics(() => this.#lookAgain())
  #api = createApi({
    signedOut: () => this.#signedOut(),
    reached: isReached => this.#reached(isReached),
  })
  /** Resolves when the school is known, or could not be loaded. */
  #knowsSchool: Promise<void> | undefined
  #signedInAgain: PromiseWithResolvers<void> | undefined
  #stopTheme: (() => void) | undefined
  #stopKey: (() => void) | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #moveFocus = false

  constructor() {
    super()
    this.lang = pageLanguage()
    this.theme = currentTheme()
    this.access = 'asking'
    this.place = placeOf(location.pathname)
    this.page = 'loading'
    this.isOffline = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stopTheme = followTheme()
    this.#stopKey = watchKey(() => this.#signedInElsewhere())
    followLinks(this.renderRoot, path => this.#go(path))
    followDownloads(this.renderRoot, this.#api, () => this.#toasts()?.say(this.#t('notDownloaded')))
    addEventListener('popstate', this.#onPlace)
    // A link opened in a tab that shows the console already changes the address alone.
    addEventListener('hashchange', this.#onLink)
    this.renderRoot.addEventListener('console-heading', this.#onHeading)
    this.renderRoot.addEventListener('console-broken', () => {
      this.page = 'broken'
    })
    void this.#enter()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopTheme?.()
    this.#stopKey?.()
    this.#topics.stop()
    removeEventListener('popstate', this.#onPlace)
    removeEventListener('hashchange', this.#onLink)
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('lang')) {
      useLanguage(this.lang)
      if (typeof this.page === 'object') this.page.lang = this.lang
    }
  }

  override updated(): void {
    document.title = [this.#heading || this.#t('console'), this.school?.[this.lang]]
      .filter(Boolean)
      .join(' – ')
    const over = this.renderRoot.querySelector<HTMLDialogElement>('.over')
    if (over && !over.open) {
      over.showModal()
      const signIn = over.querySelector<ConsoleSignIn>('console-sign-in')
      void signIn?.updateComplete.then(() => signIn.focus())
    }
    if (this.#moveFocus && typeof this.page === 'object' && this.page.isConnected) {
      this.#moveFocus = false
      void this.page.updateComplete.then(() => this.#focusHeading())
    }
  }

  override render() {
    return html`
      ${this.#header()}
      ${
        this.isOffline
          ? html`<div class="offline" role="status">${icon('wifi-off')} ${this.#t('offline')}</div>`
          : nothing
      }
      ${this.access === 'asking' ? html`<main id="main"></main>` : nothing}
      ${this.access === 'out' ? html`<main class="alone" id="main"><div class="card">${this.#signIn(false)}</div></main>` : nothing}
      ${this.access === 'in' || this.access === 'lost' ? this.#inside() : nothing}
      ${
        this.access === 'lost'
          ? html`<dialog class="over" aria-label=${this.#t('signInAgain')} @cancel=${(event: Event) => event.preventDefault()} @close=${() => this.requestUpdate()}>
              <div class="card">${this.#signIn(true)}</div>
            </dialog>`
          : nothing
      }
      <console-toasts .lang=${this.lang}></console-toasts>
    `
  }

  #header(): TemplateResult {
    const isInside = this.access === 'in' || this.access === 'lost'
    return html`<header>
      <div class="bar">
      <button class="skip" @click=${this.#skip}>${this.#t('skip')}</button>
      ${
        isInside
          ? html`<button class="plain menu" aria-haspopup="dialog" @click=${this.#openDrawer}>
              ${icon('list')}<span class="visually-hidden">${this.#t('openMenu')}</span>
            </button>`
          : nothing
      }
      <a class="school" href=${ROOT}>${icon('bell')}<span>${this.school?.[this.lang] ?? this.#t('console')}</span></a>
      <span class="strip">${this.#t(IS_LOCAL ? 'local' : 'reference')}</span>
      ${this.#choices(isInside)}
      </div>
      <div class="strip">${this.#t(IS_LOCAL ? 'local' : 'reference')}</div>
    </header>`
  }

  #choices(isInside: boolean): TemplateResult {
    return html`<div class="choices">
      <div class="group" role="group" aria-label=${this.#t('language')}>
        ${LANGUAGES.map(
          lang => html`<button
            class="choice"
            lang=${lang}
            title=${LANGUAGE_NAMES[lang]}
            aria-pressed=${lang === this.lang}
            @click=${() => this.#useLanguage(lang)}
          >
            ${SHORT_NAMES[lang]}
          </button>`,
        )}
      </div>
      <div class="group" role="group" aria-label=${this.#t('theme')}>
        ${THEMES.map(
          theme => html`<button
            class="choice"
            title=${this.#t(theme)}
            aria-label=${this.#t(theme)}
            aria-pressed=${theme === this.theme}
            @click=${() => this.#useTheme(theme)}
          >
            ${icon(THEME_ICONS[theme])}
          </button>`,
        )}
      </div>
      ${
        isInside
          ? html`<button class="plain" @click=${this.#signOut}>${icon('box-arrow-right')} ${this.#t('signOut')}</button>`
          : nothing
      }
    </div>`
  }

  #inside(): TemplateResult {
    return html`<div class="body">
        <div class="side">${this.#navigation()}</div>
        <main id="main" tabindex="-1">${this.#content()}</main>
      </div>
      <dialog class="drawer" aria-label=${this.#t('navigation')} @click=${this.#closeDrawer}>
        <div class="head">
          <button class="plain">${icon('x')}<span class="visually-hidden">${this.#t('closeMenu')}</span></button>
        </div>
        ${this.#navigation()} ${this.#choices(true)}
      </dialog>`
  }

  #navigation(): TemplateResult {
    const sections = Object.keys(SECTIONS) as Section[]
    return html`<nav aria-label=${this.#t('navigation')}>
      ${sections.map(section => {
        const pages = PAGES.filter(page => page.section === section)
        if (pages.length === 0) return nothing
        return html`${section === 'start' ? nothing : html`<h2>${SECTIONS[section][this.lang]}</h2>`}
          <ul>
            ${pages.map(
              ({ path, title, icon: name }) => html`<li>
                <a href="${ROOT}${path}" aria-current=${path === this.place.page ? 'page' : nothing}>
                  ${icon(name)} ${title[this.lang]}
                </a>
              </li>`,
            )}
          </ul>`
      })}
    </nav>`
  }

  #content(): unknown {
    if (this.page === 'loading') return html`<console-waiting .lang=${this.lang}></console-waiting>`
    if (this.page === 'unknown')
      return html`<div>
        <console-page-header heading=${this.#t('notFound')} intro=${this.#t('notFoundText')}></console-page-header>
        <wa-button href=${ROOT} variant="brand">${this.#t('toOverview')}</wa-button>
      </div>`
    if (this.page === 'broken')
      return html`<div>
        <console-page-header heading=${this.#t('broken')} intro=${this.#t('brokenText')}></console-page-header>
        <wa-button variant="brand" @click=${() => location.reload()}>${this.#t('reload')}</wa-button>
      </div>`
    if (this.page === 'unreached')
      return html`<div>
        <console-page-header heading=${this.#heading} intro=${this.#t('unreachable')}></console-page-header>
        <wa-button variant="brand" @click=${this.#tryAgain}>${this.#t('retry')}</wa-button>
      </div>`
    return this.page
  }

  #signIn(again: boolean): TemplateResult {
    return html`<console-sign-in
      .lang=${this.lang}
      .api=${this.#api}
      .token=${this.#token}
      ?again=${again}
      @console-signed-in=${this.#signedIn}
    ></console-sign-in>`
  }

  /** Skips signing in for a browser with a session; a link in the address is always used. */
  async #enter(): Promise<void> {
    if (this.#token === undefined) {
      try {
        const { signedIn } = await this.#api.get<{ signedIn: boolean }>('/access')
        if (signedIn) return this.#signedIn()
      } catch {
        this.#retryLater(() => this.#enter())
        return
      }
    }
    await import('./console-sign-in.ts')
    this.access = 'out'
  }

  #signedIn = (): void => {
    const wasLost = this.access === 'lost'
    this.#token = undefined
    this.access = 'in'
    this.#topics.start()
    this.#knowsSchool = this.#api
      .get<{ school: { name: Record<Language, string>; zone: string } }>('/overview')
      .then(
        ({ school }) => {
          this.school = school.name
          useZone(school.zone)
        },
        () => {},
      )
    this.#signedInAgain?.resolve()
    this.#signedInAgain = undefined
    if (!wasLost) void this.#show(false)
  }

  /** Another tab has the session for this one, too: cookie and key are those of all tabs. */
  async #signedInElsewhere(): Promise<void> {
    const access = await this.#api.get<{ signedIn: boolean }>('/access').catch(() => undefined)
    if (access?.signedIn && (this.access === 'out' || this.access === 'lost')) this.#signedIn()
  }

  /** What was refused is asked once more when somebody has signed in over the page. */
  #signedOut(): Promise<void> | undefined {
    if (this.access !== 'in' && this.access !== 'lost') return undefined
    this.#signedInAgain ??= Promise.withResolvers<void>()
    if (this.access === 'in') {
      this.#topics.stop()
      void import('./console-sign-in.ts').then(() => {
        this.access = 'lost'
      })
    }
    return this.#signedInAgain.promise
  }

  /** Events are refused: somebody has signed out everywhere, or the session has ended while nothing was done. */
  async #lookAgain(): Promise<void> {
    const access = await this.#api.get<{ signedIn: boolean }>('/access').catch(() => undefined)
    if (access?.signedIn === false) void this.#signedOut()
    else this.#retryLater(() => this.#topics.start())
  }

  #signOut = async (): Promise<void> => {
    try {
      await this.#api.post('/sign-out')
    } catch (error) {
      // Whose session is over already is signed out.
      if (!(error instanceof ApiProblem && error.status === 401)) return
    }
    keepKey(undefined)
    this.#topics.stop()
    await import('./console-sign-in.ts')
    this.page = 'loading'
    this.#entry = undefined
    this.#heading = this.#t('signIn')
    this.school = undefined
    this.access = 'out'
    await this.updateComplete
    this.renderRoot.querySelector<ConsoleSignIn>('console-sign-in')?.focus()
  }

  #reached(isReached: boolean): void {
    if (isReached === !this.isOffline) return
    this.isOffline = !isReached
    if (isReached) {
      this.#toasts()?.say(this.#t('online'))
      // Some browsers never ask again for a module that they could not have.
      if (this.page === 'unreached') location.reload()
      // A service without a data folder has lost its sessions when it comes back.
      void this.#lookAgain()
    } else this.#reachAgain()
  }

  /** An answer is what brings the page. */
  #tryAgain = (): void => {
    if (this.isOffline) void this.#api.get('/access').catch(() => {})
    else location.reload()
  }

  #reachAgain(): void {
    this.#retryLater(() => this.#api.get('/access').catch(() => this.#reachAgain()))
  }

  #retryLater(act: () => unknown): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(act, RETRY_MS)
  }

  #go(path: string): void {
    history.pushState(null, '', ROOT + path)
    this.#onPlace()
  }

  #onPlace = (): void => {
    const before = this.place
    this.place = placeOf(location.pathname)
    this.#closeDrawers()
    if (this.access !== 'in') return
    if (before.page === this.place.page && typeof this.page === 'object') {
      this.page.rest = this.place.rest
      void this.page.updateComplete.then(() => this.#focusHeading())
      scrollTo(0, 0)
    } else void this.#show(true)
  }

  #onLink = (): void => {
    const token = takeToken()
    if (token === undefined) return
    this.#token = token
    this.access = 'asking'
    void this.#enter()
  }

  /** Puts the page of the address on the screen. */
  async #show(moveFocus: boolean): Promise<void> {
    const { place } = this
    const entry = PAGES.find(({ path }) => path === place.page)
    this.#entry = entry
    this.#heading = entry ? entry.title[this.lang] : this.#t('notFound')
    if (!entry || (entry.path === '' && place.rest.length > 0)) {
      this.page = 'unknown'
      return
    }
    if (typeof this.page !== 'object') this.page = 'loading'
    try {
      // Times are shown in the school's zone.
      const [{ default: tag }] = await Promise.all([PAGE_MODULES[entry.path](), this.#knowsSchool])
      if (this.#entry !== entry) return
      const page = document.createElement(tag) as ConsolePage
      page.lang = this.lang
      page.parts = this.#partsFor()
      page.rest = this.place.rest
      this.#moveFocus = moveFocus
      this.page = page
      if (moveFocus) scrollTo(0, 0)
    } catch (error) {
      console.error(error)
      const isReached = await this.#api.get('/access').then(
        () => true,
        () => false,
      )
      if (this.#entry === entry) this.page = isReached ? 'broken' : 'unreached'
    }
  }

  #partsFor(): PageParts {
    return {
      api: this.#api,
      go: path => this.#go(path),
      say: text => this.#toasts()?.say(text),
      offerUndo: (text, undo) => this.#toasts()?.say(text, undo),
      watch: (topic, tell) => this.#topics.watch(topic, tell),
    }
  }

  #focusHeading(): void {
    if (typeof this.page === 'object') this.page.focus({ preventScroll: true })
  }

  #onHeading = (event: Event): void => {
    this.#heading = (event as CustomEvent<string>).detail
    this.requestUpdate()
  }

  #useLanguage(lang: Language): void {
    this.lang = lang
    if (this.#entry) this.#heading = this.#entry.title[lang]
  }

  #useTheme(theme: Theme): void {
    useTheme(theme)
    this.theme = theme
  }

  #skip = (): void => {
    this.renderRoot.querySelector<HTMLElement>('#main')?.focus()
  }

  #openDrawer = (): void => {
    this.renderRoot.querySelector<HTMLDialogElement>('.drawer')?.showModal()
  }

  /** A click beside it, on its cross, or on a link closes it; choices leave it open. */
  #closeDrawer = (event: Event): void => {
    const target = event.composedPath()[0]
    const isChoice = event.composedPath().some(part => part instanceof HTMLElement && part.matches('.group'))
    if (target === event.currentTarget || !isChoice) this.#closeDrawers()
  }

  #closeDrawers(): void {
    this.renderRoot.querySelector<HTMLDialogElement>('.drawer')?.close()
  }

  #toasts(): ConsoleToasts | null {
    return this.renderRoot.querySelector<ConsoleToasts>('console-toasts')
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}
