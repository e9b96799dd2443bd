/** The content API as the OpenAPI document tells of it. */
import Type, { type TObject } from 'typebox'
import { FailureEnvelope } from '../../shared/contract/envelope.ts'
import { NewsContent } from '../../shared/contract/news.ts'
import { PopupContent } from '../../shared/contract/popup.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, SITE_IDS } from '../../shared/contract/site.ts'
import { type Operation, refusal } from '../openapi.ts'
import { MOST_NEWS_IDS } from './parameters.ts'

const txID = Type.String({ description: 'Unique identifier of this answer, for troubleshooting.' })
const common = { txID, code: Type.Literal('D00000'), message: Type.String() }
const PopupAnswer = Type.Object({ ...common, content: PopupContent }, { title: 'PopupAnswer' })
const NewsAnswer = Type.Object({ ...common, content: NewsContent }, { title: 'NewsAnswer' })

const whose = {
  siteId: Type.Enum(SITE_IDS, { description: 'The website that asks.' }),
  lang: Type.Optional(
    Type.Enum(LANGUAGES, { description: 'The language of the content.', default: DEFAULT_LANGUAGE }),
  ),
}
const conditional = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'The `etag` of the content that you hold.' })),
})
const told = Type.Object({
  etag: Type.Optional(
    Type.String({
      description: 'On success: over the content alone, weak, because the txID differs by answer.',
    }),
  ),
  'cache-control': Type.String({ description: 'A few seconds on success, `no-store` on failure.' }),
  'access-control-allow-origin': Type.Literal('*', { description: 'Any website’s scripts may read it.' }),
})

const EVERY_CALL =
  'Every answer is an envelope with HTTP status 200: `code` is the verdict, and anything but `D00000` comes without ' +
  'content. The call is served without its first path segment as well, to GET, HEAD and OPTIONS.'

const call = (answer: TObject, what: string) => ({
  200: {
    description: `The envelope: ${what}, or the code and message of a failure`,
    type: 'application/json',
    schema: Type.Union([answer, FailureEnvelope]),
    headers: told,
  },
  304: { description: 'The content that you hold is current' },
  405: refusal('The call is answered to GET, HEAD and OPTIONS'),
})

export const POPUP_CALL: Operation = {
  tag: 'Content API',
  summary: 'The popup messages to show on a website now',
  description: EVERY_CALL,
  headers: conditional,
  query: Type.Object(whose),
  answers: call(PopupAnswer, 'the messages, newest first'),
}

export const NEWS_CALL: Operation = {
  tag: 'Content API',
  summary: 'The news published, changed or deleted since a time',
  description: EVERY_CALL,
  headers: conditional,
  query: Type.Object({
    ...whose,
    lastSyncTime: Type.String({
      pattern: '^\\d{14}$',
      description:
        'Wall clock in the school’s zone, `YYYYMMDDhhmmss`; what happened strictly after it is told.',
    }),
    newsIDs: Type.Optional(
      Type.String({
        description: `Identifiers of entries wanted besides, separated by commas; up to ${MOST_NEWS_IDS}.`,
      }),
    ),
  }),
  answers: call(NewsAnswer, 'the entries, newest first, and the identifiers of those deleted'),
}
