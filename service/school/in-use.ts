/** Something hangs on other records and is not deleted; the message says on which. */
export class InUseError extends Error {
  override name = 'InUseError'
  readonly code = 'IN_USE'
  /** Of the answer. */
  readonly statusCode = 409
}
