/** What the agent brings news to: each with its number, its follower, its secrets and its alerts. */
import { describe, expect, it } from 'vitest'
import { alertsOf, replaceAlerts } from '../../../sync-agent/store/alerts.ts'
import {
  addDestination,
  destinationNamed,
  destinationsOf,
  followerOf,
  listDestinations,
  type NewDestination,
  noteGone,
  pauseDestination,
  readDestination,
  removeDestination,
  resumeDestination,
} from '../../../sync-agent/store/destinations.ts'
import { listFollowers, readFollower } from '../../../sync-agent/store/followers.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { addSecret, rotateSecret, validSecrets } from '../../../sync-agent/store/webhook-secrets.ts'
import { execute } from '../database.ts'
import { beforeEachLedStore, lead } from './led-store.ts'

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

const AT = 1_000
const add = (differing: Partial<NewDestination<unknown>> = {}, also?: Parameters<typeof addDestination>[3]) =>
  addDestination(
    store,
    {
      ...{ kind: 'webhook', address: 'https://cms.example/hook', siteIds: undefined, langs: undefined },
      ...{ settings: {}, isFromBeginning: false, most: 9, ...differing },
    },
    AT,
    also,
  )

describe('a destination', () => {
  it('is kept as it was given, with a number and a follower of its own', async () => {
    await execute(db, 'UPDATE store SET seq = 7')
    const settings = { events: ['news.published'] }
    expect(await add({ siteIds: ['academy'], langs: ['zh-HK', 'en-US'], settings })).toBe(1)
    expect(await add({ kind: 'sql', isFromBeginning: true })).toBe(2)
    const one = {
      ...{ id: 1, kind: 'webhook', address: 'https://cms.example/hook', settings, state: 'active' },
      ...{ siteIds: ['academy'], langs: ['zh-HK', 'en-US'], reason: undefined, createdAt: AT },
    }
    const all = { siteIds: undefined, langs: undefined }
    expect(await listDestinations(store)).toEqual([one, { ...one, ...all, id: 2, kind: 'sql', settings: {} }])
    expect(await readDestination(store, 'webhook', 1)).toEqual(one)
    expect(await readDestination(store, 'sql', 1)).toBeUndefined()
    expect((await destinationsOf(store, 'sql')).map(({ id }) => id)).toEqual([2])
    expect((await listFollowers(store)).map(({ name, seq, began }) => [name, seq, began])).toEqual([
      ['sql-2', 0, undefined],
      ['webhook-1', 7, 7],
    ])
  })

  it('is named in its follower', () => {
    expect(followerOf({ kind: 'wordpress', id: 12 })).toBe('wordpress-12')
    expect(destinationNamed('wordpress-12')).toEqual({ kind: 'wordpress', id: 12 })
  })

  it('is refused when there are as many of its kind as allowed', async () => {
    expect([await add({ most: 1 }), await add({ most: 1 }), await add({ kind: 'sql', most: 1 })]).toEqual([
      1,
      undefined,
      2,
    ])
    expect(await add({ most: 2 })).toBe(3)
  })

  it('is not there when what belongs to it cannot be written', async () => {
    await expect(add({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect([await listDestinations(store), await listFollowers(store)]).toEqual([[], []])
    const told: number[] = []
    await add({}, async (_, id) => void told.push(id))
    expect(told).toHaveLength(1)
  })

  it('is removed with its follower, and no other one', async () => {
    await add()
    await add({ kind: 'sql' })
    expect([await removeDestination(store, 'sql', 1), await removeDestination(store, 'webhook', 9)]).toEqual([
      false,
      false,
    ])
    expect(await listFollowers(store)).toHaveLength(2)
    expect(await removeDestination(store, 'webhook', 1)).toBe(true)
    expect((await listDestinations(store)).map(({ id }) => id)).toEqual([2])
    expect(await readFollower(store, 'webhook-1')).toBeUndefined()
    expect(await readFollower(store, 'sql-2')).toBeDefined()
  })

  it('is paused, gone and resumed', async () => {
    await add()
    await add()
    const states = async () => (await listDestinations(store)).map(({ state, reason }) => [state, reason])
    const active = ['active', undefined]
    await pauseDestination(store, 1)
    expect(await states()).toEqual([['paused', undefined], active])
    await noteGone(store, token, 1, 'answers HTTP 410')
    const gone = ['gone', 'answers HTTP 410']
    expect(await states()).toEqual([gone, active])
    await pauseDestination(store, 1)
    expect(await states()).toEqual([gone, active])
    await resumeDestination(store, 1)
    expect(await states()).toEqual([active, active])
    await lead(store)
    await expect(noteGone(store, token, 1, 'no')).rejects.toMatchObject({ code: 'LEASE_LOST' })
  })
})

describe('the secrets of a webhook', () => {
  const secret = (salt: string) => ({ salt, keyCheck: `check of ${salt}`, validUntil: undefined })
  const salts = async (now: number, id = 1) =>
    (await validSecrets(store, id, now)).map(({ salt, validUntil }) => [salt, validUntil])

  it('are the current one, and the one before it for a while', async () => {
    await add({}, (queries, id) => addSecret(queries, id, secret('first')))
    await add({}, (queries, id) => addSecret(queries, id, secret('other')))
    expect(await validSecrets(store, 1, AT)).toEqual([secret('first')])
    await rotateSecret(store, 1, secret('second'), AT, AT + 100)
    expect(await salts(AT + 99)).toEqual([
      ['second', undefined],
      ['first', AT + 100],
    ])
    expect(await salts(AT + 100)).toEqual([['second', undefined]])
    await rotateSecret(store, 1, secret('third'), AT + 50, AT + 200)
    expect(await salts(AT + 60)).toEqual([
      ['third', undefined],
      ['second', AT + 200],
      ['first', AT + 100],
    ])
    await rotateSecret(store, 1, secret('fourth'), AT + 100, AT + 300)
    // What has expired is gone for good.
    expect(await salts(0)).toEqual([
      ['fourth', undefined],
      ['third', AT + 300],
      ['second', AT + 200],
    ])
    expect(await salts(0, 2)).toEqual([['other', undefined]])
  })
})

describe('what the receivers of alerts know', () => {
  const record = (subject: string, differing = {}) => ({
    ...{ subject, since: AT, isTold: false, overSince: undefined as number | undefined },
    ...differing,
  })

  it('takes the place of what they knew before, each for itself', async () => {
    const records = [record('academy/zh-HK', { isTold: true, overSince: AT + 5 }), record('academy/en-US')]
    await replaceAlerts(store, token, 'office', records)
    await replaceAlerts(store, token, 'chat', [record('store')])
    expect(await alertsOf(store, 'office')).toEqual(records.toReversed())
    await replaceAlerts(store, token, 'office', [record('store', { isTold: true })])
    expect(await alertsOf(store, 'office')).toEqual([record('store', { isTold: true })])
    await replaceAlerts(store, token, 'office', [])
    expect([await alertsOf(store, 'office'), await alertsOf(store, 'chat')]).toEqual([[], [record('store')]])
    await lead(store)
    await expect(replaceAlerts(store, token, 'chat', [])).rejects.toMatchObject({ code: 'LEASE_LOST' })
  })
})
