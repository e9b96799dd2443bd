/** Watching a day over a network that is scripted here: how long it rests, how it ends, and what is a change. */
import { describe, expect, it } from 'vitest'
import { changesBetween, type WatchOptions } from '../../../../shared/client/index.ts'
import { clientOf, GROUP, list } from './scripted-client.ts'

function watch(answer: (call: number) => Response, options: WatchOptions) {
  const { client } = clientOf((_day, call, signal) => {
    const response = answer(call)
    signal?.throwIfAborted()
    return response
  })
  return client.watchAttendance({ ...GROUP, date: '2026-09-01' }, options)
}

describe('a watch', () => {
  it.each([1, 2 ** 31 - 1])('may rest for %d ms', async intervalMs => {
    expect(await watch(list, { intervalMs }).next()).toEqual({
      done: false,
      value: { list: [], changes: [] },
    })
  })

  it('waits for a day, which is the longest, when the service asks for it', async () => {
    const busy = () => new Response(null, { status: 503, headers: { 'retry-after': `${24 * 3_600}` } })
    const pauses: number[] = []
    const watching = watch(call => (call === 1 ? busy() : list()), {
      random: () => 0,
      pause: async milliseconds => void pauses.push(milliseconds),
    })
    expect(await watching.next()).toMatchObject({ done: false })
    expect(pauses).toEqual([24 * 3_600_000])
  })

  it('that is ended in a call ends without an error', async () => {
    const end = new AbortController()
    const answer = () => {
      end.abort()
      return list()
    }
    expect(await watch(answer, { signal: end.signal }).next()).toEqual({ done: true, value: undefined })
  })

  it('whose reader ends it makes no further pause', async () => {
    const end = new AbortController()
    const pause = () => expect.fail('it rests')
    const lists: unknown[] = []
    for await (const { list: students } of watch(list, { signal: end.signal, pause })) {
      lists.push(students)
      end.abort()
    }
    expect(lists).toEqual([[]])
  })
})

describe('a record', () => {
  const student = { _id: 1, refNo: 'S1', firstName: 'Bo', lastName: 'Example', imageUrl: '' }
  const approvedBy = { _id: 3, firstName: 'Isaura', lastName: 'Penhallow' }
  const approvedAt = '2026-09-01T01:00:00Z'
  const entry = { _id: 2, status: 'Late', user: 1, entryDate: '2026-09-01T00:00:00Z' } as const
  const approved = { ...entry, approvedBy, approvedAt }
  it.each([
    { ...approved, approvedBy: { ...approvedBy, _id: 4 } },
    { ...approved, approvedBy: { ...approvedBy, firstName: 'Ondine' } },
    { ...approved, approvedBy: { ...approvedBy, lastName: 'Example' } },
    { ...approved, approvedAt: '2026-09-01T02:00:00Z' },
  ])('is changed by another approval: %j', later => {
    const [before, now] = [approved, later].map(attendanceEntry => [{ ...student, attendanceEntry }])
    expect(changesBetween(before ?? [], now ?? [])).toEqual([
      { kind: 'changed', student, from: approved, to: later },
    ])
    expect(changesBetween(now ?? [], now ?? [])).toEqual([])
  })
})
