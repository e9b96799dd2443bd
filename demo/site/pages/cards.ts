/** News entries as cards, or a sentence when there are none. */
import type { Language } from '../../../shared/contract/site.ts'
import { html, type Markup } from '../../../shared/html/template.ts'
import { entryPlace } from '../addresses.ts'
import { firstWords } from '../body.ts'
import type { NewsItem } from '../news.ts'
import { textsIn } from '../strings.ts'
import { dayIn } from '../wording.ts'

export interface CardsOptions {
  /** Makes the first card larger. */
  lead?: boolean
  heading?: 'h2' | 'h3'
}

export function cards(lang: Language, items: readonly NewsItem[], options: CardsOptions = {}): Markup {
  if (items.length === 0) return quiet(textsIn(lang).newsEmpty)
  const { lead = false, heading = 'h3' } = options
  const kind = (index: number) => (lead ? (index === 0 ? 'card lead-card' : 'card row-card') : 'card')
  return html`<ul class="cards${lead && ' with-lead'}">${items.map((item, index) => card(lang, item, heading, kind(index)))}</ul>`
}

export function quiet(sentence: string): Markup {
  return html`<p class="quiet">${sentence}</p>`
}

function card(lang: Language, item: NewsItem, heading: 'h2' | 'h3', kind: string): Markup {
  const link = html`<a class="card-link" href="${entryPlace(item.newsId)(lang)}">${item.title}</a>`
  const teaser = firstWords(
    item.teaser,
    kind === 'card row-card' ? BESIDE_PICTURE[lang] : BELOW_PICTURE[lang],
  )
  return html`<li class="${kind}">
${cover(item)}
<div class="card-words">
<p class="date"><time datetime="${item.date}">${dayIn(lang, item.date)}</time></p>
${heading === 'h2' ? html`<h2 class="card-title">${link}</h2>` : html`<h3 class="card-title">${link}</h3>`}
${teaser && html`<p class="teaser">${teaser}</p>`}
</div>
</li>`
}

/** Characters of about three lines. */
const BELOW_PICTURE = { 'en-US': 150, 'zh-HK': 80 } as const
const BESIDE_PICTURE = { 'en-US': 90, 'zh-HK': 45 } as const

/** Entries without a picture get a drawing, always the same for an entry. */
function cover({ cover: picture, newsId }: NewsItem): Markup {
  if (picture)
    return html`<img class="cover" src="${picture}" width="1024" height="683" alt="" loading="lazy" referrerpolicy="no-referrer">`
  const turn = Array.from(newsId).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)
  return html`<img class="cover" src="/assets/tide-${1 + (turn % 3)}.svg" width="480" height="320" alt="">`
}
