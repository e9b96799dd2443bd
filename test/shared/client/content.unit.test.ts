/** Calls of the content API over a network that is scripted here: whose error a refusal is, and how long a call took. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createContentClient } from '../../../shared/client/index.ts'

const SERVICE = { serviceUrl: 'http://service.example/cms' }
const since = { siteId: 'academy', lastSyncTime: '20260901000000' } as const

const clientOf = (answer: () => Response) => createContentClient({ ...SERVICE, fetch: async () => answer() })

describe('a code that the interface does not know', () => {
  const refusal = (body: object) => clientOf(() => Response.json(body, { status: 502 }))
  it.each([
    [
      { txID: 'tx-1', code: 'BUSY' },
      { code: 'SERVICE', returnCode: 'BUSY', txID: 'tx-1' },
    ],
    [{ code: 'E50001' }, { code: 'SERVICE', returnCode: 'E50001', txID: '' }],
  ])('is one of the service where it has a txID, or the form of one: %j', async (body, error) => {
    await expect(refusal(body).news(since)).rejects.toMatchObject(error)
    await expect(refusal(body).popups({ siteId: 'academy' })).rejects.toMatchObject(error)
  })
})

it('says how long a call took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.advanceTimersByTime(1_000)
  const taking = (milliseconds: number, content: unknown) =>
    clientOf(() => {
      vi.advanceTimersByTime(milliseconds)
      return Response.json({ code: 'D00000', content })
    })
  const news = taking(250, { newsList: [], delNewsIds: [] })
  expect(await news.news(since)).toMatchObject({ elapsedMs: 250 })
  expect(await taking(300, []).popups({ siteId: 'academy' })).toMatchObject({ elapsedMs: 300 })
})

it.each(['timeoutMs', 'totalMs', 'maxBytes'])(
  'is not made with a limit %s that lets nothing through',
  limit => {
    expect(() => createContentClient({ ...SERVICE, [limit]: 0 })).toThrow(
      `${limit} must be a number above 0, not 0`,
    )
  },
)
