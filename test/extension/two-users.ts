/** A web-app's extension, and the two users that its school has. */
import { createExtension } from '../../extension/index.ts'
import { fakeSessions, sessionUser } from '../../extension/testing.ts'

export type User = ReturnType<typeof sessionUser>

export const [first, second] = [2001, 2002].map(userId => sessionUser({ userId })) as [User, User]

export const extension = createExtension({
  appId: first.appId,
  sessionUrl: 'http://sessions.example/session/staging',
  environment: 'staging',
  secret: 'a secret of the tests, and of nobody else',
  onVisit: () => null,
  fetch: fakeSessions({ users: [first, second] }).fetch,
})
