/** Whether the first call of a part brings nothing of the interface: then all its other cases would fail for the same reason. */
import { isSuccess } from '../shared/client/reply.ts'
import type { Part } from './case.ts'
import { isEnvelope } from './envelope.ts'
import { ACADEMY, type Visit } from './visit.ts'

export async function holdsNothing(part: Part, visit: Visit): Promise<boolean> {
  try {
    // A connection that was lost is tried again.
    const answer = await firstCall(part, visit)
    if (part === 'popups' || part === 'news') return answer.status === 404 || !isEnvelope(answer)
    return !isSuccess(answer.status)
  } catch {
    return true
  }
}

function firstCall(part: Part, visit: Visit) {
  if (part === 'popups') return visit.popups(ACADEMY)
  if (part === 'news') return visit.news({ ...ACADEMY, lastSyncTime: visit.recent })
  return part === 'attendance' ? visit.list() : visit.user()
}
