/** Whatever a receiver refuses, loses or is away for: in the end it holds what the agent has. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openFollowerAdmin } from '../../../../sync-agent/index.ts'
import { listNews } from '../../../../sync-agent/store/reading.ts'
import { runsOf } from '../../database.ts'
import { boxFor, ingested, type Received, refused, taken } from './support.ts'

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.constantFrom('a', 'b', 'c', 'd', 'e'), title: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.constantFrom('a', 'b', 'c', 'd', 'e') }) },
  { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(204, 204, 400, 500, 503, 302) }) },
  { weight: 1, arbitrary: fc.record({ loseAnswers: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ hours: fc.double({ min: 0.001, max: 30, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ rewind: fc.boolean() }) },
)

// Promise: operate/webhook-end
it('from its messages alone, deletions included, after any order of changes, refusals and lost answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      await using box = await boxFor()
      await using followers = await openFollowerAdmin(box.db, box.clock)
      const held = new Map<string, unknown>()
      const take = ({ message: { type, data } }: Received) => {
        if (type === 'news.deleted') held.delete(`${data.newsId}`)
        else held.set(`${data.newsId}`, data.title)
      }
      let status = 204
      let loseAnswers = false
      box.receiver.react((response, received) => {
        if (status !== 204) return refused(status, { location: '/' })(response, received)
        take(received)
        if (loseAnswers) response.destroy()
        else taken(response, received)
      })
      for (const each of steps) {
        if ('put' in each) await box.apply([ingested(each.put, { newsTitle: `${each.title}` })])
        else if ('remove' in each) await box.apply([], [each.remove])
        else if ('status' in each) ({ status } = each)
        else if ('loseAnswers' in each) ({ loseAnswers } = each)
        else if ('hours' in each) await box.live(each.hours)
        else await followers.rewind('webhook-1', each.rewind ? undefined : 0)
      }
      status = 204
      loseAnswers = false
      await box.live(24 * 4)
      expect(await box.admin.show(1)).toMatchObject({ follower: { behind: 0, aside: 0 } })
      const { entries } = await listNews(box.store, { siteId: 'academy', lang: 'en-US', limit: 99 })
      expect(held).toEqual(new Map(entries.map(({ newsId, title }) => [newsId, title])))
    }),
    { numRuns: runsOf(8) },
  )
})
