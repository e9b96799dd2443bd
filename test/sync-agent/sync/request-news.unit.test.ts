/** Entries asked for by their identifiers: in addresses that are short enough, and only what was asked for counts. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { TransportError } from '../../../shared/client/errors.ts'
import { isRequestable, requestEntries } from '../../../sync-agent/sync/request-news.ts'
import { ACADEMY, entry } from '../support.ts'

const SERVICE = 'http://school.example/cms'
/** What fits beside an address of this length. */
const ROOM = 4_000 - 160 - SERVICE.length

interface Asked {
  newsIDs: readonly string[]
  lastSyncTime: string
}
interface Said {
  newsList?: unknown[]
  delNewsIds?: string[]
}

/** Asks a service that answers so; each call may fail first. */
async function ask(newsIds: readonly string[], say: (newsIDs: readonly string[]) => Said, failures = 0) {
  const asked: Asked[] = []
  const taken: unknown[][] = []
  const waits: number[] = []
  const { signal } = new AbortController()
  const parts = {
    content: {
      async streamNews(
        { newsIDs, lastSyncTime, ...stream }: Asked & typeof ACADEMY,
        take: (raw: unknown[]) => void,
        given: AbortSignal,
      ) {
        expect(stream).toEqual(ACADEMY)
        expect(given).toBe(signal)
        asked.push({ newsIDs, lastSyncTime })
        const { newsList = [], delNewsIds = [] } = say(newsIDs)
        take(newsList)
        if (asked.length <= failures) throw new TransportError(SERVICE, 'UNREACHABLE', 'cut off')
        return { delNewsIds }
      },
    },
    clock: { now: () => Temporal.Instant.from('2026-09-01T00:00:00Z') },
    ...{ zone: 'Asia/Hong_Kong', serviceUrl: SERVICE, random: () => 1 },
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  }
  const received = { take: async (raw: readonly unknown[]) => void taken.push([...raw]) }
  const verdict = await requestEntries(ACADEMY, newsIds, received, parts as never, signal)
  return { verdict, asked, taken, waits }
}

it('asks nothing when there is nothing to ask for', async () => {
  const { verdict, asked, taken } = await ask([], () => ({ newsList: [entry('a')] }))
  expect([asked, taken]).toEqual([[], []])
  expect(verdict).toEqual({ listed: new Set(), deleted: new Set() })
})

it('takes what it asked for, from now on, and nothing else that comes', async () => {
  const newsList = [entry('x'), entry('a'), { newsTitle: 'without an identifier' }, null, entry('b')]
  const { verdict, asked, taken } = await ask(['a', 'b', 'c', 'd'], () => ({
    newsList,
    delNewsIds: ['b', 'c', 'x'],
  }))
  expect(asked).toEqual([{ newsIDs: ['a', 'b', 'c', 'd'], lastSyncTime: '20260901080000' }])
  expect(taken).toEqual([[entry('a'), entry('b')]])
  // One that is listed is there, whatever else is said of it; of the last one nothing is said.
  expect(verdict).toEqual({ listed: new Set(['a', 'b']), deleted: new Set(['c']) })
})

it('takes of an answer that was cut off nothing, and asks again', async () => {
  const { taken, asked, waits } = await ask(['a'], () => ({ newsList: [entry('a')] }), 2)
  expect([taken, asked.length, waits]).toEqual([[[entry('a')]], 3, [500, 1000]])
})

it.each([
  ['in one address what just fits', [1000, 1000, ROOM - 2000], [3]],
  ['in two what is longer by one', [1000, 1000, ROOM - 1999], [2, 1]],
  ['in three what is much longer', [ROOM, ROOM, 4], [1, 1, 1]],
  ['anew after each that is full', [ROOM - 4, 4, 4, ROOM - 4, 4], [2, 2, 1]],
])('asks %s', async (_, lengths, chunks) => {
  // With the comma after it, as three characters.
  const ids = lengths.map((length, index) => `${index}`.padEnd(length - 3, 'x'))
  const { asked, verdict } = await ask(ids, newsIDs => ({ delNewsIds: [...newsIDs] }))
  expect(asked.map(({ newsIDs }) => newsIDs.length)).toEqual(chunks)
  expect([...verdict.deleted]).toEqual(ids)
  for (const { newsIDs } of asked)
    expect(
      `${SERVICE}/api/v1/news/check?${new URLSearchParams({ ...ACADEMY, lastSyncTime: '20260901080000', newsIDs: newsIDs.join() })}`
        .length,
    ).toBeLessThanOrEqual(4_000)
})

it.each([
  ['a', true],
  ['with a space', true],
  ['a,b', false],
  [' before', false],
  ['after ', false],
  ['x'.repeat(ROOM - 3), true],
  ['x'.repeat(ROOM - 2), false],
  // Nine characters each in an address.
  ['運'.repeat(Math.floor((ROOM - 3) / 9)), true],
  ['運'.repeat(Math.floor((ROOM - 3) / 9) + 1), false],
])('whether %j can be asked for: %s', (newsId, expected) => {
  expect(isRequestable(newsId, SERVICE)).toBe(expected)
})
