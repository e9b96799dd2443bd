/** The console around its pages: which page is shown, between header and menu, and what is shown without one. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Overview } from '../../api/overview.ts'
import { ConsoleElement } from '../console-element.ts'
import type { ConsolePage, PageParts } from '../console-page.ts'
import { followDownloads } from '../downloads.ts'
import { icon } from '../icons.ts'
import { type Language, useLanguage, useZone } from '../language.ts'
import { PAGE_MODULES } from '../page-modules.ts'
import { PAGES, type PageEntry, type PageTag } from '../pages.ts'
import type { ConsoleAsk } from '../parts/console-ask.ts'
import '../parts/console-ask.ts'
import { didNotWork } from '../parts/console-failure.ts'
import '../parts/console-page-header.ts'
import type { LabState } from '../parts/lab-words.ts'
import { type Place, placeOf, ROOT } from '../router.ts'
import { currentTheme, followTheme, type Theme, useTheme } from '../theme.ts'
import { styles } from './console-shell.styles.ts'
import type { ConsoleSignIn } from './console-sign-in.ts'
import type { ConsoleToasts } from './console-toasts.ts'
import './console-toasts.ts'
import { useWebsites } from '../websites.ts'
import { choices, type HeaderParts, header } from './header.ts'
import { navigation } from './navigation.ts'
import { Places } from './places.ts'
import { Session } from './session.ts'
import { say } from './strings.ts'

export class ConsoleShell extends ConsoleElement {
  static override styles = styles
  static override properties = {
    theme: { state: true },
    school: { state: true },
    lab: { state: true },
    place: { state: true },
    page: { state: true },
  }

  declare private theme: Theme
  declare private school: Record<Language, string> | undefined
  declare private lab: LabState | undefined
  declare private place: Place
  /** The element of the page that is shown, or what is shown instead. */
  declare private page: ConsolePage | 'loading' | 'unknown' | 'broken' | 'unreached'

  readonly #session = new Session(this, {
    signedIn: wasLost => this.#signedIn(wasLost),
    signedOut: () => this.#signedOut(),
    refused: problem => this.#toasts()?.say(didNotWork(problem)),
    reachedAgain: () => this.#reachedAgain(),
  })
  readonly #places = new Places({
    arrived: () => this.#onPlace(),
    mayLeave: () => this.#mayLeave(),
  })
  #heading = ''
  #entry: PageEntry | undefined
  #tag: PageTag = ''
  /** Resolves when the school is known, or could not be loaded. */
  #knowsSchool: Promise<void> | undefined
  #stopTheme: (() => void) | undefined
  #stopLab: (() => void) | undefined
  #moveFocus = false

  constructor() {
    super()
    this.theme = currentTheme()
    this.place = placeOf(location.pathname)
    this.page = 'loading'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stopTheme = followTheme()
    this.#places.follow(this.renderRoot)
    followDownloads(this.renderRoot, this.#session.api, () => this.#toasts()?.say(say('notDownloaded')))
    this.renderRoot.addEventListener('console-heading', this.#onHeading)
    this.renderRoot.addEventListener('console-broken', () => {
      this.page = 'broken'
    })
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopTheme?.()
    this.#stopLab?.()
    this.#stopLab = undefined
    this.#places.end()
  }

  override updated(): void {
    document.title = [this.#heading || say('console'), this.school?.[this.lang]].filter(Boolean).join(' – ')
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
    const { access, isOffline } = this.#session
    return html`
      ${header(this.#headerParts)}
      ${
        isOffline
          ? html`<div class="offline" role="status">${icon('wifi-off')} ${say('offline')}</div>`
          : nothing
      }
      ${access === 'asking' ? html`<main id="main"></main>` : nothing}
      ${access === 'out' ? html`<main class="alone" id="main"><div class="card">${this.#signIn(false)}</div></main>` : nothing}
      ${this.#session.isInside ? this.#inside() : nothing}
      ${
        access === 'lost'
          ? html`<dialog class="over" aria-label=${say('signInAgain')} @cancel=${(event: Event) => event.preventDefault()} @close=${() => this.requestUpdate()}>
              ${this.#signIn(true)}
            </dialog>`
          : nothing
      }
      <console-ask></console-ask>
      <console-toasts></console-toasts>
    `
  }

  get #headerParts(): HeaderParts {
    const { theme, school, lab } = this
    return {
      theme,
      school,
      lab,
      isInside: this.#session.isInside,
      skip: this.#skip,
      openDrawer: this.#openDrawer,
      signOut: () => void this.#places.leave(this.#session.signOut),
      useLanguage: lang => this.#useLanguage(lang),
      useTheme: theme => this.#useTheme(theme),
    }
  }

  #inside(): TemplateResult {
    const menu = navigation(this.place.page)
    return html`<div class="body">
        <div class="side">${menu}</div>
        <main id="main" tabindex="-1">${this.#content()}</main>
      </div>
      <dialog class="drawer" aria-label=${say('navigation')} @click=${this.#closeDrawer}>
        <div class="head">
          <button class="plain">${icon('x')}<span class="visually-hidden">${say('closeMenu')}</span></button>
        </div>
        ${menu} ${choices(this.#headerParts)}
      </dialog>`
  }

  #content(): unknown {
    if (this.page === 'loading') return html`<console-waiting></console-waiting>`
    if (this.page === 'unknown')
      return html`<div>
        <console-page-header heading=${say('notFound')} intro=${say('notFoundText')}></console-page-header>
        <wa-button href=${ROOT} variant="brand">${say('toOverview')}</wa-button>
      </div>`
    if (this.page === 'broken')
      return html`<div>
        <console-page-header heading=${say('broken')} intro=${say('brokenText')}></console-page-header>
        <wa-button variant="brand" @click=${() => location.reload()}>${say('reload')}</wa-button>
      </div>`
    if (this.page === 'unreached')
      return html`<div>
        <console-page-header heading=${this.#heading} intro=${say('unreachable')}></console-page-header>
        <wa-button variant="brand" @click=${this.#tryAgain}>${say('retry')}</wa-button>
      </div>`
    return this.page
  }

  #signIn(again: boolean): TemplateResult {
    return html`<console-sign-in
      .api=${this.#session.api}
      .token=${this.#session.token}
      ?again=${again}
      @console-signed-in=${this.#session.signedIn}
    ></console-sign-in>`
  }

  #signedIn(wasLost: boolean): void {
    this.#knowsSchool = this.#knowSchool()
    this.#stopLab ??= this.#session.topics.watch('lab', () => void this.#knowSchool())
    if (!wasLost) void this.#show(false)
  }

  /** What stands on every page: the school, and whether the laboratory has changed anything. */
  async #knowSchool(): Promise<void> {
    try {
      const { school, lab, websites } = await this.#session.api.get<Overview>('/overview')
      this.school = school.name
      this.lab = lab
      useZone(school.zone)
      useWebsites(websites)
    } catch {
      // The page that is shown says what is wrong.
    }
  }

  async #signedOut(): Promise<void> {
    this.page = 'loading'
    this.#entry = undefined
    this.#heading = say('signIn')
    this.school = undefined
    this.lab = undefined
    await this.updateComplete
    this.renderRoot.querySelector<ConsoleSignIn>('console-sign-in')?.focus()
  }

  #reachedAgain(): void {
    this.#toasts()?.say(say('online'))
    // Some browsers never ask again for a module that they could not have.
    if (this.page === 'unreached') location.reload()
  }

  /** An answer is what brings the page. */
  #tryAgain = (): void => {
    if (this.#session.isOffline) void this.#session.ask().catch(() => {})
    else location.reload()
  }

  async #mayLeave(): Promise<boolean> {
    const asked = {
      heading: say('leaving'),
      text: say('leavingText'),
      go: say('leave'),
      stay: say('stay'),
    }
    return (await this.renderRoot.querySelector<ConsoleAsk>('console-ask')?.ask(asked)) ?? true
  }

  #onPlace(): void {
    const before = this.place
    this.place = placeOf(location.pathname)
    this.#closeDrawers()
    if (this.#session.access !== 'in') return
    const { page, rest } = this.place
    if (
      before.page === page &&
      typeof this.page === 'object' &&
      this.page.localName === tagIn(this.#tag, rest)
    ) {
      this.page.rest = rest
      void this.page.updateComplete.then(() => this.#focusHeading())
      scrollTo(0, 0)
    } else void this.#show(true)
  }

  /** Puts the page of the address on the screen. */
  async #show(moveFocus: boolean): Promise<void> {
    const { place } = this
    const entry = PAGES.find(({ path }) => path === place.page)
    this.#entry = entry
    this.#heading = entry ? entry.title[this.lang] : say('notFound')
    if (!entry || (entry.path === '' && place.rest.length > 0)) {
      this.page = 'unknown'
      return
    }
    if (typeof this.page !== 'object') this.page = 'loading'
    try {
      // Times are shown in the school's zone.
      const [{ default: tag }] = await Promise.all([PAGE_MODULES[entry.path](), this.#knowsSchool])
      if (this.#entry !== entry) return
      this.#tag = tag
      const page = document.createElement(tagIn(tag, this.place.rest)) as ConsolePage
      page.parts = this.#partsFor()
      page.rest = this.place.rest
      this.#moveFocus = moveFocus
      this.page = page
      if (moveFocus) scrollTo(0, 0)
    } catch (error) {
      console.error(error)
      const isReached = await this.#session.ask().then(
        () => true,
        () => false,
      )
      if (this.#entry === entry) this.page = isReached ? 'broken' : 'unreached'
    }
  }

  #partsFor(): PageParts {
    const { api, topics } = this.#session
    return {
      api,
      go: path => this.#places.go(path),
      say: text => this.#toasts()?.say(text),
      offerUndo: (text, undo) => this.#toasts()?.say(text, undo),
      watch: (topic, tell) => topics.watch(topic, tell),
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
    useLanguage(lang)
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
}

const tagIn = (tag: PageTag, rest: readonly string[]): string => (typeof tag === 'string' ? tag : tag(rest))
