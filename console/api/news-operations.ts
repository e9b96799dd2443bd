/** What the console's calls for news say of themselves. */
import Type from 'typebox'
import { NEWS_STATES } from '../../service/content/news.ts'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { SITE_IDS } from '../../shared/contract/site.ts'
import { ChangedNews, EnteredNews } from './entered-news.ts'
import { Medium } from './media-operations.ts'

const tag = 'Console: news'
const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const byId = Type.Object({ newsId: text })
const state = Type.Enum(NEWS_STATES)
const sites = Type.Array(Type.Enum(SITE_IDS))
const { newsDateTime, texts, cover, attachments } = EnteredNews.properties

const NewsRecord = Type.Object(
  {
    newsId: text,
    state,
    deleted: Type.Boolean(),
    sites,
    newsDateTime,
    texts,
    cover,
    attachments,
    media: Type.Array(Medium, { description: 'Those that the entry names.' }),
    stamp: Type.String({ description: 'What a change has to name.' }),
  },
  { title: 'NewsRecord' },
)
const record = (description: string) => ({ description, type: 'application/json', schema: NewsRecord })
const NONE = refusal('There is no entry by this identifier')

export const LIST: Operation = {
  tag,
  summary: 'News, newest first',
  query: Type.Object({
    q: Type.Optional(
      Type.String({ description: 'Words that titles and bodies must hold, in either language.' }),
    ),
    state: Type.Optional(Type.Enum(NEWS_STATES, { description: 'Without it, all that are not deleted.' })),
    site: Type.Optional(Type.Enum(SITE_IDS)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    after: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
  }),
  answers: {
    200: {
      description: 'A page of them',
      type: 'application/json',
      schema: Type.Object({
        news: Type.Array(
          Type.Object(
            {
              newsId: text,
              newsDateTime,
              sites,
              state,
              titles: Type.Object({ 'en-US': text, 'zh-HK': text }),
              thumbnailUrl: Type.Optional(text),
              attachments: count,
            },
            { title: 'NewsItem' },
          ),
        ),
        counts: Type.Object({ published: count, draft: count, deleted: count }),
        now: Type.String({ description: 'The school’s wall clock, YYYYMMDDhhmmss.' }),
        next: Type.Optional(text),
      }),
    },
    400: refusal('A parameter is wrong'),
  },
}

export const GET: Operation = {
  tag,
  summary: 'An entry, in whatever state',
  path: byId,
  answers: { 200: record('The entry'), 404: NONE },
}

export const CREATE: Operation = {
  tag,
  summary: 'Write an entry, as a draft or published at once',
  body: EnteredNews,
  answers: {
    201: record('The entry, under the next number where none was given'),
    409: refusal('There is an entry by this identifier'),
    422: recordRefusal(),
  },
}

export const CHANGE: Operation = {
  tag,
  summary: 'Change an entry, publish it, or take it back',
  description: 'A published entry that becomes a draft is deleted for its websites.',
  path: byId,
  body: ChangedNews,
  answers: {
    200: record('The entry as it is now'),
    404: NONE,
    409: refusal('The entry was changed after it was read; `current` is how it is now'),
    422: recordRefusal(),
  },
}

export const REMOVE: Operation = {
  tag,
  summary: 'Delete an entry',
  path: byId,
  answers: { 204: { description: 'Its websites hear of it' }, 404: NONE },
}

export const RESTORE: Operation = {
  tag,
  summary: 'Bring a deleted entry back as it was',
  path: byId,
  answers: { 200: record('The entry'), 404: NONE },
}
