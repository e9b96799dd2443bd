/** Laboratory and request log as a test in another language uses them: over HTTP, with the console's token. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../../console/index.ts'
import { tryCall } from '../../../service/lab/try-call.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

const TOKEN = 'a-token-of-a-test-host-0123456789-abcdef'
/** Where Node tells that the client of a call has read the head of its answer. */
const HEAD_IS_HERE = 'http.client.response.finish'
let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool({ consoleToken: TOKEN })
})
afterAll(() => school[Symbol.asyncDispose]())

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${school.addresses.base}/console/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
const popups = () => fetch(`${school.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy`)

describe('the laboratory over HTTP', () => {
  it('sets a fault, tells how often it hit, clears it and takes that back', async () => {
    const rule = { endpoint: 'popups', when: { calls: 2 }, fault: { kind: 'status', status: 502 } }
    const set = await call('POST', '/lab/faults', rule)
    expect(set).toMatchObject({ status: 201, body: { ...rule, hits: 0, left: 2, active: true } })
    expect((await popups()).status).toBe(502)
    expect((await call('GET', '/lab/faults')).body.faults).toMatchObject([{ hits: 1, left: 1 }])
    const cleared = await call('DELETE', `/lab/faults/${set.body.id}`)
    expect(cleared.status).toBe(200)
    expect((await call('DELETE', `/lab/faults/${set.body.id}`)).status).toBe(404)
    expect((await popups()).status).toBe(200)
    expect((await call('POST', '/undo', { undo: cleared.body.undo })).status).toBe(204)
    expect((await popups()).status).toBe(502)
    expect((await call('DELETE', '/lab/faults')).body).toMatchObject({ cleared: [set.body.id] })
    expect((await call('GET', '/lab/faults')).body).toEqual({ faults: [] })
  })

  it('takes a clearing back as a whole, however many faults it was of and were cleared since', async () => {
    const { faults } = school.service
    const set = (count: number, calls: number) =>
      Array.from(
        { length: count },
        () => faults.add({ endpoint: 'popups', when: { calls }, fault: { kind: 'delay', delayMs: 0 } }).id,
      )
    const usedUp = set(60, 1)
    for (const _ of usedUp) await popups()
    const ids = [...usedUp, ...set(150, 9)]
    const cleared = (await call('DELETE', '/lab/faults')).body
    expect(cleared.cleared).toEqual(ids)
    set(10, 9)
    await call('DELETE', '/lab/faults')
    expect((await call('POST', '/undo', { undo: cleared.undo })).status).toBe(204)
    expect(faults.list().map(({ id }) => id)).toEqual(ids)
    faults.clear()
  })

  it('holds few calls of one browser, so that the fault can be cleared in it', async () => {
    const rule = { endpoint: 'popups', when: 'until-cleared', fault: { kind: 'delay', delayMs: 3_600_000 } }
    await call('POST', '/lab/faults', rule)
    const leaving = new AbortController()
    const ask = (agent: string) =>
      fetch(`${school.addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy`, {
        headers: { 'user-agent': agent },
        signal: leaving.signal,
      }).catch(() => `${agent} ended`)
    const held = async (hits: number) =>
      expect.poll(async () => (await call('GET', '/lab/faults')).body.faults[0].hits).toBe(hits)
    const program = Array.from({ length: 4 }, () => ask('curl/8'))
    const first = ask('Mozilla/5.0')
    await held(5)
    const rest = [1, 2].map(() => ask('Mozilla/5.0'))
    await held(7)
    const isOver = (calls: Promise<unknown>[]) => Promise.race([...calls, Promise.resolve('held')])
    expect(await isOver([...program, first, ...rest])).toBe('held')
    rest.push(ask('Mozilla/5.0'))
    expect(await first).toBe('Mozilla/5.0 ended')
    expect(await isOver([...program, ...rest])).toBe('held')
    await call('DELETE', '/lab/faults')
    leaving.abort()
    await Promise.all([...program, ...rest])
  })

  it('refuses a fault that cannot be, naming what is wrong', async () => {
    const refusal = await call('POST', '/lab/faults', {
      endpoint: 'popups',
      when: { calls: 0 },
      fault: { kind: 'drip' },
    })
    expect(refusal.status).toBe(422)
    expect(refusal.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      '/when/calls',
      '/fault/bytesPerSecond',
    ])
    for (const body of [null, 'x', [], {}]) expect((await call('POST', '/lab/faults', body)).status).toBe(422)
  })

  it('sets the clock by the school’s wall, stops it, and takes that back', async () => {
    const changed = await call('POST', '/lab/clock', { set: '2026-12-24T08:00', frozen: true })
    expect(changed.body).toMatchObject({
      now: '2026-12-24T00:00:00Z',
      wall: '2026-12-24T08:00:00',
      zone: 'Asia/Hong_Kong',
      frozen: true,
      real: false,
    })
    expect((await popups()).headers.get('date')).toBe('Thu, 24 Dec 2026 00:00:00 GMT')
    expect((await call('POST', '/lab/clock', { move: 'P1D', headerSkewMs: -1000 })).body.wall).toBe(
      '2026-12-25T08:00:00',
    )
    const reset = (await call('POST', '/lab/clock', { reset: true })).body
    expect(reset.real).toBe(true)
    await call('POST', '/undo', { undo: reset.undo })
    const again = await call('GET', '/lab/clock')
    expect(again.body).toMatchObject({ wall: '2026-12-25T08:00:00', frozen: true, headerSkewMs: -1000 })
    for (const body of [{ set: 'soon' }, { move: 'P1X' }, { frozen: false, set: '12026-01-01T00:00' }])
      expect((await call('POST', '/lab/clock', body)).status).toBe(422)
    expect((await call('GET', '/lab/clock')).body.frozen).toBe(true)
    await call('POST', '/lab/clock', { reset: true })
  })

  it('says why the clock cannot be so, without a path before it', async () => {
    const { body } = await call('POST', '/lab/clock', { set: 'soon' })
    expect(body.detail).toMatch(/^"soon" is no time/)
  })

  it('takes no change of the clock back that another client has changed since', async () => {
    const mine = (await call('POST', '/lab/clock', { set: '2026-12-24T08:00', frozen: true })).body
    const theirs = (await call('POST', '/lab/clock', { move: 'P1D' })).body
    expect((await call('POST', '/undo', { undo: mine.undo })).status).toBe(409)
    expect((await call('GET', '/lab/clock')).body.wall).toBe('2026-12-25T08:00:00')
    expect((await call('POST', '/undo', { undo: theirs.undo })).status).toBe(204)
    expect((await call('GET', '/lab/clock')).body.wall).toBe('2026-12-24T08:00:00')
    await call('POST', '/lab/clock', { reset: true })
  })

  it('tries a call and tells what a client saw, broken off or whole', async () => {
    const whole = (await call('POST', '/lab/try', { endpoint: 'popups' })).body
    expect(whole).toMatchObject({ method: 'GET', status: 200 })
    expect(whole.path).toMatch(/^\/cms\/api\/v1\/popupmsg\/check\?/)
    expect(JSON.parse(whole.body).code).toBe('D00000')
    await call('POST', '/lab/faults', { endpoint: 'any', when: { calls: 1 }, fault: { kind: 'reset' } })
    const reset = (await call('POST', '/lab/try', { endpoint: 'news' })).body
    expect(reset).toMatchObject({ error: { code: 'ECONNRESET' }, headers: [], body: '' })
    expect(reset.status).toBe(undefined)
    await call('POST', '/lab/faults', { endpoint: 'any', when: { calls: 1 }, fault: { kind: 'truncated' } })
    const half = (await call('POST', '/lab/try', { endpoint: 'popups', lang: 'zh-HK' })).body
    expect(half).toMatchObject({ status: 200, error: { code: 'ECONNRESET', message: 'aborted' } })
    expect(half.body).toContain('"txID"')
  })

  it('tells of a call that comes to no end as much as was seen of it', async () => {
    const late = async (fault: Fault, patience: AbortSignal) => {
      school.service.faults.clear()
      school.service.faults.add({ endpoint: 'popups', when: 'until-cleared', fault })
      const { status, error } = await tryCall(school.addresses, { endpoint: 'popups' }, patience)
      return { status, code: error?.code }
    }
    const held = await late({ kind: 'delay', delayMs: 60_000 }, AbortSignal.timeout(50))
    expect(held).toEqual({ status: undefined, code: 'ETIMEDOUT' })
    const patience = new AbortController()
    const end = () => setImmediate(() => patience.abort())
    subscribe(HEAD_IS_HERE, end)
    const dripped = await late({ kind: 'drip', bytesPerSecond: 1 }, patience.signal)
    unsubscribe(HEAD_IS_HERE, end)
    expect(dripped).toEqual({ status: 200, code: 'ETIMEDOUT' })
    school.service.faults.clear()
  })
})

describe('the request log over HTTP', () => {
  it('lists page by page, searches, shows one, begins anew and takes that back; notes media when chosen', async () => {
    expect((await call('POST', '/requests/settings', { media: true })).body).toEqual({ media: true })
    await fetch(`${school.addresses.base}/media/avatar.svg`)
    expect((await call('GET', '/requests?endpoint=media')).body.requests).toHaveLength(1)
    await call('POST', '/requests/settings', { media: false })
    await call('DELETE', '/requests')
    await popups()
    await fetch(`${school.addresses.syncUrl}/units/1`, { headers: { 'x-access-key': 'amber' } })
    const all = (await call('GET', '/requests?limit=1')).body
    expect(all.requests).toMatchObject([{ endpoint: 'unknown', status: 404 }])
    const rest = (await call('GET', `/requests?after=${all.next}`)).body
    expect(rest.requests).toMatchObject([{ endpoint: 'popups', code: 'D00000' }])
    // Who goes on to older calls still wants those that came since the first page.
    expect(all).toHaveProperty('newest', all.requests[0].id)
    expect(rest).not.toHaveProperty('newest')
    const found = async (query: string) => (await call('GET', `/requests?${query}`)).body.requests
    expect(await found('endpoint=popups&status=200&text=SITEID')).toHaveLength(1)
    expect(await found(`since=${rest.requests[0].id}`)).toHaveLength(1)
    const one = await call('GET', `/requests/${all.requests[0].id}`)
    expect(one.body.request.headers).toContainEqual(['x-access-key', 'set, 5 characters'])
    const emptied = (await call('DELETE', '/requests')).body
    expect(emptied.cleared).toBe(2)
    expect((await call('GET', `/requests/${all.requests[0].id}`)).status).toBe(404)
    expect((await call('POST', '/undo', { undo: emptied.undo })).status).toBe(204)
    expect(await found('')).toHaveLength(2)
    for (const query of ['status=soon', 'endpoint=all', 'limit=0', 'after=x'])
      expect((await call('GET', `/requests?${query}`)).status).toBe(400)
  })

  it('takes no clearing back after which another client has cleared it again', async () => {
    const count = async () => (await call('GET', '/requests')).body.requests.length
    await popups()
    const mine = (await call('DELETE', '/requests')).body
    await popups()
    const theirs = (await call('DELETE', '/requests')).body
    expect((await call('POST', '/undo', { undo: mine.undo })).status).toBe(409)
    expect(await count()).toBe(0)
    expect((await call('POST', '/undo', { undo: theirs.undo })).status).toBe(204)
    expect(await count()).toBe(1)
  })

  it('waits for a call that another program makes', async () => {
    const { newest } = (await call('GET', '/requests')).body
    const waiting = call('GET', `/requests/wait?endpoint=popups&after=${newest}`)
    await popups()
    expect(await waiting).toMatchObject({ status: 200, body: { endpoint: 'popups', id: newest + 1 } })
    const none = await call('GET', `/requests/wait?endpoint=news&after=${newest}&timeoutMs=1`)
    expect(none.status).toBe(404)
    expect(none.body.detail).toContain('no such call within 1 ms')
  })

  it('tells of new calls as they come', async () => {
    const leaving = new AbortController()
    const answer = await fetch(`${school.addresses.base}/console/api/requests/events`, {
      headers: { authorization: `Bearer ${TOKEN}` },
      signal: leaving.signal,
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const next = async (): Promise<number> => {
      const { value = '', done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('the stream has ended')
      const [, event] = /^data: (.*)$/m.exec(value) ?? []
      // A chunk without an event keeps the connection open.
      return event ? JSON.parse(event).newest : next()
    }
    const before = await next()
    await popups()
    expect(await next()).toBe(before + 1)
    leaving.abort()
  })
})
