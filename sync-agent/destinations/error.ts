/** Wrong settings of a destination, or one that cannot be reached when it is added; nothing was changed. */
export class DestinationError extends Error {
  override name = 'DestinationError'
  readonly code:
    | 'DESTINATION_UNKNOWN'
    | 'DESTINATION_OPTION_INVALID'
    | 'DESTINATION_TOO_MANY'
    | 'DESTINATION_UNREACHABLE'

  constructor(code: DestinationError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
