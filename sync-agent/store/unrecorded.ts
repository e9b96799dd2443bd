/** What only the agent knows of a stream: failed cycles that the store did not take, for example on a full disk. */

import { Temporal } from 'temporal-polyfill'
import { type Stream, streamName } from '../stream.ts'
import type { Engine } from './engine.ts'
import { readState } from './stream-rows.ts'
import type { Failure, StreamState } from './types.ts'

/** Since the last success, by the stream's name. */
export type Unrecorded = Map<string, { failures: number; last: Failure }>

export type KnownState = StreamState & { unrecorded?: Failure }

/** The stored state, with the failures that the store did not take. */
export async function readKnownState(
  { reading }: Engine,
  stream: Stream,
  unrecorded: Unrecorded | undefined,
): Promise<KnownState> {
  const state = await readState(reading, stream)
  const own = unrecorded?.get(streamName(stream))
  // With a later success, another agent has led since.
  if (!own || isLater(state.lastSuccessAt, own.last)) return state
  return {
    ...state,
    failuresInARow: state.failuresInARow + own.failures,
    lastFailure: isLater(state.lastFailure?.at, own.last) ? state.lastFailure : own.last,
    unrecorded: own.last,
  }
}

export function addUnrecorded(unrecorded: Unrecorded, stream: Stream, last: Failure): void {
  const name = streamName(stream)
  unrecorded.set(name, { failures: (unrecorded.get(name)?.failures ?? 0) + 1, last })
}

const isLater = (at: Temporal.Instant | undefined, than: Failure) =>
  at !== undefined && Temporal.Instant.compare(at, than.at) > 0
