/** The refusal of one follower too many. */
import { HttpProblem } from '../../../shared/server/problem.ts'

const RETRY_AFTER_SECONDS = '5'

export function tooManyFollowers(doing: 'wait' | 'stream'): HttpProblem {
  const detail = `As many as may ${doing} at a time do; ask again later, or without waiting at /v1/changes`
  return new HttpProblem(503, detail, {
    title: 'Too Many Followers',
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  })
}
