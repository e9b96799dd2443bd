/** What one day of a range says about the others, and what no client lets anybody get wrong in silence. */
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../../scripts/pack/places.ts'
import {
  changesBetween,
  createAttendanceClient,
  createSessionClient,
} from '../../../../shared/client/index.ts'
import { daysOf } from '../../../../shared/contract/day.ts'
import { clientOf, GROUP, list, OPTIONS, refused, SEPTEMBER } from './scripted-client.ts'

const FIRST = { ...GROUP, date: '2026-09-01' }
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

describe('a range', () => {
  it.each([404, 403])(
    'goes on past a day of which the service says %i: each day has a date of its own',
    async status => {
      const { client, asked } = clientOf(day => (isWeekend(day) ? refused(status)() : list()))
      const days = await client.attendanceRange(SEPTEMBER)
      expect(asked).toHaveLength(30)
      for (const { date, list } of days) expect(list === undefined, date).toBe(isWeekend(date))
    },
  )

  it.each([0, 1.5, 17, Number.NaN])('with %d calls at once is refused', async parallel => {
    const { client, asked } = clientOf(list)
    await expect(client.attendanceRange(SEPTEMBER, { parallel })).rejects.toThrow(
      `parallel must be a whole number from 1 to 16, not ${parallel}`,
    )
    expect(asked).toEqual([])
    const [one, most] = await Promise.all(
      [1, 16].map(allowed => client.attendanceRange(SEPTEMBER, { parallel: allowed })),
    )
    expect([one, most].map(days => days?.length)).toEqual([30, 30])
  })

  it('that is cancelled ends with the reason, and has no day', async () => {
    const cancel = new AbortController()
    const { client } = clientOf(day => {
      if (day === '2026-09-03') cancel.abort('closing time')
      return list()
    })
    await expect(
      client.attendanceRange(SEPTEMBER, { parallel: 1, signal: cancel.signal }),
    ).rejects.toMatchObject({ code: 'ABORTED', cause: 'closing time' })
  })

  it('that begins in the longest holidays finds the days behind them', async () => {
    const { client } = clientOf(day => (day < '2026-09-01' ? refused(404)() : list()))
    const days = await client.attendanceRange({ ...GROUP, from: '2026-07-02', to: '2026-09-02' })
    expect(days.filter(({ list }) => list).map(({ date }) => date)).toEqual(['2026-09-01', '2026-09-02'])
  })

  it('of a whole leap year is none too long', async () => {
    const { client } = clientOf(list)
    const days = await client.attendanceRange({ ...GROUP, from: '2028-01-01', to: '2028-12-31' })
    expect(days).toHaveLength(366)
  })

  it('of an unknown group fails as a whole, however short it is, and does not ask for a year of it', async () => {
    for (const [to, most] of [
      ['2026-09-05', 5],
      ['2027-08-31', 62 + 4],
    ] as const) {
      const { client, asked } = clientOf(refused(404))
      await expect(client.attendanceRange({ ...SEPTEMBER, to })).rejects.toMatchObject({
        code: 'UNKNOWN_GROUP',
      })
      expect(asked.length).toBeLessThanOrEqual(most)
    }
  })

  it('does not go on knocking where eight days in a row are forbidden', async () => {
    const { client, asked } = clientOf(day => (day < '2026-09-04' ? list() : refused(403)()))
    const days = await client.attendanceRange(SEPTEMBER, { parallel: 1 })
    expect(asked).toEqual(daysOf('2026-09-01', '2026-09-11'))
    expect(days).toHaveLength(30)
    expect(days.at(-1)?.error).toBe(days.at(10)?.error)
  })

  it('asks for no more when whoever is told of its progress throws', async () => {
    const { client, asked } = clientOf(list)
    const onProgress = ({ done }: { done: number }) => {
      if (done === 1) throw new Error('the bar broke')
    }
    await expect(client.attendanceRange(SEPTEMBER, { onProgress })).rejects.toThrow('the bar broke')
    for (let others = 0; others < 30; others += 1) await client.attendanceList(FIRST)
    expect(asked.length - 30).toBeLessThanOrEqual(4)
  })
})

describe('a message about a range that cannot be asked for', () => {
  it('names the group’s address', async () => {
    const { client, asked } = clientOf(list)
    const address = 'http://sync.example/units/1/years/2026/groups/1A'
    const noDay = { address, message: expect.stringContaining(`${address}: "today" does not have the form`) }
    await expect(client.attendanceRange({ ...SEPTEMBER, from: 'today' })).rejects.toMatchObject(noDay)
    await expect(client.attendanceList({ ...GROUP, date: 'today' })).rejects.toMatchObject(noDay)
    expect(asked).toEqual([])
  })

  it.each([7, undefined, null])('says that %j is no name of a group', async groupName => {
    const { client } = clientOf(list)
    const call = Reflect.apply(client.attendanceRange, client, [{ ...SEPTEMBER, groupName }])
    await expect(call).rejects.toThrow('groupName must be a text of whole characters that is not empty')
  })
})

describe('a watch', () => {
  it('of a service that wants nothing asked for more than a day ends with what it said', async () => {
    const { client } = clientOf(
      () => new Response(null, { status: 503, headers: { 'retry-after': '9'.repeat(400) } }),
    )
    const watching = client.watchAttendance(FIRST, { pause: () => expect.fail('it waited') })
    await expect(watching.next()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2_147_483_648 })
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'that never rests is refused: every %d ms',
    async intervalMs => {
      const { client, asked } = clientOf(list)
      await expect(client.watchAttendance(FIRST, { intervalMs }).next()).rejects.toThrow(
        'intervalMs must be a number',
      )
      expect(asked).toEqual([])
    },
  )

  it('tells of no change for a student who stands on the list twice', () => {
    const student = { _id: 1, refNo: 'S1', firstName: 'Bo', lastName: 'Example', imageUrl: '' }
    const entry = { _id: 2, status: 'Late', user: 1, entryDate: '2026-09-01T00:00:00Z' } as const
    const twice = [student, { ...student, attendanceEntry: entry }]
    expect(changesBetween(twice, twice)).toEqual([])
    expect(changesBetween([student], twice)).toEqual([])
    expect(changesBetween(twice, [])).toMatchObject([{ kind: 'left' }])
  })
})

describe('a key or a token that the service repeats', () => {
  /** All that a log may show of an error, but for the folder of this checkout, which may have any name. */
  const shown = async (call: Promise<unknown>) =>
    inspect(await call.catch(error => error), { depth: null, showHidden: true }).replaceAll(ROOT, '')

  it.each<[string, (secret: string) => Response]>([
    ['as its reason', secret => Response.json({ detail: `key ${secret} is not known` }, { status: 401 })],
    [
      'behind a long reason',
      secret => Response.json({ detail: `${'x'.repeat(290)}${secret}` }, { status: 500 }),
    ],
    [
      'as a redirect',
      secret =>
        new Response(null, { status: 302, headers: { location: `/login/${encodeURIComponent(secret)}` } }),
    ],
    ['in place of JSON', secret => new Response(`${secret}!`)],
    ['as its kind', secret => new Response('<p>', { headers: { 'content-type': `text/html;x=${secret}` } })],
  ])('%s stands in no error', async (_name, answer) => {
    const fetch = async () => answer(OPTIONS.accessKey)
    const attendance = createAttendanceClient({ ...OPTIONS, fetch })
    const sessions = createSessionClient({ sessionUrl: 'http://session.example', appId: 'app', fetch })
    for (const call of [attendance.attendanceList(FIRST), sessions.resolve(OPTIONS.accessKey)]) {
      const text = await shown(call)
      expect(text).toContain('example/')
      expect(text).toContain('…')
      expect(text).not.toMatch(/sesa|school/)
    }
  })
})

describe('a client', () => {
  it.each<[object, string]>([
    [{ syncUrl: 'foo' }, 'syncUrl must be an http or https URL'],
    [{ syncUrl: 'ftp://sync.example' }, 'syncUrl must be an http or https URL'],
    [{ syncUrl: 'ahttp://sync.example' }, 'syncUrl must be an http or https URL'],
    [{ syncUrl: 'https-like://sync.example' }, 'syncUrl must be an http or https URL'],
    [{ syncUrl: 'http://me@sync.example' }, 'syncUrl must not hold a user name or a password'],
    [{ syncUrl: 'http://:secret@sync.example' }, 'syncUrl must not hold a user name or a password'],
    [{ syncUrl: 'http://sync.example/?a=b' }, 'syncUrl must not have a query or a fragment'],
    [{ syncUrl: 'http://sync.example/#a' }, 'syncUrl must not have a query or a fragment'],
    [{ timeoutMs: 0 }, 'timeoutMs must be a number above 0, not 0'],
    [{ totalMs: -1 }, 'totalMs must be a number above 0, not -1'],
    [{ maxBytes: Number.NaN }, 'maxBytes must be a number above 0, not NaN'],
    [{ accessKey: '' }, 'accessKey is empty; check that its variable is set'],
    [{ accessKey: undefined }, 'accessKey must be a string'],
    [{ appId: '' }, 'appId is empty'],
  ])('that cannot work is not made, and says why: %j', (wrong, reason) => {
    expect(() => createAttendanceClient({ ...OPTIONS, ...wrong })).toThrow(reason)
  })

  it.each<[object, string]>([
    [{ sessionUrl: 'session.example' }, 'sessionUrl must be an http or https URL'],
    [{ appId: '' }, 'appId is empty'],
    [{ timeoutMs: 0 }, 'timeoutMs must be a number above 0, not 0'],
  ])('of sessions neither: %j', (wrong, reason) => {
    const sessions = { sessionUrl: 'http://session.example', appId: 'app', ...wrong }
    expect(() => createSessionClient(sessions)).toThrow(reason)
  })

  it('of sessions asks with no token that is none', async () => {
    const sessions = createSessionClient({
      ...{ sessionUrl: 'http://session.example', appId: 'app' },
      fetch: () => expect.fail('it asked'),
    })
    await expect(Reflect.apply(sessions.resolve, sessions, [undefined])).rejects.toThrow(
      'token must be a string',
    )
  })

  it('says so when a signal comes in an object', async () => {
    const { client } = clientOf(list)
    const { signal } = new AbortController()
    await expect(Reflect.apply(client.attendanceList, client, [FIRST, { signal }])).rejects.toThrow(
      'signal must be an AbortSignal; pass it directly',
    )
  })
})
