/** The envelope of all content API responses (interface, Response envelope). */
import Type, { type Static, type TSchema } from 'typebox'

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

/** A response with content: code D00000. */
export const SuccessEnvelope = <Content extends TSchema>(content: Content) =>
  Type.Object({
    txID: Type.String(),
    code: Type.Literal('D00000'),
    message: Type.String(),
    content,
  })

/** A failed response: any other code, without a `content` field. */
export const FailureEnvelope = Type.Object(
  { txID: Type.String(), code: Type.String(), message: Type.String() },
  { title: 'FailureEnvelope' },
)
export type FailureEnvelope = Static<typeof FailureEnvelope>
