/** The time limit of one answer: reading that takes longer is stopped, and the answer is D20003. */

/** The answer was not ready in time. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout'
}

/** To be called after each step of the work. @throws {AnswerTimeout} */
export type TimeLimit = () => void

/** @param elapsedMs a clock that only runs forward; its zero does not matter */
export function timeLimit(withinMs: number, elapsedMs: () => number): TimeLimit {
  const started = elapsedMs()
  return () => {
    const taken = elapsedMs() - started
    if (taken >= withinMs)
      throw new AnswerTimeout(`no answer within ${withinMs} ms (${Math.round(taken)} ms passed)`)
  }
}
