/** Reads the envelope: success, or the error for its return code. Only the code decides: a missing txID or message is empty. */

import Type from 'typebox'
import type { Envelope } from '../contract/envelope.ts'
import { SUCCESS } from '../contract/return-code.ts'
import { accept } from './accept.ts'
import { checkOf } from './check.ts'
import { ServiceError } from './errors.ts'
import { isSuccess, type Reply, retryAfter, statusError } from './reply.ts'

const envelopeCheck = checkOf(
  Type.Object({
    code: Type.String(),
    txID: Type.Optional(Type.Unknown()),
    message: Type.Optional(Type.Unknown()),
    content: Type.Optional(Type.Unknown()),
  }),
)

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
  if (!isSuccess(reply.status) && !isEnvelope(json)) throw statusError(address, reply)
  const { code, txID, message, content } = accept(envelopeCheck, json, address)
  const envelope = { txID: stringOrEmpty(txID), code, message: stringOrEmpty(message), content }
  if (code !== SUCCESS) throw new ServiceError(address, envelope, retryAfter(reply.headers))
  return envelope
}

/** The error of a gateway may have a `code`, too: without a txID, it must be one of the service. */
export function isEnvelope(json: unknown): boolean {
  return envelopeCheck.Check(json) && (typeof json.txID === 'string' || RETURN_CODE.test(json.code))
}

const RETURN_CODE = /^[A-Z]\d{5}$/

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}
