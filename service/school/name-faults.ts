/** What is wrong with the name of a unit, a year or a group. */
import { addressFaults, characterFaults, type Fault } from '../records/faults.ts'

const LONGEST_NAME = 200

/** The name of a group is also part of an address of the attendance API. */
export function* groupNameFaults(path: string, groupName: string): Generator<Fault> {
  yield* nameFaults(path, groupName)
  yield* addressFaults(path, groupName)
}

export function* nameFaults(path: string, name: string): Generator<Fault> {
  if (name.trim() === '') yield { path, reason: 'must not be empty' }
  if (name.length > LONGEST_NAME) yield { path, reason: `must have at most ${LONGEST_NAME} characters` }
  yield* characterFaults(path, name)
}

/** The identifier of a unit or a year, which is also part of an address. */
export function* numberFaults(path: string, id: number): Generator<Fault> {
  if (id < 0) yield { path, reason: `must not be negative, and ${id} is` }
}
