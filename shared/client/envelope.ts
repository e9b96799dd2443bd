/** The envelope's verdict: success, or the error that its code stands for. */

import { Envelope } from '../contract/envelope.ts'
import { SUCCESS } from '../contract/return-code.ts'
import { accept } from './accept.ts'
import { checkOf } from './check.ts'
import { ServiceError } from './errors.ts'
import { isSuccess, type Reply, retryAfter, statusError } from './request.ts'

const envelopeCheck = checkOf(Envelope)

/**
 * The envelope of a successful call, with whatever HTTP status it came.
 *
 * @throws {ServiceError} its code is another than D00000
 * @throws {TransportError} there is none, and the HTTP status is no success
 * @throws {ContractError} there is none
 */
export function acceptEnvelope(
  address: string,
  reply: Pick<Reply, 'status' | 'headers'>,
  json: unknown,
): Envelope {
  if (!envelopeCheck.Check(json) && !isSuccess(reply.status)) throw statusError(address, reply)
  const envelope = accept(envelopeCheck, json, address)
  if (envelope.code !== SUCCESS) throw new ServiceError(address, envelope, retryAfter(reply.headers))
  return envelope
}
