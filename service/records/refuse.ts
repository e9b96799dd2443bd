/** Every fault of a record at once, so that it is mended in one go. */
import { DraftError } from './draft.ts'
import type { Fault } from './faults.ts'

/** @throws {DraftError} when there are any, naming all of them */
export function refuse(faults: Iterable<Fault>): void {
  const [first, ...others] = faults
  if (first) throw new DraftError(first, ...others)
}
