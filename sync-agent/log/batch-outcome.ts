/** What a batch comes to: what is put aside, and whether the whole target pauses. */
import type { BatchOutcome, FollowerState, Subject } from '../store/followers.ts'
import { askedMs, PAUSES_AFTER, waitMs } from './backoff.ts'
import { FollowerError, type Given, type Refused, subjectOf } from './follower.ts'

/** What the batch was about, by name; of what was put aside, how often it was tried before. */
export type Attempts = Map<string, { subject: Subject; before: number; isNew: boolean }>

export interface BatchFacts {
  state: FollowerState
  given: readonly Given[]
  attempts: Attempts
  to: number
  refused: readonly Refused[] | FollowerError
  at: number
  random: () => number
  nameOf: (subject: Subject) => string
}

export function outcomeOf(facts: BatchFacts): BatchOutcome {
  const { state, refused, at, random } = facts
  const { seq: from } = state
  if (refused instanceof FollowerError) {
    const failures = state.failures + 1
    const failure = refused.message
    const nothing = { from, to: from, applied: [], refused: [], isTaken: false, isBack: false }
    // It pauses at once: another change would fare the same.
    const pauseMs = Math.max(
      waitMs(Math.max(0, failures - PAUSES_AFTER), random),
      askedMs(refused.retryAfterMs),
    )
    return { ...nothing, at, failures, failure, notBefore: at + pauseMs }
  }
  const { given, attempts, to, nameOf } = facts
  const isDone = given.length > refused.length
  const failures = isDone ? 0 : failuresAfter(facts, refused)
  const excess = failures - PAUSES_AFTER
  const pauseMs = Math.max(
    refused.length > 0 && excess >= 0 ? waitMs(excess, random) : 0,
    ...refused.map(({ retryAfterMs }) => askedMs(retryAfterMs)),
  )
  const again = refused.map(({ reason, isUnanswered, retryAfterMs, ...one }) => {
    const subject = subjectOf(one)
    const before = attempts.get(nameOf(subject))?.before ?? 0
    const nextAt = at + Math.max(waitMs(before, random), askedMs(retryAfterMs))
    return { ...subject, appliedSeq: one.appliedSeq, attempts: before + 1, nextAt, reason, isUnanswered }
  })
  const kept = new Set(again.map(nameOf))
  const applied = [...attempts].filter(([name]) => !kept.has(name)).map(([, { subject }]) => subject)
  return {
    ...{ at, from, to, applied, refused: again, failures },
    notBefore: pauseMs > 0 ? at + pauseMs : undefined,
    failure: refused.at(-1)?.reason,
    isTaken: isDone,
    isBack: isDone && state.failures > 0,
  }
}

/**
 * Entries that a target has refused before say nothing of the target when it refuses them again. A batch of many failures is
 * as bad as five of one.
 */
function failuresAfter({ state, attempts, nameOf }: BatchFacts, refused: readonly Refused[]): number {
  const counting = refused.filter(
    one => one.isUnanswered || attempts.get(nameOf(subjectOf(one)))?.isNew !== false,
  ).length
  return Math.min(state.failures + counting, Math.max(PAUSES_AFTER, state.failures + 1))
}
