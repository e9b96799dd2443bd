/** Forms of texts and numbers. */
import Type from 'typebox'

/**
 * ISO 8601. The documents name this form and that of an address, and no check refuses another one: a service that writes a timestamp in
 * another form, or a relative address, is still read.
 */
export const Timestamp = (description: string) => Type.String({ description, '~format': 'date-time' })

export const Address = (description: string) => Type.String({ description, '~format': 'uri' })

/**
 * The range of whole numbers that JavaScript holds exactly, for `Type.Integer`.
 *
 * Beyond it, two numbers of a JSON text become one when it is read: an identifier would be somebody else's.
 */
export const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const
