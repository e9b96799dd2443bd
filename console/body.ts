/** The body of a console call, once its schema has accepted it. */
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { acceptDraft, DraftError } from '../service/records/draft.ts'
import type { Fault } from '../service/records/faults.ts'
import { type Check, isTooDeep, TOO_DEEP } from '../shared/client/accept.ts'

/**
 * @param faults what a schema cannot see
 * @throws {DraftError} with everything that is wrong; the console answers it with 422 and `errors`
 */
export function bodyOf<Schema extends TSchema>(
  check: Check<Schema>,
  { body }: FastifyRequest,
  faults: (body: Static<Schema>) => Iterable<Fault> = () => [],
): Static<Schema> {
  if (isTooDeep(body)) throw new DraftError({ path: '', reason: TOO_DEEP })
  return acceptDraft(check, body as Static<Schema>, faults)
}
