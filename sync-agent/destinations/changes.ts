/** Which changes are a destination's, and when its work is over. */
import { FollowerOverError } from '../log/follower.ts'
import type { Destination } from '../store/destination-types.ts'
import { followerOf, readDestination } from '../store/destinations.ts'
import { LeaseLostError, readLease } from '../store/fence.ts'
import type { AgentStore } from '../store/store.ts'
import type { Change, Synced } from '../store/types.ts'

/** A change of an entry of the destination's sites and languages. */
export function isMeant(
  change: Change | Synced,
  { siteIds, langs }: Pick<Destination, 'siteIds' | 'langs'>,
): change is Change {
  const { siteId, lang } = change.kind === 'upsert' ? change.entry : change
  return siteIds?.includes(siteId) !== false && langs?.includes(lang) !== false && change.kind !== 'synced'
}

export const entryOf = (change: Change) => {
  const { siteId, lang, newsId } = change.kind === 'upsert' ? change.entry : change
  return { siteId, lang, newsId }
}

/** An agent that was suspended may go on with a batch that is old by now. @throws {LeaseLostError | FollowerOverError} */
export async function refuseIfOver(
  store: AgentStore,
  token: number,
  { kind, id }: Pick<Destination, 'kind' | 'id'>,
): Promise<void> {
  if ((await readLease(store.reading)).token !== token)
    throw new LeaseLostError('another agent has taken the lease')
  if ((await readDestination(store, kind, id))?.state !== 'active')
    throw new FollowerOverError(`${followerOf({ kind, id })} was paused or removed`)
}
