/** What the schemas of the change log's routes have alike. */
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { refusal } from '../../../shared/server/openapi/responses.ts'
import type { Stream } from '../../stream.ts'
import { streamParameters } from '../http/parameters.ts'
import { NewsItem } from '../news/item.ts'
import { placeText } from './place.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1_000

/** @param begin where a follower begins who names no place */
export const changesParameters = (streams: readonly Stream[], begin: '0' | 'now') => ({
  after: placeText({
    default: begin,
    description: 'A position in the log: a `next`, the number of a change, or `now`.',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'Changes read at a time; a page also ends at about 2 MB.',
  }),
  ...streamParameters(streams),
})

export const REFUSALS = {
  400: refusal('Invalid parameter; `detail` says which and why'),
  410: refusal('The position belongs to another history of the store: start again with `after=0`'),
  503: refusal('The news was never copied, or too many followers; `retry-after` says when to try again'),
}

const Upsert = Type.Object(
  { seq: Type.Integer(), kind: Type.Literal('upsert'), entry: NewsItem },
  { title: 'Upsert', description: 'An entry was published, or changed.' },
)
const Deletion = Type.Object(
  {
    seq: Type.Integer(),
    kind: Type.Literal('deletion'),
    siteId: Type.Enum(SITE_IDS),
    lang: Type.Enum(LANGUAGES),
    newsId: Type.String(),
    deletedAt: Type.String({ description: 'ISO 8601 in UTC.' }),
  },
  { title: 'Deletion', description: 'An entry was deleted; you may not have it.' },
)
export const ChangesPage = Type.Object(
  {
    changes: Type.Array(Type.Union([Upsert, Deletion]), { description: 'Oldest first.' }),
    next: Type.String({ description: 'The position after them: the `after` of the next request.' }),
    more: Type.Boolean({ description: 'The next page is ready.' }),
    seq: Type.Integer({ description: 'The store’s last change.' }),
    store: Type.String({ description: 'The store’s identity.' }),
  },
  { title: 'ChangesPage' },
)
