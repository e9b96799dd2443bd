/** Other records refer to this one, so it is not deleted; the message names them. */
export class InUseError extends Error {
  override name = 'InUseError'
  readonly code = 'IN_USE'
  /** Of the answer. */
  readonly statusCode = 409
}
