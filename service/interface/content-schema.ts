/** What the schemas of the popup and the news call have alike. */
import Type, { type Static, type TSchema } from 'typebox'
import { FailureEnvelope, SuccessEnvelope } from '../../shared/contract/envelope.ts'
import { returnCodeOf, returnMessage, SUCCESS, type Verdict } from '../../shared/contract/return-code.ts'
import type { Examples } from '../../shared/server/openapi/document.ts'
import { json, noBody } from '../../shared/server/openapi/responses.ts'

export const conditional = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: '**Open point**: the `etag` of the content that you hold.' }),
  ),
})

export const CALL_DESCRIPTION =
  'Every answer is an envelope: `code` is the verdict, and anything but `D00000` comes without content. **Open point**: no ' +
  'authentication, and HTTP status 200 also for a failure.'

const headers = Type.Object({
  etag: Type.Optional(
    Type.String({
      description:
        '**Open point**: on success, over the content alone, weak, because the txID differs by answer.',
    }),
  ),
  'cache-control': Type.Optional(
    Type.String({ description: '**Open point**: a few seconds on success, `no-store` on failure.' }),
  ),
  'access-control-allow-origin': Type.Optional(
    Type.String({ description: '**Open point**: `*`, any website’s scripts may read it.' }),
  ),
})

const TX_ID = '5d8e3c1a-7f64-4b0e-9a52-c0ffee123456'
const failed = ({ code, message }: Verdict) => ({ summary: message, value: { txID: TX_ID, code, message } })
const FAILURES: Examples = {
  siteIdMissing: failed(returnCodeOf({ parameter: 'siteId', isMissing: true, value: undefined })),
  siteIdUnknown: failed(returnCodeOf({ parameter: 'siteId', isMissing: false, value: 'nursery' })),
  langInvalid: failed(returnCodeOf({ parameter: 'lang', isMissing: false, value: 'fr' })),
  timeout: failed({ code: 'D20003', message: returnMessage('D20003') }),
  unknownException: failed({ code: 'D20000', message: returnMessage('D20000') }),
}

export interface AnsweredContent<Content extends TSchema> {
  /** Of the envelope. */
  title: string
  content: Content
  /** What the content is. */
  what: string
  /** The first one is what mock servers answer with. */
  examples: Record<string, { summary: string; content: Static<Content> }>
  failures?: Record<string, Verdict>
}

export function envelopeResponses<Content extends TSchema>({
  title,
  content,
  what,
  examples,
  failures = {},
}: AnsweredContent<Content>) {
  const succeeded = entriesOf(examples, ({ summary, content }) => ({
    summary,
    value: { txID: TX_ID, code: SUCCESS, message: returnMessage(SUCCESS), content },
  }))
  return {
    200: json(
      `The envelope: ${what}, or the code and message of a failure`,
      Type.Union([SuccessEnvelope(content, { title }), FailureEnvelope]),
      { headers, examples: { ...succeeded, ...FAILURES, ...entriesOf(failures, failed) } },
    ),
    304: noBody('**Open point**: the content that you hold is current'),
    '4XX': json(
      '**Open point**: which failures have a status of their own. 405 for another method than GET, HEAD and OPTIONS, 404 ' +
        'for another address, 400 for one that cannot be decoded: with an envelope of `D20000`',
      FailureEnvelope,
      {
        examples: {
          wrongMethod: failed({
            code: 'D20000',
            message: `${returnMessage('D20000')}: the call is answered to GET, HEAD and OPTIONS`,
          }),
        },
      },
    ),
  }
}

const entriesOf = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
