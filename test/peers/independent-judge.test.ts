/** Somebody else's judge agrees: of the healthy service it has nothing to say, and it objects to a spoiled one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runConformance } from '../../conformance/index.ts'
import type { Service, ServiceAddresses } from '../../console/index.ts'
import { allOf, startSample } from '../conformance/sample.ts'
import { message, record, user } from '../conformance/spoil.ts'
import { type Spoiling, startSpoilingProxy } from '../conformance/spoiling-proxy.ts'
import { startJudge } from './judge.ts'

let service: Service
let addresses: ServiceAddresses

beforeAll(async () => {
  ;({ service, addresses } = await startSample())
})
afterAll(() => service.close())

it('all answers of a whole run pass through Prism without an objection', async () => {
  const judge = await startJudge(addresses.base)
  const { summary } = await runConformance({ ...allOf(addresses), fetch: judge.fetch })
  expect(judge.objections()).toEqual([])
  expect(summary.failed).toBe(0)
  // It was worth looking: a run asks each interface several times, of popups and news together far more often.
  for (const [call, least] of [
    ['check', 30],
    ['attendance-lists/2026-09-01', 6],
    ['external-session', 6],
  ] as const)
    expect(judge.judged().get(call), call).toBeGreaterThanOrEqual(least)
  await judge.close()
})

it.each<[part: string, answer: NonNullable<Spoiling['answer']>]>([
  ['popups', message(value => Object.assign(value, { displayDate: '2026-11-20' }))],
  ['attendance', record(value => Object.assign(value, { status: 'absent' }))],
  ['session', user(value => Object.assign(value, { role: 'Parent' }))],
])('both object to spoiled %s', async (part, answer) => {
  await using proxy = await startSpoilingProxy(addresses.base)
  proxy.spoiling = { answer }
  const judge = await startJudge(proxy.base)
  const { summary } = await runConformance({ ...allOf(addresses), only: [part], fetch: judge.fetch })
  expect(summary.failed).toBeGreaterThan(0)
  expect(judge.objections().length).toBeGreaterThan(0)
  await judge.close()
})
