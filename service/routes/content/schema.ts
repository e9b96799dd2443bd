/** What the schemas of the popup and the news call have alike. */
import Type, { type TSchema } from 'typebox'
import { FailureEnvelope } from '../../../shared/contract/envelope.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { json, noBody } from '../../../shared/server/openapi/responses.ts'

/** Parameters of both calls. */
export const siteAndLanguage = {
  siteId: Type.Enum(SITE_IDS, { description: 'The website that asks.' }),
  lang: Type.Enum(LANGUAGES, { description: 'The language of the content.', default: DEFAULT_LANGUAGE }),
}

export const conditional = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'The `etag` of the content that you hold.' })),
})

export const CALL_DESCRIPTION =
  'Every answer is an envelope, with HTTP status 200 unless address or method are wrong: `code` is the verdict, and ' +
  'anything but `D00000` comes without content. The call is served without its first path segment as well, to GET, HEAD and OPTIONS.'

const headers = Type.Object({
  etag: Type.Optional(
    Type.String({
      description: 'On success: over the content alone, weak, because the txID differs by answer.',
    }),
  ),
  'cache-control': Type.String({ description: 'A few seconds on success, `no-store` on failure.' }),
  'access-control-allow-origin': Type.Literal('*', { description: 'Any website’s scripts may read it.' }),
})

/** @param title of the whole envelope @param what the content is */
export function envelopeResponses(title: string, content: TSchema, what: string) {
  const success = Type.Object(
    {
      txID: Type.String({ description: 'Unique identifier of this answer, for troubleshooting.' }),
      code: Type.Literal('D00000'),
      message: Type.String(),
      content,
    },
    { title },
  )
  const description = `The envelope: ${what}, or the code and message of a failure`
  return {
    200: json(description, Type.Union([success, FailureEnvelope]), headers),
    304: noBody('The content that you hold is current'),
    405: json('The envelope: the call is answered to GET, HEAD and OPTIONS', FailureEnvelope),
  }
}
