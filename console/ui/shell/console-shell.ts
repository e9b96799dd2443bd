/**
 * The console around its pages: which page is shown, between header and menu, and what is shown without one. It is there
 * as long as its document.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Overview } from '../../api/overview.ts'
import { ConsoleElement } from '../console-element.ts'
import type { ConsolePage, PageParts } from '../console-page.ts'
import { followDownloads } from '../downloads.ts'
import { icon } from '../icons.ts'
import { useZone } from '../language.ts'
import { PAGE_MODULES } from '../page-modules.ts'
import { PAGES, type PageEntry, type PageTag } from '../pages.ts'
import { ConsoleAsk } from '../parts/console-ask.ts'
import { didNotWork } from '../parts/console-failure.ts'
import '../parts/console-page-header.ts'
import { tellReachedAgain } from '../reached.ts'
import { type Place, placeOf, ROOT } from '../router.ts'
import { followTheme, useTheme } from '../theme.ts'
import { useWebsites } from '../websites.ts'
import { styles } from './console-shell.styles.ts'
import type { ConsoleSignIn } from './console-sign-in.ts'
import { ConsoleToasts } from './console-toasts.ts'
import { choices, type HeaderParts, header } from './header.ts'
import { navigation } from './navigation.ts'
import { Places } from './places.ts'
import { Session } from './session.ts'
import { say } from './strings.ts'

export class ConsoleShell extends ConsoleElement {
  static override styles = styles
  static override properties = {
    overview: { state: true },
    place: { state: true },
    page: { state: true },
    heading: { state: true },
  }

  /** What stands on every page: the school, and whether the laboratory has changed anything. */
  declare private overview: Overview | undefined
  declare private place: Place
  /** The element of the page that is shown, or what is shown instead. */
  declare private page: ConsolePage | 'loading' | 'unknown' | 'broken' | 'unreached'
  /** Of the page, as it says itself. */
  declare private heading: string | undefined

  readonly #toasts = new ConsoleToasts()
  readonly #ask = new ConsoleAsk()
  readonly #session = new Session({
    changed: () => this.requestUpdate(),
    signedIn: wasLost => this.#signedIn(wasLost),
    signedOut: () => this.#signedOut(),
    refused: problem => this.#toasts.say(didNotWork(problem)),
    reachedAgain: () => this.#reachedAgain(),
  })
  readonly #places = new Places(this, {
    arrived: isStep => this.#onPlace(isStep),
    mayLeave: () =>
      this.#ask.ask({
        heading: say('leaving'),
        text: say('leavingText'),
        go: say('leave'),
        stay: say('stay'),
      }),
  })
  #entry: PageEntry | undefined
  #tag: PageTag = ''
  /** How far down each address was left. */
  readonly #scrolled = new Map<string, number>()
  /** Resolves when the school is known, or could not be loaded. */
  #knowsSchool: Promise<void> | undefined
  #stopLab: (() => void) | undefined

  constructor() {
    super()
    this.place = placeOf(location.pathname)
    this.page = 'loading'
    followTheme(() => this.requestUpdate())
    followDownloads(this, this.#session.api, () => this.#toasts.say(say('notDownloaded')))
    this.addEventListener('console-heading', event => {
      this.heading = (event as CustomEvent<string>).detail
    })
    this.addEventListener('console-broken', () => {
      this.page = 'broken'
    })
  }

  /** What sticks to the screen's top is below the header, of however many lines it is. */
  protected override firstUpdated(): void {
    const header = this.renderRoot.querySelector('header') as HTMLElement
    new ResizeObserver(() => this.style.setProperty('--header-height', `${header.offsetHeight}px`)).observe(
      header,
    )
  }

  override updated(): void {
    document.title = [this.#title, this.overview?.school.name[this.lang]].filter(Boolean).join(' – ')
  }

  get #title(): string {
    if (this.#session.access === 'out') return say('signIn')
    return this.heading || this.#entry?.title[this.lang] || say('console')
  }

  override render() {
    const { access, isInside } = this.#session
    return html`
      ${header(this.#headerParts)}
      ${access === 'asking' ? html`<main id="main"></main>` : nothing}
      ${access === 'out' ? html`<main class="alone" id="main"><div class="card">${this.#signIn(false)}</div></main>` : nothing}
      ${isInside ? this.#inside() : nothing}
      ${access === 'lost' ? this.#signIn(true) : nothing}
      ${this.#ask} ${this.#toasts}
    `
  }

  get #headerParts(): HeaderParts {
    return {
      overview: this.overview,
      isInside: this.#session.isInside,
      isOffline: this.#session.isOffline,
      skip: () => this.renderRoot.querySelector<HTMLElement>('#main')?.focus(),
      openDrawer: () => this.#drawer?.showModal(),
      signOut: () => void this.#places.leave(this.#session.signOut, true),
      useTheme: theme => {
        useTheme(theme)
        this.requestUpdate()
      },
    }
  }

  #inside(): TemplateResult {
    const menu = navigation(this.place.page)
    return html`<div class="body">
        <div class="side">${menu}</div>
        <main id="main" tabindex="-1">${this.#content()}</main>
      </div>
      <dialog class="drawer" aria-label=${say('navigation')} @click=${this.#onDrawerClick}>
        <div class="head">
          <button class="plain">${icon('x')}<span class="visually-hidden">${say('closeMenu')}</span></button>
        </div>
        ${menu} ${choices(this.#headerParts)}
      </dialog>`
  }

  #content(): unknown {
    switch (this.page) {
      case 'loading':
        return html`<console-waiting></console-waiting>`
      case 'unknown':
        return instead(
          say('notFound'),
          say('notFoundText'),
          html`<wa-button href=${ROOT} variant="brand">${say('toOverview')}</wa-button>`,
        )
      case 'broken':
        return instead(
          say('broken'),
          say('brokenText'),
          html`<wa-button variant="brand" @click=${() => location.reload()}>${say('reload')}</wa-button>`,
        )
      case 'unreached':
        return instead(
          this.#entry?.title[this.lang] ?? '',
          say('unreachable'),
          html`<wa-button variant="brand" @click=${this.#tryAgain}>${say('retry')}</wa-button>`,
        )
      default:
        return this.page
    }
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
    if (!wasLost) void this.#show()
  }

  async #knowSchool(): Promise<void> {
    try {
      this.overview = await this.#session.api.get<Overview>('/overview')
      useZone(this.overview.school.zone)
      useWebsites(this.overview.websites)
    } catch {
      // The page that is shown says what is wrong.
    }
  }

  async #signedOut(): Promise<void> {
    this.page = 'loading'
    this.#entry = undefined
    this.heading = undefined
    this.overview = undefined
    await this.updateComplete
    this.renderRoot.querySelector<ConsoleSignIn>('console-sign-in')?.focus()
  }

  #reachedAgain(): void {
    this.#toasts.say(say('online'))
    // Some browsers never ask again for a module that they could not have.
    if (this.page === 'unreached') location.reload()
    tellReachedAgain()
  }

  /** An answer is what brings the page. */
  #tryAgain = (): void => {
    if (this.#session.isOffline) void this.#session.ask().catch(() => {})
    else location.reload()
  }

  #onPlace(isStep: boolean): void {
    const before = this.place
    this.#scrolled.set(addressOf(before), scrollY)
    this.place = placeOf(location.pathname)
    this.#drawer?.close()
    if (this.#session.access !== 'in') return
    const { page } = this
    const { rest } = this.place
    const isSamePage = before.page === this.place.page
    // One comes back from a record to where one was in its list.
    const isBack = isStep || (isSamePage && before.rest.length > rest.length)
    const top = (isBack && this.#scrolled.get(addressOf(this.place))) || 0
    if (isSamePage && typeof page === 'object' && page.localName === tagIn(this.#tag, rest)) {
      page.rest = rest
      void this.#begin(page, top)
    } else void this.#show(top)
  }

  /** Puts the page of the address on the screen. @param top where one reads on, when one goes to it */
  async #show(top?: number): Promise<void> {
    const { place } = this
    const entry = PAGES.find(({ path }) => path === place.page)
    this.#entry = entry
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
      this.page = page
      if (top !== undefined) void this.#begin(page, top)
    } catch (error) {
      console.error(error)
      const isReached = await this.#session.ask().then(
        () => true,
        () => false,
      )
      if (this.#entry === entry) this.page = isReached ? 'broken' : 'unreached'
    }
  }

  /** Its heading has the focus. */
  async #begin(page: ConsolePage, top: number): Promise<void> {
    scrollTo(0, 0)
    await this.updateComplete
    await page.updateComplete
    page.focus({ preventScroll: true })
    if (top === 0) return
    await page.loaded
    await page.updateComplete
    if (this.page === page) scrollTo(0, top)
  }

  #partsFor(): PageParts {
    const { api, topics } = this.#session
    return {
      api,
      go: path => this.#places.go(path),
      say: text => this.#toasts.say(text),
      offerUndo: (text, undo, topic) => this.#toasts.say(text, undo, topic),
      watch: (topic, tell) => topics.watch(topic, tell),
    }
  }

  get #drawer(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('.drawer')
  }

  /** A click beside it, on its cross, or on a link closes it; choices leave it open. */
  #onDrawerClick = (event: Event): void => {
    if (!event.composedPath().some(part => part instanceof HTMLElement && part.matches('.group')))
      this.#drawer?.close()
  }
}

/** What a page would be in place of. */
const instead = (heading: string, intro: string, act: TemplateResult): TemplateResult => html`<div>
  <console-page-header heading=${heading} intro=${intro}></console-page-header>
  ${act}
</div>`

const addressOf = ({ page, rest }: Place): string => [page, ...rest].join('/')

const tagIn = (tag: PageTag, rest: readonly string[]): string => (typeof tag === 'string' ? tag : tag(rest))
