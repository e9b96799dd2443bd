/** A list of news as a page: title, date, first words and picture of each entry. */

import { html, type Markup } from '../../../../shared/html/template.ts'
import type { PublishSettings } from '../../../options/publish.ts'
import type { StoredEntry } from '../../../store/types.ts'
import type { Stream } from '../../../stream.ts'
import { summaryOf } from '../../feeds/summary.ts'
import { titleOf } from '../../feeds/texts.ts'
import { INDEX, type NewsPage } from '../paging.ts'
import { addressFrom, entryPagePath, pagePath } from '../paths.ts'
import { isShowable, originOf } from './body.ts'
import { page } from './frame.ts'
import { STRINGS } from './strings.ts'
import { headingOf, shortSummary } from './texts.ts'
import { longDate } from './wording.ts'

export interface ListPage {
  stream: Stream
  part: Pick<NewsPage<unknown>, 'name' | 'older' | 'newer'>
  /** Newest first. */
  entries: readonly StoredEntry[]
  hasOtherLanguage: boolean
}

export function listPage(
  { stream, part, entries, hasOtherLanguage }: ListPage,
  settings: PublishSettings,
): string {
  const { lang } = stream
  const t = STRINGS[lang]
  const name = titleOf(stream, settings.feeds.titles)
  const path = pagePath(stream, part.name)
  const isIndex = part.name === INDEX
  const span = spanOf(entries, stream)
  const other = { siteId: stream.siteId, lang: lang === 'en-US' ? 'zh-HK' : 'en-US' } as const
  const lead = isIndex ? entries[0]?.newsId : undefined
  const link = (target: string | undefined, rel: 'next' | 'prev', words: string) =>
    target !== undefined &&
    html`<a rel="${rel}" href="${addressFrom(path, pagePath(stream, target))}">${words}</a>
`
  const main = html`<h1>${isIndex ? name : html`${name} <small>${span}</small>`}</h1>
${
  entries.length === 0
    ? html`<p class="nothing">${t.nothing}</p>
`
    : html`<ol class="list">
${entries.map(entry => item(entry, path, entry.newsId === lead))}</ol>
`
}${
  (part.newer ?? part.older) !== undefined &&
  html`<nav class="pages" aria-label="${t.pages}">
${link(part.newer, 'prev', `← ${t.newer}`)}${link(part.older, 'next', `${t.older} →`)}</nav>
`
}`
  return page(
    {
      stream,
      path,
      // Pages differ in the other language; both have an index.
      otherPath: hasOtherLanguage ? pagePath(other, INDEX) : undefined,
      title: isIndex ? undefined : span,
      isNamed: isIndex,
      pictures: entries.flatMap(entry => originOf(pictureOf(entry, entry.newsId === lead)?.src ?? '')),
      main,
    },
    settings,
  )
}

function item(entry: StoredEntry, path: string, isLead: boolean): Markup {
  const { lang, newsId, date, attachments } = entry
  const t = STRINGS[lang]
  const summary = shortSummary(summaryOf(entry.html, lang), lang)
  const title = headingOf(entry)
  const picture = pictureOf(entry, isLead)
  return html`<li${isLead && html` class="lead"`}>
<article>
<div class="words">
<p class="when"><time datetime="${date}">${longDate(date, lang)}</time>${
    attachments.length > 0 && html` <span class="count">${t.fileCount(attachments.length)}</span>`
  }</p>
<h2><a href="${addressFrom(path, entryPagePath(entry, newsId))}">${title}</a></h2>
${
  summary !== '' &&
  summary !== title &&
  html`<p class="summary">${summary}</p>
`
}</div>
${
  picture &&
  html`<img src="${picture.src}" alt="" width="${picture.width}" height="${picture.height}"${!isLead && html` loading="lazy"`} referrerpolicy="no-referrer">
`
}</article>
</li>
`
}

/** The first entry has a large picture, the others a small one. */
function pictureOf({ coverUrl, thumbnailUrl }: StoredEntry, isLead: boolean) {
  if (isLead && coverUrl && isShowable(coverUrl)) return { src: coverUrl, width: 1024, height: 576 }
  if (thumbnailUrl && isShowable(thumbnailUrl)) return { src: thumbnailUrl, width: 200, height: 200 }
  return undefined
}

/** The period, as in `March 3, 2026 – April 1, 2026`. */
function spanOf(entries: readonly StoredEntry[], { lang }: Stream): string {
  const [newest, oldest] = [entries[0]?.date, entries.at(-1)?.date]
  if (newest === undefined || oldest === undefined) return ''
  if (newest === oldest) return longDate(newest, lang)
  return `${longDate(oldest, lang)} – ${longDate(newest, lang)}`
}
