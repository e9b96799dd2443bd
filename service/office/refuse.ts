/**
 * How a change is refused: with every fault of a record at once, so that it is mended in one go, or because other records
 * refer to it. Nothing is changed.
 */
import type { Static, TSchema } from 'typebox'
import { type Check, faults as faultsOf } from '../../shared/client/accept.ts'

export interface Fault {
  /** JSON pointer within the record. */
  path: string
  reason: string
}

/** @throws {DraftError} when there are any, naming all of them */
export function refuse(faults: Iterable<Fault>): void {
  const [first, ...others] = faults
  if (first) throw new DraftError(first, ...others)
}

/** @throws {DraftError} the schema does not accept the draft, or it has one of the faults */
export function acceptDraft<Schema extends TSchema>(
  check: Check<Schema>,
  draft: Static<Schema>,
  faults: (draft: Static<Schema>) => Iterable<Fault> = () => [],
): Static<Schema> {
  refuse(check.Check(draft) ? faults(draft) : faultsOf(check.Type(), draft))
  return draft
}

/** A record cannot be entered. */
export class DraftError extends Error {
  override name = 'DraftError'
  readonly code = 'DRAFT_INVALID'
  /** JSON pointer within the record, as in `/attachments/0`: of the first fault. */
  readonly path: string
  /** Everything that is wrong with it. */
  readonly faults: readonly Fault[]

  constructor(...faults: readonly [Fault, ...Fault[]]) {
    const [{ path, reason }] = faults
    super(path === '' ? reason : `${path} ${reason}`)
    this.path = path
    this.faults = faults
  }
}

/** Other records refer to this one, so it is not deleted; the message names them. */
export class InUseError extends Error {
  override name = 'InUseError'
  readonly code = 'IN_USE'
  /** Of the answer. */
  readonly statusCode = 409
}
