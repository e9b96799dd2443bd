/** The rows of a list: date, title, the beginning of the text, how many attachments, and a small picture. */
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { foreignIn } from '../language.ts'
import { dayIn, hide, show } from './detail-view.ts'
import type { NewsEntry } from './entry.ts'
import { icon } from './icons.ts'
import { marked } from './marked.ts'
import type { NewsList } from './news-list.ts'
import { teaserOf } from './teaser.ts'
import type { EntryView } from './view.ts'
import { wordsOf } from './words.ts'

export interface ListView extends EntryView {
  /** Address of an entry on this page; undefined when entries have none. */
  hrefOf: (newsId: string) => string | undefined
  onOpen: (event: MouseEvent, newsId: string) => void
}

export const listView = ({ entries, withdrawn }: NewsList, view: ListView): TemplateResult =>
  html`<ul part="list" role="list">${repeat(
    entries,
    ({ newsId }) => newsId,
    entry => {
      const isGone = withdrawn.has(entry.newsId)
      return html`<li part="item" .newsId=${entry.newsId} tabindex=${isGone ? '-1' : nothing}>${
        isGone ? html`<p class="muted" .textContent=${view.words.withdrawn}></p>` : row(entry, view)
      }</li>`
    },
  )}</ul>`

function row(entry: NewsEntry, view: ListView): TemplateResult {
  const { title, date, teaser, thumbnailUrl, attachments, found } = entry
  const { words, level, language } = view
  return html`<div class="words"><p part="date">${dayIn(date, view)}</p><div part="title" role="heading" aria-level=${level} lang=${foreignIn(title, language) ?? nothing}>${link(entry, found?.title ? wordsOf(found.title, marked) : title ? wordsOf(title) : dayIn(date, view), view)}</div>${
    teaser
      ? html`<p part="teaser" lang=${foreignIn(teaser, language) ?? nothing}>${found ? wordsOf(found.snippet, marked) : wordsOf(teaser, teaserOf)}</p>`
      : nothing
  }${attachments.length ? html`<p part="attached">${icon('clip')}<span .textContent=${words.attached(attachments.length)}></span></p>` : nothing}</div>${
    thumbnailUrl
      ? html`<img part="thumbnail" src=${thumbnailUrl} width="200" height="200" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" .onerror=${hide} .onload=${show}>`
      : nothing
  }`
}

function link({ newsId }: NewsEntry, title: unknown, { hrefOf, onOpen }: ListView): TemplateResult {
  const href = hrefOf(newsId)
  const open = (event: MouseEvent) => onOpen(event, newsId)
  return href
    ? html`<a part="link" href=${href} .onclick=${open}>${title}</a>`
    : html`<button part="link" .onclick=${open}>${title}</button>`
}
