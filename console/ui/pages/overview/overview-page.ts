/** The first page: what this is, what it holds, where others reach it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Overview } from '../../../api/overview.ts'
import { ConsolePage } from '../../console-page.ts'
import { icon } from '../../icons.ts'
import { numberText } from '../../language.ts'
import { PAGES } from '../../pages.ts'
import '../../parts/console-copy.ts'
import { look } from '../../styles.ts'
import { STRINGS, TASKS } from './strings.ts'

/** What each figure leads to. */
const FIGURES = [
  { name: 'popups', path: 'popups', count: 'popupsOnWebsite' },
  { name: 'news', path: 'news', count: 'news' },
  { name: 'groups', path: 'structures', count: 'groups' },
  { name: 'people', path: 'people', count: 'people' },
  { name: 'accessKeys', path: 'access-keys', count: 'accessKeys' },
] as const

class OverviewPage extends ConsolePage {
  static override styles = [
    look,
    css`
      .figures {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
        gap: var(--wa-space-m);
      }
      .figure {
        display: grid;
        align-content: start;
        gap: 0.15rem;
        padding: var(--wa-space-m);
        color: inherit;
        text-decoration: none;
      }
      .figure strong {
        font-size: 1.9rem;
        line-height: 1.15;
        font-variant-numeric: tabular-nums;
        color: var(--wa-color-brand-on-quiet);
      }
      .tasks {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
        gap: var(--wa-space-m);
      }
      .task {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.15rem 0.9rem;
        grid-template-rows: auto 1fr;
        height: 100%;
        padding: var(--wa-space-m);
        color: inherit;
        text-decoration: none;
      }
      .task .icon {
        grid-row: span 2;
        margin-block-start: 0.2rem;
        font-size: 1.3rem;
        color: var(--wa-color-brand-on-quiet);
      }
      a.task:hover,
      a.figure:hover {
        border-color: var(--wa-color-brand-border-loud);
      }
      dl {
        display: grid;
        grid-template-columns: minmax(10rem, max-content) minmax(0, 1fr);
        gap: 0.6rem 1.25rem;
        align-items: center;
        margin: 0;
      }
      dt {
        font-weight: 600;
      }
      dd {
        margin: 0;
      }
      @media (max-width: 50rem) {
        .figures {
          grid-template-columns: 1fr 1fr;
          gap: var(--wa-space-s);
        }
        dl {
          grid-template-columns: minmax(0, 1fr);
          gap: 0.25rem;
        }
        dd {
          margin-block-end: 0.75rem;
        }
      }
    `,
  ]
  static override properties = { overview: { state: true }, link: { state: true } }

  declare private overview: Overview | undefined
  declare private link: string | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    for (const topic of ['popups', 'news', 'people', 'structures', 'access-keys', 'sessions'])
      this.watch(topic, () => this.reload())
  }

  protected override arrive(): void {
    void this.load(
      signal => this.api.get<Overview>('/overview', { signal }),
      overview => {
        this.overview = overview
      },
    )
  }

  override render() {
    return html`
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.overview ? this.#content(this.overview) : html``))}
    `
  }

  #content({ school, addresses, counts, hasSamples }: Overview): TemplateResult {
    const rows = [
      ['serviceUrl', addresses.serviceUrl],
      ['syncUrl', addresses.syncUrl],
      ['staging', addresses.sessionUrls.staging],
      ['production', addresses.sessionUrls.production],
      ['appId', school.appId],
    ] as const
    const tasks = PAGES.filter(({ path }) => TASKS[path])
    return html`<div class="stack">
      ${hasSamples ? html`<p class="note">${icon('info')} <span class="grow">${this.#t('samples')}</span></p>` : nothing}
      <section class="stack tight" aria-labelledby="now">
        <h2 id="now">${this.#t('now')}</h2>
        <div class="figures">
          ${FIGURES.map(({ name, path, count }) => {
            const total = this.#t('of').replace('{0}', numberText(counts.popups, this.lang))
            const text = html`<strong>${numberText(counts[count], this.lang)}</strong>
              <span>${this.#t(name)}</span>
              ${name === 'popups' ? html`<span class="small quiet">${total}</span>` : nothing}
              ${name === 'news' ? html`<span class="small quiet">${this.#t('drafts')}</span>` : nothing}`
            return PAGES.some(page => page.path === path)
              ? html`<a class="card figure" href="/console/${path}">${text}</a>`
              : html`<div class="card figure">${text}</div>`
          })}
        </div>
      </section>
      ${
        tasks.length === 0
          ? nothing
          : html`<section class="stack tight" aria-labelledby="next">
        <h2 id="next">${this.#t('next')}</h2>
        <ul class="tasks">
          ${tasks.map(
            ({ path, icon: name, title }) => html`<li>
              <a class="card task" href="/console/${path}">
                ${icon(name)}
                <strong>${title[this.lang]}</strong>
                <span class="quiet">${TASKS[path]?.[this.lang]}</span>
              </a>
            </li>`,
          )}
        </ul>
      </section>`
      }
      <section class="card stack tight" aria-labelledby="addresses">
        <h2 id="addresses">${this.#t('addresses')}</h2>
        <p class="quiet">${this.#t('addressesText')}</p>
        <dl>
          ${rows.map(
            ([name, address]) => html`<dt>${this.#t(name)}</dt>
              <dd><console-copy .lang=${this.lang} .text=${address} .label=${this.#t(name)}></console-copy></dd>`,
          )}
        </dl>
      </section>
      <section class="card stack tight" aria-labelledby="devices">
        <h2 id="devices">${this.#t('devices')}</h2>
        <p class="quiet">${this.#t('devicesText')}</p>
        <div class="row">
          <wa-button appearance="outlined" @click=${this.#makeLink}>${icon('phone', 'start')} ${this.#t('anotherDevice')}</wa-button>
          <wa-button appearance="outlined" @click=${this.#signOutEverywhere}>
            ${icon('box-arrow-right', 'start')} ${this.#t('everywhere')}
          </wa-button>
        </div>
        <div role="status">
          ${
            this.link === undefined
              ? nothing
              : html`<div class="stack tight">
                  <p>${this.#t('linkReady')}</p>
                  <console-copy .lang=${this.lang} .text=${this.link} .label=${this.#t('link')}></console-copy>
                </div>`
          }
        </div>
      </section>
    </div>`
  }

  #makeLink = async (): Promise<void> => {
    const made = await this.api.post<{ link: string }>('/sign-in-links').catch(() => undefined)
    this.link = made?.link
  }

  #signOutEverywhere = async (): Promise<void> => {
    await this.api.post('/sign-out-everywhere').catch(() => undefined)
    location.reload()
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}

customElements.define('overview-page', OverviewPage)
export default 'overview-page'
