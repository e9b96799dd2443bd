/** Whatever a receiver refuses, loses or is away for: in the end it holds what the agent has. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { execute, onPostgres, runsOf } from '../../database.ts'
import { boxFor, ingested, type Received, refused, taken } from './support.ts'

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.constantFrom('a', 'b', 'c', 'd', 'e'), title: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.constantFrom('a', 'b', 'c', 'd', 'e') }) },
  { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(204, 204, 400, 500, 503, 302) }) },
  { weight: 1, arbitrary: fc.record({ loseAnswers: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ hours: fc.double({ min: 0.001, max: 30, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ replayDays: fc.integer({ min: 1, max: 5 }) }) },
)

it('from its messages alone, deletions included, after any order of changes, refusals and lost answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      await using box = await boxFor()
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
        else
          await box.admin.replay({ since: box.clock.now().epochMilliseconds - each.replayDays * 86_400_000 })
      }
      status = 204
      loseAnswers = false
      await box.admin.replay({ dead: true })
      await box.live(24 * 4)
      expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 0 }])
      const { entries } = await box.store.listNews({ siteId: 'academy', lang: 'en-US', limit: 99 })
      expect(held).toEqual(new Map(entries.map(({ newsId, title }) => [newsId, title])))
    }),
    { numRuns: runsOf(8) },
  )
})

/** A store that takes no result of an attempt, and one that takes them again. */
const FULL = {
  SQLite: [
    "CREATE TRIGGER full BEFORE UPDATE ON webhook_message BEGIN SELECT RAISE(ABORT, 'full'); END",
    'DROP TRIGGER full',
  ],
  PostgreSQL: [
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
     CREATE TRIGGER fail BEFORE UPDATE ON webhook_message FOR EACH ROW EXECUTE FUNCTION fail()`,
    'DROP FUNCTION fail() CASCADE',
  ],
} as const

it('while deliveries cannot be stored the receiver is not called; then the message is sent again with the same id', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a')])
  const [fill, empty] = onPostgres ? FULL.PostgreSQL : FULL.SQLite
  await execute(box.db, fill)
  await box.work()
  await box.work()
  expect(box.receiver.received).toHaveLength(1)
  expect(box.log.at(50)).toMatchObject([
    { msg: expect.stringContaining('cannot record the result of an attempt: full') },
  ])
  await execute(box.db, empty)
  await box.live(0.1)
  expect(box.receiver.received).toHaveLength(2)
  expect(new Set(box.receiver.ids()).size).toBe(1)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0 }])
})

it('a clock that is set back in such a pause does not make it longer', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a')])
  const [fill, empty] = onPostgres ? FULL.PostgreSQL : FULL.SQLite
  await execute(box.db, fill)
  await box.work()
  await execute(box.db, empty)
  box.after(-8)
  await box.work()
  expect(box.receiver.received).toHaveLength(2)
})

it('while the secrets cannot be read nothing is sent, and the target is not blamed', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a')])
  const { webhooks } = box.store
  const { secrets } = webhooks
  webhooks.secrets = () => Promise.reject(new Error('away'))
  await box.work()
  expect(box.log.at(50)).toHaveLength(1)
  webhooks.secrets = secrets
  expect(box.outcomes).toEqual([])
  expect(await box.admin.list()).toMatchObject([{ waiting: 1, failuresInARow: 0 }])
  await box.live(0.1)
  expect(box.receiver.received).toHaveLength(1)
})
