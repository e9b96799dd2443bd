/** All news: searched, by website and state, where and since when each entry is shown, and what can be done with it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { NewsItem, NewsList } from '../../../api/news.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { language, numberText } from '../../language.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import { unsavedBelow, unsavedNew } from '../../parts/editing/unsaved-new.ts'
import { type KeptList, List } from '../../parts/list.ts'
import { listFrame, searchField, segments, siteSelection } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { removeAct, restoreAct, rowStyles, siteBadges, titlesCell } from '../../parts/record-row.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { entryLink, websiteIcon } from '../../websites.ts'
import { type NewsForm, titleOf, titlesOf } from './entry.ts'
import { BADGES, momentText } from './on-websites.ts'
import { say } from './strings.ts'

const STATES = ['published', 'planned', 'ended', 'draft', 'deleted'] as const

type Asked = 'q' | 'site' | 'state'
const kept: KeptList<Asked> = { query: { q: '', site: '', state: '' }, shown: 0 }

class NewsListPage extends ActingPage {
  static override styles = [
    rowStyles,
    css`
      .state {
        display: grid;
        justify-items: start;
      }
      @media (min-width: 50.01rem) {
        .title {
          width: 38%;
        }
      }
    `,
  ]

  readonly #list = new List<NewsList, 'news', Asked>(this, {
    path: '/news',
    rows: 'news',
    topics: ['news'],
    kept,
  })

  override render() {
    const write = html`<wa-button variant="brand" href="/console/news/new">${icon('plus', 'start')} ${say('newEntry')}</wa-button>`
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}>${write}</console-page-header>
      ${this.whenLoaded(() => {
        const unsaved = unsavedBelow<NewsForm>('news/', form => titleOf(titlesOf(form), language()))
        return html`<div class="stack">
          <div class="filters">
            ${searchField(this.#list, 'q', say('search'))} ${siteSelection(this.#list)} ${this.#states()}
          </div>
          ${unsavedNew(unsaved)}
          ${listFrame(this.#list, {
            empty: { icon: 'newspaper', heading: say('emptyTitle'), text: say('emptyText'), action: write },
            none: { heading: say('noneTitle'), text: say('noneText') },
            table: () => this.#table(unsaved),
          })}
        </div>`
      })}
    `
  }

  #states(): TemplateResult {
    const counts = this.#list.answer?.counts
    const total = counts ? counts.published + counts.planned + counts.ended + counts.draft : 0
    return segments(this.#list, 'state', say('state'), [
      ['', say('all'), total],
      ...STATES.map(state => [state, say(state), counts?.[state] ?? 0] as const),
    ])
  }

  #table(unsaved: ReadonlyMap<string, string>): TemplateResult {
    return listTable(this.#list.rows, ({ newsId }) => newsId, [
      {
        label: say('entry'),
        kind: 'title',
        cell: ({ newsId, titles, thumbnailUrl }) =>
          titlesCell({
            picture:
              thumbnailUrl === undefined
                ? html`<span class="thumb">${icon('newspaper')}</span>`
                : html`<img class="thumb" src=${thumbnailUrl} alt="" loading="lazy" width="56" height="56" />`,
            title: titleOf(titles, this.lang),
            otherTitle: titles[this.lang === 'en-US' ? 'zh-HK' : 'en-US'],
            href: `/console/news/${encodeURIComponent(newsId)}`,
            isUnsaved: unsaved.has(`news/${newsId}`),
          }),
      },
      {
        label: say('websites'),
        cell: ({ sites }) =>
          html`<div class="badges">
            ${sites.length === 0 ? html`<span class="quiet small">${say('noSite')}</span>` : siteBadges(sites)}
          </div>`,
      },
      { label: say('date'), kind: 'date', cell: ({ newsDateTime }) => dateText(newsDateTime) },
      {
        label: say('files'),
        kind: 'number',
        cell: ({ attachments }) =>
          attachments === 0 ? html`<span class="quiet">–</span>` : numberText(attachments),
      },
      { label: say('state'), cell: stateCell },
      { label: say('actions'), kind: 'actions', cell: item => this.#actions(item) },
    ])
  }

  #actions(item: NewsItem): TemplateResult {
    const { newsId, titles, state } = item
    const title = titleOf(titles, this.lang)
    return state === 'deleted'
      ? restoreAct(title, () => this.#restore(newsId, title))
      : html`${websiteIcon(entryLink(item), title)} ${removeAct(title, () => this.#remove(newsId, title))}`
  }

  async #remove(newsId: string, title: string): Promise<void> {
    const removed = await this.act(() => this.api.delete<Undone>(`/news/${encodeURIComponent(newsId)}`))
    if (!removed) return
    this.done(sayOfEditing('removed', { title }), removed)
    this.reload()
  }

  async #restore(newsId: string, title: string): Promise<void> {
    const restored = await this.act(() => this.api.post(`/news/${encodeURIComponent(newsId)}/restore`))
    if (!restored) return
    this.say(sayOfEditing('isBack', { title }))
    this.reload()
  }
}

function stateCell(item: NewsItem): TemplateResult {
  const moment = momentText(item)
  return html`<div class="state">
    <span class="badge ${BADGES[item.state]}">${say(item.state)}</span>
    ${moment === '' ? nothing : html`<span class="quiet small">${moment}</span>`}
  </div>`
}

customElements.define('console-news-list', NewsListPage)
