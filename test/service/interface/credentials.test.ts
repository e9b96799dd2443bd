/** Who tries keys and tokens learns nothing by trying, and is asked to wait; who holds the right ones never is. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessKeysIn } from '../../../service/office/access-keys.ts'
import { sessionsIn } from '../../../service/office/sessions.ts'
import { openStore } from '../../../service/store/store.ts'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { scratch } from '../../support/scratch.ts'
import {
  ACCESS_KEY,
  APP_ID,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
} from '../../support/small-school.ts'

/** A database that notes each statement it runs. */
function watched(database: SqliteDatabase): { database: SqliteDatabase; ran: string[] } {
  const ran: string[] = []
  const watch = <Of extends object>(of: Of, sql = ''): Of =>
    new Proxy(of, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          if (['get', 'all', 'run', 'iterate'].includes(String(name)))
            ran.push(sql.replace(/\s+/g, ' ').trim())
          const result: unknown = Reflect.apply(member, target, given)
          const chained = ['prepare', 'pluck'].includes(String(name))
          return chained ? watch(result as object, name === 'prepare' ? String(given[0]) : sql) : result
        }
      },
    })
  return { database: watch(database), ran }
}

describe('looking a secret up is the same work', () => {
  it('for a token that is unknown, expired, ended or of the other environment', () => {
    using place = scratch()
    const store = openStore(place.folder)
    store.database.exec("INSERT INTO person VALUES (1, 'Student', '', 'Wren', 'Aldermoor', '', '', NULL)")
    const { database, ran } = watched(store.database)
    const sessions = sessionsIn(database, () => '')
    const times = (hours: number) => ({
      createdAt: Temporal.Instant.from('2026-11-20T00:00:00Z'),
      expireAt: Temporal.Instant.from('2026-11-20T00:00:00Z').add({ hours }),
    })
    const begin = (token: string, hours: number) =>
      sessions.begin({ environment: 'staging', token, userId: 1, sample: false, ...times(hours) })
    begin('live', 9)
    begin('expired', 1)
    begin('ended', 9)
    sessions.end('staging', 'ended')

    const at = Temporal.Instant.from('2026-11-20T02:00:00Z')
    const workFor = (token: string, environment: 'staging' | 'production' = 'staging') => {
      ran.length = 0
      const user = sessions.resolve(environment, token, at)
      return { user: user?.userId, ran: [...ran] }
    }
    const unknown = workFor('unknown')
    expect(unknown).toEqual({ user: undefined, ran: [expect.stringContaining('FROM session')] })
    for (const refused of [workFor('expired'), workFor('ended'), workFor('live', 'production')])
      expect(refused).toEqual(unknown)
    expect(workFor('live').user).toBe(1)
    store.close()
  })

  it('for a key that is unknown or revoked, and does not tell which key was near', () => {
    using place = scratch()
    const store = openStore(place.folder)
    const { database, ran } = watched(store.database)
    const keys = accessKeysIn(database)
    keys.add({ label: 'first', key: 'first-key', sample: false })
    const revoked = keys.add({ label: 'second', key: 'second-key', sample: false })
    keys.revoke(revoked)
    const workFor = (key: string) => {
      ran.length = 0
      return { allowed: keys.allow(key), ran: [...ran] }
    }
    const unknown = workFor('unknown')
    expect(unknown).toMatchObject({ allowed: false, ran: [expect.not.stringContaining('WHERE')] })
    expect(workFor('second-key')).toEqual(unknown)
    expect(workFor('first-key')).toEqual({ ...unknown, allowed: true })
    store.close()
  })
})

describe('wrong keys and tokens', () => {
  let school: SmallSchool
  beforeAll(async () => {
    school = await startSmallSchool()
  })
  afterAll(() => school[Symbol.asyncDispose]())

  const LIST = '/sync/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01'
  const SESSION = '/session/staging/v2/grd/external-session'
  const ask = (path: string, headers: Record<string, string>) =>
    rawRequest(school.addresses.base, path, { headers: { 'x-app-id': APP_ID, ...headers } })

  // Promise: silent/attempts
  it.each([
    [LIST, { 'x-access-key': 'wrong' }, { 'x-access-key': ACCESS_KEY }],
    [SESSION, { 'x-session-token': 'wrong' }, { 'x-session-token': STAGING_TOKEN }],
  ])(
    'may be tried a number of times a minute at %s; right ones are answered all the while',
    async (path, wrong, right) => {
      const tries = await Promise.all(Array.from({ length: 125 }, () => ask(path, wrong)))
      expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401, 429]))
      const last = await ask(path, wrong)
      expect(last.status).toBe(429)
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(last.headers['content-type']).toBe('application/problem+json')
      expect((await ask(path, right)).status).toBe(200)
      // A missing header is a mistake of a program, not a guess, and so is a right one with too much asked.
      expect((await ask(SESSION, {})).status).toBe(400)
    },
  )
})
