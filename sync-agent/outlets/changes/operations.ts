/** The change log as the OpenAPI document tells of it. */
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { type Operation, refusal, streamParameters } from '../http/openapi.ts'
import { NewsItem } from '../news/item.ts'
import { DEFAULT_LIMIT, LONGEST_WAIT_SECONDS, MAX_LIMIT } from './question.ts'

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
  { title: 'Deletion', description: 'An entry was deleted, be it known or not.' },
)
const ChangesPage = Type.Object(
  {
    changes: Type.Array(Type.Union([Upsert, Deletion]), { description: 'Oldest first.' }),
    next: Type.String({ description: 'The place behind them: the `after` of the next question.' }),
    more: Type.Boolean({ description: 'There is more to be had at once.' }),
    seq: Type.Integer({ description: 'The store’s last change.' }),
    store: Type.String({ description: 'The store’s identity.' }),
  },
  { title: 'ChangesPage' },
)

const after = Type.Optional(
  Type.String({ description: 'A place in the log: a `next`, the number of a change, or `now`.' }),
)
const gone = refusal('The place is in another history than this store’s: start again with `after=0`')
const unusable = refusal('A parameter cannot be used; `detail` says which and why')
const tooMany = refusal('As many follow as may; `retry-after` says when to come back')

export const CHANGES: Operation = {
  tag: 'Changes',
  summary: 'What changed behind a place in the log, deletions included',
  query: Type.Object({
    after,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_WAIT_SECONDS,
        default: 0,
        description: 'Seconds for which the answer may be held back until there is something in it.',
      }),
    ),
    ...streamParameters,
  }),
  answers: {
    200: { description: 'A page of the log', type: 'application/json', schema: ChangesPage },
    400: unusable,
    410: gone,
    503: tooMany,
  },
}

export const CHANGE_STREAM: Operation = {
  tag: 'Changes',
  summary: 'The same as it happens, as Server-Sent Events',
  description: 'The data of each event is one change as JSON, its id the place behind it.',
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      Type.String({
        description: 'The last event seen; counts before `after`. Browsers send it themselves.',
      }),
    ),
  }),
  query: Type.Object({ after, ...streamParameters }),
  answers: {
    200: { description: 'Events, until you leave', type: 'text/event-stream' },
    400: unusable,
    410: gone,
    503: tooMany,
  },
}
