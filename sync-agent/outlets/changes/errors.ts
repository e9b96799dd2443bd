/** Errors of the change log's routes. */
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { AgentStore } from '../../store/store.ts'

const RETRY_AFTER_SECONDS = '5'

/** No more clients may follow at the same time. */
export class TooManyFollowersError extends HttpProblem {
  override name = 'TooManyFollowersError'
  readonly code = 'TOO_MANY_FOLLOWERS'

  constructor(doing: 'wait' | 'stream') {
    const detail = `Too many clients ${doing} at the moment; try again later, or call /v1/changes without wait`
    super(503, detail, { title: 'Too Many Followers', headers: { 'retry-after': RETRY_AFTER_SECONDS } })
  }
}

/** The follower's position belongs to another history of the store: it must start again. */
export class OtherHistoryError extends HttpProblem {
  override name = 'OtherHistoryError'
  readonly code = 'OTHER_HISTORY'

  /** @param seq the store's last change */
  constructor({ identity }: Pick<AgentStore, 'identity'>, seq: number, reason: string) {
    const detail = `${reason}. Delete your copy and start again with after=0`
    const headers = { 'schoolbell-store': identity }
    super(410, detail, { title: 'Other History', seq, store: identity, headers })
  }
}
