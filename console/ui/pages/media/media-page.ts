/** All files that are here: where each is used, and away with those that nothing uses. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { MediaList, MediumInUse } from '../../../api/media.ts'
import type { Medium } from '../../../api/medium.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { ApiProblem } from '../../api.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import '../../parts/console-empty.ts'
import { didNotWork } from '../../parts/console-failure.ts'
import { readAtLeast } from '../../parts/list-pages.ts'
import { mediumText, typeIcon } from '../../parts/upload/media.ts'
import { say } from './strings.ts'

type Use = MediumInUse['uses'][number]

/** Where each kind of use has its page. */
const PAGES: Record<Use['kind'], string> = {
  news: 'news',
  popup: 'popups',
  person: 'people',
}
const SEARCH_MS = 250

class MediaPage extends ActingPage {
  static override styles = css`
    @media (min-width: 50.01rem) {
      .uses {
        width: 40%;
      }
    }
  `
  static override properties = {
    media: { state: true },
    next: { state: true },
    uses: { state: true },
    refused: { state: true },
  }

  declare private media: Medium[]
  declare private next: string | undefined
  /** Of those that were asked about. */
  declare private uses: ReadonlyMap<string, readonly Use[]>
  /** Those that somebody wanted to delete although they are used. */
  declare private refused: ReadonlySet<string>

  #search = ''
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.media = []
    this.uses = new Map()
    this.refused = new Set()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('media', () => void this.#load())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#typing)
  }

  protected override arrive(): void {
    void this.#load()
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
          <input
                        type="search"
            aria-label=${say('search')}
            placeholder=${say('search')}
            .value=${this.#search}
            @input=${this.#type}
          />
          ${this.media.length === 0 ? this.#empty() : this.#list()}
        </div>`,
      )}
    `
  }

  #empty(): TemplateResult {
    return html`<div class="card">
      ${
        this.#search.trim() === ''
          ? html`<console-empty icon="image" heading=${say('emptyTitle')} text=${say('emptyText')}>
              <wa-button variant="brand" href="/console/news/new">${say('toNews')}</wa-button>
            </console-empty>`
          : html`<console-empty icon="search" heading=${say('noneTitle')}></console-empty>`
      }
    </div>`
  }

  #list(): TemplateResult {
    return html`<div class="card flush">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">${say('file')}</th>
            <th scope="col">${say('use')}</th>
            <th scope="col"><span class="visually-hidden">${say('actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.media,
            ({ name }) => name,
            medium => this.#row(medium),
          )}
        </tbody>
      </table>
      ${
        this.next === undefined
          ? nothing
          : html`<div class="foot more">
              <wa-button appearance="outlined" @click=${this.#more}>${say('more')}</wa-button>
            </div>`
      }
    </div>`
  }

  #row(medium: Medium): TemplateResult {
    const { name, url, thumbnailUrl, fileType } = medium
    return html`<tr data-medium=${name}>
      <td class="title">
        <div class="entry">
          <img class="thumb" src=${thumbnailUrl} alt="" width="56" height="56" loading="lazy" />
          <div class="titles">
            <a href=${url} target="_blank" rel="noopener">${name}</a>
            <span class="small quiet">${icon(typeIcon(fileType))} ${mediumText(medium)}</span>
          </div>
        </div>
      </td>
      <td class="uses" data-label=${say('use')} aria-live="polite">${this.#usesOf(name)}</td>
      <td class="actions">
        <wa-button size="s" appearance="plain" @click=${() => this.#remove(medium)}>
          ${icon('trash', 'start')} ${say('remove')}<span class="visually-hidden">${withColon('', name)}</span>
        </wa-button>
      </td>
    </tr>`
  }

  #usesOf(name: string): TemplateResult {
    const uses = this.uses.get(name)
    if (!uses)
      return html`<wa-button size="s" appearance="outlined" @click=${() => this.#ask(name)}>
        ${say('where')}<span class="visually-hidden"> ${name}</span>
      </wa-button>`
    if (uses.length === 0) return html`<span class="badge warn">${say('nowhere')}</span>`
    return html`<div class="small">
      ${this.refused.has(name) ? html`<strong class="fault">${say('inUse')}</strong>` : nothing}
      <ul class="bullets">
        ${uses.map(
          ({ kind, id, title }) => html`<li>
            ${say(kind)}:
            <a href="/console/${PAGES[kind]}/${encodeURIComponent(id)}">${this.#titleOf(title)}</a>
          </li>`,
        )}
      </ul>
    </div>`
  }

  #titleOf(title: Use['title']): string {
    const other = this.lang === 'en-US' ? 'zh-HK' : 'en-US'
    return title[this.lang].trim() || title[other].trim() || say('untitled')
  }

  #type = (event: Event): void => {
    this.#search = (event.target as HTMLInputElement).value
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => void this.#load(0), SEARCH_MS)
  }

  /** @param rows at least so many, where there are */
  async #load(rows = this.media.length): Promise<void> {
    const list = await this.load(signal =>
      readAtLeast('media', rows, (after?: string) => this.#read(signal, after)),
    )
    if (!list) return
    this.media = list.media
    this.next = list.next
  }

  #more = async (): Promise<void> => {
    const before = this.media
    const list = await this.load(signal => this.#read(signal, this.next))
    if (!list) return
    this.media = [...before, ...list.media]
    this.next = list.next
  }

  #read(signal: AbortSignal, after?: string): Promise<MediaList> {
    const query = new URLSearchParams({ limit: '25' })
    if (this.#search.trim() !== '') query.set('q', this.#search.trim())
    if (after !== undefined) query.set('after', after)
    return this.api.get<MediaList>(`/media?${query}`, { signal })
  }

  #know(name: string, uses: readonly Use[]): void {
    this.uses = new Map([...this.uses, [name, uses]])
  }

  async #ask(name: string): Promise<void> {
    const found = await this.#do(() => this.api.get<MediumInUse>(`/media/${encodeURIComponent(name)}`))
    if (found) this.#know(name, found.uses)
  }

  async #remove({ name }: Medium): Promise<void> {
    const address = `/media/${encodeURIComponent(name)}`
    const removed = await this.#do(() => this.api.delete<Undone>(address), name)
    if (!removed) return
    this.done(say('didRemove', { name }), removed, () => this.#load())
    if (this.isConnected) await this.#load()
  }

  /** What came back; undefined when it failed, which is said: of a file in use, where. */
  async #do<Answer>(act: () => Promise<Answer>, name?: string): Promise<Answer | undefined> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const { uses } = (error.body ?? {}) as { uses?: Use[] }
      if (name !== undefined && uses) {
        this.#know(name, uses)
        this.refused = new Set([...this.refused, name])
      } else this.say(didNotWork(error))
      return undefined
    }
  }
}

customElements.define('console-media-page', MediaPage)
export default 'console-media-page'
