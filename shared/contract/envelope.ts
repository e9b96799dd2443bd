/** The envelope of all content API responses (interface, Response envelope). */
import Type, { type Static, type TSchema } from 'typebox'
import { FAILURE_CODES, RETURN_CODES, SUCCESS } from './return-code.ts'

/** `content` is read only when `code` is D00000. */
export const Envelope = Type.Object(
  {
    txID: Type.String({ description: 'Unique identifier of this answer, for troubleshooting.' }),
    code: Type.String({ description: 'Return code; D00000 is success.' }),
    message: Type.String({ description: 'Status message; for people, never parsed.' }),
    content: Type.Optional(Type.Unknown({ description: 'Business data, on success only.' })),
  },
  { title: 'Envelope' },
)
export type Envelope = Static<typeof Envelope>

const { txID, message } = Envelope.properties

/** A response with content: code D00000. */
export const SuccessEnvelope = <Content extends TSchema>(
  content: Content,
  options: { title?: string } = {},
) => Type.Object({ txID, code: Type.Literal(SUCCESS), message, content }, options)

/** A failed response: one of the other codes, without a `content` field. */
export const FailureEnvelope = Type.Object(
  {
    txID,
    code: Type.Enum(FAILURE_CODES, {
      description: FAILURE_CODES.map(code => `- \`${code}\`: ${RETURN_CODES[code]}`).join('\n'),
    }),
    message,
  },
  { title: 'FailureEnvelope' },
)
export type FailureEnvelope = Static<typeof FailureEnvelope>
