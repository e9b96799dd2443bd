/** Why a file cannot become a medium: a stable code, and a sentence with the type of the file and what to do. */

export type MediaFault =
  | 'MEDIA_EMPTY'
  | 'MEDIA_TYPE' // something else than the six types
  | 'MEDIA_MISMATCH' // one of the six, but named or declared as another
  | 'MEDIA_DAMAGED' // broken off, or not what its beginning promises
  | 'MEDIA_TOO_LARGE'
  | 'MEDIA_TOO_MANY_PIXELS'
  | 'MEDIA_TOO_NARROW' // for its length
  | 'MEDIA_TOO_MANY'
  | 'MEDIA_NO_ROOM'
  | 'MEDIA_BUSY'

export interface MediaFaultFacts {
  /** What the content is, as in `gif` or `image/jpeg`. */
  found?: string
  /** The type that the name or the sender says. */
  expected?: string
  /** Bytes, pixels or files. */
  limit?: number
}

export class MediaRefused extends Error {
  override name = 'MediaRefused'
  readonly code: MediaFault
  readonly facts: MediaFaultFacts

  constructor(code: MediaFault, message: string, facts: MediaFaultFacts = {}, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.facts = facts
  }
}

export const damaged = (what: string) => new MediaRefused('MEDIA_DAMAGED', `The file is damaged: ${what}`)
