/** No answer, however it contradicts itself, makes a cycle fail, let alone twice; and the next entry comes all the same. */
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createSyncAgent } from '../../../sync-agent/index.ts'
import { databaseOfRuns, runsOf } from '../database.ts'
import { ACADEMY, entry, handClock, queryOf } from '../support.ts'

const ids = fc.constantFrom('a', 'b', 'c')
const elements = fc.oneof(
  ids.map(newsId => entry(newsId)),
  ids.map(newsId => entry(newsId, { newsTitle: 'Edited' })),
  // Goes to the quarantine.
  ids.map(newsId => ({ ...entry(newsId), newsTitle: 7 })),
  fc.constant(null),
)
const contents = fc.record({ newsList: fc.array(elements), delNewsIds: fc.array(ids) })
/** What is answered, what to each question by `newsIDs`, and how many minutes pass: retries are due after one. */
const cycles = fc.array(fc.record({ plain: contents, byIds: contents, minutes: fc.nat(90) }), {
  minLength: 1,
})

it('whatever is listed, deleted and in quarantine at once, in whatever order', async () => {
  const emptied = await databaseOfRuns()
  await fc.assert(
    fc.asyncProperty(cycles, async days => {
      const clock = handClock('2026-09-01T00:00:00Z')
      let now: (typeof days)[number] | undefined
      const fetch: typeof globalThis.fetch = async url => {
        const asked = queryOf({ url: `${url}` }).has('newsIDs')
        const last = { newsList: asked ? [] : [entry('z')], delNewsIds: [] }
        const content = now ? now[asked ? 'byIds' : 'plain'] : last
        return Response.json({ txID: 't', code: 'D00000', message: '', content })
      }
      await using agent = await createSyncAgent({
        ...{ serviceUrl: 'http://school.example/cms', streams: [ACADEMY], db: await emptied(), fetch, clock },
        ...{ logger: pino({ level: 'silent' }), popupIntervalMs: false, wait: async () => undefined },
      })
      for (now of [...days, undefined]) {
        const applied = now ? {} : { new: 1 }
        expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied }])
        clock.set(
          clock
            .now()
            .add({ minutes: now?.minutes ?? 0 })
            .toString(),
        )
      }
    }),
    { numRuns: runsOf(20) },
  )
})
