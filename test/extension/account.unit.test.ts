/** The call of the web-app's `onVisit`: for whom it is made, and what is left when it is over. */
import { afterEach, expect, it, vi } from 'vitest'
import { accountOf } from '../../extension/account.ts'
import { createExtension, type ExtensionError } from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'

const user = sessionUser()
const hints = { language: 'en-US', selectionHint: { kind: 'none' }, ssoHint: undefined } as const
const request = (signal?: AbortSignal) => ({ user, hints, timeoutMs: 5_000, signal })
afterEach(() => void vi.useRealTimers())

it('a visitor who has gone already costs the web-app no call', async () => {
  const onVisit = vi.fn(() => 'record')
  await expect(accountOf(onVisit, request(AbortSignal.abort()))).rejects.toMatchObject({ code: 'ABORTED' })
  expect(onVisit).not.toHaveBeenCalled()
})

it.each<[string, () => string]>([
  ['answers', () => 'record'],
  ['fails', () => JSON.parse('no record')],
])('no timer keeps the process once onVisit %s', async (_, onVisit) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await accountOf(onVisit, request()).catch(() => 'failed')
  expect(vi.getTimerCount()).toBe(0)
})

it('a record that cannot be read refuses the entrance, and onEntrance gets the error as its cause', async () => {
  const away = new Error('the database is away')
  const outcomes: ('visit' | ExtensionError)[] = []
  const extension = createExtension({
    ...{ appId: user.appId, sessionUrl: 'https://sis.example', environment: 'staging' },
    secret: 'a secret of the tests, and of nobody else',
    onVisit: () => ({
      get family(): string {
        throw away
      },
    }),
    onEntrance: outcome => void outcomes.push(outcome),
    fetch: fakeSessions({ users: [user] }).fetch,
  })
  const { headers } = entranceOf({ user })
  const admission = await extension.admit({ method: 'GET', header: name => headers[name] })
  expect(admission).toMatchObject({ kind: 'refused', error: { code: 'VISIT_FAILED' } })
  expect(outcomes).toEqual([expect.objectContaining({ code: 'VISIT_FAILED', cause: away })])
})
