/** What a receiver has to be told now: what has begun and what is over, each once. */
import type { AlertRecord } from '../../store/alerts.ts'
import { type Problem, STANDS_MS } from './problems.ts'

export interface Notice {
  begun: Problem[]
  over: AlertRecord[]
  /** How many it knows of that are not over, with those that have begun. */
  open: number
  /** What it knows: before it was told, and after. */
  before: AlertRecord[]
  after: AlertRecord[]
}

/**
 * A problem is told when it has lasted, and its end when that has lasted: what flaps is told once. One that nobody was told of
 * ends without a word.
 *
 * @param known what the receiver knows
 */
export function noticeOf(known: readonly AlertRecord[], problems: readonly Problem[], nowMs: number): Notice {
  const recordOf = ({ subject }: Problem): AlertRecord => {
    const { since = nowMs, isTold = false } = known.find(one => one.subject === subject) ?? {}
    // The clock may have been set back.
    return { subject, since: Math.min(since, nowMs), isTold, overSince: undefined }
  }
  const there = problems.map(recordOf)
  const gone = known
    .filter(one => one.isTold && !problems.some(({ subject }) => subject === one.subject))
    .map(one => ({ ...one, overSince: Math.min(one.overSince ?? nowMs, nowMs) }))
  const begun = problems.filter((problem, index) => {
    const record = there[index]
    return record && !record.isTold && nowMs - record.since >= problem.afterMs
  })
  const over = gone.filter(({ overSince }) => nowMs - overSince >= STANDS_MS)
  const ending = gone.filter(one => !over.includes(one))
  const isBegun = ({ subject }: AlertRecord) => begun.some(one => one.subject === subject)
  const after = [...there.map(one => (isBegun(one) ? { ...one, isTold: true } : one)), ...ending]
  const open = after.filter(({ isTold }) => isTold).length
  return { begun, over, open, before: [...there, ...gone], after }
}
