/** The entries as a table: picture and titles, where and since when each is shown, and what can be done with it. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { NewsItem } from '../../../api/news.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { numberText, withColon } from '../../language.ts'
import { unsavedBadge } from '../../parts/editing/unsaved-new.ts'
import { SITES } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { entryLink, websiteIcon } from '../../websites.ts'
import { type NewsState, titleOf } from './entry.ts'
import { momentText } from './on-websites.ts'
import { say } from './strings.ts'

/** What is to be done with an entry. */
export type NewsAct = 'remove' | 'restore'

const BADGES: Record<NewsState, string> = {
  published: 'good',
  planned: 'brand',
  ended: '',
  draft: 'warn',
  deleted: '',
}

/** Fires `news-act` with `{ act, item }`. */
export class NewsTable extends ConsoleElement {
  static override styles = css`
    th {
      white-space: nowrap;
    }
    .state {
      display: grid;
      justify-items: start;
    }
    @media (min-width: 50.01rem) {
      .title {
        width: 38%;
      }
    }
    @media (max-width: 50rem) {
      .entry {
        width: 100%;
      }
      .act {
        margin-inline-start: -0.7rem;
      }
    }
  `
  static override properties = { items: { attribute: false }, unsaved: { attribute: false } }

  declare items: readonly NewsItem[]
  /** Keys of the drafts in this tab, as in `news/NEWS-12`. */
  declare unsaved: ReadonlySet<string>

  constructor() {
    super()
    this.unsaved = new Set()
    this.items = []
  }

  override render() {
    return html`<table class="list">
      <thead>
        <tr>
          <th scope="col">${say('entry')}</th>
          <th scope="col">${say('websites')}</th>
          <th scope="col">${say('date')}</th>
          <th scope="col">${say('files')}</th>
          <th scope="col">${say('state')}</th>
          <th scope="col"><span class="visually-hidden">${say('actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          this.items,
          ({ newsId }) => newsId,
          item => this.#row(item),
        )}
      </tbody>
    </table>`
  }

  #row(item: NewsItem): TemplateResult {
    const { newsId, titles, sites, newsDateTime, attachments, state, thumbnailUrl } = item
    const { lang } = this
    const other = lang === 'en-US' ? 'zh-HK' : 'en-US'
    const title = titleOf(titles, lang)
    const moment = momentText(item)
    return html`<tr data-news=${newsId}>
      <td class="title">
        <div class="entry">
          ${
            thumbnailUrl === undefined
              ? html`<span class="thumb">${icon('newspaper')}</span>`
              : html`<img class="thumb" src=${thumbnailUrl} alt="" loading="lazy" width="56" height="56" />`
          }
          <div class="titles">
            <a href="/console/news/${encodeURIComponent(newsId)}">${title}</a>
            ${titles[other] !== '' && titles[other] !== title ? html`<span class="quiet small" lang=${other}>${titles[other]}</span>` : nothing}
            ${this.unsaved.has(`news/${newsId}`) ? unsavedBadge() : nothing}
          </div>
        </div>
      </td>
      <td data-label=${say('websites')}>
        <div class="badges">
          ${
            sites.length === 0
              ? html`<span class="quiet small">${say('noSite')}</span>`
              : sites.map(site => html`<span class="badge">${SITES[site][lang]}</span>`)
          }
        </div>
      </td>
      <td class="date" data-label=${say('date')}>${dateText(newsDateTime)}</td>
      <td class="number" data-label=${say('files')}>${attachments === 0 ? html`<span class="quiet">–</span>` : numberText(attachments)}</td>
      <td data-label=${say('state')}><div class="state"><span class="badge ${BADGES[state]}">${say(state)}</span>
        ${moment === '' ? nothing : html`<span class="quiet small">${moment}</span>`}</div></td>
      <td class="actions">
        ${
          state === 'deleted'
            ? html`<button class="act" @click=${() => this.#act('restore', item)}>
                ${icon('arrow-counterclockwise')} ${say('restore')}<span class="visually-hidden">${withColon('', title)}</span>
              </button>`
            : html`${websiteIcon(entryLink(item), title)}
              <button class="act" title=${say('remove')} @click=${() => this.#act('remove', item)}>
                ${icon('trash')} <span class="words">${say('remove')}<span class="visually-hidden">${withColon('', title)}</span></span>
              </button>`
        }
      </td>
    </tr>`
  }

  #act(act: NewsAct, item: NewsItem): void {
    this.dispatchEvent(new CustomEvent('news-act', { detail: { act, item } }))
  }
}

customElements.define('news-table', NewsTable)
