/**
 * `<console-preview path="/popups/preview" .form=${…}>`: a message or an entry in the real widget, in a frame that has no origin
 * and so no way back here.
 *
 * What the frame shows is what the service would give to a website; nothing of it is stored.
 */
import { css, html, nothing, type PropertyValues } from 'lit'
import type { SiteId } from '../../../shared/contract/site.ts'
import type { PreviewDraft, Previewed, PreviewWord } from '../../preview/show-drafts.ts'
import type { Api } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { type IconName, icon } from '../icons.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, localeOf } from '../language.ts'
import { say as sayOfEditing } from './editing/strings.ts'
import { say, type Word } from './strings.ts'

/** Of a message or of an entry. */
interface PreviewForm {
  sites: readonly SiteId[]
  displayDate?: string
  newsDateTime?: string
}

/** CSS pixels of the page in the frame. */
const DEVICES = { desktop: { width: 1100, height: 720 }, phone: { width: 390, height: 720 } } as const
type Device = keyof typeof DEVICES
/** After the last key. */
const PAUSE_MS = 200

class ConsolePreview extends ConsoleElement {
  static override styles = css`
    .row {
      margin-block: 0.75rem;
    }
    .stage {
      position: relative;
      display: grid;
      justify-items: center;
      overflow: clip;
      border: 1px solid var(--wa-color-surface-border);
      border-radius: var(--wa-border-radius-m);
      background: var(--wa-color-surface-lowered);
    }
    /* What is hidden here can not even be scrolled to. */
    .fit {
      overflow: clip;
    }
    iframe {
      background: none;
      transform-origin: 0 0;
    }
    .closed {
      position: absolute;
      inset-block-end: 0.75rem;
      inset-inline: 0.75rem;
      justify-content: center;
      background: var(--console-card);
    }
  `
  static override properties = {
    api: { attribute: false },
    path: {},
    form: { attribute: false },
    shownLang: { state: true },
    device: { state: true },
    isDark: { state: true },
    isClosed: { state: true },
    isMissing: { state: true },
  }

  declare api: Api
  /** Answers what the interface would say of the form. */
  declare path: string
  declare form: PreviewForm | undefined
  declare private shownLang: Language | undefined
  declare private device: Device
  declare private isDark: boolean
  declare private isClosed: boolean
  declare private isMissing: boolean

  #drafts: Record<Language, Previewed> | undefined
  #isReady = false
  #asked: AbortController | undefined
  #pause: ReturnType<typeof setTimeout> | undefined
  #sizes = new ResizeObserver(() => this.#fit())

  constructor() {
    super()
    this.device = matchMedia('(max-width: 50rem)').matches ? 'phone' : 'desktop'
    this.isDark = document.documentElement.classList.contains('wa-dark')
    this.isClosed = false
    this.isMissing = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('message', this.#onWord)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('message', this.#onWord)
    clearTimeout(this.#pause)
    this.#asked?.abort()
    this.#sizes.disconnect()
    this.#isReady = false
  }

  protected override render() {
    const { lang } = this
    const shown = this.shownLang ?? lang
    return html`<h2>${sayOfEditing('preview')}</h2>
      <p class="hint">${say('previewHint')}</p>
      <div class="row">
        ${this.#choice('previewLanguage', LANGUAGES, shown, each => LANGUAGE_NAMES[each], this.#chooseLanguage)}
        ${this.#choice('previewDevice', ['desktop', 'phone'] as const, this.device, each => say(each), this.#chooseDevice, { desktop: 'display', phone: 'phone' })}
        ${this.#choice('previewTheme', ['light', 'dark'] as const, this.isDark ? 'dark' : 'light', each => say(each), this.#chooseTheme, { light: 'sun', dark: 'moon' })}
      </div>
      <div class="stage">
        <div class="fit">
          <iframe title=${sayOfEditing('preview')} src="/console/preview/" sandbox="allow-scripts"
            @load=${this.#onLoad}></iframe>
        </div>
        ${
          this.isMissing
            ? html`<p class="note warn closed">${say('noPreview')}</p>`
            : this.isClosed
              ? html`<p class="note closed" role="status">${say('closed')}
                <wa-button size="s" appearance="outlined" @click=${this.#showAgain}>${say('showAgain')}</wa-button></p>`
              : nothing
        }
      </div>`
  }

  #choice<Value extends string>(
    label: Word,
    values: readonly Value[],
    chosen: Value,
    name: (value: Value) => string,
    choose: (value: Value) => void,
    icons?: Record<Value, IconName>,
  ) {
    return html`<div class="segments" role="group" aria-label=${say(label)}>${values.map(
      value => html`<button type="button" aria-pressed=${value === chosen ? 'true' : 'false'} @click=${() => choose(value)}>
        ${icons ? icon(icons[value]) : nothing} <span>${name(value)}</span>
      </button>`,
    )}</div>`
  }

  protected override firstUpdated(): void {
    const stage = this.renderRoot.querySelector('.stage')
    if (stage) this.#sizes.observe(stage)
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('form')) this.#askSoon()
    if (changed.has('device')) this.#fit()
    if (changed.has('isDark')) this.#frame.style.colorScheme = this.isDark ? 'dark' : 'light'
    if (changed.has('shownLang') || changed.has('lang')) this.#show()
  }

  get #frame(): HTMLIFrameElement {
    return this.renderRoot.querySelector('iframe') as HTMLIFrameElement
  }

  /** The frame is as wide as the device and drawn as small as the room for it. */
  #fit(): void {
    const { width, height } = DEVICES[this.device]
    const stage = this.renderRoot.querySelector<HTMLElement>('.stage')
    const fit = this.renderRoot.querySelector<HTMLElement>('.fit')
    if (!stage || !fit) return
    const scale = Math.min(1, stage.clientWidth / width)
    const frame = this.#frame
    frame.style.width = `${width}px`
    frame.style.height = `${height}px`
    frame.style.transform = `scale(${scale})`
    fit.style.width = `${width * scale}px`
    fit.style.height = `${height * scale}px`
  }

  #askSoon(): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => this.#ask(), PAUSE_MS)
  }

  async #ask(): Promise<void> {
    // Without a date there is nothing to show: that is said on saving.
    if (!(this.form?.displayDate ?? this.form?.newsDateTime)) return
    this.#asked?.abort()
    const asked = new AbortController()
    this.#asked = asked
    try {
      this.#drafts = await this.api.post<Record<Language, Previewed>>(this.path, complete(this.form), {
        signal: asked.signal,
      })
      if (!asked.signal.aborted) this.#show()
    } catch {
      // The next change asks again; errors are shown on saving.
    }
  }

  #show(): void {
    const lang = this.shownLang ?? this.lang
    const draft = this.#drafts?.[lang]
    if (!draft || !this.#isReady) return
    this.isClosed = false
    const told: PreviewDraft = { kind: 'schoolbell-preview', draft, lang: localeOf(lang) }
    // The frame has no origin that could be named; nothing in it is a secret.
    this.#frame.contentWindow?.postMessage(told, '*')
  }

  #onWord = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || origin !== 'null') return
    const { kind } = (data ?? {}) as Partial<PreviewWord>
    if (kind === 'schoolbell-preview-ready') {
      this.#isReady = true
      this.isMissing = false
      this.#show()
    }
    if (kind === 'schoolbell-preview-closed') this.isClosed = true
  }

  #onLoad = (): void => {
    // A page that has loaded and says nothing has no widget.
    setTimeout(() => {
      this.isMissing = !this.#isReady
    }, 2000)
  }

  #chooseLanguage = (lang: Language): void => {
    this.shownLang = lang
  }

  #chooseDevice = (device: Device): void => {
    this.device = device
  }

  #chooseTheme = (theme: 'light' | 'dark'): void => {
    this.isDark = theme === 'dark'
  }

  #showAgain = (): void => this.#show()
}

/** What is not entered yet must not keep the rest from being seen. */
function complete({ sites, ...form }: PreviewForm): PreviewForm {
  const moments = { startsAt: undefined, endsAt: undefined, publishAt: undefined, unpublishAt: undefined }
  return { ...form, ...moments, sites: sites.length > 0 ? sites : ['academy'] }
}

customElements.define('console-preview', ConsolePreview)
