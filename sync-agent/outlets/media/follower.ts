/** The mirror as a follower of the change log: it notes in the store which entry shows which URLs. See mirror.ts for the files. */
import { type Follower, subjectOf } from '../../log/follower.ts'
import { isOfEntry } from '../../store/followers.ts'
import { followMedia, MEDIA_FOLLOWER, noteUses } from '../../store/media-uses.ts'
import type { AgentStore } from '../../store/store.ts'

const AT_MOST = 200

/** One if this agent mirrors; otherwise what an earlier one has left ends. */
export async function mediaFollowers(store: AgentStore, isMirrored: boolean): Promise<Follower[]> {
  await followMedia(store, isMirrored)
  return isMirrored ? [MEDIA] : []
}

const MEDIA: Follower = {
  name: MEDIA_FOLLOWER,
  atMost: AT_MOST,
  wants: given => isOfEntry(subjectOf(given)),
  record: (db, changes, at) => noteUses(db, changes.map(subjectOf).filter(isOfEntry), at),
}
