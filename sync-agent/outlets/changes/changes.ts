/** The change log over HTTP, for sites with their own copy: every publication, change and deletion, in order. */
import type { TypedServer } from '../../../shared/server/validation.ts'
import { createFollowers } from './followers.ts'
import { longPollRoute } from './long-poll.ts'
import { ChangesPages } from './page.ts'
import type { ChangesParts } from './parts.ts'
import { streamRoute } from './stream.ts'
import { turns } from './turns.ts'

/** Followers that are written to in one turn of the event loop. */
const WRITTEN_IN_A_TURN = 20

export function changesRoutes(server: TypedServer, parts: ChangesParts): void {
  const { store, view, maxFollowers, metrics } = parts
  const pages = new ChangesPages({ store, view })
  const waiters = createFollowers(maxFollowers, open => metrics.changeWaiters.set(open))
  const followers = createFollowers(maxFollowers, open => metrics.changeStreams.set(open))
  const turn = turns(WRITTEN_IN_A_TURN)
  longPollRoute(server, { ...parts, pages, waiters, turn })
  streamRoute(server, { ...parts, pages, followers, turn })
  server.addHook('preClose', async () => {
    waiters.endAll()
    followers.endAll()
  })
}
