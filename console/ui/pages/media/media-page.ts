/** All files that are here: where each is used, and away with those that nothing uses. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { MediaList, MediumInUse } from '../../../api/media.ts'
import type { Medium } from '../../../api/medium.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { ApiProblem } from '../../api.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { didNotWork } from '../../parts/console-failure.ts'
import { type KeptList, List } from '../../parts/list.ts'
import { listFrame, searchField } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { mediumText, typeIcon } from '../../parts/upload/media.ts'
import { say } from './strings.ts'

type Use = MediumInUse['uses'][number]

/** Where each kind of use has its page. */
const PAGES: Record<Use['kind'], string> = {
  news: 'news',
  popup: 'popups',
  person: 'people',
}
const kept: KeptList<'q'> = { query: { q: '' }, shown: 0 }

class MediaPage extends ActingPage {
  static override styles = css`
    @media (min-width: 50.01rem) {
      .uses {
        width: 40%;
      }
    }
  `
  static override properties = {
    uses: { state: true },
    refused: { state: true },
  }

  /** Of those that were asked about. */
  declare private uses: ReadonlyMap<string, readonly Use[]>
  /** Those that somebody wanted to delete although they are used. */
  declare private refused: ReadonlySet<string>

  readonly #list = new List<MediaList, 'media', 'q'>(this, {
    path: '/media',
    rows: 'media',
    topics: ['media'],
    kept,
  })

  constructor() {
    super()
    this.uses = new Map()
    this.refused = new Set()
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(
        () => html`<div class="stack">
          ${searchField(this.#list, 'q', say('search'))}
          ${listFrame(this.#list, {
            empty: {
              icon: 'image',
              heading: say('emptyTitle'),
              text: say('emptyText'),
              action: html`<wa-button variant="brand" href="/console/news/new">${say('toNews')}</wa-button>`,
            },
            none: { heading: say('noneTitle') },
            table: () => this.#table(),
          })}
        </div>`,
      )}
    `
  }

  #table(): TemplateResult {
    return listTable<Medium>(this.#list.rows, ({ name }) => name, [
      { label: say('file'), kind: 'title', cell: fileCell },
      {
        label: say('use'),
        kind: 'uses',
        cell: ({ name }) => html`<div aria-live="polite">${this.#usesOf(name)}</div>`,
      },
      {
        label: say('actions'),
        kind: 'actions',
        cell: medium => html`<wa-button size="s" appearance="plain" @click=${() => this.#remove(medium)}>
          ${icon('trash', 'start')} ${say('remove')}<span class="visually-hidden">${withColon('', medium.name)}</span>
        </wa-button>`,
      },
    ])
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
    this.done(say('didRemove', { name }), removed)
    this.reload()
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

function fileCell(medium: Medium): TemplateResult {
  const { name, url, thumbnailUrl, fileType } = medium
  return html`<div class="entry">
    <img class="thumb" src=${thumbnailUrl} alt="" width="56" height="56" loading="lazy" />
    <div class="titles">
      <a href=${url} target="_blank" rel="noopener">${name}</a>
      <span class="small quiet">${icon(typeIcon(fileType))} ${mediumText(medium)}</span>
    </div>
  </div>`
}

customElements.define('console-media-page', MediaPage)
export default 'console-media-page'
