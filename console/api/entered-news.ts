/** A news entry as it is sent to the console's API. */
import Type, { type Static } from 'typebox'
import type { EnteredState } from '../../service/content/news.ts'
import { SeedNews } from '../../service/seed.ts'
import { SiteId } from '../../shared/contract/site.ts'

const { newsDateTime, texts, cover, attachments } = SeedNews.properties

/** A draft may still lack its sites. */
export const EnteredNews = Type.Object(
  {
    newsId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    state: Type.Enum(['published', 'draft'] satisfies EnteredState[]),
    sites: Type.Array(SiteId, { maxItems: 10 }),
    newsDateTime,
    texts,
    cover,
    attachments,
  },
  { title: 'EnteredNews' },
)
export type EnteredNews = Static<typeof EnteredNews>

/** A change names the stamp of what it changes. */
export const ChangedNews = Type.Object(
  { ...EnteredNews.properties, stamp: Type.String() },
  { title: 'ChangedNews' },
)
