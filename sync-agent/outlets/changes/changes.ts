/** The change log over HTTP, for sites with their own copy: every publication, change and deletion, in order. */
import type { TypedServer } from '../../../shared/server/validation.ts'
import { createFollowers } from './followers.ts'
import { longPollRoute } from './long-poll.ts'
import { ChangesPages } from './page.ts'
import type { ChangesParts } from './parts.ts'
import { streamRoute } from './stream.ts'

export function changesRoutes(server: TypedServer, parts: ChangesParts): void {
  const { store, zone, maxFollowers, metrics } = parts
  const pages = new ChangesPages({ store, zone })
  const waiters = createFollowers(maxFollowers, open => metrics.changeWaiters.set(open))
  const followers = createFollowers(maxFollowers, open => metrics.changeStreams.set(open))
  longPollRoute(server, { ...parts, pages, waiters })
  streamRoute(server, { ...parts, pages, followers })
  server.addHook('preClose', async () => {
    waiters.endAll()
    followers.endAll()
  })
}
