/** Following a sync agent over a network that is scripted here: what it is asked, and what is no answer of it. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { type FollowOptions, followChanges } from '../../../shared/client/changes.ts'

const url = 'http://agent.example/school'
const page = { changes: [], next: '2-a' }

const follow = (fetch: typeof globalThis.fetch, options: Partial<FollowOptions> = {}) =>
  followChanges({ url, fetch, random: () => 1, ...options }).next()

it('asks for one site and one language, and needs no signal to end it', async () => {
  const asked: string[] = []
  const pauses: number[] = []
  const fetch: typeof globalThis.fetch = async input => {
    if (asked.push(`${input}`) === 1) throw new TypeError('fetch failed')
    return Response.json(page)
  }
  const pause = (milliseconds: number) => {
    if (pauses.push(milliseconds) > 1) expect.fail('it asks again and again')
    return Promise.resolve()
  }
  expect(await follow(fetch, { siteId: 'pre-school', lang: 'zh-HK', pause })).toEqual({
    ...{ done: false, value: { startsOver: false, ...page } },
  })
  const question = `${url}/v1/changes?after=0&limit=100&wait=25&siteId=pre-school&lang=zh-HK`
  expect(asked).toEqual([question, question])
  expect(pauses).toEqual([1_000])
})

it('hears an agent out that answers at the end of its wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const late: typeof fetch = (_url, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      setTimeout(() => resolve(Response.json(page)), 34_000)
    })
  const batch = follow(late, { pause: () => expect.fail('it gave up') })
  await vi.advanceTimersByTimeAsync(34_000)
  expect(await batch).toMatchObject({ value: page })
})

it.each([{ changes: [] }, { next: '2-a' }, { changes: {}, next: '2-a' }, { changes: [], next: 2 }, null])(
  '%j is no answer of an agent',
  async answer => {
    await expect(follow(async () => Response.json(answer))).rejects.toMatchObject({
      ...{ code: 'CONTRACT', message: expect.stringContaining('is not a page of changes of a sync agent') },
    })
  },
)

it('asks at no address that is none', async () => {
  const call = follow(() => expect.fail('it asked'), { url: 'agent.example' })
  await expect(call).rejects.toThrow('url must be an http or https URL')
})
