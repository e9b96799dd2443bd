/** News for the host site: the agent's own format, times with an offset, safe URLs and HTML. */
import Type, { type Static } from 'typebox'
import { ReceivedAttachment } from '../../../shared/client/attachments.ts'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { instantOf, parseWireDateTime } from '../../../shared/contract/wire-time.ts'
import { type MirrorUrl, withMirror } from '../../store/mirrored.ts'
import type { Phrase } from '../../store/search-terms.ts'
import type { NewsPage, SearchPage, StoredEntry } from '../../store/types.ts'
import { foundIn } from '../search/found.ts'
import { printOffset, printPlace } from './cursor.ts'

export const NewsItem = Type.Object(
  {
    newsId: Type.String(),
    siteId: Type.Enum(SITE_IDS),
    lang: Type.Enum(LANGUAGES),
    title: Type.String({ description: 'Plain text.' }),
    html: Type.String({ description: 'Sanitised HTML; a page can use it unchanged.' }),
    date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '`YYYY-MM-DD`.' }),
    publishedAt: Type.String({ description: 'ISO 8601 with the offset of the school’s zone.' }),
    coverUrl: Type.Optional(Type.String({ description: 'Picture, 1024 px wide.' })),
    thumbnailUrl: Type.Optional(Type.String({ description: 'Picture, 200 px by 200 px.' })),
    attachments: Type.Array(ReceivedAttachment, {
      description: 'Each with a type and an http(s) `url`; what the service does not say is absent.',
    }),
    seq: Type.Integer({ description: 'Number of the entry’s last change.' }),
  },
  { title: 'NewsItem' },
)
export type NewsItem = Static<typeof NewsItem>

export const FoundItem = Type.Object(
  {
    ...NewsItem.properties,
    found: Type.Optional(
      Type.Object(
        {
          title: Type.String({ description: 'HTML: the title, with the matches in `<mark>`.' }),
          snippet: Type.String({ description: 'HTML: a part of the text, with the matches in `<mark>`.' }),
        },
        { title: 'Found', description: 'Why the entry was found; only with `q`.' },
      ),
    ),
  },
  { title: 'FoundItem' },
)
export type FoundItem = Static<typeof FoundItem>

export const NewsList = Type.Object(
  {
    items: Type.Array(FoundItem, {
      description: 'Newest first; with `q` by relevance, then newest first.',
    }),
    next: Type.Optional(
      Type.String({ description: 'The `cursor` of the next page; absent on the last one.' }),
    ),
    seq: Type.Integer({ minimum: 0, description: 'The store’s last change.' }),
    withdrawn: Type.Optional(
      Type.Literal(true, {
        description: 'Only with `newsId`: the entry was published, and withdrawn since.',
      }),
    ),
  },
  { title: 'NewsList' },
)
export type NewsList = Static<typeof NewsList>

/** How entries are shown. */
export interface NewsView {
  /** The school's zone, for `publishedAt`. */
  zone: string
  /** Absent: the entries keep their original URLs. */
  mirrorUrl?: MirrorUrl | undefined
}

export function newsList({ entries, next, seq }: NewsPage, view: NewsView): NewsList {
  return { items: entries.map(entry => newsItem(entry, view)), ...(next && { next: printPlace(next) }), seq }
}

export function foundList(
  { entries, next, seq }: SearchPage,
  phrases: readonly Phrase[],
  view: NewsView,
): NewsList {
  return {
    items: entries.map(entry => ({ ...newsItem(entry, view), found: foundIn(entry, phrases) })),
    ...(next !== undefined && { next: printOffset(next, phrases) }),
    seq,
  }
}

export function newsItem(stored: StoredEntry, { zone, mirrorUrl }: NewsView): NewsItem {
  const entry = mirrorUrl ? withMirror(stored, mirrorUrl) : stored
  const { newsId, siteId, lang, title, html, date, coverUrl, thumbnailUrl, attachments, seq } = entry
  return {
    newsId,
    siteId,
    lang,
    title,
    html,
    date,
    publishedAt: publishedAt(entry.newsDateTime, zone),
    ...(coverUrl && { coverUrl }),
    ...(thumbnailUrl && { thumbnailUrl }),
    attachments,
    seq,
  }
}

function publishedAt(newsDateTime: string, zone: string): string {
  const published = instantOf(parseWireDateTime(newsDateTime), zone).toZonedDateTimeISO(zone)
  return published.toString({ timeZoneName: 'never' })
}
