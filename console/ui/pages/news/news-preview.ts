/**
 * The entry as a website would show it, in a frame that runs no script: an empty page that this one fills with nodes which
 * the policy of shared/html lets through, each created again.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html } from 'lit'
import type { Medium } from '../../../api/medium.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES, type Language } from '../../language.ts'
import { languageName } from '../../parts/editing/strings.ts'
import { cleaned } from '../../parts/rich-text/cleaned.ts'
import { mediumText } from '../../parts/upload/media.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { type NewsForm, titleOf, titlesOf } from './entry.ts'
import { say } from './strings.ts'

const PAGE_STYLES = `
  :root { color-scheme: light; }
  body { margin: 0; padding: 1.5rem clamp(1rem, 5vw, 3rem) 3rem; background: #fff; color: #1c2426;
    font: 1.0625rem/1.65 system-ui, "PingFang HK", "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif; }
  main { max-width: 44rem; margin: 0 auto; overflow-wrap: anywhere; }
  h1 { font-size: 1.9rem; line-height: 1.25; margin: 0 0 .35rem; }
  .date { color: #5a686c; margin: 0 0 1.25rem; }
  .cover { display: block; width: 100%; height: auto; max-height: 28rem; object-fit: cover; border-radius: 10px; margin: 0 0 1.5rem; }
  .body img { max-width: 100%; height: auto; }
  .body table { border-collapse: collapse; } .body td, .body th { border: 1px solid #ccd4d6; padding: .35rem .6rem; }
  a { color: #1c5f68; }
  ul.files { list-style: none; padding: 0; margin: 2rem 0 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
  ul.files li { display: flex; gap: .75rem; align-items: center; border: 1px solid #d9e1e2; border-radius: 10px; padding: .6rem; min-width: 0; }
  ul.files img { width: 56px; height: 56px; border-radius: 6px; object-fit: cover; flex: none; }
  ul.files span { display: block; color: #5a686c; font-size: .875rem; }
`

export class NewsPreview extends ConsoleElement {
  static override styles = css`
    dialog {
      --dialog: 70rem;
      height: min(56rem, 100dvh - 2rem);
      padding: 0;
    }
    .sheet {
      display: flex;
      flex-direction: column;
      height: 100%;
    }
    .row,
    .hint {
      padding: 0.75rem 1rem;
    }
    .ground {
      flex: 1 1 auto;
      min-height: 0;
      background: var(--wa-color-surface-lowered);
      border-block: 1px solid var(--wa-color-surface-border);
    }
    iframe {
      width: 100%;
      height: 100%;
      margin-inline: auto;
    }
    iframe.phone {
      width: min(390px, 100%);
      box-shadow: 0 0 0 1px var(--wa-color-surface-border);
    }
    @media (max-width: 50rem) {
      .devices {
        display: none;
      }
    }
  `
  static override properties = {
    form: { attribute: false },
    media: { attribute: false },
    shown: { state: true },
    device: { state: true },
  }

  declare form: NewsForm | undefined
  declare media: ReadonlyMap<string, Medium>
  /** Language of the preview. */
  declare private shown: Language
  declare private device: 'desktop' | 'phone'

  constructor() {
    super()
    this.media = new Map()
    this.shown = 'en-US'
    this.device = 'desktop'
  }

  open(): void {
    this.shown = this.lang
    this.renderRoot.querySelector('dialog')?.showModal()
    this.#fill()
  }

  override updated(): void {
    this.#fill()
  }

  override render() {
    const choices = <Value extends string>(
      label: string,
      values: readonly (readonly [Value, string])[],
      current: Value,
      choose: (value: Value) => void,
      className = '',
    ) => html`<div class="segments ${className}" role="group" aria-label=${label}>
      ${values.map(
        ([value, text]) =>
          html`<button aria-pressed=${value === current} @click=${() => choose(value)}>${text}</button>`,
      )}
    </div>`
    const languages = LANGUAGES.map(lang => [lang, languageName(lang, this.lang)] as const)
    const devices = (['desktop', 'phone'] as const).map(device => [device, say(device)] as const)
    return html`<dialog aria-labelledby="heading">
      <div class="sheet">
        <div class="row">
          <h2 id="heading">${say('previewTitle')}</h2>
          ${choices(say('previewLanguage'), languages, this.shown, lang => {
            this.shown = lang
          })}
          ${choices(
            say('previewDevice'),
            devices,
            this.device,
            device => {
              this.device = device
            },
            'devices',
          )}
          <wa-button class="end" appearance="outlined" @click=${this.#close}>
            ${icon('x', 'start')} ${say('close')}
          </wa-button>
        </div>
        <div class="ground">
          <iframe
            class=${this.device}
            sandbox="allow-same-origin"
            title=${say('previewTitle')}
            @load=${this.#fill}
          ></iframe>
        </div>
        <p class="hint">${say('previewHint')}</p>
      </div>
    </dialog>`
  }

  #close = (): void => {
    this.renderRoot.querySelector('dialog')?.close()
  }

  #fill = (): void => {
    const page = this.renderRoot.querySelector('iframe')?.contentDocument
    if (!page || !this.form) return
    page.documentElement.lang = this.shown
    page.title = say('previewTitle')
    this.#dress(page)
    page.body.replaceChildren(this.#entry(page, this.form))
    // Links would lead the frame away; the browser shows their address while one points at them.
    page.onclick = event => event.preventDefault()
  }

  #dress(page: Document): void {
    const { CSSStyleSheet: Sheet } = page.defaultView as Window & typeof globalThis
    const sheet = new Sheet()
    sheet.replaceSync(PAGE_STYLES)
    page.adoptedStyleSheets = [sheet]
  }

  #entry(page: Document, form: NewsForm): HTMLElement {
    const other = this.shown === 'en-US' ? 'zh-HK' : 'en-US'
    const { newsTitle, newsContent } = form.texts[this.shown]
    // What was never written in a language is read in the other, as the service answers.
    const content = newsTitle || newsContent ? newsContent : form.texts[other].newsContent
    const make = (tag: string, className: string, text = '') => {
      const element = page.createElement(tag)
      if (className !== '') element.className = className
      element.textContent = text
      return element
    }
    const main = page.createElement('main')
    main.append(make('h1', '', titleOf(titlesOf(form), this.shown)))
    main.append(make('p', 'date', dateText(form.newsDateTime, this.shown)))
    const cover = form.cover === undefined ? undefined : this.media.get(form.cover)
    if (cover) main.append(picture(page, cover.mobileScreenImageUrl, 'cover'))
    main.append(this.#body(page, content))
    const files = form.attachments.flatMap(name => this.media.get(name) ?? [])
    const list = make('ul', 'files')
    for (const medium of files) {
      const item = page.createElement('li')
      const facts = make('div', '', medium.name)
      facts.append(make('span', '', mediumText(medium, this.shown)))
      item.append(picture(page, medium.thumbnailUrl, ''), facts)
      list.append(item)
    }
    if (files.length > 0) main.append(list)
    return main
  }

  #body(page: Document, content: string): HTMLElement {
    const { body } = cleaned(content)
    for (const element of body.querySelectorAll('[src^="media:"], [href^="media:"]'))
      for (const name of ['src', 'href']) {
        const medium = element.getAttribute(name)?.replace(/^media:/, '')
        if (medium !== undefined)
          element.setAttribute(name, `/console/api/media/${encodeURIComponent(medium)}/file`)
      }
    const shown = page.createElement('div')
    shown.className = 'body'
    shown.append(...[...body.childNodes].map(node => page.importNode(node, true)))
    return shown
  }
}

function picture(page: Document, address: string, className: string): HTMLImageElement {
  const element = page.createElement('img')
  element.src = address
  element.alt = ''
  if (className !== '') element.className = className
  return element
}

customElements.define('console-news-preview', NewsPreview)
