/**
 * Texts whose form the documents name and no check refuses: a service that writes a timestamp in another form of ISO 8601,
 * or a relative address, is still read.
 */
import Type from 'typebox'

/** ISO 8601. */
export const Timestamp = (description: string) => Type.String({ description, '~format': 'date-time' })

export const Address = (description: string) => Type.String({ description, '~format': 'uri' })
