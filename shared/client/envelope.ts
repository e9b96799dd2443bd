/** Reads the envelope: success, or the error for its return code. */

import { Envelope } from '../contract/envelope.ts'
import { SUCCESS } from '../contract/return-code.ts'
import { accept } from './accept.ts'
import { checkOf } from './check.ts'
import { ServiceError } from './errors.ts'
import { isSuccess, type Reply, retryAfter, statusError } from './request.ts'

const envelopeCheck = checkOf(Envelope)

/**
 * The envelope of a successful call, whatever the HTTP status.
 *
 * @throws {ServiceError} the return code is not D00000
 * @throws {TransportError} no envelope, and the HTTP status is not a success
 * @throws {ContractError} no envelope, although the HTTP status is a success
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
